"""All measurements of `referee bench`, one after the other, and their table. Each figure's unit stands in its key."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import asdict

from referee.bench.boards import YARDSTICK, board_speeds, trail_speeds
from referee.bench.calibrate import steps_per_second
from referee.bench.engine import EngineSpeed, copy_us, engine_speed
from referee.bench.floor import round_trips_per_s
from referee.bench.matches import decisions_per_s
from referee.bench.proofs import proof_speed
from referee.bench.shares import shares
from referee.editions import load_edition
from referee.game import Game
from referee.tournament.cores import cores

_PARTS: Final = {"grpc": "gRPC, tasks, clocks, recording"}
SLOW_MACHINE: Final = 7.1
"""Million steps a second of the machine on which a longest trail may take 50 ms."""


def measure(*, quick: bool) -> dict[str, Any]:
    """What `bench --json` prints. Rules and copies in CPU time, everything that goes through gRPC in wall time."""
    seconds = 0.5 if quick else 4.0
    return {
        "yardstick": steps_per_second(),
        "engine": {YARDSTICK: _usa(seconds), **_others(seconds / 4, quick=quick)},
        "copy_us": copy_us(Game.of(load_edition(YARDSTICK), 2), seconds),
        "grpc_floor": round_trips_per_s(2 * seconds),
        "match": {
            "1": decisions_per_s(1, 12 if quick else 60),
            "64": decisions_per_s(64, 128 if quick else 512, cores()),
        },
        "processes": {"1": 1, "64": cores()},
        "shares": asdict(shares(64, 128 if quick else 512, seconds / 2)),
        "verify": asdict(proof_speed(Game.of(load_edition(YARDSTICK), 2), seconds)),
        "trails": {each.name: {"pieces": each.pieces, "length": each.length, "ms": each.ms} for each in trail_speeds()},
    }


def _usa(seconds: float) -> dict[str, dict[str, float]]:
    edition = load_edition(YARDSTICK)
    low, high = edition.players
    return {
        str(players): _figures(engine_speed(Game.of(edition, players), seconds)) for players in range(low, high + 1)
    }


def _others(seconds: float, *, quick: bool) -> dict[str, dict[str, dict[str, float]]]:
    found: dict[str, dict[str, dict[str, float]]] = {}
    for each in board_speeds(seconds, quick=quick):
        found.setdefault(each.edition, {})[str(each.players)] = _figures(each.speed) | {"to_usa": each.to_usa}
    return found


def _figures(speed: EngineSpeed) -> dict[str, float]:
    return {"games_per_s": speed.games_per_s, "decisions_per_s": speed.decisions_per_s}


def table(speeds: Mapping[str, Any]) -> str:
    """The figures for people: engine speeds also as games per million steps of the yardstick or beside `usa`."""
    millions = speeds["yardstick"] / 1e6
    return "\n".join(_lines(speeds, millions)) + "\n"


def _lines(speeds: Mapping[str, Any], millions: float) -> Iterator[str]:
    yield f"{'yardstick':<40}{millions:>10.2f} million steps/s"
    for edition, counts in speeds["engine"].items():
        for players, speed in counts.items():
            per_step = f"{speed['games_per_s'] / millions:>8.1f} games per million steps"
            beside = f"{speed['to_usa']:>8.0%} of usa's decisions" if "to_usa" in speed else per_step
            name = f"engine {edition}, {players} players"
            rates = f"{speed['games_per_s']:>10,.0f} games/s{speed['decisions_per_s']:>12,.0f} decisions/s"
            yield f"{name:<40}{rates}{beside}"
    yield f"{'copy of a position':<40}{speeds['copy_us']:>10.2f} µs"
    yield f"{'bare gRPC, one stream':<40}{speeds['grpc_floor']:>10,.0f} round trips/s"
    for in_flight, rate in speeds["match"].items():
        processes = speeds["processes"][in_flight]
        among = f", {processes} processes" if processes > 1 else ""
        yield f"{f'matches, {in_flight} in flight{among}':<40}{rate:>10,.0f} decisions/s"
    yield from _shares(speeds["shares"])
    rate, ratio = speeds["verify"]["decisions_per_s"], speeds["verify"]["to_playouts"]
    yield f"{'verify, usa, 2 players, one process':<40}{rate:>10,.0f} decisions/s{ratio:>8.0%} of random playouts"
    for name, trail in speeds["trails"].items():
        there = trail["ms"] * millions / SLOW_MACHINE
        facts = f"longest trail {trail['length']} of {trail['pieces']} pieces"
        yield f"{f'trail: {name}':<40}{trail['ms']:>10.2f} ms, {there:.1f} at {SLOW_MACHINE} million steps/s; {facts}"


def _shares(cost: Mapping[str, float]) -> Iterator[str]:
    total = sum(cost.values())
    for part, us in cost.items():
        yield f"{f'  of which {_PARTS.get(part, part)}':<40}{us:>10.1f} µs of CPU a decision, {us / total:.0%}"
