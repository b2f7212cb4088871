"""Links for points alone, with the trains, turns and cards that a plan for the tickets leaves over."""

from collections.abc import Container, Mapping, Sequence
from math import inf
from typing import final

from planning.network import Link
from planning.sight import Sight
from planning.weights import Weights
from planning.wish import Wish, cheapest, set_aside


@final
class Timing:
    """How long wishes take together: a turn for each claim, and draws that serve several colours at once.

    Attributes:
        claims: how many. needs: by kind of card, how many are missing.
    """

    def __init__(self, kinds: int, weights: Weights) -> None:
        self.claims, self.needs = 0, [0.0] * kinds
        self._total, self._longest = 0.0, 0.0
        self._weights = weights

    def add(self, link: Link, wish: Wish) -> None:
        """One more wish."""
        self.claims += 1
        self.needs[-1] += wish.lacking
        missing = wish.missing - wish.lacking + self._weights.tunnel * link.tunnel
        if link.narrow:
            self.needs[wish.colour] += missing
        self._total += missing + wish.lacking
        self._longest = max(self.needs)

    def station(self, cards: int) -> None:
        """One more station, which costs so many cards of one colour."""
        self.claims += 1
        self._total += cards / 2

    def turns(self, link: Link | None = None, wish: Wish | None = None) -> float:
        """Own turns until all are built, with one more wish if it is given."""
        total, longest, claims = self._total, self._longest, self.claims
        if link is not None and wish is not None:
            claims += 1
            missing = wish.missing + self._weights.tunnel * link.tunnel
            total += missing
            if link.narrow:
                longest = max(longest, self.needs[wish.colour] + missing - wish.lacking)
        smooth, alone = total / self._weights.pace, longest / self._weights.rate
        return claims + (max(alone, smooth))

    def wait(self) -> float:
        """Turns that a single colour takes longer than all cards together."""
        return max(self.needs[:-1]) / self._weights.rate - self._total / self._weights.pace


def worths(
    sight: Sight, taken: Container[int], touched: Container[int], trail: float, weights: Weights
) -> dict[int, float]:
    """By open link that is not taken, its points less its trains, and `trail` for each end at a city touched."""
    return {
        i: link.points + trail * ((link.a in touched) + (link.b in touched)) - weights.train * link.length
        for i, link in enumerate(sight.network.links)
        if sight.open[i] and i not in taken
    }


def fillers(
    sight: Sight,
    timing: Timing,
    worth: Mapping[int, float],
    hand: Sequence[int],
    room: tuple[int, float],
    weights: Weights,
) -> list[Wish]:
    """Links of those that are worth something, with the cards that are left: the most points for turns first.

    `room`: trains and turns that there are.
    """
    rest, found = list(hand), list[Wish]()
    trains, turns = room
    links = sight.network.links
    waiting = {i: cheapest(links[i], i, sight.open[i], rest) for i in worth if links[i].length <= trains}
    now = timing.turns()
    while waiting:
        best, most = None, -inf
        for i, wish in waiting.items():
            then = timing.turns(links[i], wish)
            gain = worth[i] - weights.rush * (then - now)
            if gain > most and then <= turns:
                best, most = wish, gain
        if best is None:
            break
        found.append(best)
        set_aside(rest, best)
        timing.add(links[best.link], best)
        now = timing.turns()
        trains -= links[best.link].length
        del waiting[best.link]
        waiting = {i: wish for i, wish in waiting.items() if links[i].length <= trains}
        for i, wish in waiting.items():
            if wish.colour == best.colour or (wish.locomotives and best.locomotives):
                waiting[i] = cheapest(links[i], i, sight.open[i], rest)
    return found
