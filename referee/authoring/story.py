"""What a bot's author reads about a fault: where, what was sent, which rule it breaks, what followed, how to see more.

The facts come from the replay; the files and commands from whoever played the match. It prints nothing.
"""

from collections.abc import Iterator, Sequence

from attrs import frozen

from referee.authoring.errors import NoSuchDecisionError
from referee.authoring.question import Recorded, recorded
from referee.bots.faults import FaultCode
from referee.game import Game
from referee.replay import Fault, Replay

_LAST: int = 12
"""Lines of the bot's stderr that are shown."""


@frozen
class Trouble:
    """A fault of one seat in a replay.

    Attributes:
        number: decisions before it. fault: as the replay has it. forfeit: whether the seat was put out by it.
    """

    seat: int
    number: int
    fault: Fault
    forfeit: bool


@frozen
class Traces:
    """Where more can be seen. log: the file with the bot's stderr, "" if it wrote nothing; lines: of that file."""

    match: str
    log: str
    lines: Sequence[str]
    again: str
    ask: str


def troubles(replay: Replay) -> list[Trouble]:
    """All faults of a match, in the order of happening."""
    struck = [Trouble(move.seat, move.number, move.fault, forfeit=False) for move in replay.moves if move.fault]
    lost = [
        Trouble(seat, forfeit.number, fault, forfeit=True)
        for forfeit in replay.forfeits
        for seat, fault in forfeit.faults
    ]
    return sorted([*struck, *lost], key=lambda trouble: (trouble.number, trouble.forfeit))


def story(trouble: Trouble, replay: Replay, game: Game, traces: Traces) -> list[str]:
    """The block of lines about one fault."""
    fault, name = trouble.fault, replay.header.seats[trouble.seat]
    early = fault.code == FaultCode.START_FAILURE
    place = "before the match" if early else f"at decision {trouble.number}"
    asked = None if early else _asked(replay, game, trouble)
    lines = [f"fault of {name} (seat {trouble.seat}): {fault.code} {place}", _line("match", traces.match)]
    lines += _answer(trouble, asked)
    lines.append(_line("then", _then(trouble, replay)))
    if traces.log:
        lines.append(_line("stderr", f"{traces.log}{', its last lines:' if traces.lines else ''}"))
        lines += [f"            | {line}" for line in traces.lines[-_LAST:]]
    lines.append(_line("again", traces.again))
    if asked is not None:
        lines.append(_line("ask", traces.ask))
    return lines


def _asked(replay: Replay, game: Game, trouble: Trouble) -> Recorded | None:
    """The question, unless the fault came to light while another seat was asked."""
    try:
        found = recorded(replay, game, trouble.number)
    except NoSuchDecisionError:
        return None
    return found if found.seat == trouble.seat else None


def _answer(trouble: Trouble, asked: Recorded | None) -> Iterator[str]:
    fault = trouble.fault
    if asked is not None:
        yield _line("asked", f"{asked.kind}, {len(asked.question.legal)} legal actions")
    if asked is None or fault.sent < 0:
        yield _line("what", fault.text or fault.code)
        return
    yield _line("sent", f"{asked.text_of(fault.sent)} (id {fault.sent})")
    refusal = asked.refusal(fault.sent)
    if refusal is None:
        yield _line("what", fault.text)
        return
    yield _line("breaks", f"{refusal.code}{f' ({refusal.rule})' if refusal.rule else ''}: {refusal.facts}")
    if refusal.nearest:
        yield _line("nearest", ", ".join(refusal.nearest))


def _then(trouble: Trouble, replay: Replay) -> str:
    if trouble.forfeit:
        return "the seat forfeited the match"
    played = next(move.text for move in replay.moves if move.number == trouble.number)
    if trouble.fault.substituted:
        return f"a strike: {played} was played instead"
    return f"a strike: {played} came late and was played"


def _line(word: str, text: str) -> str:
    return f"  {word:<9} {text}"
