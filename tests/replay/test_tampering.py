import random
import re
from collections.abc import Callable

import pytest
from attrs import evolve

from referee.game import Game
from referee.replay import CHECK_EVERY, Checkpoint, Fault, Forfeit, Move, Replay, ReplayCode, ReplayError, verify
from referee.replay.text import digest_of, first_section, mark_of
from tests.replay.playing import play

FAULTS = {40: Fault("ILLEGAL_ACTION", sent=7, detail="illegal", text="words")}


@pytest.fixture(scope="module")
def match() -> tuple[Game, Replay]:
    """One match of three with a strike at decision 40 and a forfeit before decision 60."""
    return play(3, "tampering", faults=FAULTS, forfeits={60: {2: Fault("CRASHED")}})


def refused(text: str) -> ReplayError:
    """The error that reading this text gives."""
    with pytest.raises(ReplayError) as caught:
        Replay.from_text(text)
    return caught.value


def edited(text: str, pattern: str, new: str) -> str:
    """The text with the one place that fits the pattern replaced."""
    changed, count = re.subn(pattern, new, text, flags=re.MULTILINE)
    assert count == 1, pattern
    return changed


@pytest.mark.parametrize(
    ("pattern", "new", "decision"),
    [
        (r"^(41 \d) \d+ .* #", r"\1 1 draw deck #", 41),
        (r"^(41 \d) \d+ ", r"\1 0 ", 41),
        (r"^41 \d ", "41 9 ", 41),
        (r"^fault 40 (\d) ILLEGAL_ACTION=7 substituted", r"fault 40 \1 TIMEOUT substituted", 40),
        (r"^(fault 40 \d ILLEGAL_ACTION=7) substituted", r"\1 played", 40),
        (r"^forfeit 60 2:", "forfeit 60 1:", 60),
        (r"^state 48 .", "state 48 x", 48),
        (r"^end (\d+) last_round", r"end \1 all_passed", None),
        (r"^(score 0 rank=\d+ score=)", r"\g<1>1", None),
        (r"^seed .", "seed z", None),
        (r'^seat 1 "bot 1"', 'seat 1 "me"', None),
        (r"^edition usa", "edition usa-69", None),
        (r"^players 3", "players 4", None),
        (r'^rules "1"', 'rules "2"', None),
        (r"^referee ", "referee  ", None),
        (r"^(41 .*) #...$", r"\1", 41),
    ],
)
def test_an_edited_line_is_named(match: tuple[Game, Replay], pattern: str, new: str, decision: int | None) -> None:
    """Whatever line is edited, its own number is given, and the decision if it is about one."""
    text = match[1].to_text()
    error = refused(edited(text, pattern, new))
    line = next(i for i, line in enumerate(text.splitlines(), 1) if re.search(pattern, line))
    assert (error.code, error.decision, error.line) == (ReplayCode.ALTERED, decision, line)


def _without(text: str, start: str) -> str:
    return edited(text, rf"^{start} .*\n", "")


def test_a_removed_decision_is_named(match: tuple[Game, Replay]) -> None:
    """A missing line shows at the decision that is not there."""
    error = refused(_without(match[1].to_text(), "41"))
    assert (error.code, error.decision) == (ReplayCode.ALTERED, 41)


def test_swapped_decisions_are_named(match: tuple[Game, Replay]) -> None:
    """Two lines that changed places show at the first of them."""
    error = refused(edited(match[1].to_text(), r"^(41 .*\n)(42 .*\n)", r"\2\1"))
    assert (error.code, error.decision) == (ReplayCode.ALTERED, 41)


@pytest.mark.parametrize("start", ["state 48", "fault 40", "forfeit 60"])
def test_a_removed_line_breaks_the_digest(match: tuple[Game, Replay], start: str) -> None:
    """Lines that can be missing without a gap are missed by the digest."""
    assert refused(_without(match[1].to_text(), start)).code == ReplayCode.ALTERED


def test_an_edited_digest(match: tuple[Game, Replay]) -> None:
    """A digest that does not fit its text is an alteration."""
    assert refused(edited(match[1].to_text(), r"^digest ..", "digest zz")).code == ReplayCode.ALTERED


