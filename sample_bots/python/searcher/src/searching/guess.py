"""A full position that fits what a seat sees, and what everybody builds in it."""

from collections.abc import Sequence
from random import Random

from attrs import evolve, frozen

from planning.sight import sight_of
from planning.thought import think
from planning.weights import Weights
from referee.game import Game, State, View, determinize, observe
from searching.course import course_of
from searching.playout import Driver
from searching.signs import Signs, deal_again


@frozen(eq=False)
class Guess:
    """One guess.

    Attributes:
        state: with all secrets made up. drivers: by seat, what it builds; that of the searching seat is replaced by
            each candidate's.
    """

    state: State
    drivers: Sequence[Driver]


def guess(game: Game, view: View, signs: Signs, rng: Random, weights: Weights) -> Guess:
    """A guess at random: the others' cards, tickets that suit their routes, and plans for these."""
    state = determinize(game, view, rng)
    course = course_of(game)
    drivers = [Driver(course, seat, (), ()) for seat in range(game.players)]
    quick = evolve(weights, shaken=0, detours=0, plans=1, orders=1, express=0, block=0)
    for seat in range(game.players):
        if seat != view.seat:
            deal_again(state, view, seat, signs[seat], rng)
            thought = think(sight_of(game, observe(state, seat)), rng, quick)
            drivers[seat] = Driver(course, seat, [wish.link for wish in thought.wished], thought.plan.links)
    return Guess(state, drivers)
