"""What one turn of the searcher leaves to the next. Plays nothing out."""

from collections.abc import Sequence

from attrs import evolve

from planning.plans import Plan
from searching.candidates import Candidate

FADE = 0.9
"""Share of what playouts said for a plan that counts a turn later."""


class Memory:
    """The last turn's plan, and by how many points playouts put it above the planner's opinion of it.

    Without it chance would lead to another plan in every turn.
    """

    def __init__(self) -> None:
        self.plan: Plan | None = None
        self.credit = 0.0

    def keep(self, plan: Plan, surprise: float) -> None:
        """A turn's plan, and by how many points playouts surprised."""
        self.credit = FADE * (self.credit * self._fits(plan) + surprise)
        self.plan = plan

    def weigh(self, found: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates with the credit of those that follow the plan, the best one first."""
        weighed = [evolve(one, prior=one.prior + self.credit * self._fits(one.thought.plan)) for one in found]
        return sorted(weighed, key=lambda one: -one.prior)

    def _fits(self, plan: Plan) -> bool:
        """Whether it builds nothing that the last turn's plan did not."""
        return self.plan is not None and set(plan.links) <= set(self.plan.links)