@pytest.mark.parametrize(
    ("pattern", "new"),
    [(r"^think 0 0", "think 0 5"), (r'"words"', '"other"'), (r'^about isolation "p', 'about isolation "q')],
)
def test_an_edited_second_section_leaves_the_match_intact(match: tuple[Game, Replay], pattern: str, new: str) -> None:
    """A change of times or words is told apart from a change of the match."""
    error = refused(edited(match[1].to_text(), pattern, new))
    assert error.code == ReplayCode.TIMING_ALTERED
    assert "the match itself is intact" in str(error)


def test_text_after_the_end(match: tuple[Game, Replay]) -> None:
    """Nothing may follow the end."""
    assert refused(match[1].to_text() + "more\n").code == ReplayCode.MALFORMED


def test_a_text_cut_anywhere_is_truncated(match: tuple[Game, Replay]) -> None:
    """Cut at any line or inside any line, the text is truncated, except after the digest, where an export ends."""
    text = match[1].to_text()
    lines = text.splitlines(keepends=True)
    whole = next(i for i, line in enumerate(lines) if line.startswith("digest ")) + 1
    for count in range(1, len(lines)):
        if count != whole:
            error = refused("".join(lines[:count]))
            assert error.code == ReplayCode.TRUNCATED, count
        half = lines[count][: len(lines[count]) // 2]
        assert refused("".join(lines[:count]) + half).code == ReplayCode.TRUNCATED, count
    assert Replay.from_text("".join(lines[:whole])).digest == match[1].digest


def test_truncation_names_the_last_decision(match: tuple[Game, Replay]) -> None:
    """The error says after which decision the text ends."""
    text = match[1].to_text()
    error = refused(text[: text.index("\n72 ") + 1])
    assert str(error) == "TRUNCATED: the text ends after decision 71, without the lines that close a replay"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", ReplayCode.NOT_A_REPLAY),
        ("hello\n", ReplayCode.NOT_A_REPLAY),
        ("{}", ReplayCode.NOT_A_REPLAY),
        ("referee-replay 2\n", ReplayCode.FORMAT_VERSION),
        ("referee-replay one\n", ReplayCode.NOT_A_REPLAY),
    ],
)
def test_other_texts_and_other_formats(text: str, code: ReplayCode) -> None:
    """What is no replay, and a replay of another format, are neither truncated nor altered."""
    assert refused(text).code == code


def forged(replay: Replay, change: Callable[[Move], Move]) -> Replay:
    """The replay with its decisions changed and all marks and the digest made anew."""
    entries = tuple(change(e) if isinstance(e, Move) else e for e in replay.entries)
    return Replay.from_text(evolve(replay, entries=entries).to_text())


def unverified(game: Game, replay: Replay) -> ReplayError:
    """The error that playing this replay again gives."""
    with pytest.raises(ReplayError) as caught:
        verify(replay, game)
    return caught.value


def _other_action(number: int, action: int, game: Game) -> Callable[[Move], Move]:
    text = game.table[action].text
    return lambda move: move._replace(action=action, text=text) if move.number == number else move


def test_a_forged_illegal_action(match: tuple[Game, Replay]) -> None:
    """With every hash made anew, an action that cannot be played is named with its rule."""
    game, replay = match
    error = unverified(game, forged(replay, _other_action(41, game.table.ids["pass"], game)))
    assert (error.code, error.decision) == (ReplayCode.DECISION_DIFFERS, 41)
    assert "PASS_NOT_FORCED" in str(error) or "WRONG_DECISION" in str(error)


def test_a_forged_legal_action(match: tuple[Game, Replay]) -> None:
    """With every hash made anew, another legal action shows where the play no longer fits, or at the next checksum."""
    game, replay = match
    number = next(m.number for m in replay.moves if m.text == "draw deck" and m.number > 64)
    open_card = next(m.action for m in replay.moves if m.text.startswith("draw ") and m.text != "draw deck")
    error = unverified(game, forged(replay, _other_action(number, open_card, game)))
    assert error.code in (ReplayCode.DECISION_DIFFERS, ReplayCode.STATE_DIFFERS)
    assert error.decision is not None
    assert number - CHECK_EVERY <= error.decision <= number + CHECK_EVERY


