"""Tells a replay in readable text, turn by turn or one position, as seen by everybody or by one seat.

Whatever a seat could not know is absent from its text.
"""

from collections import deque
from collections.abc import Iterator
from textwrap import wrap

from referee.game import SPECTATOR, ActionKind, DecisionKind, Event, Game, SeatScore, State, decision, observe, seen_by
from referee.replay.errors import ReplayCode, ReplayError
from referee.replay.phrases import cards_text, event_text, number, row_text, tickets_text
from referee.replay.record import Fault, Forfeit, Move, Replay
from referee.replay.verify import states

_WIDTH = 120


def show(replay: Replay, game: Game, *, step: int | None = None, as_seat: int | None = None) -> str:
    """The match as text: all of it, or the position after `step` decisions.

    `as_seat` None shows every secret, a seat number what that seat knew, -1 what a spectator knew.

    Raises:
        ReplayError: the engine cannot follow the replay, or there is no such step or seat.
    """
    if as_seat is not None and not SPECTATOR <= as_seat < replay.header.players:
        facts = f"there is no seat {as_seat}; seats go from 0 to {replay.header.players - 1}"
        raise ReplayError(ReplayCode.NO_SUCH_SEAT, facts)
    if step is not None and not 0 <= step <= replay.decisions:
        facts = f"there is no step {step}; steps go from 0 to {replay.decisions}"
        raise ReplayError(ReplayCode.NO_SUCH_STEP, facts)
    lines = _match(replay, game, as_seat) if step is None else _position(replay, game, step, as_seat)
    return "\n".join([*_head(replay, as_seat), "", *lines]) + "\n"


