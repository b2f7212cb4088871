"""Follows a match by the events that one seat sees, as a careful player would, without ever looking at the state."""

from functools import singledispatchmethod

from attrs import asdict, define

from referee.game import EMPTY, Event, Game, SeatView
from referee.game import events as e


@define
class Public:
    """What is known of one seat."""

    hand_size: int
    trains: int
    stations_left: int
    reserve: int
    known: list[int]
    tickets: int = 0
    refused: int = 0
    route_points: int = 0
    warehouse: int = 0
    merchandise: int = 0
    offer: int = 0
    out: int = -1

    def view(self) -> SeatView:
        """As an observation has it."""
        return SeatView(**asdict(self) | {"known": tuple(self.known)})


@define
class Follower:
    """The table as one seat sees it; seat -1 watches."""

    game: Game
    seat: int
    hand: list[int]
    row: list[int]
    discard: list[int]
    deck_size: int
    ticket_deck_size: int
    owners: list[int]
    seats: list[Public]
    tunnel: e.TunnelRevealed | None = None
    offered: int = 0
    answered: int = 0
    start_depots: int = 0

    @classmethod
    def sit_down(cls, game: Game, seat: int, hand: tuple[int, ...]) -> "Follower":
        """Before anything but the start hands was dealt."""
        n, kinds = game.edition.numbers, len(game.cards)
        reserve = 4 if "depots" in game.edition.modules else 0
        return cls(
            game,
            seat,
            list(hand),
            [EMPTY] * n.row,
            [0] * kinds,
            sum(game.edition.card_counts()) - n.start_hand * game.players,
            sum(not ticket.long for ticket in game.edition.tickets),
            [-1] * len(game.edition.board.routes),
            [Public(n.start_hand, n.trains, n.stations, reserve, [0] * kinds) for _ in range(game.players)],
        )

    @singledispatchmethod
    def see(self, event: Event) -> None:
        """Take note of an event; those that move nothing on the table need none."""

    @see.register
    def _(self, event: e.CardDrawn) -> None:
        self.seats[event.seat].hand_size += 1
        if event.blind:
            self.deck_size -= 1
        else:
            assert event.card is not None
            self.row[self.row.index(event.card)] = EMPTY
            self.seats[event.seat].known[event.card] += 1
        if event.seat == self.seat:
            assert event.card is not None
            self.hand[event.card] += 1

    @see.register
    def _(self, event: e.RowFilled) -> None:
        assert self.row[event.slot] == EMPTY
        self.row[event.slot] = event.card
        self.deck_size -= 1

    @see.register
    def _(self, event: e.RowReset) -> None:
        assert list(event.cards) == self.row
        for card in event.cards:
            self.discard[card] += 1
        self.row = [EMPTY] * len(self.row)

    @see.register
    def _(self, event: e.DeckShuffled) -> None:
        assert event.size == sum(self.discard)
        self.deck_size += event.size
        self.discard = [0] * len(self.discard)

    @see.register
    def _(self, event: e.RouteClaimed) -> None:
        self.owners[event.route] = event.seat
        self.seats[event.seat].trains -= self.game.edition.board.routes[event.route].length
        self.seats[event.seat].route_points += event.points
        if self.tunnel:
            assert self.tunnel[:5] == event[:5]
            self._discard(self._close_tunnel())
        else:
            self._discard(self._lay_down(event))

    @see.register
    def _(self, event: e.TunnelRevealed) -> None:
        self._lay_down(event)
        self.deck_size -= len(event.revealed)
        self.tunnel = event

    @see.register
    def _(self, event: e.TunnelPaid) -> None:
        self._discard(self._lay_down(event))

    @see.register
    def _(self, event: e.TunnelDeclined) -> None:
        public = self.seats[event.seat]
        for card, count in enumerate(self._close_tunnel()):
            public.hand_size += count
            public.known[card] += count
            if event.seat == self.seat:
                self.hand[card] += count

    @see.register
    def _(self, event: e.StationBuilt) -> None:
        self.seats[event.seat].stations_left -= 1
        self._discard(self._lay_down(event))

    @see.register
    def _(self, event: e.TicketsOffered) -> None:
        self.seats[event.seat].offer = event.size
        self.ticket_deck_size -= event.size - self._long_dealt(self.offered)
        self.offered += 1

    @see.register
    def _(self, event: e.TicketsKept) -> None:
        public = self.seats[event.seat]
        public.offer = 0
        public.tickets += event.kept
        public.refused += event.refused
        edition = self.game.edition
        in_start = self.answered < len(edition.start_offers) * self.game.players
        if not in_start or edition.numbers.returned_at_start:
            self.ticket_deck_size += event.refused
        self.answered += 1

    @see.register
    def _(self, event: e.DepotPlaced) -> None:
        if self.start_depots < self.game.players:
            self.start_depots += 1
        else:
            self.seats[event.seat].reserve -= 1

    @see.register
    def _(self, event: e.CardDeposited) -> None:
        self.seats[event.warehouse].warehouse += 1
        self.deck_size -= 1

    @see.register
    def _(self, event: e.WarehousePicked) -> None:
        assert self.seats[event.warehouse].warehouse == event.size
        self.seats[event.warehouse].warehouse = 0
        self.seats[event.seat].hand_size += event.size
        self.seats[event.seat].reserve -= 1
        if event.seat == self.seat:
            self.hand = [held + new for held, new in zip(self.hand, event.cards or (), strict=True)]

    @see.register
    def _(self, event: e.WarehousesEmptied) -> None:
        assert event.size == sum(public.warehouse for public in self.seats)
        for public in self.seats:
            public.warehouse = 0
        self.deck_size += event.size

    @see.register
    def _(self, event: e.MerchandiseTaken) -> None:
        self.seats[event.seat].merchandise += 1

    def _long_dealt(self, offer: int) -> int:
        stage = offer // self.game.players
        offers = self.game.edition.start_offers
        return offers[stage].long if stage < len(offers) else 0

    def _lay_down(self, event: e.RouteClaimed | e.TunnelRevealed | e.TunnelPaid | e.StationBuilt) -> list[int]:
        """Take a payment out of a hand; its cards by kind."""
        paid = self._paid(event)
        public = self.seats[event.seat]
        public.hand_size -= sum(paid)
        public.known = [max(0, known - count) for known, count in zip(public.known, paid, strict=True)]
        if event.seat == self.seat:
            self.hand = [held - count for held, count in zip(self.hand, paid, strict=True)]
        return paid

    def _paid(self, event: e.RouteClaimed | e.TunnelRevealed | e.TunnelPaid | e.StationBuilt) -> list[int]:
        paid = [0] * len(self.discard)
        paid[event.colour] += event.colour_cards
        paid[-1] += event.locomotives
        return paid

    def _discard(self, cards: list[int]) -> None:
        self.discard = [lying + new for lying, new in zip(self.discard, cards, strict=True)]

    def _close_tunnel(self) -> list[int]:
        """Discard what was revealed; the cards that had been laid down, by kind."""
        assert self.tunnel is not None
        laid = self._paid(self.tunnel)
        for card in self.tunnel.revealed:
            self.discard[card] += 1
        self.tunnel = None
        return laid
