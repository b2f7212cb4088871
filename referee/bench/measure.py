"""All measurements of `referee bench`, one after the other, and their table. Each figure's unit stands in its key."""

from typing import Any

from referee.bench.calibrate import steps_per_second
from referee.bench.engine import copy_us, engine_speed
from referee.bench.floor import round_trips_per_s
from referee.bench.matches import decisions_per_s
from referee.editions import load_edition
from referee.game import Game

EDITIONS = ("usa",)


def measure(*, quick: bool) -> dict[str, Any]:
    """What `bench --json` prints. Rules and copies in CPU time, everything that goes through gRPC in wall time."""
    seconds = 0.5 if quick else 4.0
    return {
        "yardstick": steps_per_second(),
        "engine": {edition: _engine(edition, seconds) for edition in EDITIONS},
        "copy_us": copy_us(Game.of(load_edition(EDITIONS[0]), 2), seconds),
        "grpc_floor": round_trips_per_s(2 * seconds),
        "match": {
            "1": decisions_per_s(1, 12 if quick else 60),
            "64": decisions_per_s(64, 128 if quick else 512),
        },
    }


def _engine(edition_id: str, seconds: float) -> dict[str, dict[str, float]]:
    edition = load_edition(edition_id)
    low, high = edition.players
    speeds = {players: engine_speed(Game.of(edition, players), seconds) for players in range(low, high + 1)}
    return {
        str(players): {"games_per_s": speed.games_per_s, "decisions_per_s": speed.decisions_per_s}
        for players, speed in speeds.items()
    }


def table(speeds: dict[str, Any]) -> str:
    """The figures for people, each engine speed also as games per million steps of the yardstick."""
    millions = speeds["yardstick"] / 1e6
    lines = [f"{'yardstick':<28}{millions:>12.2f} million steps/s"]
    for edition, counts in speeds["engine"].items():
        for players, speed in counts.items():
            per_step = speed["games_per_s"] / millions
            lines.append(
                f"{f'engine {edition}, {players} players':<28}{speed['games_per_s']:>12,.0f} games/s"
                f"{speed['decisions_per_s']:>12,.0f} decisions/s{per_step:>8.1f} games per million steps"
            )
    lines += [
        f"{'copy of a position':<28}{speeds['copy_us']:>12.2f} µs",
        f"{'bare gRPC, one stream':<28}{speeds['grpc_floor']:>12,.0f} round trips/s",
        *(f"{f'matches, {n} in flight':<28}{rate:>12,.0f} decisions/s" for n, rate in speeds["match"].items()),
    ]
    return "\n".join(lines) + "\n"
