"""Which card to draw: what each kind is worth to the links that are to be built."""

from collections.abc import Iterator, Sequence

from planning.sight import Sight
from planning.weights import Weights
from planning.wish import Wish, set_aside, uncovered


def wants(sight: Sight, wished: Sequence[Wish], hand: Sequence[int], weights: Weights) -> list[float]:
    """By kind of card, what one more of it is worth: about 1 if a wish waits for it, more if many are still to come."""
    worth = [weights.spare] * len(hand)
    spare = list(hand)
    for wish in wished:
        set_aside(spare, wish)
    factor, wild, needs = 1.0, 0.0, [0] * len(hand)
    for wish in wished:
        if not wish.missing:
            if uncovered(sight, wish, weights.cover):
                worth[wish.colour], wild = max(worth[wish.colour], factor), max(wild, factor)
            continue
        link = sight.network.links[wish.link]
        wild = max(wild, factor * (1.0 + weights.locomotive if wish.lacking else 1.0))
        if wish.missing > wish.lacking:
            for colour, value in _useful(sight, wish, spare, weights):
                worth[colour] = max(worth[colour], factor * value)
            if link.narrow or wish.coloured:
                needs[wish.colour] += wish.missing - wish.lacking
        factor *= weights.fade
    worth = [each + weights.need * min(6, max(0, need - 1)) for each, need in zip(worth, needs, strict=True)]
    worth[-1] = max(*worth[:-1], wild) + weights.wild
    return worth


def _useful(sight: Sight, wish: Wish, spare: Sequence[int], weights: Weights) -> Iterator[tuple[int, float]]:
    """The colours that bring a wish nearer, with what one card of them is worth to it."""
    link = sight.network.links[wish.link]
    for track in sight.open[wish.link]:
        for colour in link.colours[track]:
            if link.narrow:
                yield colour, 1.0
            elif colour == wish.colour:
                yield colour, weights.started
            elif spare[colour] >= wish.coloured:
                yield colour, weights.any


def deck_worth(sight: Sight, worth: Sequence[float]) -> float:
    """What the top card of the deck is worth on average."""
    total = sum(sight.unseen)
    return sum([count * each for count, each in zip(sight.unseen, worth, strict=True)]) / total if total else 0.0
