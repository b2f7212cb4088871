import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from referee.replay import (
    RULES_REVISION,
    Checkpoint,
    Fault,
    Forfeit,
    Header,
    Move,
    Notes,
    Recorder,
    Replay,
    ReplayError,
    Timing,
    header_of,
    pack,
    unpack,
    verify,
)
from tests.replay.playing import play

ROOT = Path(__file__).resolve().parents[2]
STRIKES = {9: Fault("ILLEGAL_ACTION", sent=99999, detail="NOT_IN_ROW", text="no red lies open"), 12: Fault("TIMEOUT")}
LATE = {20: Fault("TIMEOUT", substituted=False, detail="timeout", text="answered 12 ms into the grace")}
OUT = {30: {1: Fault("CRASHED", detail="exited", text="exited with status 3"), 2: Fault("CRASHED")}}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_text_form_reads_back(players: int) -> None:
    """A replay equals what is read from its text, and is verified."""
    game, replay = play(players, f"text {players}")
    again = Replay.from_text(replay.to_text())
    assert again == replay
    verify(again, game)


def test_faults_and_forfeits_read_back() -> None:
    """Strikes, late answers and forfeits at once keep their codes, their words and the substituted actions."""
    game, replay = play(4, "faults", faults=STRIKES | LATE, forfeits=OUT)
    again = Replay.from_text(replay.to_text())
    assert again == replay
    verify(again, game)
    lines = replay.to_text().splitlines()
    assert [re.sub(" #...$", "", line) for line in lines if line.startswith(("fault", "forfeit"))] == [
        "fault 9 1 ILLEGAL_ACTION=99999 substituted",
        "fault 12 3 TIMEOUT substituted",
        "fault 20 0 TIMEOUT played",
        "forfeit 30 1:CRASHED 2:CRASHED",
    ]
    assert [score.forfeited for score in again.scores] == [False, True, True, False]


def test_a_match_that_ends_by_forfeit() -> None:
    """When at most one seat is left the match ends without another decision, and the replay verifies."""
    game, replay = play(2, "left alone", forfeits={7: {0: Fault("PROTOCOL_ERROR")}})
    assert (replay.decisions, replay.reason) == (7, "forfeit")
    verify(Replay.from_text(replay.to_text()), game)


def test_an_export_leaves_out_the_second_section() -> None:
    """Without timing the text ends with the digest, and words that depend on timing are gone with it."""
    _, replay = play(4, "faults", faults=STRIKES, forfeits=OUT)
    text = replay.to_text(timing=False)
    assert text.splitlines()[-1] == f"digest {replay.digest}"
    assert "exited" not in text
    again = Replay.from_text(text)
    assert again.digest == replay.digest
    assert again.timing == Timing()


def test_the_digest_is_that_of_the_play() -> None:
    """Other times, words, notes and match ids leave the digest as it is; another action or name changes it."""
    _, replay = play(2, "digest")
    header = replay.header
    timing = Timing({"match": "x"}, notes={3: Notes("hm")})
    assert evolve(replay, header=evolve(header, match_id="x"), timing=timing).digest == replay.digest
    assert evolve(replay, header=evolve(header, seats=("bot 0", "other"))).digest != replay.digest
    assert play(2, "another digest")[1].digest != replay.digest


def test_equal_play_gives_equal_texts() -> None:
    """Playing the same match again gives the same bytes."""
    assert play(3, "again")[1].to_text() == play(3, "again")[1].to_text()


def test_strangers_words_stay_on_their_line() -> None:
    """Names, notes and sentences with line ends, quotes or half characters neither break the text nor get lost."""
    game, replay = play(2, "names")
    nasty = 'a "b"\n12 0 1 draw deck #abc\r\u2028\u202e\ud800'
    fault = Fault("TIMEOUT", substituted=False, detail="timeout", text=nasty)
    entries = tuple(e._replace(fault=fault) if isinstance(e, Move) and e.number == 5 else e for e in replay.entries)
    timing = evolve(
        replay.timing,
        details=((5, 1, "timeout", nasty),),
        notes={3: Notes(nasty, ((1, 0.1), (2, -3.0)), ((0, 1e300),))},
        about={"started": nasty},
    )
    hostile = evolve(replay, header=evolve(replay.header, seats=(nasty, "b")), entries=entries, timing=timing)
    text = hostile.to_text()
    assert text.isascii()
    assert len(text.splitlines()) == len(replay.to_text().splitlines()) + 2
    again = Replay.from_text(text)
    assert again.header.seats == (nasty, "b")
    assert again.timing == timing
    verify(again, game)


