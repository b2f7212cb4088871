"""The core rules once more, slow and plain, for small boards without modules: words and lists, nothing of the engine.

It takes a board as the content of its file. The deal alone is shared, since shuffles are promised and not rules.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import combinations
from typing import Any

from referee.game import Deal

WILD = "locomotive"


class Slow:
    """A match in words."""

    def __init__(self, board: dict[str, Any], players: int, deal: Deal) -> None:
        numbers, self.players, self.deal = board["numbers"], players, deal
        self.colours = numbers["colours"]
        self.cities = [sorted(_slug(city) for city in route["cities"]) for route in board["routes"]]
        self.routes = board["routes"]
        self.both_tracks = players > numbers["double_closed_up_to"]
        self.trigger = numbers["end_trigger"]
        self.shuffles = 0
        counts = [numbers["cards_per_colour"]] * len(self.colours) + [numbers["locomotives"]]
        self.deck = self._names(deal.cards(counts, 0))
        self.discard: list[str] = []
        self.hands: list[list[str]] = []
        for _ in range(players):
            self.hands.append([self.deck.pop(0) for _ in range(numbers["start_hand"])])
        self.row: list[str | None] = [None] * numbers["row"]
        self.owner: dict[int, int] = {}
        self.trains = [numbers["trains"]] * players
        self.ticket_deck = deal.tickets(range(len(board["tickets"]["all"])))
        (start,), draw = board["editions"][0]["start"], board["editions"][0]["draw"]
        self.start_keep, self.draw = start["keep"], draw["deal"]
        self.offers = [[self.ticket_deck.pop(0) for _ in range(start["deal"])] for _ in range(players)]
        self.starting, self.question, self.seat = True, "keep", 0
        self.passes, self.turns_left = 0, -1
        self._stabilise()

    def copy(self) -> "Slow":
        """An independent copy."""
        new = copy(self)
        for name in ("deck", "discard", "row", "trains", "ticket_deck"):
            setattr(new, name, getattr(self, name)[:])
        new.owner = dict(self.owner)
        new.hands, new.offers = [hand[:] for hand in self.hands], [offer[:] for offer in self.offers]
        return new

    def legal(self) -> list[str]:
        """The texts of all legal actions."""
        if self.question == "keep":
            return list(self._keeps())
        if self.question == "second":
            return [draw for draw in self._draws() if draw != f"draw {WILD}"]
        if self.question == "main":
            tickets = ["tickets"] if self.ticket_deck else []
            return [*self._draws(), *tickets, *self._claims()] or ["pass"]
        return []

    def _keeps(self) -> Iterator[str]:
        size = len(self.offers[self.seat])
        least = self.start_keep if self.starting else 1
        for count in range(min(least, size), size + 1):
            for places in combinations(range(1, size + 1), count):
                yield "keep " + " ".join(map(str, places))

    def _draws(self) -> list[str]:
        return ["draw deck"] * bool(self.deck) + [f"draw {card}" for card in sorted({c for c in self.row if c})]

    def _claims(self) -> Iterator[str]:
        for index, route in enumerate(self.routes):
            if self._open(index) and self.trains[self.seat] >= route["length"]:
                for payment in self._payments(route["length"], route["colour"]):
                    yield f"claim {self._name(index)} {payment}"

    def _open(self, index: int) -> bool:
        """C-31, C-37, C-38: nobody's, and its other track neither the seat's own nor closed."""
        others = [self.owner.get(i) for i, pair in enumerate(self.cities) if i != index and pair == self.cities[index]]
        taken = [seat for seat in others if seat is not None]
        return index not in self.owner and self.seat not in taken and (self.both_tracks or not taken)

    def _payments(self, length: int, colour: str) -> Iterator[str]:
        hand = self.hands[self.seat]
        for wilds in range(min(length, hand.count(WILD)) + 1):
            of_wilds = [f"{WILD}*{wilds}"] * bool(wilds)
            if wilds == length:
                yield of_wilds[0]
                continue
            for name in self.colours if colour == "gray" else [colour]:
                if hand.count(name) >= length - wilds:
                    yield " ".join([f"{name}*{length - wilds}", *of_wilds])

    def _name(self, index: int) -> str:
        """The route's text: cities, and the colour or the colour and a number where there are two tracks."""
        pair, colour = self.cities[index], self.routes[index]["colour"]
        tracks = [i for i, other in enumerate(self.cities) if other == pair]
        if len(tracks) == 1:
            return ".".join(pair)
        same = [i for i in tracks if self.routes[i]["colour"] == colour]
        number = f"-{same.index(index) + 1}" if len(same) > 1 else ""
        return ".".join([*pair, colour + number])

    def play(self, text: str) -> None:
        """Play a legal action."""
        verb, *words = text.split()
        if text != "pass":
            self.passes = 0
        getattr(self, f"_{verb}")(words)

    def _pass(self, _words: list[str]) -> None:
        self.passes += 1
        if self.passes == self.players:
            self.question = "over"
        else:
            self._end_turn()

    def _keep(self, words: list[str]) -> None:
        offer = self.offers[self.seat]
        self.ticket_deck += [ticket for place, ticket in enumerate(offer, 1) if str(place) not in words]
        self.offers[self.seat] = []
        if not self.starting:
            self._end_turn()
        elif self.seat == self.players - 1:
            self.starting, self.seat, self.question = False, 0, "main"
        else:
            self.seat += 1

    def _tickets(self, _words: list[str]) -> None:
        self.offers[self.seat], self.ticket_deck = self.ticket_deck[: self.draw], self.ticket_deck[self.draw :]
        self.question = "keep"

    def _draw(self, words: list[str]) -> None:
        first, (card,) = self.question == "main", words
        if card == "deck":
            self.hands[self.seat].append(self.deck.pop(0))
        else:
            self.hands[self.seat].append(card)
            self.row[self.row.index(card)] = None
        self._stabilise()
        self.question = "second"
        if not first or card == WILD or not self.legal():
            self._end_turn()

    def _claim(self, words: list[str]) -> None:
        name, *payment = words
        index = next(i for i in range(len(self.routes)) if self._name(i) == name)
        for part in payment:
            card, count = part.split("*")
            for _ in range(int(count)):
                self.hands[self.seat].remove(card)
                self.discard.append(card)
        self.owner[index] = self.seat
        self.trains[self.seat] -= self.routes[index]["length"]
        self._stabilise()
        self._end_turn()

    def _end_turn(self) -> None:
        if self.turns_left > 0:
            self.turns_left -= 1
        elif self.trains[self.seat] <= self.trigger:
            self.turns_left = self.players
        self.seat = (self.seat + 1) % self.players
        self.question = "main" if self.turns_left else "over"

    def _stabilise(self) -> None:
        resets = 0
        while True:
            if not self.deck and self.discard:
                self._shuffle()
            if None in self.row and self.deck:
                self.row[self.row.index(None)] = self.deck.pop(0)
                continue
            plain = [card for card in [*self.row, *self.deck, *self.discard] if card not in (WILD, None)]
            if None in self.row or self.row.count(WILD) < 3 or len(plain) < 3 or resets == 100:
                return
            resets += 1
            self.discard += [card for card in self.row if card]
            self.row = [None] * len(self.row)

    def _shuffle(self) -> None:
        self.shuffles += 1
        counts = [self.discard.count(card) for card in [*self.colours, WILD]]
        self.deck, self.discard = self._names(self.deal.cards(counts, self.shuffles)), []

    def _names(self, cards: Sequence[int]) -> list[str]:
        return [[*self.colours, WILD][card] for card in cards]


def _slug(city: str) -> str:
    return city.lower()
