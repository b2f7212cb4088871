"""How a match moves on: start stages, turns, the last round, forfeits. Knows no cards and no routes."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from referee.game.actions import MAIN, OVER, DecisionKind
from referee.game.events import Event, Forfeited, GameOver, LastRound, Passed
from referee.game.state import State

if TYPE_CHECKING:
    from referee.game.game import Plan


@frozen
class Stage:
    """One question that every seat answers before the first turn (C-05).

    Attributes:
        kind: the question. order: the seats as they are asked. begin: called once before the first of them.
    """

    kind: DecisionKind
    order: Sequence[int]
    begin: Callable[[State, list[Event]], None]


def start_stages(state: State, events: list[Event]) -> None:
    """Open the first question of the match."""
    state.stage, state.asked = 0, 0
    _open_stage(state, events)


def answered(state: State, events: list[Event]) -> None:
    """A seat has answered a question of a start stage: ask the next seat, the next stage, or begin to play (C-05)."""
    state.asked += 1
    if state.asked < state.game.players:
        state.seat = state.game.stages[state.stage].order[state.asked]
        return
    state.stage, state.asked = state.stage + 1, 0
    _open_stage(state, events)


def _open_stage(state: State, events: list[Event]) -> None:
    if state.stage < len(state.game.stages):
        stage = state.game.stages[state.stage]
        stage.begin(state, events)
        state.seat, state.phase = stage.order[0], stage.kind
    else:
        state.seat, state.phase = 0, MAIN


def in_start(state: State) -> bool:
    """Whether the questions before the first turn are still running."""
    return state.stage < len(state.game.stages)


def end_action(state: State, events: list[Event]) -> None:
    """The action of the turn is resolved: modules may ask something more (W-31), then the turn ends."""
    game = state.game
    if game.after_action and any(ask(state, events) for ask in game.after_action):
        return
    end_turn(state, events)


def end_turn(state: State, events: list[Event]) -> None:
    """Count the turn, start or run down the last round, hand over to the next seat (C-10, C-50 to C-52)."""
    state.turn += 1
    seat = state.seat
    if state.turns_left < 0:
        if state.trains[seat] <= state.game.end_trigger:
            state.turns_left = state.game.players
            events.append(LastRound(seat, state.turns_left))
    else:
        state.turns_left -= 1
        if not state.turns_left:
            return finish(state, events, "last_round")
    state.seat = (seat + 1) % state.game.players
    state.phase = MAIN
    return None


def finish(state: State, events: list[Event], reason: str) -> None:
    """Nothing is legal from here on."""
    state.phase, state.reason = OVER, reason
    events.append(GameOver(reason))


def passing(state: State, events: list[Event], _plan: "Plan") -> None:
    """A forced pass (C-12, E-22); a whole round of them ends the match (E-23)."""
    events.append(Passed(state.seat))
    state.passes += 1
    if state.passes >= state.game.players:
        state.turn += 1
        finish(state, events, "all_passed")
    else:
        end_action(state, events)


def forfeit(state: State, seats: Iterable[int]) -> tuple[Event, ...]:
    """Put seats out of the match, at once and together; it ends when at most one is left.

    Seats that are out already stay as they were. Their routes and tickets stay, their main turns become forced passes.
    Raises ValueError for a seat that the match does not have.
    """
    events: list[Event] = []
    if state.over:
        return ()
    leaving = sorted(seats)
    for seat in leaving:
        if not 0 <= seat < state.game.players:
            raise ValueError(f"no seat {seat} in a match of {state.game.players} players")
    rank = max(state.out) + 1
    for seat in leaving:
        if state.out[seat] < 0:
            state.out[seat] = rank
            events.append(Forfeited(seat))
    if state.out.count(-1) <= 1:
        finish(state, events, "forfeit")
    state.legal = -1
    state.history = (tuple(events), state.history)
    return tuple(events)
