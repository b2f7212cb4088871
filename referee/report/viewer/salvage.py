"""Reads a replay that does not stand up to verification as far as it goes, for people who insist on seeing it.

What it gives is no proof of anything: marks, digest and result of an altered or cut text are made anew.
"""

import json
import re
from collections.abc import Iterator
from typing import Final

from attrs import evolve

from referee.replay import Replay, ReplayCode, ReplayError, Timing
from referee.replay.text import MAGIC, digest_of, mark_of

HOPELESS = frozenset({ReplayCode.NOT_A_REPLAY, ReplayCode.FORMAT_VERSION, ReplayCode.MALFORMED})
"""What no insisting helps against: there is nothing that could be shown."""

CUT_OFF: Final = "cut_off"
"""The reason of an end that is not in the text; no match ends for it."""

_HEAD: Final = 10
"""Lines that nothing can be shown without."""


def salvaged(text: str) -> Replay:
    """The replay in an altered or cut text, without what is lost.

    Raises:
        ReplayError: nothing of it can be read.
    """
    lines = text.split("\n")
    if not lines[0].startswith(MAGIC):
        raise ReplayError(ReplayCode.NOT_A_REPLAY, f"a replay begins with {MAGIC!r}")
    body = list(_first_section(lines))
    if not any(line.startswith("end ") for line in body):
        body += _ending(body)
    try:
        replay = _sealed(lines[0], body)
    except ReplayError as error:
        if error.line is None or error.line < _HEAD:
            raise
        body = body[: error.line - 2]
        replay = _sealed(lines[0], [*body, *_ending(body)])
    return evolve(replay, timing=_timing(lines))


def _sealed(first: str, body: list[str]) -> Replay:
    """Read lines as if they had been recorded like this."""
    marked = [first, *(f"{line} #{mark_of(line)}" for line in body)]
    return Replay.from_text("\n".join([*marked, f"digest {digest_of(marked)}"]) + "\n")


def _first_section(lines: list[str]) -> Iterator[str]:
    """Its lines without their marks, up to the first that is none of it."""
    for line in lines[1:]:
        body, sign, _ = line.rpartition(" #")
        if line.startswith("digest ") or not sign:
            return
        yield body


def _ending(body: list[str]) -> list[str]:
    """The lines that a cut text lacks; the result is not known, so it says nothing."""
    players = next((int(line.split()[1]) for line in body if re.fullmatch("players [2-9]", line)), 0)
    played = sum(bool(re.match("[0-9]+ ", line)) for line in body)
    zero = "rank=1 score=0 routes=0 tickets=0 completed=0"
    return [f"end {played} {CUT_OFF}", *(f"score {seat} {zero}" for seat in range(players))]


def _timing(lines: list[str]) -> Timing:
    """Thinking times and facts, if they can still be read; remarks of doubtful origin are not shown."""
    about: dict[str, str] = {}
    think: list[int] = []
    for line in lines:
        if found := re.fullmatch(r'about ([a-z_]+) (".*")', line):
            about[found[1]] = str(json.loads(found[2]))
        elif re.fullmatch(r"think [0-9]+( [0-9]{1,15})+", line):
            think += map(int, line.split()[2:])
    return Timing(about, tuple(think))
