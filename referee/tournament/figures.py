"""Every figure of a cup in one value, from its folder alone and the same whatever the order of play. Prints nothing.

Replays of deals that are still being played are not read: thinking times and lost tickets come from the others.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, final

from attrs import evolve, frozen

from referee.replay.skim import skim
from referee.tournament.break_down import BreakDown, break_downs
from referee.tournament.bulk import bulk
from referee.tournament.distribution import Distribution, rounded
from referee.tournament.encounters import Encounter, encounters
from referee.tournament.fairness import Company, SeatEffect, company, luck_of_the_deal, seat_effects
from referee.tournament.ratings import withdrawn
from referee.tournament.records import Records
from referee.tournament.results import FaultLine, MatchResult
from referee.tournament.schedule import Match, is_complete
from referee.tournament.standings import Standings, overall, rated, standings

Results = Sequence[tuple[int, MatchResult]]
"""Results, each with the number of its deal."""


@frozen
class FaultCount:
    """One kind of fault of one bot.

    Attributes:
        code: of the fault table (docs/errors.md). count: how often. matches: in how many matches.
        match, decision, text: the first one, by match id, in a match whose replay may be read; "", -1 and "" if there
        is none such.
    """

    bot: str
    code: str
    count: int
    matches: int
    match: str
    decision: int
    text: str


@frozen
class ThinkTimes:
    """How long a bot took for its answers, in milliseconds rounded to three significant figures."""

    bot: str
    ms: Distribution


@frozen
class Kind:
    """Which tables are meant: of an edition with so many players, or of the whole cup (edition "" and players 0)."""

    edition: str
    players: int
    matches: tuple[Match, ...]


@final
class TableFigures:
    """The figures of one kind of tables, or of the whole cup. Each is computed when it is first asked for.

    Attributes:
        edition, players: "" and 0 for the whole cup. results: what was played, by match id.
    """

    def __init__(self, cup: "CupFigures", kind: Kind, results: Results) -> None:
        self.edition: Final = kind.edition
        self.players: Final = kind.players
        self.results: Final = results
        self._cup = cup
        self._matches = kind.matches

    @property
    def title(self) -> str:
        """What a table of these figures is headed with."""
        return self.standings.title

    @cached_property
    @bulk()
    def standings(self) -> Standings:
        """Ranks, points and ratings with their bars."""
        whole = self._cup.overall
        if self.edition and len(self.results) == len(whole.results):  # the bars are not reckoned twice
            return evolve(whole.standings, edition=self.edition, players=self.players)
        bots, results = self._cup.bots, [result for _, result in self.results]
        table = standings(bots, self.edition, self.players, results) if self.edition else overall(bots, results)
        return rated(table, self.results, self._cup.withdrawn, by_elo=self._cup.by_elo)

    @cached_property
    def encounters(self) -> tuple[Encounter, ...]:
        """Every ordered pair of bots that met."""
        return encounters(self.results)

    @cached_property
    def seats(self) -> tuple[SeatEffect, ...]:
        """The advantage of each seat, from those deals that a table has played in all seat orders.

        Empty where tables of several sizes are taken together, and where nothing is played out.
        """
        effects = seat_effects(_played_out(self._matches, self.results))
        return next(iter(effects.values())) if len(effects) == 1 else ()

    @cached_property
    def break_downs(self) -> tuple[BreakDown, ...]:
        """What the scores are made of and how they spread, in the order of the cup file."""
        lost = self._cup.told.lost(self._cup.bots, self._groups)
        return break_downs(self._cup.bots, [result for _, result in self.results], lost)

    @cached_property
    def luck(self) -> float | None:
        """Share of the variance of scores that the deal explains, 0 to 1."""
        tables = [self] if self.edition else self._cup.kinds
        return luck_of_the_deal(*(table.results for table in tables))

    @cached_property
    def company(self) -> tuple[Company, ...]:
        """Pairs of bots at tables of three and more, the most deviant first."""
        return company(self.results)

    @cached_property
    def faults(self) -> tuple[FaultCount, ...]:
        """Every kind of fault of every bot, by bot in the order of the cup file and by code."""
        return _fault_counts(self._cup.bots, [result for _, result in self.results], self._cup.open)

    @cached_property
    def think_times(self) -> tuple[ThinkTimes, ...]:
        """Of each bot that was waited for, in the order of the cup file."""
        return self._cup.told.think_times(self._cup.bots, self._groups)

    @property
    def _groups(self) -> list[str]:
        return sorted({_group(match.id) for match in self._matches})


@final
class CupFigures:
    """All figures of a cup; `records` must stay open for as long as they are asked for.

    `told` may be that of an earlier look at the same cup: it is filled further, and no replay is read twice.

    Attributes:
        bots: names in the order of the cup file. by_elo: whether ranks follow the rating (a gauntlet, a sample).
        overall: the whole cup. kinds: one for each edition and number of players, in the order of the cup file.
    """

    @bulk()
    def __init__(self, records: Records, told: "Told | None" = None) -> None:
        self._records = records
        self._told = told or Told()
        self.bots: Final = tuple(bot.name for bot in records.config.bots)
        self.by_elo: Final = not is_complete(records.config)
        matches = records.schedule.matches
        deals = {match.id: match.deal for match in matches}
        results = {result.id: result for result in sorted(records.results(), key=lambda result: result.id)}
        self.withdrawn: Final = withdrawn(results.values())
        everything = [(deals[match_id], result) for match_id, result in results.items()]
        self.overall: Final = TableFigures(self, Kind("", 0, matches), everything)
        kinds = _kinds(matches)
        self.kinds: Final = tuple(TableFigures(self, kind, _of(kind, deals, results)) for kind in kinds)

    @property
    def tables(self) -> tuple[TableFigures, ...]:
        """The whole cup, then each kind of tables if there are several."""
        return (self.overall, *(self.kinds if len(self.kinds) > 1 else ()))

    @cached_property
    def open(self) -> frozenset[str]:
        """Ids of the matches whose replays may be read."""
        return frozenset(self._records.open_matches())

    @cached_property
    def told(self) -> "Told":
        """What the replays tell that the results do not."""
        for _, result in self.overall.results:
            if result.id in self.open and result.id not in self._told.known:
                self._told.add(result, self._records.sealed_replay(result.id))
        return self._told


@final
class Told:
    """Thinking times and lost tickets out of replays, summed by group of tables (the first part of a match id).

    Attributes:
        known: ids of the matches that were read.
    """

    def __init__(self) -> None:
        self.known: Final[set[str]] = set()
        self._think: dict[tuple[str, str], Counter[float]] = defaultdict(Counter)
        self._lost: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])

    def add(self, result: MatchResult, text: str) -> None:
        """Take what a replay's text says of its match."""
        self.known.add(result.id)
        skimmed = skim(text, len(result.seats))
        for own, spent, kept in zip(result.seats, skimmed.think_us, skimmed.kept, strict=True):
            key = _group(result.id), own.bot
            self._think[key].update(rounded(us) / 1000 for us in spent)
            if not own.forfeit:
                self._lost[key][0] += kept - own.completed
                self._lost[key][1] += 1

    def lost(self, bots: Iterable[str], groups: Iterable[str]) -> dict[str, float]:
        """Tickets that a bot kept and did not complete, the mean over the matches that it did not forfeit."""
        groups, found = tuple(groups), {}
        for bot in bots:
            sums = [self._lost[group, bot] for group in groups if (group, bot) in self._lost]
            if sums:
                found[bot] = sum(lost for lost, _ in sums) / sum(matches for _, matches in sums)
        return found

    def think_times(self, bots: Iterable[str], groups: Iterable[str]) -> tuple[ThinkTimes, ...]:
        """The distribution of each bot that was waited for."""
        groups, found = tuple(groups), []
        for bot in bots:
            spent: Counter[float] = Counter()
            for group in groups:
                spent.update(self._think.get((group, bot), {}))
            spread = Distribution.of(spent)
            found += [ThinkTimes(bot, spread)] if spread is not None else []
        return tuple(found)


