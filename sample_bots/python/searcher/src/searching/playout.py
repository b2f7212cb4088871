"""Playing a guessed position to its end, quickly: every seat builds the links that it was given, and draws for them."""

from collections.abc import Iterable, Sequence
from math import inf
from typing import final

from planning.ways import cheapest_way
from referee.game import DecisionKind, State, apply
from searching.course import Course

COMPLETE = 20
"""Points of the last link that the tickets take, in the last turn."""

FETCH = 10
"""Trains that a seat must have left to pick up a warehouse in a playout."""


LONGEST = 150
"""Decisions of a seat in one playout: with warehouses two seats without a target can draw for ever."""


@final
class Driver:
    """What one seat builds in one playout.

    Attributes:
        targets: links still to build, in the order in which they are claimed. tickets: those of them that tickets need;
            when one of these is lost, ways are looked for again.
    """

    __slots__ = ("_open", "course", "seat", "targets", "tickets")

    def __init__(self, course: Course, seat: int, targets: Iterable[int], tickets: Iterable[int]) -> None:
        self.course, self.seat = course, seat
        self.targets, self.tickets = list(targets), set(tickets)
        self._open = -1

    def copy(self) -> "Driver":
        """An independent one."""
        return Driver(self.course, self.seat, self.targets, self.tickets)

    def main(self, state: State) -> int:
        """A claim that can be paid, the first of the targets; else a card for them."""
        course, legal = self.course, state.legal_mask()
        if state.turns_left >= 0:
            return self._last(state, legal)
        if state.open[self.seat] != self._open:
            self._open = state.open[self.seat]
            self._look_again(state)
        if legal & course.any_claim:
            for link in self.targets:
                if legal & course.claims_of[link]:
                    return self._claim(state, link)
        return self.card(state)

    def card(self, state: State) -> int:
        """The open card that the first target lacks, else the top of the deck; -1 if neither can be drawn."""
        legal = state.legal_mask()
        course, hand, row = self.course, state.hands[self.seat], state.row
        for link in self.targets:
            colour = course.colours[course.network.links[link].tracks[0]]
            if colour < 0:
                most = max(hand[:-1])
                colour = hand.index(most)
            if colour in row and hand[colour] < course.network.links[link].length:
                draw = course.draws[colour]
                if legal >> draw & 1:
                    return draw
        if legal >> course.deck & 1:
            return course.deck
        return next((draw for draw in course.draws if legal >> draw & 1), -1)

    def _claim(self, state: State, link: int) -> int:
        """The claim with the fewest locomotives of a link that the hand can pay."""
        course, seat = self.course, self.seat
        hand, still_open = state.hands[seat], state.open[seat]
        for track in course.network.links[link].tracks:
            if not still_open & course.claims[track]:
                continue
            length, must, colour = course.lengths[track], course.musts[track], course.colours[track]
            if colour < 0:
                colour = hand.index(max(hand[:-1]))
            coloured = min(hand[colour], length - must)
            if length - coloured <= hand[-1]:
                return course.network.claims[track, colour if coloured else -1, length - coloured]
        return -1

    def _look_again(self, state: State) -> None:
        """Drop what is built, lost or too long; find new ways for tickets, and links for trains that are left over."""
        course, seat = self.course, self.seat
        links, still_open, owned, trains = course.network.links, self._open, state.owned[seat], state.trains[seat]
        lost, kept = False, []
        for link in self.targets:
            if not still_open & course.claims_of[link]:
                lost = lost or (link in self.tickets and not owned & course.routes[link])
            elif links[link].length <= trains:
                kept.append(link)
        self.targets = kept
        if lost:
            self._find_ways(state)
        if not self.targets and trains > state.game.end_trigger:
            self._fill_up(state)

    def _find_ways(self, state: State) -> None:
        """Ways for the tickets with the trains that are left, those with most points first; then the other targets."""
        course, costs = self.course, self._costs(state)
        links, facts = course.network.links, state.game.edition.tickets
        room, new = state.trains[self.seat], list[int]()
        for ticket in sorted(state.tickets[self.seat], key=lambda t: -facts[t].points):
            _, way = cheapest_way(course.network, costs, facts[ticket].a, facts[ticket].b)
            more = [i for i in way if costs[i]]
            length = sum([links[i].length for i in more])
            if length <= room:
                new += more
                room -= length
                for i in more:
                    costs[i] = 0.0
        self.tickets = set(new)
        for i in self.targets:
            if i not in self.tickets and links[i].length <= room:
                new.append(i)
                room -= links[i].length
        self.targets = new

    def _costs(self, state: State) -> list[float]:
        """By link, its trains and one for the turn; 0 where it is owned."""
        course, owned, costs = self.course, state.owned[self.seat], list[float]()
        for i, link in enumerate(course.network.links):
            if owned & course.routes[i]:
                costs.append(0.0)
            else:
                costs.append(link.length + 1.0 if self._open & course.claims_of[i] else inf)
        return costs

    def _fill_up(self, state: State) -> None:
        best, most = -1, -inf
        hand = state.hands[self.seat]
        for i, link in enumerate(self.course.network.links):
            if link.length > state.trains[self.seat] or not self._open & self.course.claims_of[i]:
                continue
            colour = self.course.colours[link.tracks[0]]
            held = (hand[colour] if colour >= 0 else max(hand[:-1])) + hand[-1]
            worth = link.points - 1.5 * max(0, link.length - held)
            if worth > most:
                best, most = i, worth
        if best >= 0:
            self.targets.append(best)

    def _last(self, state: State, legal: int) -> int:
        """The claim with most points, one that completes the plan for the tickets before all."""
        course = self.course
        if not legal & course.any_claim:
            return self.card(state)
        self.tickets = {i for i in self.tickets if not state.owned[self.seat] & course.routes[i]}
        best, most = -1, 0.0
        for i, link in enumerate(course.network.links):
            if legal & course.claims_of[i]:
                worth = link.points + (COMPLETE if self.tickets == {i} else 0)
                if worth > most:
                    best, most = i, worth
        return self._claim(state, best)


