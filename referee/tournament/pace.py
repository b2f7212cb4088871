"""How long a cup may take: an estimate from the size of its games and its clock. It measures nothing."""

from typing import Final

from attrs import frozen

from referee.editions import edition_of
from referee.tournament.config import CupConfig
from referee.tournament.cup_file import Cup
from referee.tournament.schedule import Group, Schedule, groups

DECISIONS_A_TRAIN: Final = 1.42
"""Decisions of a seat for each of its trains, in games of bots that play to win; within a tenth on every board."""

_OWN_S: Final = 0.0008
"""Seconds that a decision costs without any thinking: rules, messages, two processes."""

_START_S: Final = 1.0
"""Seconds until the bots of a table have started, by a process each."""

_SHARE: Final = 0.1
"""The part of its time that a bot is expected to use."""


@frozen
class Pace:
    """Seconds that a cup takes if bots answer at once, use a tenth of their time, or use it all."""

    least: float
    expected: float
    most: float


def pace(cup: Cup, plan: Schedule, workers: int) -> Pace:
    """The estimate for so many workers."""
    boards = cup.boards
    decisions = {g: _decisions(edition_of(g.edition, boards).numbers.trains, g.players) for g in groups(cup.config)}
    return Pace(*(_seconds(cup.config, plan, decisions, workers, share) for share in (0.0, _SHARE, 1.0)))


def _decisions(trains: int, players: int) -> float:
    return DECISIONS_A_TRAIN * trains * players


def _seconds(config: CupConfig, plan: Schedule, decisions: dict[Group, float], workers: int, share: float) -> float:
    units = [
        _START_S + sum(_match(config, group, decisions[group], share) for group in unit_groups)
        for unit_groups in ([Group(m.edition, m.players) for m in unit.matches] for unit in plan.units)
    ]
    return max(sum(units) / workers, max(units, default=0.0))


def _match(config: CupConfig, group: Group, decisions: float, share: float) -> float:
    clock = config.clock
    thinking = decisions * clock.decision_ms
    if clock.match_ms:
        thinking = min(thinking, group.players * clock.match_ms + decisions * clock.increment_ms)
    return decisions * _OWN_S + share * thinking / 1000 / config.in_flight
