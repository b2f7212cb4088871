"""Random play in several manners, for the properties to look at. Checks nothing."""

import os
from collections.abc import Callable, Iterator
from random import Random

from attrs import frozen
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from referee.game import Action, ActionKind, Deal, Event, Game, State, apply, decision
from tests.property.boards import GAMES, game_of

THOROUGH = 3 if os.environ.get("CI") else 1
"""How many times as many examples are tried where time matters less."""


def runs(examples: int) -> settings:
    """So many examples here, more in CI; a whole match takes its time."""
    return settings(
        max_examples=examples * THOROUGH,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


Weight = Callable[[Action], float]


def _anything(_action: Action) -> float:
    return 1


def _builder(action: Action) -> float:
    return 20 if action.kind in (ActionKind.CLAIM, ActionKind.PAY) else 1


def _hoarder(action: Action) -> float:
    return 1 if action.kind in (ActionKind.DRAW_DECK, ActionKind.DRAW_CARD, ActionKind.DECLINE) else 0.001


def _collector(action: Action) -> float:
    return 30 if action.kind == ActionKind.TICKETS else 1


def _station_master(action: Action) -> float:
    return 10 if action.kind == ActionKind.STATION else 1


MANNERS: dict[str, Weight] = {
    "anything": _anything,
    "builder": _builder,
    "hoarder": _hoarder,
    "collector": _collector,
    "station master": _station_master,
}


@frozen
class Match:
    """A match to be played: which game, which deal, in which manner."""

    edition: str
    players: int
    seed: int
    manner: str

    @property
    def game(self) -> Game:
        """The game that is played."""
        return game_of(self.edition, self.players)

    def rng(self) -> Random:
        """The randomness of the play, the same each time."""
        return Random(f"{self.edition} {self.players} {self.seed} {self.manner}")

    def start(self) -> State:
        """The dealt match."""
        return self.game.start(Deal.from_text(str(self.seed)))


Games = list[tuple[str, int]]


def matches(games: Games = GAMES) -> st.SearchStrategy[Match]:
    """Any of these games, any deal, any manner."""
    return st.builds(
        lambda game, seed, manner: Match(game[0], game[1], seed, manner),
        st.sampled_from(games),
        st.integers(0, 2**32),
        st.sampled_from(sorted(MANNERS)),
    )


def choose(state: State, rng: Random, manner: str) -> int:
    """A legal action: its kind is drawn first, so that a thousand claims do not drown a draw."""
    table, legal = state.game.table, decision(state).legal
    weight = MANNERS[manner]
    kinds: dict[ActionKind, list[int]] = {}
    for action in legal:
        kinds.setdefault(table[action].kind, []).append(action)
    of_kind = rng.choices(list(kinds.values()), [weight(table[ids[0]]) for ids in kinds.values()])[0]
    return rng.choice(of_kind)


LONGEST = 20_000
"""Decisions after which a match is taken to be without an end."""


def play(match: Match, state: State | None = None) -> Iterator[tuple[State, int, tuple[Event, ...]]]:
    """Each position before an action, that action, and what happened; the same state object goes on changing."""
    state, rng = state or match.start(), match.rng()
    for _ in range(LONGEST):
        if state.over:
            return
        action = choose(state, rng, match.manner)
        before = state.copy()
        yield before, action, apply(state, action)
    raise AssertionError(f"{match} does not end")


def positions(match: Match) -> Iterator[State]:
    """Every position of the match, the last one included."""
    state, rng = match.start(), match.rng()
    for _ in range(LONGEST):
        yield state
        if state.over:
            return
        apply(state, choose(state, rng, match.manner))
    raise AssertionError(f"{match} does not end")


def moments(match: Match, count: int) -> list[State]:
    """Up to `count` positions by chance for each kind of question that came up, the end included."""
    rng = Random(match.seed)
    seen: dict[int, list[State]] = {}
    for at, state in enumerate(positions(match)):
        kept = seen.setdefault(state.phase, [])
        if len(kept) < count:
            kept.append(state.copy())
        elif rng.random() < count / (at + 1):
            kept[rng.randrange(count)] = state.copy()
    return [state for kept in seen.values() for state in kept]


def play_on(state: State, rng: Random, manner: str = "anything") -> None:
    """To the end, in place."""
    for _ in range(LONGEST):
        if state.over:
            return
        apply(state, choose(state, rng, manner))
    raise AssertionError("the match does not end")
