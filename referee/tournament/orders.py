"""What a worker is told and what it answers, as values with a JSON form: one unit of work, complete in itself.

An order needs no file of the cup and no secret beyond the seeds of its own matches, so a worker may live anywhere.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import asdict, field, frozen

from referee.tournament.config import BotTable
from referee.tournament.cup_file import Cup
from referee.tournament.schedule import Match, Unit
from referee.tournament.secret import Secret


@frozen
class MatchOrder:
    """One match to be played.

    Attributes:
        id: its id in the cup, which bots never see. opaque: the id that they see.
        deal: the deal's seed, 64 hex digits. seats: bot names by seat. bot_seeds: each seat's own seed, 64 hex digits.
    """

    id: str
    opaque: str
    edition: str
    players: int
    deal: str
    seats: tuple[str, ...]
    bot_seeds: tuple[str, ...]

    @classmethod
    def of(cls, match: Match, secret: Secret) -> "MatchOrder":
        """The order for a match of a schedule."""
        seeds = tuple(secret.bot_seed(match.id, seat).hex() for seat in range(match.players))
        deal = secret.deal(match.deal).hex()
        return cls(match.id, secret.opaque(match.id), match.edition, match.players, deal, match.seats, seeds)


@frozen
class BotOrder:
    """How to start a bot: its spec as written, the folder that the spec is relative to, its extra environment."""

    name: str
    spec: str
    base: str
    env: Mapping[str, str]

    @classmethod
    def of(cls, bot: BotTable, base: Path) -> "BotOrder":
        """The order for a bot of a cup file that lies in `base`."""
        return cls(bot.name, bot.spec or "", str(base), dict(bot.env))


@frozen
class UnitOrder:
    """One unit of work.

    Attributes:
        clock: the `[clock]` table by key; None: no deadline anywhere (`--no-clock`).
        in_flight: matches played at once. max_restarts: how often a bot process that died is started again.
        hides_names: bots see seat numbers only. tcp: loopback TCP instead of Unix sockets.
        logs: folder for what the bots write to their error output, or None to drop it. log_kb: cap of each such file.
        boards: what users' board files say, by edition id without suffix; the other editions are the referee's.
    """

    unit: str
    matches: tuple[MatchOrder, ...]
    bots: tuple[BotOrder, ...]
    clock: Mapping[str, Any] | None
    in_flight: int = 1
    max_restarts: int = 3
    hides_names: bool = False
    tcp: bool = False
    logs: str | None = None
    log_kb: int = 1024
    boards: Mapping[str, str] = field(factory=dict)

    def to_json(self) -> dict[str, Any]:
        """A JSON form that `from_json` reads back."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "UnitOrder":
        """The value whose `to_json` this is, lists read back as tuples."""
        matches = tuple(
            MatchOrder(**{**each, "seats": tuple(each["seats"]), "bot_seeds": tuple(each["bot_seeds"])})
            for each in data["matches"]
        )
        bots = tuple(BotOrder(**each) for each in data["bots"])
        return cls(**{**data, "matches": matches, "bots": bots})


def order_of(unit: Unit, cup: Cup, secret: Secret, logs: Path) -> UnitOrder:
    """The order for a unit of a cup."""
    config = cup.config
    names = dict.fromkeys(name for match in unit.matches for name in match.seats)
    return UnitOrder(
        unit=unit.id,
        matches=tuple(MatchOrder.of(match, secret) for match in unit.matches),
        bots=tuple(BotOrder.of(config.bot(name), cup.base) for name in names),
        clock=config.clock.model_dump(),
        in_flight=config.in_flight,
        max_restarts=config.max_restarts,
        hides_names=config.hides_names,
        logs=str(logs),
        log_kb=1024 if config.limits.log_kb is None else config.limits.log_kb,
        boards=cup.boards,
    )