def play_out(state: State, drivers: Sequence[Driver]) -> None:
    """Play until the match is over, or so long that nobody will end it: the position then counts as it stands."""
    for _ in range(LONGEST * len(drivers)):
        if not state.phase:
            return
        apply(state, answer(state, drivers[state.seat]))


def answer(state: State, driver: Driver) -> int:
    """What a seat plays in a playout."""
    legal = state.legal_mask()
    if not legal & legal - 1:
        return legal.bit_length() - 1
    phase = state.phase
    if phase == DecisionKind.MAIN:
        action = driver.main(state)
        return action if action >= 0 else _own_warehouse(driver, legal)
    if phase == DecisionKind.SECOND_CARD or phase == DecisionKind.FIRST_CARD:  # noqa: PLR1714  # a set costs a hash
        return driver.card(state)
    if phase == DecisionKind.PLACE_DEPOT:
        return driver.course.ids["depot none"]
    if phase == DecisionKind.PICK:
        return _pick(state, driver, legal)
    # A tunnel's cheapest payment, the first tickets of an offer, any city for a depot: the lowest id.
    return (legal & -legal).bit_length() - 1


def _own_warehouse(driver: Driver, legal: int) -> int:
    deposit = driver.course.ids.get(f"deposit {driver.seat}", 0)
    return deposit if legal >> deposit & 1 else (legal & -legal).bit_length() - 1


def _pick(state: State, driver: Driver, legal: int) -> int:
    """The first warehouse that is offered, if the game will still use its cards."""
    if state.trains[driver.seat] < FETCH:
        return driver.course.ids["pick none"]
    offered = legal ^ 1 << driver.course.ids["pick none"]
    return (offered & -offered).bit_length() - 1
