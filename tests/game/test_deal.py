import hashlib
import hmac
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import Deal
from referee.game import deal as deals

SEED = bytes(range(32))


def _stream(seed: bytes, label: str) -> Iterator[int]:
    """Words of the stream, one after the other, each cut out of a digest of its own."""
    count = 1
    while True:
        digest = hashlib.shake_256(b"".join([b"referee/1", b"\x00", seed, b"\x00", label.encode("ascii")]))
        yield int.from_bytes(digest.digest(8 * count)[-8:], "little")
        count += 1


def _shuffled(seed: bytes, label: str, items: list[int]) -> list[int]:
    """The shuffle as the page on deals tells it, step by step."""
    order, words = items[:], _stream(seed, label)
    index = len(order) - 1
    while index > 0:
        word = next(words)
        if word < 2**64 - 2**64 % (index + 1):
            other = word % (index + 1)
            order[index], order[other] = order[other], order[index]
            index -= 1
    return order


@given(st.binary(min_size=32, max_size=32), st.text(alphabet="abc/0123", max_size=8), st.integers(0, 130))
def test_shuffles_are_those_of_the_page(seed: bytes, label: str, size: int) -> None:
    """A straightforward second implementation gives the same order for every seed, label and size."""
    assert deals.shuffled(seed, label, range(size)) == _shuffled(seed, label, list(range(size)))


def test_words_are_little_endian() -> None:
    """The stream is SHAKE-256 over prefix, seed and label, read as little-endian words of eight bytes."""
    raw = hashlib.shake_256(b"referee/1\0" + SEED + b"\0" + b"cards/0").digest(16)
    assert deals.stream(SEED, "cards/0", 2) == (
        int.from_bytes(raw[:8], "little"),
        int.from_bytes(raw[8:], "little"),
    )


def test_words_that_favour_small_numbers_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word at or above the greatest multiple of i+1 is skipped, one below it is taken."""
    limit = 2**64 - 2**64 % 3
    assert limit == 2**64 - 1
    words = [limit, 2**64 - 1, limit - 1, 1]  # index 2: two rejected, then (2^64 - 2) % 3 == 2; index 1: 1
    monkeypatch.setattr(deals, "stream", lambda _seed, _label, count: tuple((words * count)[:count]))
    assert deals.shuffled(SEED, "x", [10, 11, 12]) == [10, 11, 12]
    words[2:] = [limit - 2, 0]  # index 2 takes (2^64 - 3) % 3 == 1, index 1 takes 0
    assert deals.shuffled(SEED, "x", [10, 11, 12]) == [12, 10, 11]


def test_a_stream_that_runs_short_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """After many rejections more words of the same stream are read, and the order is as if read at once."""
    good = list(deals.stream(SEED, "x", 10))
    asked: list[int] = []

    def mostly_rejected(_seed: bytes, _label: str, count: int) -> tuple[int, ...]:
        asked.append(count)
        return tuple(([2**64 - 1] * 40 + good * count)[:count])

    expected = deals.shuffled(SEED, "x", range(3))
    monkeypatch.setattr(deals, "stream", mostly_rejected)
    assert deals.shuffled(SEED, "x", range(3)) == expected
    assert asked == sorted(asked)
    assert len(asked) > 1


def test_order_before_the_shuffle() -> None:
    """Cards are shuffled colour by colour, locomotives last; tickets in the order given; each under its own label."""
    deal = Deal(SEED)
    assert deal.cards([2, 0, 1], 0) == _shuffled(SEED, "cards/0", [0, 0, 2])
    assert deal.cards([2, 0, 1], 7) == _shuffled(SEED, "cards/7", [0, 0, 2])
    assert deal.tickets([5, 3, 9]) == _shuffled(SEED, "tickets", [5, 3, 9])
    assert deal.tickets([5, 3, 9], long=True) == _shuffled(SEED, "tickets-long", [5, 3, 9])


@pytest.mark.parametrize("size", [0, 1])
def test_nothing_to_shuffle(size: int) -> None:
    """An empty deck and a deck of one card stay as they are."""
    assert deals.shuffled(SEED, "x", range(size)) == list(range(size))


def test_a_deck_has_a_greatest_size() -> None:
    """512 items can be shuffled, 513 are refused with both numbers."""
    assert sorted(deals.shuffled(SEED, "x", range(512))) == list(range(512))
    with pytest.raises(ValueError, match="513 items to shuffle, at most 512"):
        deals.shuffled(SEED, "x", range(513))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    """A seed of another size is refused."""
    with pytest.raises(ValueError, match=f"32 bytes, not {size}"):
        Deal(bytes(size))


def test_the_deal_of_a_text() -> None:
    """A text given on the command line is hashed behind a prefix of its own."""
    assert Deal.from_text("Zürich").seed == hashlib.sha256(b"referee-play/1\0Z\xc3\xbcrich").digest()
    assert Deal.from_text("") != Deal(hmac.digest(b"", b"", "sha256"))


@given(st.integers(2, 12), st.integers(0, 2**32))
def test_every_order_is_a_permutation(size: int, number: int) -> None:
    """No card is lost or doubled, whatever the seed."""
    assert sorted(Deal.from_text(str(number)).tickets(range(size))) == list(range(size))


def test_every_place_is_reached() -> None:
    """Over many seeds every card comes to lie in every place about equally often."""
    counts = [[0] * 5 for _ in range(5)]
    for number in range(2000):
        for at, item in enumerate(Deal.from_text(str(number)).tickets(range(5))):
            counts[at][item] += 1
    assert all(320 <= count <= 480 for row in counts for count in row)