def test_a_text_that_is_not_its_action(match: tuple[Game, Replay]) -> None:
    """Id and text of an action must say the same."""
    game, replay = match
    error = unverified(game, forged(replay, lambda m: m._replace(text="draw deck") if m.number == 0 else m))
    assert (error.code, error.decision) == (ReplayCode.DECISION_DIFFERS, 0)


def test_a_decision_of_another_seat(match: tuple[Game, Replay]) -> None:
    """The seat that answered must be the one that was asked."""
    game, replay = match
    error = unverified(game, forged(replay, lambda m: m._replace(seat=1 - m.seat) if m.number == 0 else m))
    assert (error.code, error.decision) == (ReplayCode.DECISION_DIFFERS, 0)


def test_a_substituted_action_must_be_the_default(match: tuple[Game, Replay]) -> None:
    """A fault cannot be put on a decision that the seat made itself."""
    game, replay = match
    claim = next(m.number for m in replay.moves if m.text.startswith("claim "))
    error = unverified(game, forged(replay, lambda m: m._replace(fault=Fault("TIMEOUT")) if m.number == claim else m))
    assert (error.code, error.decision) == (ReplayCode.DECISION_DIFFERS, claim)


def test_another_seed_with_every_hash_made_anew(match: tuple[Game, Replay]) -> None:
    """The recorded play does not follow from another deal."""
    game, replay = match
    other = evolve(replay, header=evolve(replay.header, seed="11" * 32))
    assert unverified(game, Replay.from_text(other.to_text())).decision in range(CHECK_EVERY)


def test_other_scores_with_every_hash_made_anew(match: tuple[Game, Replay]) -> None:
    """The result follows from the play and is named by seat."""
    game, replay = match
    scores = (evolve(replay.scores[0], score=500), *replay.scores[1:])
    error = unverified(game, evolve(replay, scores=scores))
    assert error.code == ReplayCode.RESULT_DIFFERS
    assert "the replay says rank" in str(error)
    assert unverified(game, evolve(replay, reason="all_passed")).code == ReplayCode.RESULT_DIFFERS


def test_checksums_cannot_be_left_out(match: tuple[Game, Replay]) -> None:
    """A replay without its checksums is not verified, whatever its digest."""
    game, replay = match
    bare = evolve(replay, entries=tuple(e for e in replay.entries if not isinstance(e, Checkpoint)))
    assert unverified(game, Replay.from_text(bare.to_text())).code == ReplayCode.ALTERED


def test_a_match_that_stops_early(match: tuple[Game, Replay]) -> None:
    """A match that is not over has no result, even if the record is in itself sound."""
    game, replay = match
    cut = next(i for i, entry in enumerate(replay.entries) if entry == Checkpoint(32, getattr(entry, "checksum", "")))
    error = unverified(game, evolve(replay, entries=replay.entries[: cut + 1]))
    assert (error.code, error.decision) == (ReplayCode.RESULT_DIFFERS, 32)


def test_another_revision_of_the_rules_is_no_tampering(match: tuple[Game, Replay]) -> None:
    """A sound replay of other rules is told apart from one that was altered."""
    game, replay = match
    old = Replay.from_text(evolve(replay, header=evolve(replay.header, rules_revision="0")).to_text())
    error = unverified(game, old)
    assert error.code == ReplayCode.RULES_REVISION
    assert "revision 0" in str(error)


def test_another_edition_or_board(match: tuple[Game, Replay]) -> None:
    """A replay is verified against its own edition, number of players and board."""
    game, replay = match
    assert unverified(Game.of(game.edition, 4), replay).code == ReplayCode.OTHER_GAME
    marked = evolve(replay, header=evolve(replay.header, game_digest="aa" * 32))
    with pytest.raises(ReplayError, match=r"^OTHER_GAME: the board or tickets"):
        verify(marked, game, game_digest="bb" * 32)
    verify(marked, game, game_digest="aa" * 32)


