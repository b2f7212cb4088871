"""What the searcher compares: the actions to which different plans of the planner lead. Plays nothing out."""

from collections.abc import Iterable, Iterator

from attrs import frozen

from planning.answers import draw, main_action, parts, ready_claims, second_card
from planning.plans import Plan
from planning.sight import sight_of
from planning.thought import Thought, think_all
from planning.weights import Weights
from referee.botkit import DecisionKind, Position

SPAN = 12.0
"""Points by which a plan may be worse than the best one and still be looked at."""


@frozen(eq=False)
class Candidate:
    """An action with the plan behind it.

    Attributes:
        prior: what the planner thinks that it is worth, in points.
    """

    action: int
    thought: Thought
    prior: float


def candidates(position: Position, before: Plan | None, weights: Weights) -> list[Candidate]:
    """Different actions, each with the best plan that leads to it; the planner's own choice first."""
    if position.kind == DecisionKind.KEEP_TICKETS:
        kept = parts(position, weights)
        found = [Candidate(position.id(part), thought, worth) for part, thought, worth in kept]
    else:
        sight = sight_of(position.game, position.view)
        thoughts = think_all(sight, position.rng, weights, before)
        near = [thought for thought in thoughts if thought.value > thoughts[0].value - SPAN]
        found = list(_plays(position, near, weights))
    best: dict[int, Candidate] = {}
    for candidate in found:
        if candidate.action not in best or candidate.prior > best[candidate.action].prior:
            best[candidate.action] = candidate
    return sorted(best.values(), key=lambda candidate: -candidate.prior)


def _plays(position: Position, thoughts: Iterable[Thought], weights: Weights) -> Iterator[Candidate]:
    """What the plans lead to; and for a claim the other claims, and a draw in its place."""
    main = position.kind == DecisionKind.MAIN
    for thought in thoughts:
        first = main_action(position, thought, weights) if main else second_card(position, thought, weights)
        yield Candidate(first, thought, thought.value)
        if not main:
            continue
        for claim in ready_claims(thought, weights):
            yield Candidate(claim, thought, thought.value - 0.5)
        card = draw(position, thought.sight, thought.wished, weights)
        if card >= 0:
            yield Candidate(card, thought, thought.value - 1.0)