def _kinds(matches: Iterable[Match]) -> list[Kind]:
    grouped: dict[tuple[str, int], list[Match]] = defaultdict(list)
    for match in matches:
        grouped[match.edition, match.players].append(match)
    return [Kind(edition, players, tuple(own)) for (edition, players), own in grouped.items()]


def _of(kind: Kind, deals: Mapping[str, int], results: Mapping[str, MatchResult]) -> Results:
    ids = sorted(match.id for match in kind.matches if match.id in results)
    return [(deals[match_id], results[match_id]) for match_id in ids]


def _played_out(matches: Iterable[Match], results: Results) -> Results:
    """The results of those deals that their table has played in all seat orders: only there seats are balanced."""
    played = {result.id for _, result in results}
    waiting = {_block(match.id) for match in matches if match.id not in played}
    return [(deal, result) for deal, result in results if _block(result.id) not in waiting]


def _block(match_id: str) -> str:
    """Table and deal of a match: its id without the seat order."""
    return match_id.rpartition("/")[0]


def _group(match_id: str) -> str:
    """Edition and number of players of a match, as its id begins: `usa-4p`."""
    return match_id.partition("/")[0]


def _fault_counts(
    bots: Sequence[str], results: Iterable[MatchResult], visible: frozenset[str]
) -> tuple[FaultCount, ...]:
    found: dict[tuple[str, str], list[tuple[str, FaultLine]]] = defaultdict(list)
    for result in results:
        for seat in result.seats:
            for fault in seat.faults:
                found[seat.bot, fault.code].append((result.id, fault))
    counts = []
    for bot, code in sorted(found, key=lambda key: (bots.index(key[0]), key[1])):
        own = found[bot, code]
        match_id, first = next((each for each in own if each[0] in visible), ("", FaultLine(code, -1, "")))
        counts.append(FaultCount(bot, code, len(own), len({m for m, _ in own}), match_id, first.decision, first.text))
    return tuple(counts)
