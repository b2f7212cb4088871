"""A duel as a cup of two bots that stops when a sequential test is decided: its cup file, and what its results say.

It plays nothing: the run of a cup does, and is drained once the verdict stands.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import inf, log10, sqrt
from typing import Any, Final

from attrs import frozen

from referee.tournament.ratings import student_quantile
from referee.tournament.results import MatchResult
from referee.tournament.schedule import Match
from referee.tournament.sprt import OUTCOMES, Hypotheses, PairTest, Verdict, variance

_ORDERS: Final = 2


@frozen
class Duel:
    """Who meets whom, and what is told apart.

    Attributes:
        first, second: names of the bots; the hypotheses are about the first one's lead.
    """

    first: str
    second: str
    hypotheses: Hypotheses

    def test(self, matches: Iterable[Match], results: Iterable[MatchResult]) -> PairTest:
        """The test after all pairs whose two matches are played, in the order of their deals."""
        deals = {match.id: match.deal for match in matches}
        pairs: dict[int, list[int]] = defaultdict(list)
        for result in results:
            pairs[deals[result.id]].append(self._half_points(result))
        test = PairTest(self.hypotheses)
        for deal in sorted(pairs):
            if len(pairs[deal]) == _ORDERS:
                test = test.with_pair(sum(pairs[deal]))
        return test

    def _half_points(self, result: MatchResult) -> int:
        rank = {seat.bot: seat.rank for seat in result.seats}
        ours, theirs = rank[self.first], rank[self.second]
        return 2 if ours < theirs else int(ours == theirs)

    def facts(self, edition: str, test: PairTest) -> dict[str, Any]:
        """What `duel --json` prints."""
        lower, upper = self.hypotheses.bounds
        low, high = score_bounds(test)
        return {
            "edition": edition,
            "bots": [self.first, self.second],
            "elo0": self.hypotheses.elo0,
            "elo1": self.hypotheses.elo1,
            "alpha": self.hypotheses.alpha,
            "beta": self.hypotheses.beta,
            "verdict": test.verdict.value,
            "pairs": test.pairs,
            "outcomes": list(test.counts),
            "score": test.score,
            "elo": lead(test.score),
            "elo_low": lead(low),
            "elo_high": lead(high),
            "ratio": test.ratio,
            "lower": lower,
            "upper": upper,
        }

    def line(self, test: PairTest) -> str:
        """The state in one line, for people."""
        lower, upper = self.hypotheses.bounds
        halves = "-".join(map(str, test.counts))
        return (
            f"{test.pairs} pairs ({halves}), {self.first} scores {100 * test.score:.1f} %, "
            f"log-likelihood ratio {test.ratio:.2f} of {lower:.2f} to {upper:.2f}"
        )

    def sentence(self, test: PairTest) -> str:
        """The verdict in words."""
        h = self.hypotheses
        match test.verdict:
            case Verdict.STRONGER:
                return (
                    f"{self.first} is stronger than {self.second}: a lead of {h.elo1:g} Elo is likelier than {h.elo0:g}"
                )
            case Verdict.NOT_STRONGER:
                why = f"a lead of {h.elo0:g} Elo is likelier than {h.elo1:g}"
                return f"{self.first} is not stronger than {self.second}: {why}"
            case _:
                return f"undecided between a lead of {h.elo0:g} and of {h.elo1:g} Elo"


def score_bounds(test: PairTest) -> tuple[float, float]:
    """95 % bounds of the first bot's score in a match, from how much the pairs differ."""
    if test.pairs < 2:
        return 0.0, 1.0
    spread = variance([half / (OUTCOMES - 1) for half in range(OUTCOMES)], test.counts)
    half = student_quantile(test.pairs - 1) * sqrt(spread / (test.pairs - 1))
    return max(0.0, test.score - half), min(1.0, test.score + half)


def lead(score: float) -> float | None:
    """The lead in Elo points that a score speaks for; None where no finite lead does."""
    elo = inf if score in (0.0, 1.0) else 400 * log10(score / (1 - score))
    return None if elo == inf else elo


def cup_text(edition: str, bots: Sequence[tuple[str, str]], pairs: int, seed: str, per_block: int) -> str:
    """The cup file of a duel: both bots by (name, spec), so that anybody can play it again to its end."""
    lines = [
        'name = "Duel"',
        f"editions = [{_quoted(edition)}]",
        "seats = 2",
        f"deals = {pairs}",
        f"seed = {_quoted(seed)}",
        f"deals_per_unit = {per_block}",
    ]
    for name, spec in bots:
        lines += ["[[bots]]", f"name = {_quoted(name)}", f"spec = {_quoted(spec)}"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A basic string of TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in escaped) + '"'
