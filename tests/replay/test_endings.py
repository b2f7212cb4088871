from collections.abc import Iterator
from itertools import count

import pytest

from referee.editions import editions, load_edition
from referee.game import Deal, Game, State, apply, decision, default_action, forfeit, score
from referee.game.events import LastRound
from referee.replay import event_text
from tests.conftest import Golden
from tests.replay.test_playthroughs import played, scored
from tests.replay.varied import varied

BEFORE_A_FORFEIT = 20
"""Decisions that are played, questions of the start included, before seats begin to leave."""


def _boards() -> Iterator[str]:
    """Every edition, and the first one of each board with depots as well."""
    boards: set[str] = set()
    for name in editions():
        edition = load_edition(name)
        yield from [name] if edition.board.id in boards else [name, f"{name}+depots"]
        boards.add(edition.board.id)


NAMES = list(_boards())


def _last_rounds(game: Game) -> Iterator[tuple[int, str, list[str], State]]:
    """The first match in which each seat starts the last round: seat, seed, what was told from then on, the end."""
    missing = set(range(game.players))
    for number in count():
        seed = f"ending {number}"
        state, policy, told, trigger = game.start(Deal.from_text(seed)), varied(seed), list[str](), -1
        for at in count():
            if state.over:
                break
            before = state.copy()
            action = policy(state)
            started = next((e.seat for e in apply(state, action) if isinstance(e, LastRound)), -1)
            trigger = max(trigger, started)
            if trigger >= 0:
                told += played(before, at, action)
        if trigger in missing:
            missing.remove(trigger)
            yield trigger, seed, told, state
        if not missing:
            return


@pytest.mark.parametrize("name", NAMES)
def test_each_seat_starts_the_last_round(golden: Golden, name: str) -> None:
    """Whoever runs out of trains, every seat has one more turn, the one that ran out the last (C-50, C-51)."""
    lines: list[str] = []
    edition = load_edition(name)
    for players in edition.players:
        for seat, seed, told, state in sorted(_last_rounds(Game.of(edition, players)), key=lambda found: found[0]):
            assert state.reason == "last_round"
            assert state.seat == seat
            lines += [f"{name}, {players} players, seed {seed!r}: seat {seat} starts the last round", *told]
            lines += [*scored(state), ""]
    golden.check(f"endings/{name}-last-round.txt", "\n".join(lines))


def _dry(game: Game) -> State:
    """A match with a single card, and tickets for the start alone."""
    deal, offers = Deal.from_text("dry"), game.edition.start_offers
    deck = deal.cards(game.edition.card_counts(), 0)[:1]
    long = sorted(game.long_tickets)
    other = [ticket for ticket in range(len(game.edition.tickets)) if ticket not in game.long_tickets]
    dealt = sum(offer.other for offer in offers) * game.players
    return game.start_from(deal, deck, deal.tickets(other)[:dealt], deal.tickets(long, long=True))


@pytest.mark.parametrize("name", NAMES)
def test_all_pass(golden: Golden, name: str) -> None:
    """When nothing can be drawn or paid, a round of passes ends it (E-22, E-23)."""
    lines: list[str] = []
    edition = load_edition(name)
    for players in edition.players:
        state, policy = _dry(Game.of(edition, players)), varied("dry")
        lines.append(f"{name}, {players} players, a single card")
        for number in range(2000):
            if state.over:
                break
            lines += played(state, number, policy(state))
        assert state.reason == "all_passed"
        lines += [*scored(state), ""]
    golden.check(f"endings/{name}-all-pass.txt", "\n".join(lines))


@pytest.mark.parametrize("players", [0, 1], ids=["fewest", "most"])
@pytest.mark.parametrize("name", NAMES)
def test_seats_leave_until_one_is_left(golden: Golden, name: str, players: int) -> None:
    """Seats leave one after the other; the match ends with the last but one, the routes stay (E-43)."""
    game = Game.of(load_edition(name), load_edition(name).players[players])
    lines: list[str] = []
    for survivor in range(game.players):
        state, policy = game.start(Deal.from_text("forfeit")), varied("forfeit")
        lines.append(f"{name}, {game.players} players: all but seat {survivor} leave")
        leavers = [(survivor + step) % game.players for step in range(1, game.players)]
        for number in count():
            if number >= BEFORE_A_FORFEIT and number % 3 == 0:
                owned = state.owned[:]
                lines += [f"      {event_text(game, event)}" for event in forfeit(state, [leavers.pop(0)])]
                assert state.owned == owned
            if state.over:
                break
            out = state.out[state.seat] >= 0
            lines += played(state, number, default_action(state) if out else policy(state))
        assert state.reason == "forfeit"
        assert score(state)[survivor].rank == 1
        lines += [*scored(state), ""]
    golden.check(f"endings/{name}-forfeit-{game.players}p.txt", "\n".join(lines))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_asked_after_the_end(name: str) -> None:
    """However it ended, no action is legal any more and another forfeit changes nothing (C-51)."""
    game = Game.of(load_edition(name), 2)
    state = _dry(game)
    policy = varied("dry")
    while not state.over:
        apply(state, policy(state))
    assert decision(state).legal == []
    assert forfeit(state, [0]) == ()
