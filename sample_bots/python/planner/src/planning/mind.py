"""The planner as a bot of the kit: one object a match, which remembers the plan of the turn."""

from planning.answers import Thought, keep, main_action, second_card, think
from planning.weights import DEFAULT, Weights
from referee.botkit import ActionKind, DecisionKind, Match, Position


class Planner:
    """The bot in one match."""

    weights: Weights = DEFAULT

    def __init__(self, match: Match) -> None:
        self._match = match
        self._turn = -1
        self._thought: Thought | None = None

    def choose(self, position: Position) -> int:
        """The id of the action to play."""
        kind = position.kind
        if len(position.legal) == 1:
            return position.legal[0]
        if kind == DecisionKind.KEEP_TICKETS:
            return keep(position, self.weights)
        if kind == DecisionKind.MAIN:
            return main_action(position, self.thought(position), self.weights)
        if kind in (DecisionKind.FIRST_CARD, DecisionKind.SECOND_CARD):
            return second_card(position, self.thought(position), self.weights)
        if kind == DecisionKind.TUNNEL:
            pays = position.of_kind(ActionKind.PAY)
            return position.id(min(pays, key=lambda p: p.locomotives)) if pays else position.legal[0]
        return position.legal[0]

    def thought(self, position: Position) -> Thought:
        """The plan of this turn, made when first asked for."""
        if self._turn != position.view.turn or self._thought is None:
            before = self._thought.plan if self._thought is not None else None
            self._turn, self._thought = position.view.turn, think(position, self.weights, before)
        return self._thought
