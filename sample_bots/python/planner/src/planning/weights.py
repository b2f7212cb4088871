"""The numbers that the planner weighs with, found by letting versions of it play each other. Computes nothing."""

from attrs import frozen


@frozen
class Weights:
    """What things are worth, in points unless said otherwise.

    Attributes:
        turn: an own turn. train: a train. least: what a link costs at least in a way, so that no way wanders.
        held: how far a card in hand counts for each link that could use it, as a share of a card.
        chance: how sure a ticket of a plan is to be completed.
        locomotive: cards that a locomotive which must be paid costs beyond one.
        narrow: how many more draws a card of one colour takes than one of any.
        tunnel: cards that a tunnel costs beyond its length on average.
        trail: for a filling link that touches the own network.
        fade: how much less each wish counts than the one before it when cards are drawn.
        wild: what a locomotive in hand is worth beyond the card that it stands in for, in cards.
        spare: what a card is worth that no wish needs, in cards.
        threat: points of a loss that a claim must prevent to come before a claim that brings more.
        pace: cards that another seat draws in a turn. reach: trains that it places with a claim.
        draw: points that more tickets must promise to be drawn.
    """

    turn: float = 2.2
    train: float = 0.5
    least: float = 0.3
    held: float = 0.5
    chance: float = 0.8
    locomotive: float = 0.8
    tunnel: float = 0.7
    trail: float = 0.8
    fade: float = 0.95
    wild: float = 0.1
    spare: float = 0.2
    narrow: float = 0.1
    late: float = 0.0
    broad: float = 0.3
    threat: float = 1.0
    pace: float = 1.9
    reach: float = 3.2
    draw: float = 100.0
    calm: float = 0.15
    slow: float = 1.2
    rate: float = 0.65
    rush: float = 3.2
    plans: float = 3
    detours: float = 2
    orders: float = 6
    risk: float = 0.6
    lent: float = 3.0
    reserve: float = 8.0
    cover: float = 1
    shaken: float = 4
    shake: float = 3.0
    any: float = 0.6
    started: float = 0.8
    need: float = 0.08


DEFAULT = Weights()
