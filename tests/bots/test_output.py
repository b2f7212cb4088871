import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.bots.output import BURST_BYTES, Allowance, CappedLog, escaped, remark


@given(st.lists(st.binary(max_size=40)), st.integers(0, 20), st.integers(1, 20))
def test_cap_keeps_head_and_tail(chunks: list[bytes], head: int, tail: int) -> None:
    """However the bytes arrive, the first and the last ones are kept and the rest is counted."""
    log = CappedLog(head, tail)
    for chunk in chunks:
        log.write(chunk)
    written, kept = b"".join(chunks), log.kept()
    assert kept.head == written[:head]
    assert kept.tail == written[head:][-tail:]
    assert len(kept.head) + kept.dropped + len(kept.tail) == len(written)


def test_content_says_what_is_missing() -> None:
    """The kept text says how many bytes were dropped, and where."""
    log = CappedLog(3, 3)
    log.write(b"abcdefghij")
    assert log.kept().content == b"abc\n[4 bytes dropped]\nhij"


def test_take_begins_anew() -> None:
    """What was taken is not given again."""
    log = CappedLog(10, 10)
    log.write(b"first")
    assert log.take().content == b"first"
    log.write(b"second")
    assert log.take().content == b"second"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (b"plain", "plain"),
        ("größe".encode(), "größe"),
        (b"\xff\x00", "\\xff\\x00"),
        (b"\x1b[31mred", "\\x1b[31mred"),
        ("\u202eevil".encode(), "\\u202eevil"),
    ],
)
def test_escaped(raw: bytes, shown: str) -> None:
    """What is shown is printable, whatever was written."""
    assert escaped(raw) == shown


@pytest.mark.parametrize(("claimed", "shown"), [("bot 1", "bot 1"), ("\x1b[2J\n", "?[2J?"), ("x" * 1000, "x" * 64)])
def test_remark(claimed: str, shown: str) -> None:
    """What a bot calls itself is shown short and printable."""
    assert remark(claimed) == shown


def test_last_lines() -> None:
    """The last lines are those that are not blank, cut at 4 KiB each."""
    log = CappedLog(100_000, 100_000)
    log.write(b"\n".join(b"line %d" % i for i in range(30)) + b"\n\n" + b"x" * 5000 + b"\n")
    lines = log.kept().last_lines(3)
    assert lines[:2] == ["line 28", "line 29"]
    assert len(lines[2]) == 4096


def test_allowance() -> None:
    """A mebibyte may be read at once, then a mebibyte a second; idle time gives no more than the first one back."""
    allowance = Allowance(0.0)
    assert allowance.spend(BURST_BYTES, 0.0) == 0
    assert allowance.spend(BURST_BYTES // 2, 0.0) == pytest.approx(0.5)
    assert allowance.spend(BURST_BYTES // 2, 1.0) == pytest.approx(0.0)
    assert allowance.spend(BURST_BYTES, 1000.0) == 0
    assert allowance.spend(BURST_BYTES, 1000.0) == pytest.approx(1.0)
