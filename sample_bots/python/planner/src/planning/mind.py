"""The planner as a bot of the kit: one object a match, which remembers the plan of the turn."""

from collections.abc import Callable, Mapping

from planning.answers import keep, main_action, second_card
from planning.extras import first_depot, no_depot, pay_tunnel, pick
from planning.sight import sight_of
from planning.thought import Thought, think
from planning.weights import DEFAULT, STATIONS, Weights
from referee.botkit import DecisionKind, Match, Position


class Planner:
    """The bot in one match."""

    def __init__(self, match: Match) -> None:
        self.weights: Weights = STATIONS if match.game.edition.numbers.stations else DEFAULT
        self._turn = -1
        self._thought: Thought | None = None
        self._answers: Mapping[DecisionKind, Callable[[Position], int]] = {
            DecisionKind.KEEP_TICKETS: lambda position: keep(position, self.weights),
            DecisionKind.MAIN: self._main,
            DecisionKind.FIRST_CARD: self._card,
            DecisionKind.SECOND_CARD: self._card,
            DecisionKind.TUNNEL: pay_tunnel,
            DecisionKind.PICK: self._pick,
            DecisionKind.START_DEPOT: self._first_depot,
            DecisionKind.PLACE_DEPOT: no_depot,
        }

    def choose(self, position: Position) -> int:
        """The id of the action to play."""
        if len(position.legal) == 1:
            return position.legal[0]
        return self._answers[position.kind](position)

    def _main(self, position: Position) -> int:
        return main_action(position, self.thought(position), self.weights)

    def _card(self, position: Position) -> int:
        return second_card(position, self.thought(position), self.weights)

    def _pick(self, position: Position) -> int:
        return pick(position, self.thought(position).turns, self.weights)

    def _first_depot(self, position: Position) -> int:
        thought = self.thought(position)
        return first_depot(position, thought.sight, thought.plan)

    def thought(self, position: Position) -> Thought:
        """The plan of this turn, made when first asked for."""
        if self._turn != position.view.turn or self._thought is None:
            before = self._thought.plan if self._thought is not None else None
            self._turn, self._thought = (
                position.view.turn,
                think(sight_of(position.game, position.view), position.rng, self.weights, before),
            )
        return self._thought
