"""Reads two things out of a replay's text quickly: how long each seat thought, and how many tickets it kept.

It checks nothing: a text that was altered is the reader's and the verifier's to find.
"""

import re
from typing import Final

from attrs import frozen

_DECISION: Final = re.compile(r"^[0-9]+ ([0-9]+) [0-9]+ (?:keep ([0-9 ]+))?", re.MULTILINE)
_THINK: Final = re.compile(r"^think [0-9]+ ([0-9 ]+)$", re.MULTILINE)


@frozen
class Skimmed:
    """What a text said.

    Attributes:
        think_us: by seat, microseconds of each answer that was waited for; empty lists without a second section.
        kept: by seat, tickets kept over the whole match, those of the default action too.
    """

    think_us: tuple[tuple[int, ...], ...]
    kept: tuple[int, ...]


def skim(text: str, players: int) -> Skimmed:
    """The thinking times and tickets of a whole replay; `players` is its number of seats."""
    first, _, circumstances = text.partition("\ndigest ")
    think: list[list[int]] = [[] for _ in range(players)]
    kept = [0] * players
    spent = iter([int(word) for line in _THINK.findall(circumstances) for word in line.split()])
    for seat, tickets in _DECISION.findall(first):
        own = int(seat)
        kept[own] += len(tickets.split())
        if micros := next(spent, 0):
            think[own].append(micros)
    return Skimmed(tuple(map(tuple, think)), tuple(kept))
