"""Hands and links: which cards go where, what is missing, what pays, and which card to draw."""

from collections.abc import Container, Iterable, Sequence

from math import inf

from attrs import frozen

from planning.network import Link
from planning.sight import Sight
from planning.weights import Weights


@frozen
class Wish:
    """A link to build with the cards set aside for it.

    Attributes:
        link: which. track: its place in `Link.tracks`. colour: that is meant to pay. missing: cards still to come.
        coloured, locomotives: cards in hand that are set aside. lacking: locomotives that must come (EU-05).
    """

    link: int
    track: int
    colour: int
    missing: int
    coloured: int
    locomotives: int
    lacking: int


def wishes(sight: Sight, links: Iterable[int], hand: Sequence[int]) -> tuple[list[Wish], list[int]]:
    """A wish for each link, and the cards that are left: nearest to done is served first, of equal ones the earlier."""
    rest, found = list(hand), list[Wish]()
    waiting = [i for i in links if sight.open[i]]
    facts, tracks = sight.network.links, sight.open
    while waiting:
        best: tuple[float, Wish] | None = None
        for rank, i in enumerate(waiting):
            wish = _cheapest(facts[i], i, tracks[i], rest)
            order = wish.missing + 0.35 * rank - 0.01 * facts[i].length
            if best is None or order < best[0]:
                best = order, wish
        assert best is not None
        found.append(best[1])
        set_aside(rest, best[1])
        waiting.remove(best[1].link)
    return found, rest


def set_aside(rest: list[int], wish: Wish) -> None:
    """Take the cards of a wish out of a hand."""
    rest[wish.colour] -= wish.coloured
    rest[-1] -= wish.locomotives


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
        return claims + (smooth if smooth > alone else alone)

    def wait(self) -> float:
        """Turns that a single colour takes longer than all cards together."""
        return max(self.needs[:-1]) / self._weights.rate - self._total / self._weights.pace


def fillers(
    sight: Sight,
    timing: Timing,
    taken: Container[int],
    touched: Container[int],
    hand: Sequence[int],
    room: tuple[int, float],
    weights: Weights,
) -> list[Wish]:
    """Links for points alone, beside those `taken`, with the cards that are left: the most points for turns first.

    `touched`: cities of the own network and plan. `room`: trains and turns that there are.
    """
    rest, found = list(hand), list[Wish]()
    trains, turns = room
    links = sight.network.links
    waiting = {
        i: _cheapest(link, i, sight.open[i], rest)
        for i, link in enumerate(links)
        if sight.open[i] and link.length <= trains and i not in taken
    }
    worth = {
        i: links[i].points
        + weights.trail * ((links[i].a in touched) + (links[i].b in touched))
        - weights.train * links[i].length
        for i in waiting
    }
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
                waiting[i] = _cheapest(links[i], i, sight.open[i], rest)
    return found


def _cheapest(link: Link, index: int, tracks: Sequence[int], hand: Sequence[int]) -> Wish:
    """The track and colour of a link with the fewest cards missing; then the colour of which most is held."""
    wild, must = hand[-1], link.locomotives
    coloured_spaces = link.length - must
    best_track, best_colour, held = tracks[0], -1, -1
    for track in tracks:
        for colour in link.colours[track]:
            if hand[colour] > held:
                best_track, best_colour, held = track, colour, hand[colour]
    coloured = min(held, coloured_spaces)
    lacking = max(0, must - wild)
    spare = min(max(0, wild - must), coloured_spaces - coloured)
    missing = coloured_spaces - coloured - spare + lacking
    return Wish(index, best_track, best_colour, missing, coloured, min(wild, must) + spare, lacking)


def payment(sight: Sight, wish: Wish) -> int:
    """The id of the claim that a complete wish pays for."""
    link = sight.network.links[wish.link]
    colour = wish.colour if wish.coloured else -1
    return sight.network.claims[link.tracks[wish.track], colour, wish.locomotives]


def wants(sight: Sight, wished: Sequence[Wish], hand: Sequence[int], weights: Weights) -> list[float]:
    """By kind of card, what one more of it is worth: about 1 if a wish waits for it, more if many are still to come."""
    worth = [weights.spare] * len(hand)
    spare = list(hand)
    for wish in wished:
        set_aside(spare, wish)
    factor, wild, needs = 1.0, 0.0, [0] * len(hand)
    for wish in wished:
        if not wish.missing:
            continue
        link = sight.network.links[wish.link]
        wild = max(wild, factor * (1.0 + weights.locomotive if wish.lacking else 1.0))
        if wish.missing > wish.lacking:
            narrow = link.narrow
            for track in sight.open[wish.link]:
                for colour in link.colours[track]:
                    if colour == wish.colour or spare[colour] >= wish.coloured:
                        value = factor * (1.0 if narrow else weights.any if colour != wish.colour else weights.started)
                        worth[colour] = max(worth[colour], value)
            if narrow or wish.coloured:
                needs[wish.colour] += wish.missing - wish.lacking
        factor *= weights.fade
    worth = [each + weights.need * min(6, max(0, need - 1)) for each, need in zip(worth, needs, strict=True)]
    worth[-1] = max(worth[:-1] + [wild]) + weights.wild
    return worth


def deck_worth(sight: Sight, worth: Sequence[float]) -> float:
    """What the top card of the deck is worth on average."""
    total = sum(sight.unseen)
    return sum([count * each for count, each in zip(sight.unseen, worth, strict=True)]) / total if total else 0.0
