"""Links to build and the cards set aside for them. Chooses neither."""

from collections.abc import Iterable, Sequence

from attrs import frozen

from planning.network import Link
from planning.sight import Sight

ORDER = 0.35
"""Missing cards for which a link is served before one that is named earlier."""


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
        kept = sum([facts[i].locomotives for i in waiting])
        options = [cheapest(facts[i], i, tracks[i], rest, kept) for i in waiting]
        orders = [wish.missing + ORDER * rank - facts[wish.link].length / 100 for rank, wish in enumerate(options)]
        best = options[orders.index(min(orders))]
        found.append(best)
        set_aside(rest, best)
        waiting.remove(best.link)
    return found, rest


def set_aside(rest: list[int], wish: Wish) -> None:
    """Take the cards of a wish out of a hand."""
    rest[wish.colour] -= wish.coloured
    rest[-1] -= wish.locomotives


def cheapest(link: Link, index: int, tracks: Sequence[int], hand: Sequence[int], kept: int = 0) -> Wish:
    """The track and colour of a link with the fewest cards missing; then the colour of which most is held.

    `kept`: locomotives that stand for no colour, because they or others must be paid as such (EU-05).
    """
    wild, must = hand[-1], link.locomotives
    coloured_spaces = link.length - must
    best_track, best_colour, held = tracks[0], -1, -1
    for track in tracks:
        for colour in link.colours[track]:
            if hand[colour] > held:
                best_track, best_colour, held = track, colour, hand[colour]
    coloured = min(held, coloured_spaces)
    lacking = max(0, must - wild)
    spare = min(max(0, wild - max(must, kept)), coloured_spaces - coloured)
    missing = coloured_spaces - coloured - spare + lacking
    return Wish(index, best_track, best_colour, missing, coloured, min(wild, must) + spare, lacking)


def uncovered(sight: Sight, wish: Wish, cover: int) -> bool:
    """Whether the hand holds fewer cards beyond those of the wish than a tunnel should have to spare (EU-12)."""
    if not sight.network.links[wish.link].tunnel:
        return False
    beyond = sight.hand[-1] - wish.locomotives
    if wish.coloured:
        beyond += sight.hand[wish.colour] - wish.coloured
    return beyond < cover


def payment(sight: Sight, wish: Wish) -> int:
    """The id of the claim that a complete wish pays for."""
    link = sight.network.links[wish.link]
    colour = wish.colour if wish.coloured else -1
    return sight.network.claims[link.tracks[wish.track], colour, wish.locomotives]