def test_a_description_is_checked_against_the_header() -> None:
    """The game's description travels beside the first section and must fit the digest in the header."""
    text = '{"edition":"usa"}'
    _, replay = play(2, "description")
    header = evolve(replay.header, game_digest=hashlib.sha256(text.encode()).hexdigest())
    described = evolve(replay, header=header, description=text)
    assert Replay.from_text(described.to_text()) == described
    assert Replay.from_text(described.to_text(description=False)).digest == described.digest
    with pytest.raises(ReplayError, match=r"^ALTERED: line \d+: the game's description does not fit"):
        Replay.from_text(described.to_text().replace('{"edition":"usa"}', '{"edition":"usb"}'))


def test_the_recorder_takes_checksums_every_sixteen_decisions() -> None:
    """Checksums stand after each sixteen decisions and after the last."""
    _, replay = play(2, "checks")
    numbers = [entry.number for entry in replay.entries if isinstance(entry, Checkpoint)]
    assert numbers == [*range(16, replay.decisions, 16), replay.decisions]


def test_think_times_are_kept_in_microseconds() -> None:
    """Nanoseconds are cut to microseconds, one figure for each decision."""
    _, replay = play(2, "times")
    assert replay.timing.think_us == tuple(range(replay.decisions))


def test_a_header_for_a_game_that_is_played_now() -> None:
    """A header takes edition and seed from what is played, and versions from this referee."""
    game, replay = play(2, "header")
    header = header_of(game, ("a", "b"), bytes(32), match_id="m")
    assert (header.edition, header.players, header.seed, header.match_id) == ("usa", 2, "00" * 32, "m")
    assert header.rules_revision == replay.header.rules_revision


def test_entries_of_one_moment_stand_in_order() -> None:
    """A forfeit before decision 16 stands before the checksum of the state that it leaves."""
    _, replay = play(3, "order", forfeits={16: {0: Fault("CRASHED")}})
    at = [entry for entry in replay.entries if entry.number == 16]
    assert [type(entry) for entry in at] == [Forfeit, Checkpoint, Move]


def test_packed_texts_are_small_and_deterministic() -> None:
    """A two-player game packs into about two thousand bytes, always the same, and unpacks to its text."""
    _, replay = play(2, "packed")
    text = replay.to_text(timing=False)
    assert pack(text) == pack(text)
    assert len(pack(text)) < 2500
    assert unpack(pack(text)) == text == unpack(text.encode())


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (pack("x" * 1000)[:-5], "TRUNCATED"),
        (pack("hello")[:-8] + b"\0" * 8, "ALTERED"),
        (b"\xff\xfe\x00", "NOT_A_REPLAY"),
    ],
)
def test_damaged_files_are_told_apart(content: bytes, code: str) -> None:
    """A packed file that was cut off, one that was damaged and one that is no text each get their own error."""
    with pytest.raises(ReplayError, match=f"^{code}: "):
        unpack(content)


def test_an_unfinished_recorder_needs_no_match_id() -> None:
    """A recorder without a match id leaves it out of the second section."""
    recorder = Recorder(Header("usa", ("a", "b"), "00" * 32))
    assert recorder.decisions == 0


def test_the_page_about_the_format_computes_the_same_digest() -> None:
    """The few lines that docs/replay-format.md prints give the digest of a replay's text."""
    page = (ROOT / "docs" / "replay-format.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    printed: dict[str, Any] = {}
    exec(source, printed)
    _, replay = play(2, "page")
    *lines, last = replay.to_text(timing=False).splitlines()
    assert last == f"digest {printed['digest'](lines)}"


def test_the_rules_page_names_the_same_revision() -> None:
    """The revision that replays carry is the one that docs/rules.md states."""
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert f"Rules revision: `{RULES_REVISION}`" in page
