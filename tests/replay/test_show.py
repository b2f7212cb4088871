import re
from itertools import chain

import pytest

from referee.editions import editions
from referee.game import SPECTATOR, Game
from referee.replay import Fault, Move, Replay, ReplayError, show, states, verify
from tests.conftest import Golden
from tests.replay.playing import play

FAULTS = {40: Fault("ILLEGAL_ACTION", sent=7, detail="illegal", text="seat 1 \x1b[31mis not asked")}


@pytest.fixture(scope="module")
def match() -> tuple[Game, Replay]:
    """One match of three with a strike and a forfeit."""
    return play(3, "show", faults=FAULTS, forfeits={60: {2: Fault("CRASHED", text="exited with status 1")}})


def test_a_whole_match_in_words(match: tuple[Game, Replay], golden: Golden) -> None:
    """The text of a match tells every turn, action, event, fault and score."""
    game, replay = match
    golden.check("replay/show-all.txt", show(replay, game))


@pytest.mark.parametrize("as_seat", [None, 0, SPECTATOR])
def test_a_position_in_words(match: tuple[Game, Replay], golden: Golden, as_seat: int | None) -> None:
    """The text of a position shows the question, the table and what the viewer may know of each seat."""
    game, replay = match
    name = {None: "all", SPECTATOR: "spectator"}.get(as_seat, f"seat-{as_seat}")
    golden.check(f"replay/show-step-70-{name}.txt", show(replay, game, step=70, as_seat=as_seat))


def test_every_step_can_be_shown(match: tuple[Game, Replay]) -> None:
    """Every step from the deal to the end has a text; the last one says why the match ended."""
    game, replay = match
    texts = [show(replay, game, step=step) for step in range(0, replay.decisions + 1, 10)]
    assert all(f"step {10 * i} of" in text for i, text in enumerate(texts))
    assert "the match is over (last_round)" in show(replay, game, step=replay.decisions)


def _ticket_names(text: str) -> set[str]:
    """Names of tickets, which stand with their value in parentheses."""
    return set(re.findall(r"([a-z-]+\.[a-z-]+) \(\d+\)", text))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_sees_its_own_secrets_only(match: tuple[Game, Replay], seat: int) -> None:
    """Texts as a seat have no ticket that it was not offered, no foreign hand, no foreign blind card and no deal."""
    game, replay = match
    offered = {
        game.edition.tickets[ticket].text
        for _, state, _ in states(replay, game)
        for ticket in chain(state.offers[seat], state.tickets[seat])
    }
    steps = range(0, replay.decisions + 1, 7)
    whole = show(replay, game, as_seat=seat)
    positions = [show(replay, game, step=step, as_seat=seat) for step in steps]
    for text in [whole, *positions]:
        assert _ticket_names(text) <= offered
        assert replay.header.seed not in text
        assert replay.digest not in text
    assert all(text.count("    hand: ") == 1 for text in positions)
    taken = re.findall(r"seat (\d) takes (\S+)[a-z ]* from the deck", whole)
    assert {(who, what) for who, what in taken if int(who) != seat} <= {(str(s), "a") for s in range(3)}
    assert any(int(who) == seat and what != "a" for who, what in taken)
    kept = re.findall(r"seat (\d)  (keep\b.*)", whole)
    assert {what for who, what in kept if int(who) != seat} == {"keep"}


def test_a_spectator_sees_no_secret(match: tuple[Game, Replay]) -> None:
    """Texts as a spectator have no hands, no tickets and no legal lists, which would tell the hand."""
    game, replay = match
    texts = [show(replay, game, as_seat=SPECTATOR)]
    texts += [show(replay, game, step=step, as_seat=SPECTATOR) for step in range(0, replay.decisions + 1, 7)]
    for text in texts:
        assert _ticket_names(text) == set()
        assert "hand:" not in text
        assert "legal (" not in text
        assert replay.header.seed not in text


def test_only_the_asked_seat_sees_what_is_legal(match: tuple[Game, Replay]) -> None:
    """The list of legal actions is shown to the seat that is asked and to those who see everything."""
    game, replay = match
    asked = next(move for move in replay.moves if move.number == 50).seat
    assert "legal (" in show(replay, game, step=50, as_seat=asked)
    assert "legal (" not in show(replay, game, step=50, as_seat=(asked + 1) % 3)


def test_strangers_words_are_harmless(match: tuple[Game, Replay]) -> None:
    """Control characters of names and sentences do not reach a terminal."""
    game, replay = match
    assert "\x1b" not in show(replay, game)


@pytest.mark.parametrize(
    ("step", "seat", "message"),
    [
        (-1, None, r"^NO_SUCH_STEP: there is no step -1; steps go from 0 to \d+$"),
        (9999, None, r"^NO_SUCH_STEP: there is no step 9999"),
        (None, 3, r"^NO_SUCH_SEAT: there is no seat 3; seats go from 0 to 2$"),
        (None, -2, r"^NO_SUCH_SEAT: "),
    ],
)
def test_there_is_no_such_step_or_seat(
    match: tuple[Game, Replay], step: int | None, seat: int | None, message: str
) -> None:
    """A step or seat out of range is told with what there is."""
    game, replay = match
    with pytest.raises(ReplayError, match=message):
        show(replay, game, step=step, as_seat=seat)


def test_states_stream_the_match(match: tuple[Game, Replay]) -> None:
    """The stream has the start, one state for each decision and one for each forfeit, and ends with the end."""
    game, replay = match
    steps = [(step, state.over) for step, state, _ in states(replay, game)]
    moves = [entry.number + 1 for entry in replay.entries if isinstance(entry, Move)]
    assert [step for step, _ in steps] == sorted([0, 60, *moves])
    assert [over for _, over in steps] == [False] * (len(steps) - 1) + [True]


@pytest.mark.parametrize("edition", ["europe+depots", "amsterdam+depots"])
def test_pieces_of_modules_are_shown(edition: str, golden: Golden) -> None:
    """Stations, depots, warehouses and merchandise stand in the text of a position for everybody."""
    game, replay = play(2, "pieces", edition)
    golden.check(f"replay/show-step-60-{edition}.txt", show(replay, game, step=60, as_seat=SPECTATOR))


@pytest.mark.parametrize("edition", editions())
def test_matches_of_every_edition_can_be_told(edition: str) -> None:
    """Every edition, with depots too, records, reads back, verifies and is told from every seat."""
    for name in (edition, f"{edition}+depots"):
        game, replay = play(2, "told", name)
        again = Replay.from_text(replay.to_text())
        assert again == replay
        verify(again, game)
        for seat in (None, SPECTATOR, 0, 1):
            text = show(again, game, as_seat=seat)
            assert "GameOver" not in text
            assert text.count("the match ends") == 1
