"""The one object that a bot's function gets: the question, what the seat may know, and what helps to answer."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import final

from referee.botkit.match import Match
from referee.game import Action, ActionKind, DecisionKind, Game, Route, View
from referee.v1 import bot_pb2 as pb


@final
class Position:
    """One decision of one seat.

    Attributes:
        match: the match that it belongs to. number: of the decision in the match, all seats counted.
        legal: ids of the legal actions, ascending, never empty. strikes: so far in this match.
    """

    def __init__(
        self,
        match: Match,
        legal: Sequence[int],
        view: Callable[[], View],
        *,
        number: int = 0,
        strikes: int = 0,
        deadline: float | None = None,
    ) -> None:
        self.match = match
        self.legal = tuple(legal)
        self.number = number
        self.strikes = strikes
        self._read_view = view
        self._deadline = deadline
        self._text = ""
        self._routes: dict[int, float] = {}
        self._cities: dict[int, float] = {}

    @property
    def game(self) -> Game:
        """The compiled edition: `game.edition` has board, tickets and numbers, `game.table` all actions by id."""
        return self.match.game

    @property
    def seat(self) -> int:
        """The bot's own seat, 0-based."""
        return self.match.seat

    @cached_property
    def view(self) -> View:
        """All that this seat may know. Read from the message when first asked for."""
        return self._read_view()

    @property
    def kind(self) -> DecisionKind:
        """What is asked."""
        return DecisionKind(self.view.kind)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions, in the order of `legal`."""
        table = self.game.table
        return tuple([table[action] for action in self.legal])

    def of_kind(self, *kinds: ActionKind) -> list[Action]:
        """The legal actions of these kinds, in the order of their ids."""
        return [action for action in self.actions if action.kind in kinds]

    def route(self, claim: Action) -> Route:
        """The route that a claim is for."""
        return self.game.edition.board.routes[claim.route]

    def id(self, action: Action | str) -> int:
        """The id of an action or of its text form; KeyError if this game has no such action."""
        return self.game.table.ids[action if isinstance(action, str) else action.text]

    @cached_property
    def rng(self) -> random.Random:
        """Random numbers that depend on the bot's seed and the number of the decision alone.

        So a bot that uses no others answers the same when the decision is asked again, in whatever order.
        """
        return random.Random(f"{self.match.seed.hex()}/{self.number}")

    @property
    def time_left(self) -> float | None:
        """Seconds left now before the answer costs a strike, negative when late; None without a clock."""
        return None if self._deadline is None else self._deadline - time.monotonic()

    def note(
        self,
        text: str = "",
        routes: Mapping[int, float] | None = None,
        cities: Mapping[int, float] | None = None,
    ) -> None:
        """Remark on this decision for the replay: free text, and weights by route or city index. No other bot sees it.

        Several calls add up: texts become lines, later weights replace earlier ones.
        """
        self._text = f"{self._text}\n{text}" if self._text and text else self._text or text
        self._routes.update(routes or {})
        self._cities.update(cities or {})

    def notes(self) -> pb.Notes | None:
        """The remarks as a message; None when there are none."""
        if not (self._text or self._routes or self._cities):
            return None
        routes = [pb.RouteWeight(route=route, weight=weight) for route, weight in self._routes.items()]
        cities = [pb.CityWeight(city=city, weight=weight) for city, weight in self._cities.items()]
        return pb.Notes(text=self._text, routes=routes, cities=cities)
