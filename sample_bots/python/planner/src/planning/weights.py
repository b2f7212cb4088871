"""The numbers that the planner weighs with, found by letting versions of it play each other. Computes nothing."""

from attrs import evolve, frozen


@frozen
class Weights:
    """What things are worth, in points unless said otherwise.

    For links and ways:
        turn: an own turn. train: a train. least: what a link costs at least in a way, so that no way wanders.
        held: share of a card by which one in hand helps each link that could use it, at first; later it counts whole.
        narrow: how many more draws a card of one colour takes than one of any; broad: share of that for grey links.
        locomotive: cards that a locomotive which must be paid costs beyond one. tunnel: cards beyond its length.
        lent: what a station costs beside its turn and its points.

    For whole plans:
        chance: how sure a ticket of a plan is to be completed. slow: turns that one planned turn takes.
        rush: a turn; more than `turn`, because the others gain from it too. pace: cards drawn in a turn; rate: those of
        one given colour. trail: for a filling link that touches the own network. risk: share of the danger to links.
        rival, rival_end: chance that another seat takes a link in a turn, and more of it for each of its ends where
        that seat is; second_track: share of it while there are two. reach: trains that a claim places on average.

    For the search of plans:
        orders: of tickets that are tried. plans: kept of each search. shaken, shake: searches with costs that are up to
        so much higher by chance. detours: attempts to go round the colour for which all else waits.

    For actions:
        threat: danger of a link that is claimed before tickets are drawn. draw: what more tickets must promise, on an
        estimate that is too bright. cover: cards to spare before a tunnel is tried, unless fewer than `hurry` turns are
        left. reserve: a depot in reserve, while no other seat has more.

    For cards, in cards:
        fade: how much less each link counts than the one before it. started, any: what a card is worth to a grey link
        in the colour that it was begun with, and in another one. need: for each further card that the colour needs.
        wild: what a locomotive is worth beyond the best card. spare: a card that no link needs.

    For what others lose; 0 does not look at it:
        express: share of the bonus for the longest trail that its holder gains on the others. grows: spaces that a
        train left adds to another seat's trail. doubt: spaces by which that may be wrong. chase: `trail` when links are
        looked for that bring this bonus. block: share of the points others lose that counts. guess: turns saved on the
        way of a long ticket that make it e times as likely.
    """

    turn: float = 2.2
    train: float = 0.5
    least: float = 0.3
    held: float = 0.5
    narrow: float = 0.1
    broad: float = 0.3
    locomotive: float = 0.8
    tunnel: float = 0.7
    lent: float = 3.0

    chance: float = 0.8
    slow: float = 1.2
    rush: float = 3.2
    pace: float = 1.9
    rate: float = 0.65
    trail: float = 0.8
    risk: float = 0.6
    rival: float = 0.04
    rival_end: float = 0.08
    second_track: float = 0.4
    reach: float = 3.2

    orders: int = 6
    plans: int = 3
    shaken: int = 4
    shake: float = 3.0
    detours: int = 2

    threat: float = 1.0
    draw: float = 10.0
    cover: int = 1
    hurry: float = 6.0
    reserve: float = 8.0

    fade: float = 0.95
    started: float = 0.8
    any: float = 0.6
    need: float = 0.08
    wild: float = 0.1
    spare: float = 0.2

    express: float = 0.0
    grows: float = 0.4
    doubt: float = 4.0
    chase: float = 2.5
    block: float = 0.0
    guess: float = 2.0


DEFAULT = Weights()

STATIONS = evolve(DEFAULT, chance=0.9, express=2.0, block=0.5)
"""For boards with stations, found there: tickets are surer, and what others lose is looked at."""
