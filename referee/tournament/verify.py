"""Proves a cup from its folder: every replay is played again, every deal, result, table and figure recomputed.

It trusts the rules and the secret text, and nothing else that is stored; what no replay speaks of is held against its
seal. It changes nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from referee.game.errors import RefereeError
from referee.tournament.digest import cup_digest
from referee.tournament.errors import DamagedError
from referee.tournament.proof import Claim, Finding, prove_all
from referee.tournament.records import Records, read
from referee.tournament.results import MatchResult
from referee.tournament.seals import OF_MATCH, Altered
from referee.tournament.standings import overall

_GROUND: Final = frozenset({"config", "boards"})
"""Facts without which nobody can say which matches there are: if they are altered, nothing is played again."""


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


def verify_folder(folder: Path, *, secrecy: bool = False, processes: int = 1) -> Report:
    """`verify_cup` of a results folder; a database that is damaged is a finding too.

    Raises:
        StoreError: there is no database, or it is not to be read now.

    """
    try:
        with read(folder) as records:
            return verify_cup(records, secrecy=secrecy, processes=processes)
    except DamagedError as error:
        return Report(0, 0, "", "", (Finding("", str(error)),), secrecy)


def verify_cup(records: Records, *, secrecy: bool = False, processes: int = 1) -> Report:
    """Check everything that a cup's folder claims; matches are played again by so many processes if they are many.

    With `secrecy` also that no seat's view, at any decision of any match, depends on what is hidden from it.

    Raises:
        StoreError: the file cannot be read at all.

    """
    altered = records.altered()
    if any(each.table == "meta" and each.key in _GROUND for each in altered):
        return Report(0, 0, "", "", tuple(_sealed(altered, ())), secrecy)
    try:
        report = _by_replays(records, secrecy=secrecy, processes=processes)
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


def _by_replays(records: Records, *, secrecy: bool, processes: int) -> Report:
    stored = {result.id: result for result in records.results()}
    findings = list(_cup(records))
    claims = [Claim(match, stored[match.id]) for match in records.schedule.matches if match.id in stored]
    replayed: list[MatchResult] = []
    for proof in prove_all(records, claims, secrecy=secrecy, processes=processes):
        findings += proof.findings
        replayed += [] if proof.replayed is None else [proof.replayed]
    if not findings:
        findings += _standings(records, list(stored.values()), replayed)
    digests = {each.id: each.digest for each in replayed}
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


def _standings(records: Records, stored: Sequence[MatchResult], replayed: Sequence[MatchResult]) -> Iterator[Finding]:
    bots = [bot.name for bot in records.config.bots]
    if overall(bots, stored) != overall(bots, replayed):
        yield Finding("", "the standings are not those that the replays give")
