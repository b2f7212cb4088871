"""Proves stored matches one by one: each replay is played again and held against the rows that stand for it.

Many matches are proved by several processes, which share nothing. What concerns the cup as a whole is `verify`'s.
"""

import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from attrs import fields, frozen

from referee.game.errors import RefereeError
from referee.replay import Replay, ReplayError, first_leak, verify
from referee.tournament import database
from referee.tournament.errors import TournamentError
from referee.tournament.records import Records
from referee.tournament.results import MatchResult, SeatResult, result_of
from referee.tournament.schedule import Match
from referee.wire import game_digest

_NAMES: Final = tuple(each.name for each in fields(SeatResult))
_MANY: Final = 1000
"""Matches from which on more processes are worth the time that they take to start."""

_A_BATCH: Final = 100
"""Matches that a process is given at once: a few tenths of a second of work."""


@frozen
class Finding:
    """Something that is not as it should be; match "" concerns the whole cup, decision None no single decision."""

    match: str
    text: str
    decision: int | None = None


@frozen
class Claim:
    """A match of the schedule and what the rows say of it."""

    match: Match
    stored: MatchResult


@frozen
class Proof:
    """What came of a claim: the result that the replay gives, None if it gives none, and what is wrong."""

    replayed: MatchResult | None
    findings: tuple[Finding, ...] = ()


def prove_all(records: Records, claims: Sequence[Claim], *, secrecy: bool, processes: int) -> Iterator[Proof]:
    """The proofs of claims, in their order; with `secrecy` also that no view shows what is hidden from its seat."""
    if processes == 1 or len(claims) < _MANY:
        for claim in claims:
            yield prove(records, claim, secrecy=secrecy)
        return
    batches = [claims[start : start + _A_BATCH] for start in range(0, len(claims), _A_BATCH)]
    # Spawned, because a fork would take along threads of gRPC; deaf to Ctrl-C, which is the parent's to answer.
    with ProcessPoolExecutor(processes, get_context("spawn"), _ignore_interrupts) as pool:
        try:
            many = len(batches)
            for proofs in pool.map(_prove_batch, [records.folder] * many, batches, [secrecy] * many):
                yield from proofs
        except BrokenProcessPool:
            raise TournamentError("a process that played matches again was killed; nothing is proved") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def prove(records: Records, claim: Claim, *, secrecy: bool) -> Proof:
    """Play the replay of a match again and compare."""
    match, replayed = claim.match, None
    try:
        replay = _played_again(records, match)
        replayed = result_of(match.id, replay)
        leaks = _leaks(records, match, replay) if secrecy else ()
        return Proof(replayed, (*_compared(match, claim.stored, replayed), *leaks))
    except ReplayError as error:
        return Proof(replayed, (Finding(match.id, str(error), error.decision),))
    except RefereeError as error:
        return Proof(replayed, (Finding(match.id, str(error)),))


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _prove_batch(folder: Path, claims: Sequence[Claim], secrecy: bool) -> list[Proof]:  # noqa: FBT001 - see `map`
    records = _opened(folder)
    return [prove(records, claim, secrecy=secrecy) for claim in claims]


@cache
def _opened(folder: Path) -> Records:
    """Open for as long as the process lives."""
    return Records(database.open_reading(folder / database.FILE), folder)


def _played_again(records: Records, match: Match) -> Replay:
    replay = Replay.from_text(records.sealed_replay(match.id))
    game = records.game(match)
    verify(replay, game, game_digest=game_digest(game))
    _check_header(records, match, replay)
    return replay


def _leaks(records: Records, match: Match, replay: Replay) -> Iterator[Finding]:
    leak = first_leak(replay, records.game(match))
    if leak is not None:
        yield Finding(match.id, str(leak), leak.decision)


def _check_header(records: Records, match: Match, replay: Replay) -> None:
    header = replay.header
    if header.seed != records.secret.deal(match.deal).hex():
        raise TamperedError(f"was not played from deal {match.deal} of this cup")
    if header.seats != match.seats:
        raise TamperedError(f"has seats {', '.join(header.seats)}; the schedule has {', '.join(match.seats)}")


class TamperedError(RefereeError):
    """A replay that is sound and is not of the match that it stands for."""


def _compared(match: Match, stored: MatchResult, replayed: MatchResult) -> Iterator[Finding]:
    if stored.digest != replayed.digest:
        yield Finding(match.id, f"has digest {stored.digest} in the table of matches, {replayed.digest} by its replay")
    if len(stored.seats) != len(replayed.seats):
        yield Finding(match.id, f"has results for {len(stored.seats)} seats, not for {len(replayed.seats)}")
    for seat, (row, played) in enumerate(zip(stored.seats, replayed.seats, strict=False)):
        differ = [name for name in _NAMES if getattr(row, name) != getattr(played, name)]
        if differ:
            said = ", ".join(
                f"{name} {_said(getattr(row, name))} for {_said(getattr(played, name))}" for name in differ
            )
            yield Finding(match.id, f"seat {seat} has results that its replay does not give: {said}")


def _said(figure: object) -> str:
    """A figure of a seat in words: bonuses by name, faults by code, a flag as yes or no."""
    match figure:
        case bool():
            return "yes" if figure else "no"
        case Mapping():
            return " and ".join(f"{name} {points}" for name, points in sorted(figure.items())) or "none"
        case tuple():
            return " and ".join(f"{fault.code} at {fault.decision}" for fault in figure) or "none"
        case _:
            return str(figure)
