"""Plays a replay again and compares. Trusts the engine, not the record."""

from collections.abc import Iterator
from typing import Final

from referee.game import ActionError, Deal, Event, Game, SeatScore, State, apply, default_action, forfeit, score
from referee.replay.errors import ReplayCode, ReplayError
from referee.replay.record import CHECK_EVERY, RULES_REVISION, Checkpoint, Forfeit, Move, Replay
from referee.replay.recorder import checksum

Moment = tuple[int, State, tuple[Event, ...]]
"""Decisions played so far, the live state (copy it to keep it), and what just happened."""


_OVER: Final = "the match is over before it"


def states(replay: Replay, game: Game) -> Iterator[Moment]:
    """The start, then the state after each decision and each forfeit; a forfeit leaves the number as it was.

    Raises:
        ReplayError: the replay is of another game, or the engine cannot follow it; everything before was given.
    """
    state = _start(replay, game)
    yield 0, state, ()
    agreed = 0
    for entry in replay.entries:
        match entry:
            case Move():
                yield entry.number + 1, state, _play(state, entry)
            case Forfeit():
                yield entry.number, state, _forfeit(state, entry)
            case Checkpoint():
                agreed = _agree(state, entry, agreed)


def verify(replay: Replay, game: Game, *, game_digest: str | None = None) -> None:
    """Play the whole first section again.

    `game_digest` is the digest of the game's description, if it is at hand; it tells another board with the same name.

    Raises:
        ReplayError: RULES_REVISION, OTHER_GAME, DECISION_DIFFERS, STATE_DIFFERS or RESULT_DIFFERS; it names the first
            decision that differs. A text that was merely edited does not come so far: `Replay.from_text` finds it.
    """
    if replay.header.rules_revision != RULES_REVISION:
        facts = f"played by revision {replay.header.rules_revision} of the rules, this referee has {RULES_REVISION}: "
        raise ReplayError(ReplayCode.RULES_REVISION, facts + "nothing can be said about the match")
    if game_digest is not None and replay.header.game_digest not in ("", game_digest):
        facts = f"the board or tickets of edition {game.edition.id} are not those that the match was played with"
        raise ReplayError(ReplayCode.OTHER_GAME, facts)
    _check_checkpoints(replay)
    state, agreed = _start(replay, game), 0
    for entry in replay.entries:  # as `states` does, without a stop at each decision
        if isinstance(entry, Move):
            _play(state, entry)
        elif isinstance(entry, Checkpoint):
            agreed = _agree(state, entry, agreed)
        else:
            _forfeit(state, entry)
    _check_result(replay, state)


def _start(replay: Replay, game: Game) -> State:
    header = replay.header
    if (header.edition, header.players) != (game.edition.id, game.players):
        facts = f"the replay is of {header.edition} with {header.players} players, not of {game.edition.id} with"
        raise ReplayError(ReplayCode.OTHER_GAME, f"{facts} {game.players}")
    return game.start(Deal(bytes.fromhex(header.seed)))


def _agree(state: State, entry: Checkpoint, agreed: int) -> int:
    """Compare a checksum; gives up to which decision the position is now known to be the recorded one."""
    if checksum(state) != entry.checksum:
        raise _state_differs(entry, agreed)
    return entry.number


def _play(state: State, move: Move) -> tuple[Event, ...]:
    seat, action = move.seat, move.action
    if seat != state.seat:
        raise _differs(move, _OVER if state.over else f"seat {state.seat} is to move, not seat {seat}")
    actions = state.game.table.actions
    if action >= len(actions) or actions[action].text != move.text:
        named = actions[action].text if action < len(actions) else "no action"
        raise _differs(move, f"action {action} is {named!r}, not {move.text!r}")
    if move.fault is not None or state.out[seat] >= 0:
        _check_default(state, move)
    try:
        return apply(state, action)
    except ActionError as error:
        facts = _OVER if state.over else f"{move.text!r} is not legal: {error.code}, {error.facts}"
        raise _differs(move, facts) from error


def _check_default(state: State, move: Move) -> None:
    """What nobody chose must be the default action."""
    substituted = move.fault is not None and move.fault.substituted
    if substituted or state.out[move.seat] >= 0:
        if state.over:
            raise _differs(move, _OVER)
        wanted = default_action(state)
        if move.action != wanted:
            raise _differs(move, f"the default action is {state.game.table[wanted].text!r}, not {move.text!r}")


def _forfeit(state: State, entry: Forfeit) -> tuple[Event, ...]:
    seats = [seat for seat, _ in entry.faults]
    for seat in seats:
        if seat >= state.game.players or state.out[seat] >= 0 or state.over:
            facts = f"seat {seat} cannot forfeit here"
            raise ReplayError(ReplayCode.DECISION_DIFFERS, facts, decision=entry.number)
    return forfeit(state, seats)


def _differs(move: Move, facts: str) -> ReplayError:
    return ReplayError(ReplayCode.DECISION_DIFFERS, facts, decision=move.number)


def _state_differs(entry: Checkpoint, agreed: int) -> ReplayError:
    last = max(agreed, entry.number - 1)
    between = f"decisions {agreed} to {last}" if last > agreed else f"decision {agreed}"
    if agreed == 0:
        between += ", the deal or the board"
    facts = f"the position before decision {entry.number} is not the recorded one: what differs is {between}"
    return ReplayError(ReplayCode.STATE_DIFFERS, facts, decision=agreed)


def _check_checkpoints(replay: Replay) -> None:
    end = replay.decisions
    wanted = [*range(CHECK_EVERY, end, CHECK_EVERY), end]
    found = [entry.number for entry in replay.entries if isinstance(entry, Checkpoint)]
    if found != wanted:
        missing = min(set(wanted) ^ set(found), default=end)
        facts = f"the checksums do not stand after every {CHECK_EVERY} decisions"
        raise ReplayError(ReplayCode.ALTERED, facts, decision=missing)


def _check_result(replay: Replay, state: State) -> None:
    end = replay.decisions
    if not state.over:
        raise ReplayError(ReplayCode.RESULT_DIFFERS, "the match is not over after the last decision", decision=end)
    if state.reason != replay.reason:
        facts = f"the match ended by {state.reason}, the replay says {replay.reason}"
        raise ReplayError(ReplayCode.RESULT_DIFFERS, facts, decision=end)
    for seat, (played, recorded) in enumerate(zip(score(state), replay.scores, strict=True)):
        if played != recorded:
            facts = f"seat {seat} has {_result(played)}, the replay says {_result(recorded)}"
            raise ReplayError(ReplayCode.RESULT_DIFFERS, facts, decision=end)


def _result(seat: SeatScore) -> str:
    bonuses = "".join(f", {name} {points}" for name, points in seat.bonuses.items())
    facts = f"rank {seat.rank} with {seat.score} points (routes {seat.routes}, tickets {seat.tickets}"
    return f"{facts}, completed {seat.completed}{bonuses}{', forfeited' if seat.forfeited else ''})"