def test_a_decision_after_all_went_out(match: tuple[Game, Replay]) -> None:
    """Forged forfeits that end the match leave no decision to be played, not even a default one."""
    game, replay = match
    at = next(n for n, entry in enumerate(replay.entries) if isinstance(entry, Move) and entry.number == 50)
    out = Forfeit(50, ((0, Fault("CRASHED")), (1, Fault("CRASHED"))))
    error = unverified(game, evolve(replay, entries=(*replay.entries[:at], out, *replay.entries[at:])))
    assert (error.code, error.decision) == (ReplayCode.DECISION_DIFFERS, 50)
    assert "over" in error.facts


def test_a_forfeit_of_a_seat_that_is_out(match: tuple[Game, Replay]) -> None:
    """A seat forfeits once, and only seats of the table can."""
    game, replay = match
    for seat in (2, 7):
        text = replay.to_text(timing=False)
        entries = Replay.from_text(text).entries
        again = next(e for e in replay.forfeits)
        more = evolve(again, faults=((seat, Fault("CRASHED")),))
        index = entries.index(next(e for e in entries if isinstance(e, Move) and e.number == 60))
        forged_entries = (*entries[:index], more, *entries[index:])
        assert unverified(game, evolve(replay, entries=forged_entries)).decision == 60


WORDS = (
    "",
    "0",
    "-1",
    "2",
    "99999999999",
    "9" * 5000,
    "²",
    "x",
    "draw",
    "claim",
    "state",
    "forfeit",
    "null",
    "[]",
    "\x00",
    "é",
)


def _remade(lines: list[str]) -> str:
    """A text of these bodies with every mark and the digest made anew."""
    marked = [lines[0], *(f"{body} #{mark_of(body)}" for body in lines[1:])]
    return "\n".join([*marked, f"digest {digest_of(marked)}"]) + "\n"


@pytest.mark.parametrize(
    ("pattern", "new"),
    [
        (r"^41 ", "041 "),
        (r"^41 (\d) ", r"41 0\1 "),
        (r"^state 48 ", "state 048 "),
        (r"^fault 40 (\d) ILLEGAL_ACTION=7 ", r"fault 40 \1 ILLEGAL_ACTION=07 "),
        (r"^score 0 rank=", "score 0 rank=0"),
        (r"^(score 0 rank=\d+ score=\d+) (routes=\S+)", r"\1 \2 \2"),
        (r'^seat 1 "bot 1"', 'seat 1 "bot\\\\u00201"'),
        (r'^rules "1"', 'rules  "1"'),
    ],
)
def test_each_thing_has_one_spelling(match: tuple[Game, Replay], pattern: str, new: str) -> None:
    """Another way to write the same, with all hashes made anew, is refused: equal play has one digest only."""
    bodies = [line.rpartition(" #")[0] or line for line in first_section(match[1])]
    error = refused(_remade(edited("\n".join(bodies), pattern, new).split("\n")))
    assert error.code in {ReplayCode.MALFORMED, ReplayCode.ALTERED}


def test_the_digest_that_was_read_is_that_of_the_play(match: tuple[Game, Replay]) -> None:
    """Reading keeps the digest that it checked: it is the one that the same match gets when its lines are written."""
    read = Replay.from_text(match[1].to_text())
    assert read.digest == evolve(read).digest == match[1].digest


def test_no_forgery_ends_in_a_traceback(match: tuple[Game, Replay]) -> None:
    """Whatever words are changed, with all hashes made anew, the answer is a ReplayError; what is read, reads back."""
    game, replay = match
    whole = [line.rpartition(" #")[0] or line for line in first_section(replay)]
    chance = random.Random(5)
    refusals = 0
    for _ in range(400):
        lines = whole[:]
        index = chance.choice([*range(12), chance.randrange(len(lines)), len(lines) - 1, len(lines) - 3])
        words = lines[index].split(" ")
        words[chance.randrange(len(words))] = chance.choice(WORDS)
        lines[index] = " ".join(words)
        text = _remade(lines)
        try:
            read = Replay.from_text(text)
            assert read.to_text(timing=False) == text
            verify(read, game)
        except ReplayError:
            refusals += 1
    assert refusals > 300
