"""Speed of whole matches between bot processes: decisions a second of wall time, with one or many in flight."""

import tempfile
from time import perf_counter

import trio

from referee.game import Deal
from referee.replay import Replay
from referee.tournament.orders import BotOrder, MatchOrder, UnitOrder
from referee.tournament.results import Played
from referee.tournament.unit import play_unit

EDITION = "usa"


def decisions_per_s(in_flight: int, matches: int) -> float:
    """Play two-player matches between two random bots, so many at once.

    The first matches to end are left out, so that no process start is measured; the slow tail of the last ones counts.
    """
    ends: list[tuple[float, int]] = []

    def note(played: Played) -> None:
        ends.append((perf_counter(), Replay.from_text(played.replay).decisions))

    with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder:
        trio.run(play_unit, order(in_flight, matches, folder), note)
    began = ends[0][0]
    return sum(decisions for _, decisions in ends[1:]) / (ends[-1][0] - began)


def order(in_flight: int, matches: int, folder: str) -> UnitOrder:
    """So many matches between two random bots, as one unit."""
    names = ("one", "two")
    return UnitOrder(
        unit="bench",
        matches=tuple(_match(number, names) for number in range(matches)),
        bots=tuple(BotOrder(name, "random", folder, {}) for name in names),
        clock=None,
        in_flight=in_flight,
        logs=folder,
    )


def _match(number: int, names: tuple[str, ...]) -> MatchOrder:
    deal = Deal.from_text(f"bench/{number}").seed.hex()
    return MatchOrder(f"bench/{number}", f"bench-{number}", EDITION, len(names), deal, names, (deal,) * len(names))
