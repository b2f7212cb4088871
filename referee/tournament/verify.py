"""Proves a cup from its folder: every replay is played again, every deal, result, table and figure recomputed.

It trusts the rules and the secret text, and nothing else that is stored; what no replay speaks of is held against its
seal. It changes nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from attrs import evolve, field, fields, frozen

from referee.game.errors import RefereeError
from referee.replay import Replay, ReplayError, first_leak, verify
from referee.tournament.digest import cup_digest
from referee.tournament.records import Records
from referee.tournament.results import MatchResult, SeatResult, result_of
from referee.tournament.schedule import Match
from referee.tournament.seals import OF_MATCH, Altered
from referee.tournament.standings import overall
from referee.wire import game_digest

_NAMES: Final = tuple(each.name for each in fields(SeatResult))
_GROUND: Final = frozenset({"config", "boards"})
"""Facts without which nobody can say which matches there are: if they are altered, nothing is played again."""


@frozen
class Finding:
    """Something that is not as it should be; match "" concerns the whole cup, decision None no single decision."""

    match: str
    text: str
    decision: int | None = None


@frozen
class Report:
    """What a verification found.

    Attributes:
        matches: replays that were played again. left: matches that are not played yet.
        commitment: "" if what describes the cup is itself altered; then no replay was played again.
        digest: over what is there; the published one if the cup is finished and whole.
        secrecy: whether every view of every seat was checked for what is hidden from it.
    """

    matches: int
    left: int
    commitment: str
    digest: str
    findings: tuple[Finding, ...] = field(default=())
    secrecy: bool = False

    @property
    def ok(self) -> bool:
        """Whether everything is as it should be."""
        return not self.findings

    @property
    def sentence(self) -> str:
        """The verdict in one line."""
        rest = f", {self.left} not played yet" if self.left else ""
        if self.ok:
            shut = "; no view depends on what is hidden from its seat" if self.secrecy else ""
            return f"ok: {self.matches} replays played again{rest}; deals, results and standings agree{shut}"
        findings = "1 finding" if len(self.findings) == 1 else f"{len(self.findings)} findings"
        if not self.commitment:
            return f"FAILED: {findings}; no replay was played again, as nobody can say which matches there should be"
        return f"FAILED: {findings} in {self.matches} replays{rest}"


def verify_cup(records: Records, on_match: Callable[[str], None] = lambda _: None, *, secrecy: bool = False) -> Report:
    """Check everything that a cup's folder claims; `on_match` hears of each match before it is played again.

    With `secrecy` also that no seat's view, at any decision of any match, depends on what is hidden from it.

    Raises:
        StoreError: the file cannot be read at all.

    """
    altered = records.altered()
    if any(each.table == "meta" and each.key in _GROUND for each in altered):
        return Report(0, 0, "", "", tuple(_sealed(altered, ())), secrecy)
    try:
        report = _by_replays(records, on_match, secrecy=secrecy)
    except RefereeError as error:  # rows that cannot even be read; the seals know which
        report = Report(0, 0, "", "", (Finding("", str(error)),), secrecy)
    return evolve(report, findings=(*report.findings, *_sealed(altered, report.findings)))


def _sealed(altered: Iterable[Altered], findings: Iterable[Finding]) -> Iterator[Finding]:
    """What only the seals have found: of a match that has a finding already, the first one says more."""
    named = {finding.match for finding in findings}
    for each in altered:
        match = each.key if each.table in OF_MATCH else ""
        if not match or match not in named:
            yield Finding(match, str(each))


def _by_replays(records: Records, on_match: Callable[[str], None], *, secrecy: bool) -> Report:
    stored = {result.id: result for result in records.results()}
    findings = list(_cup(records))
    replayed: dict[str, MatchResult] = {}
    for match in records.schedule.matches:
        if match.id in stored:
            on_match(match.id)
            try:
                replay = _played_again(records, match)
                replayed[match.id] = result_of(match.id, replay)
                findings += _compared(match, stored[match.id], replayed[match.id])
                findings += _leaks(records, match, replay) if secrecy else ()
            except ReplayError as error:
                findings.append(Finding(match.id, str(error), error.decision))
            except RefereeError as error:
                findings.append(Finding(match.id, str(error)))
    if not findings:
        findings += _standings(records, list(stored.values()), list(replayed.values()))
    digests = {each.id: each.digest for each in replayed.values()}
    left = sum(match.id not in stored for match in records.schedule.matches)
    commitment, digest = records.secret.commitment, cup_digest(digests)
    return Report(len(replayed), left, commitment, digest, tuple(findings), secrecy)


def _cup(records: Records) -> Iterator[Finding]:
    """What concerns the cup as a whole: its commitment, its configuration, rows that belong to no match."""
    if records.fact("commitment") != records.secret.commitment:
        yield Finding("", "the commitment is not that of the secret text")
    if records.config.seed not in (None, records.secret.text):
        yield Finding("", "the secret text is not the seed of the cup file")
    planned = {match.id for match in records.schedule.matches}
    for match_id in sorted(records.done() - planned):
        yield Finding(match_id, "is no match of this cup")
    said = {row[0]: row[1:] for row in records.rows("SELECT id, unit, edition, players, deal FROM matches")}
    for unit in records.schedule.units:
        for match in unit.matches:
            facts = (unit.id, match.edition, match.players, match.deal)
            if said.get(match.id, facts) != facts:
                found, planned_so = (", ".join(map(str, each)) for each in (said[match.id], facts))
                yield Finding(match.id, f"has {found} in the table of matches; the schedule has {planned_so}")


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
            said = ", ".join(f"{name} {getattr(row, name)} for {getattr(played, name)}" for name in differ)
            yield Finding(match.id, f"seat {seat} has results that its replay does not give: {said}")


def _standings(records: Records, stored: Sequence[MatchResult], replayed: Sequence[MatchResult]) -> Iterator[Finding]:
    bots = [bot.name for bot in records.config.bots]
    if overall(bots, stored) != overall(bots, replayed):
        yield Finding("", "the standings are not those that the replays give")