def printable(text: str) -> str:
    """A stranger's text without anything that a terminal would obey."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def _head(replay: Replay, as_seat: int | None) -> Iterator[str]:
    header = replay.header
    viewer = "" if as_seat is None else f", as {_viewer(as_seat)} saw it"
    yield f"{header.edition}, {header.players} players, {replay.decisions} decisions{viewer}"
    if as_seat is None:
        yield f"digest {replay.digest}"
        yield f"deal {header.seed}"
    for seat in range(header.players):
        yield f"seat {seat}: {_name(replay, seat)}"


def _viewer(as_seat: int) -> str:
    return "a spectator" if as_seat == SPECTATOR else f"seat {as_seat}"


def _name(replay: Replay, seat: int) -> str:
    return printable(replay.header.seats[seat])


def _match(replay: Replay, game: Game, as_seat: int | None) -> Iterator[str]:
    moments = states(replay, game)
    _, state, _ = next(moments)
    yield "start"
    yield from _events(game, state.history[0] if state.history else (), as_seat)
    turn, started = 0, False
    for entry in (e for e in replay.entries if isinstance(e, Move | Forfeit)):
        if isinstance(entry, Move) and state.stage >= len(game.stages) and (not started or state.turn != turn):
            turn, started = state.turn, True
            yield f"turn {turn + 1}"
        _, state, events = next(moments)
        yield from _entry(game, entry, as_seat)
        yield from _events(game, events, as_seat)
    deque(moments, maxlen=0)
    yield "scores"
    for seat, score in enumerate(replay.scores):
        yield f"  {_score(replay, seat, score)}"


def _entry(game: Game, entry: Move | Forfeit, as_seat: int | None) -> Iterator[str]:
    if isinstance(entry, Forfeit):
        for seat, fault in entry.faults:
            yield f"  ---   seat {seat} {_fault(fault)}"
        return
    hidden = game.table[entry.action].kind == ActionKind.KEEP and as_seat not in (None, entry.seat)
    yield f"  {entry.number:4}  seat {entry.seat}  {'keep' if hidden else entry.text}"
    if entry.fault:
        yield f"          ! {_fault(entry.fault)}, {'the default was played' if entry.fault.substituted else 'played'}"


def _fault(fault: Fault) -> str:
    sent = f", sent action {fault.sent}" if fault.sent >= 0 else ""
    return f"{fault.code}{sent}{': ' if fault.text else ''}{printable(fault.text)}"


def _events(game: Game, events: tuple[Event, ...], as_seat: int | None) -> Iterator[str]:
    for event in events:
        seen = event if as_seat is None else seen_by(event, as_seat)
        yield f"          {event_text(game, seen)}"


def _score(replay: Replay, seat: int, score: SeatScore) -> str:
    bonuses = "".join(f", {name} {points}" for name, points in score.bonuses.items())
    out = ", forfeited" if score.forfeited else ""
    return (
        f"{score.rank}. seat {seat} ({_name(replay, seat)}): {score.score} points = routes {score.routes}, "
        f"tickets {score.tickets} ({score.completed} completed){bonuses}{out}"
    )


def _position(replay: Replay, game: Game, step: int, as_seat: int | None) -> Iterator[str]:
    last: State | None = None
    for played, state, _ in states(replay, game):
        if played > step:
            break
        last = state.copy()
    assert last is not None
    yield f"step {step} of {replay.decisions}, turn {last.turn + 1}"
    yield from position_text(last, as_seat)


def position_text(state: State, as_seat: int | None) -> Iterator[str]:
    """A position in lines: the question, the table, then each seat with what may be shown of it."""
    game, view = state.game, observe(state, SPECTATOR)
    yield from _question(state, as_seat)
    yield f"row: {row_text(game, view.row)}"
    yield f"deck {view.deck_size}, discard {sum(view.discard)} ({cards_text(game, view.discard)})"
    yield f"ticket deck {view.ticket_deck_size}"
    if view.turns_left >= 0:
        yield f"last round: {number(view.turns_left, 'turn')} left"
    for seat in range(game.players):
        yield from _seat(state, seat, shown=as_seat in (None, seat))


def _question(state: State, as_seat: int | None) -> Iterator[str]:
    if state.over:
        yield f"the match is over ({state.reason})"
        return
    asked = decision(state)
    yield f"asked: seat {asked.seat}, {DecisionKind(asked.kind).name}"
    if as_seat in (None, asked.seat):
        texts = ", ".join(state.game.table[action].text for action in asked.legal)
        yield from wrap(
            f"legal ({len(asked.legal)}): {texts}", _WIDTH, subsequent_indent="    ", break_on_hyphens=False
        )


def _seat(state: State, seat: int, *, shown: bool) -> Iterator[str]:
    game = state.game
    public = observe(state, SPECTATOR).seats[seat]
    routes = [route.text for i, route in enumerate(game.edition.board.routes) if state.owned[seat] >> i & 1]
    yield (
        f"seat {seat}: {number(public.trains, 'train')}, {number(public.route_points, 'point')}, "
        f"{number(public.hand_size, 'card')}, {number(public.tickets, 'ticket')}"
        f"{', forfeited' if public.out >= 0 else ''}"
    )
    yield from wrap(
        f"    routes: {', '.join(routes) or 'none'}", _WIDTH, subsequent_indent=" " * 8, break_on_hyphens=False
    )
    if any(public.known):
        yield f"    known cards: {cards_text(game, public.known)}"
    yield from _pieces(state, seat)
    if not shown:
        return
    yield f"    hand: {cards_text(game, state.hands[seat])}"
    tickets = f"    tickets: {tickets_text(game, state.tickets[seat])}"
    yield from wrap(tickets, _WIDTH, subsequent_indent=" " * 8, break_on_hyphens=False)
    if state.offers[seat]:
        yield f"    offer: {tickets_text(game, state.offers[seat])}"


def _pieces(state: State, seat: int) -> Iterator[str]:
    """What the modules of the edition add to a seat; all of it is public."""
    game, view = state.game, observe(state, SPECTATOR)
    public, modules = view.seats[seat], game.edition.modules
    if "stations" in modules:
        yield f"    stations: {_cities(game, view.stations, seat)}, {public.stations_left} left"
    if "depots" in modules:
        stored = number(public.warehouse, "card")
        yield f"    depots: {_cities(game, view.depots, seat)}, {public.reserve} in reserve, {stored} in the warehouse"
    if "merchandise" in modules:
        yield f"    merchandise: {number(public.merchandise, 'card')}"


def _cities(game: Game, owners: tuple[int, ...], seat: int) -> str:
    cities = game.edition.board.cities
    return ", ".join(cities[i].slug for i, owner in enumerate(owners) if owner == seat) or "none"
