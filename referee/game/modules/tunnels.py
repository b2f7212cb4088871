"""Tunnels (EU-10 to EU-21): cards are revealed before the claim stands, and may cost more."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from referee.game.actions import Action, ActionKind, DecisionKind, payments
from referee.game.board import GRAY
from referee.game.claims import own, payable
from referee.game.edition import Edition
from referee.game.errors import Code, PositionError
from referee.game.events import Event, TunnelDeclined, TunnelPaid, TunnelRevealed
from referee.game.legality import Finding, check_payment
from referee.game.modules.base import Module
from referee.game.state import State
from referee.game.supply import gain, lay_down, pay, refill_deck, stabilise
from referee.game.text import Said
from referee.game.turn import end_action
from referee.game.view import Tunnel, View

if TYPE_CHECKING:
    from referee.game.game import Game, Plan


def _extra_cards(count: int, action: Action) -> bool:
    return action.kind == ActionKind.PAY and action.colour_cards + action.locomotives == count


def _in_colour(colour: int, action: Action) -> bool:
    return action.kind == ActionKind.PAY and action.colour in (colour, -1)


class OpenTunnel:
    """The part of the state: the open question, or None."""

    def __init__(self) -> None:
        self.question: Tunnel | None = None

    def copy(self) -> "OpenTunnel":
        """An independent copy; the question itself is frozen."""
        new = OpenTunnel()
        new.question = self.question
        return new

    def cards(self) -> list[int]:
        """Laid-down and revealed cards, one by one."""
        q = self.question
        if q is None:
            return []
        return [q.colour] * q.colour_cards + [-1] * q.locomotives + list(q.revealed)

    def write(self, game: "Game") -> Iterator[tuple[str, str]]:
        """`tunnel: ROUTE COLOUR COUNT LOCOMOTIVES EXTRA | revealed cards`, empty while none is open."""
        q = self.question
        if q is None:
            yield "tunnel", ""
            return
        colour = game.cards[q.colour] if q.colour_cards else "-"
        route = game.edition.board.routes[q.route].text
        shown = " ".join(game.cards[card] for card in q.revealed)
        yield "tunnel", f"{route} {colour} {q.colour_cards} {q.locomotives} {q.extra} {shown}".rstrip()

    def read(self, game: "Game", lines: dict[str, str]) -> None:
        """Take back what `write` gave."""
        words = lines.pop("tunnel").split()
        if not words:
            self.question = None
            return
        route = game.edition.board.route(words[0])
        if route is None:
            raise ValueError(f"there is no route {words[0]}")
        colour = -1 if words[1] == "-" else game.cards.index(words[1])
        revealed = tuple(game.cards.index(word) for word in words[5:])
        self.question = Tunnel(route, colour, int(words[2]), int(words[3]), revealed, int(words[4]))


class Tunnels(Module):
    """Claims of tunnels become attempts; the question of the extra cards is always asked when cards are due (EU-15)."""

    name = "tunnels"

    def actions(self, edition: Edition) -> Iterable[Action]:
        """`pay` for each exact payment of 1 to `reveal` extra cards, by their number, then `decline`."""
        colours = range(len(edition.board.colours))
        for count in range(1, edition.numbers.reveal + 1):
            for p in payments(colours, count):
                text = f"pay {p.text(edition.cards)}"
                yield Action(
                    ActionKind.PAY, text, colour=p.colour, colour_cards=p.colour_cards, locomotives=p.locomotives
                )
        yield Action(ActionKind.DECLINE, "decline")

    def wire(self, game: "Game") -> None:
        """Plans of tunnel claims and of the two answers, the question's mask and its checks."""
        self._slot = len(game.parts)
        game.parts.append(OpenTunnel)
        self._decline = 1 << game.table.ids["decline"]
        self._extra = [game.mask(partial(_extra_cards, count)) for count in range(game.edition.numbers.reveal + 1)]
        self._colours = [game.mask(partial(_in_colour, colour)) for colour in range(-1, len(game.cards) - 1)]
        for i, action in enumerate(game.table.actions):
            if action.kind == ActionKind.CLAIM and game.edition.board.routes[action.route].tunnel:
                game.plans[i] = (self._attempt, *game.plans[i][1:])
            elif action.kind == ActionKind.PAY:
                game.plans[i] = (self._pay, action.colour, action.colour_cards, action.locomotives)
            elif action.kind == ActionKind.DECLINE:
                game.plans[i] = (self._give_up,)
        game.masks[DecisionKind.TUNNEL] = self._answers
        game.answers[DecisionKind.TUNNEL] = lambda _state: frozenset({ActionKind.PAY, ActionKind.DECLINE})
        game.checks[ActionKind.PAY] = self._check_pay

    def _part(self, state: State) -> OpenTunnel:
        part = state.parts[self._slot]
        assert isinstance(part, OpenTunnel)
        return part

    def open(self, state: State) -> Tunnel:
        """The open question; only to be asked while there is one."""
        question = self._part(state).question
        assert question is not None
        return question

    def _answers(self, state: State) -> int:
        q = self.open(state)
        fitting = self._extra[q.extra] & self._colours[q.colour + 1]
        return fitting & payable(state, state.seat) | self._decline

    def _attempt(self, state: State, events: list[Event], plan: "Plan") -> None:
        """Lay down the payment, reveal, and ask for what it costs more (EU-10 to EU-14)."""
        _, route, colour, colour_cards, locomotives = plan
        seat, wild = state.seat, state.game.locomotive
        lay_down(state, seat, colour, colour_cards, locomotives)
        revealed = self._reveal(state, events)
        extra = sum(card in (colour, wild) for card in revealed)
        events.append(TunnelRevealed(seat, route, colour, colour_cards, locomotives, revealed, extra))
        self._part(state).question = Tunnel(route, colour, colour_cards, locomotives, revealed, extra)
        if extra:
            state.phase = DecisionKind.TUNNEL
        else:
            self._claim(state, events)

    def _reveal(self, state: State, events: list[Event]) -> tuple[int, ...]:
        """The top cards, with S1 alone running between and after them (EU-11, EU-17, EU-18, E-52)."""
        cards: list[int] = []
        while len(cards) < state.game.edition.numbers.reveal and state.deck:
            cards.append(state.deck.pop())
            refill_deck(state, events)
        return tuple(cards)

    def _pay(self, state: State, events: list[Event], plan: "Plan") -> None:
        """Add the extra cards (EU-15); they bring neither trains nor points (EU-19)."""
        _, colour, colour_cards, locomotives = plan
        pay(state, state.seat, colour, colour_cards, locomotives)
        events.append(TunnelPaid(state.seat, colour, colour_cards, locomotives))
        self._claim(state, events)

    def _claim(self, state: State, events: list[Event]) -> None:
        q = self._close(state)
        state.discard[q.colour] += q.colour_cards
        state.discard[-1] += q.locomotives
        own(state, events, q.route, q.colour, q.colour_cards, q.locomotives)

    def _give_up(self, state: State, events: list[Event], _plan: "Plan") -> None:
        """The laid-down cards return, by now known to everybody (EU-16)."""
        q, seat = self._close(state), state.seat
        for card, count in ((q.colour, q.colour_cards), (state.game.locomotive, q.locomotives)):
            if count:
                gain(state, seat, card, count)
            state.known[seat][card] += count
        events.append(TunnelDeclined(seat, q.route))
        stabilise(state, events)
        end_action(state, events)

    def _close(self, state: State) -> Tunnel:
        """End the question; the revealed cards go to the discard in every case (EU-17)."""
        q = self.open(state)
        self._part(state).question = None
        for card in q.revealed:
            state.discard[card] += 1
        return q

    def _check_pay(self, state: State, said: Said) -> Finding | None:
        q, wild = self.open(state), state.game.locomotive
        failed = check_payment(state, said.cards, q.extra, GRAY if q.colour < 0 else q.colour, rule="EU-15")
        if failed is None and q.colour < 0 and any(card != wild for card, _ in said.cards):
            return Code.WRONG_COLOUR, "EU-15", "locomotives alone were laid down, so only locomotives can be added"
        return failed

    def view(self, state: State, _seat: int) -> dict[str, Any]:
        """The question is public."""
        return {"tunnel": self._part(state).question}

    def reopen(self, state: State) -> None:
        """The tunnel's question is asked exactly while one is open."""
        if (state.phase == DecisionKind.TUNNEL) != (self._part(state).question is not None):
            raise PositionError("a tunnel is open exactly while its question is asked")

    def imagine(self, state: State, view: View, _unseen: list[int]) -> None:
        """Nothing of it is hidden."""
        self._part(state).question = view.tunnel
