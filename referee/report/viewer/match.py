"""Everything that a page shows of one match, as plain values: plays it again and collects. It makes no HTML."""

from collections.abc import Iterator
from typing import Any, Final

from referee.game import Edition, Game, State
from referee.replay import Checkpoint, Forfeit, Move, Replay, ReplayError, states
from referee.replay.show import printable
from referee.report.viewer.cut import cut
from referee.report.viewer.drawing import city_title, route_title
from referee.report.viewer.salvage import CUT_OFF
from referee.report.viewer.snapshots import Facts, changes, snapshot
from referee.report.viewer.story import Story, notes_of, thinking

NAME: Final = 80
"""Characters of a bot's name that a page shows."""

_KINDS: Final = (
    "OVER",
    "KEEP_TICKETS",
    "MAIN",
    "SECOND_CARD",
    "FIRST_CARD",
    "TUNNEL",
    "PICK",
    "PLACE_DEPOT",
    "START_DEPOT",
)


def match_facts(replay: Replay, game: Game, as_seat: int | None, warning: str = "") -> dict[str, Any]:
    """All steps of a match and what is printed on its board. A replay that the engine cannot follow ends there.

    `warning` says what is wrong with the replay; "" if it was verified.
    """
    story = Story(game, as_seat)
    steps: list[Facts] = []
    stopped = _play(replay, game, story, steps)
    deltas = [changes(before, after) for before, after in zip([{}, *steps], steps, strict=False)]
    header = replay.header
    facts: dict[str, Any] = {
        "edition": game.edition.name,
        "id": game.edition.id,
        "as": as_seat,
        "names": [cut(printable(name), NAME) for name in header.seats],
        "warning": " ".join(filter(None, (warning, stopped))),
        "board": board_facts(game.edition),
        "kinds": _KINDS,
        "phrases": list(story.phrases),
        "steps": deltas,
        "log": story.lines,
        "who": story.who,
        "marks": story.marks,
        "faults": story.faults,
        "notes": notes_of(replay, as_seat),
        "think": thinking(replay),
        "spent": _spent(replay),
        "scores": [] if replay.reason == CUT_OFF else [_score(replay, seat) for seat in range(header.players)],
        "about": {key: cut(printable(value), 200) for key, value in replay.timing.about.items()},
    }
    facts["about"] |= {"referee": header.referee_version, "rules": header.rules_revision}
    if as_seat is None:
        facts["about"] |= {"digest": replay.digest, "deal": header.seed}
    return facts


def board_facts(edition: Edition) -> dict[str, Any]:
    """Names and numbers that do not change during a match; the drawing is the map's."""
    board = edition.board
    slugs = [city.slug for city in board.cities]
    return {
        "name": board.name,
        "cities": [_city(edition, i) for i in range(len(slugs))],
        "routes": [[r.a, r.b, r.length, r.text.removeprefix(f"{slugs[r.a]}.{slugs[r.b]}")] for r in board.routes],
        "titles": [route_title(edition, i).partition(": ")[2] for i in range(len(board.routes))],
        "tickets": [[t.a, t.b, t.points] for t in edition.tickets],
        "cards": list(edition.cards),
        "modules": list(edition.modules),
        "trains": edition.numbers.trains,
        "trail": edition.bonuses.get("longest_trail", 0),
    }


def _city(edition: Edition, index: int) -> list[str]:
    """Name and slug, and its title if that says more than the name."""
    city, title = edition.board.cities[index], city_title(edition, index)
    return [city.name, city.slug, *([title] if title != city.name else [])]


def _play(replay: Replay, game: Game, story: Story, steps: list[Facts]) -> str:
    """Fill story and steps; gives a sentence if the engine cannot follow to the end. Checksums are verification's."""
    entries = [entry for entry in replay.entries if not isinstance(entry, Checkpoint)]
    moments = _moments(replay, game, entries)
    try:
        for entry, state in moments:
            _tell(story, steps, entry, state)
    except ReplayError as error:
        if not steps:
            raise
        return f"The engine cannot follow: {error.facts}. What comes after step {len(steps) - 1} is not shown."
    return ""


def _moments(
    replay: Replay, game: Game, entries: "list[Move | Forfeit]"
) -> Iterator[tuple[Move | Forfeit | None, tuple[State, Any]]]:
    from attrs import evolve

    played = states(evolve(replay, entries=tuple(entries)), game)
    _, state, _ = next(played)
    yield None, (state, state.history[0] if state.history else ())
    for entry, (_, after, events) in zip(entries, played, strict=True):
        yield entry, (after, events)


def _tell(story: Story, steps: list[Facts], entry: Move | Forfeit | None, moment: tuple[State, Any]) -> None:
    state, events = moment
    facts = snapshot(state, story.as_seat)
    if isinstance(entry, Forfeit):
        steps[-1] = facts
    else:
        story.step(entry.seat if entry else -1)
        steps.append(facts)
    if entry:
        story.blame(entry)
    story.tell(events, entry if isinstance(entry, Move) else None)


def _spent(replay: Replay) -> list[int]:
    """Microseconds of thought by seat; empty if the replay has no second section."""
    if not replay.timing.think_us:
        return []
    spent = [0] * replay.header.players
    for move, us in zip(replay.moves, replay.timing.think_us, strict=False):
        spent[move.seat] += us
    return spent


def _score(replay: Replay, seat: int) -> dict[str, Any]:
    score = replay.scores[seat]
    return {
        "rank": score.rank,
        "score": score.score,
        "routes": score.routes,
        "tickets": score.tickets,
        "completed": score.completed,
        "bonuses": dict(score.bonuses),
        "out": score.forfeited,
    }
