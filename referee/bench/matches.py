"""Speed of whole matches between bot processes: decisions a second of wall time, with one or many in flight, on one
core or on all as a cup uses them.
"""

import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter

import trio

from referee.game import Deal
from referee.replay import Replay
from referee.tournament.logs import LogChoice
from referee.tournament.orders import BotOrder, MatchOrder, UnitOrder
from referee.tournament.results import Played
from referee.tournament.unit import play_unit

EDITION = "usa"


def decisions_per_s(in_flight: int, matches: int, processes: int = 1) -> float:
    """Play two-player matches between two random bots, so many at once, in each of so many processes.

    Counted are the matches that end while all processes play, from the second one on: no start of a process is
    measured.
    """
    if processes == 1:
        return _rate([_ends(in_flight, matches)])
    with ProcessPoolExecutor(processes, get_context("spawn"), LogChoice().set_up) as pool:
        return _rate(list(pool.map(_ends, [in_flight] * processes, [matches] * processes)))


def _ends(in_flight: int, matches: int) -> list[tuple[float, int]]:
    """When each match ended, and its decisions."""
    ends: list[tuple[float, int]] = []

    def note(played: Played) -> None:
        ends.append((perf_counter(), Replay.from_text(played.replay).decisions))

    with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder:
        trio.run(play_unit, order(in_flight, matches, folder), note)
    return ends


def _rate(runs: list[list[tuple[float, int]]]) -> float:
    began, ended = max(ends[0][0] for ends in runs), min(ends[-1][0] for ends in runs)
    played = sum(decisions for ends in runs for at, decisions in ends if began < at <= ended)
    return played / (ended - began)


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
