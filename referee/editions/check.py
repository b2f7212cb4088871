"""Finds every mistake in the facts of a board file at once: each a line with its place. Builds nothing."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from heapq import heappop, heappush
from typing import Final

from attrs import field, frozen

from referee.editions.schema import BoardFile, CityLine, EditionTable, RouteLine, TicketChoice, TicketLine
from referee.game import slug
from referee.game.actions import OFFER
from referee.game.board import LOCOMOTIVE
from referee.game.deal import LARGEST_DECK

GRAY_NAME: Final = "gray"
MOST_TICKETS: Final = 256
MOST_ACTIONS: Final = 7000
"""A description of more would not fit the one message that bots get it in."""

_RESERVED = frozenset({GRAY_NAME, LOCOMOTIVE, "deck"})
"""Words of the text forms that no colour may have."""

_MARKS = {
    "ferries": "ferry",
    "tunnels": "tunnel",
    "merchandise": "cart",
    "districts": "district",
    "attractions": "attraction",
}


def mistakes_of(file: BoardFile, lost: Collection[str] = ()) -> list[str]:
    """All mistakes of a file, a line each. `lost` names tables of which lines are missing here: what may follow from
    that is not complained about.
    """
    return _Check(file, frozenset(lost)).all()


def slugs_of(file: BoardFile) -> dict[str, str]:
    """The slug of each city by its name."""
    return {city.name: slug(city.ascii or city.name) for city in file.cities}


def chosen(file: BoardFile, choice: TicketChoice) -> list[TicketLine]:
    """The tickets that an edition takes of a group; none of a group that does not exist."""
    lines = file.tickets.get(choice.group, [])
    if choice.only == "regular":
        return [line for line in lines if not line.long and not line.big_city]
    return [line for line in lines if choice.only is None or getattr(line, choice.only)]


@frozen
class _Check:
    file: BoardFile
    lost: frozenset[str]
    mistakes: list[str] = field(factory=list)
    slugs: dict[str, str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "slugs", slugs_of(self.file))

    def all(self) -> list[str]:
        self._check_numbers()
        self._check_cities()
        self._check_routes()
        self._check_tickets()
        self._check_modules()
        self._check_actions()
        for table in self.file.editions:
            self._check_edition(table)
        return self.mistakes

    def _wrong(self, place: str, found: str) -> None:
        self.mistakes.append(f"{place}: {found}")

    def _check_numbers(self) -> None:
        numbers = self.file.numbers
        for colour in numbers.colours:
            if colour in _RESERVED:
                self._wrong("numbers.colours", f"{colour!r} means something else in the text forms")
        cards = len(numbers.colours) * numbers.cards_per_colour + numbers.locomotives
        if cards > LARGEST_DECK:
            self._wrong("numbers", f"{cards} cards; a deck has at most {LARGEST_DECK}")
        self._check_once("numbers.colours", numbers.colours)
        self._check_once("editions", [table.id for table in self.file.editions])
        for table in self.file.editions:
            self._check_once(f"editions, {table.id}, modules", table.modules)
            self._check_once(f"editions, {table.id}, tie_break", table.tie_break)

    def _check_once(self, place: str, names: Sequence[str]) -> None:
        for name, count in Counter(names).items():
            if count > 1:
                self._wrong(place, f"{name!r} stands there {count} times")

    def _check_cities(self) -> None:
        self._check_once("cities", [city.name for city in self.file.cities])
        by_slug = defaultdict(list)
        for name, text in self.slugs.items():
            by_slug[text].append(name)
        for text, names in by_slug.items():
            if not text:
                self._wrong("cities", f"{names[0]!r} has no letter or digit for a slug")
            elif len(names) > 1:
                self._wrong("cities", f"{' and '.join(map(repr, names))} have the same slug {text!r}")
        for city in self.file.cities:
            if not city.name.isascii() and city.ascii is None:
                self._wrong("cities", f"{city.name!r} has letters outside ASCII, so it needs `ascii`")
            if (city.x is None) != (city.y is None) or (city.lat is None) != (city.lon is None):
                self._wrong("cities", f"{city.name!r} has one half of a position only")

    def _known(self, place: str, names: Sequence[str]) -> bool:
        """Whether all of these are cities; a line of the cities that could not be read may have been one of them."""
        unknown = [name for name in names if name not in self.slugs]
        for name in unknown:
            self._tell_unknown(place, name)
        return not unknown

    def _tell_unknown(self, place: str, name: str) -> None:
        if "cities" in self.lost:
            return
        names = list(self.slugs)
        close = get_close_matches(name, names, n=1)
        self._wrong(place, f"unknown city {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))

    def _check_routes(self) -> None:
        tracks: dict[frozenset[str], list[RouteLine]] = defaultdict(list)
        for line in self.file.routes:
            place = f"routes, {' - '.join(line.cities)}"
            if self._known(place, line.cities):
                tracks[frozenset(line.cities)].append(line)
            self._check_route(place, line)
        for pair, lines in tracks.items():
            place = f"routes, {' - '.join(sorted(pair))}"
            if len(pair) == 1:
                self._wrong(place, "a route needs two different cities")
            if len(lines) > 2:
                self._wrong(place, f"{len(lines)} tracks; a double route has two")
            if len({line.length for line in lines}) > 1:
                self._wrong(place, f"tracks of lengths {' and '.join(str(line.length) for line in lines)}")
        astray = len(self.file.routes) - sum(map(len, tracks.values()))
        if not self.lost & {"cities", "routes"} and self._check_connected(list(tracks), astray):
            self._check_reach()

    def _check_route(self, place: str, line: RouteLine) -> None:
        colours = [*self.file.numbers.colours, GRAY_NAME]
        if line.colour not in colours:
            self._wrong(place, f"colour {line.colour!r} is not one of {', '.join(colours)}")
        if str(line.length) not in self.file.route_points and "route_points" not in self.lost:
            self._wrong(place, f"route_points has no points for length {line.length}")
        if line.ferry > line.length:
            self._wrong(place, f"a ferry of length {line.length} cannot need {line.ferry} locomotives")
        if line.ferry > self.file.numbers.locomotives:
            self._wrong(
                place, f"the deck has {self.file.numbers.locomotives} locomotives, the ferry needs {line.ferry}"
            )
        if line.ferry and (line.tunnel or line.colour != GRAY_NAME):
            self._wrong(place, "a ferry is gray and no tunnel (EU-05)")
        if line.length > self.file.numbers.trains:
            self._wrong(place, f"length {line.length} is more than the {self.file.numbers.trains} trains of a seat")
        cards = self.file.numbers
        if line.length > cards.cards_per_colour + cards.locomotives:
            self._wrong(place, f"the deck has too few cards to pay for length {line.length}")

    def _check_connected(self, pairs: list[frozenset[str]], astray: int) -> bool:
        """Each of the `astray` routes with unknown cities may be one of the ways that are missing."""
        first, *others = self._parts(pairs)
        if len(others) > astray:
            names = list(self.slugs)
            lost = [name for name in names if name not in first]
            self._wrong("routes", f"no way from {names[0]!r} to {', '.join(map(repr, lost))}")
        return not others and not astray

    def _parts(self, pairs: list[frozenset[str]]) -> list[set[str]]:
        """The cities that hang together, the first one's before the others."""
        parts: list[set[str]] = []
        for name in self.slugs:
            if not any(name in part for part in parts):
                reached, fresh = {name}, {name}
                while fresh:
                    fresh = {name for pair in pairs if pair & fresh for name in pair} - reached
                    reached |= fresh
                parts.append(reached)
        return parts

    def _check_reach(self) -> None:
        """No ticket may need more trains than a seat has; where stations can be built others' routes help (EU-34)."""
        if all("stations" in table.modules for table in self.file.editions):
            return
        ways, trains = spans(self.file), self.file.numbers.trains
        for group, lines in self.file.tickets.items():
            for a, b in (line.cities for line in lines if all(name in ways for name in line.cities)):
                if ways[a][b] > trains:
                    facts = f"the shortest way is {ways[a][b]} spaces, a seat has {trains} trains"
                    self._wrong(f"tickets.{group}, {a} - {b}", f"nobody could complete it: {facts}")

    def _check_tickets(self) -> None:
        for group, lines in self.file.tickets.items():
            for line in lines:
                place = f"tickets.{group}, {' - '.join(line.cities)}"
                if self._known(place, line.cities) and len(set(line.cities)) == 1:
                    self._wrong(place, "a ticket needs two different cities")

    def _check_modules(self) -> None:
        used = {module for table in self.file.editions for module in table.modules}
        for table in self.file.editions:
            for module in table.modules:
                if module != "ferries" and getattr(self.file, module) is None:
                    self._wrong(
                        f"editions, {table.id}", f"module {module!r} has no numbers: add a line `{module} = ...`"
                    )
        for marked, mark in _MARKS.items():
            lines: list[CityLine | RouteLine] = [*self.file.cities, *self.file.routes]
            if marked not in used and "editions" not in self.lost and any(getattr(line, mark, None) for line in lines):
                self._wrong(mark, f"marks are set, but no edition of the file has the module {marked!r}")
        self._check_module_numbers()

    def _check_module_numbers(self) -> None:
        if self.file.districts:
            for city in self.file.cities:
                if city.district and str(city.district) not in self.file.districts.points:
                    self._wrong("districts.points", f"no points for district {city.district} of {city.name!r}")
            for number in self.file.districts.points:
                if not any(str(city.district) == number for city in self.file.cities) and "cities" not in self.lost:
                    self._wrong("districts.points", f"no city is in district {number}")
        low, high = self.file.players
        if low > high:
            self._wrong("players", f"[{low}, {high}] is no range")
        if self.file.merchandise:
            for players in range(low, high + 1):
                if str(players) not in self.file.merchandise.points:
                    self._wrong("merchandise.points", f"nothing for {players} players")

    def _check_actions(self) -> None:
        """Bots get every action once, in one message."""
        count = ways_to_pay(self.file)
        if count > MOST_ACTIONS:
            self._wrong("routes", f"{count:,} ways to pay for routes and stations; a board may have {MOST_ACTIONS:,}")

    def _check_edition(self, table: EditionTable) -> None:
        place, players, numbers = f"editions, {table.id}", self.file.players[1], self.file.numbers
        cards = len(numbers.colours) * numbers.cards_per_colour + numbers.locomotives
        if cards < players * numbers.start_hand + numbers.row:
            self._wrong(place, f"too few cards for {players} players")
        groups = [choice.group for choice in table.tickets]
        for group in groups:
            if group not in self.file.tickets:
                self._wrong(place, f"unknown ticket group {group!r}; the file has {', '.join(self.file.tickets)}")
        self._check_set(place, table)
        if not self.lost & {"tickets"} and all(group in self.file.tickets for group in groups):
            self._check_enough(place, table)
        for offer in table.start:
            dealt = offer.deal_long + offer.deal
            most = dealt if offer.keep_at_most is None else offer.keep_at_most
            if not max(offer.keep, offer.keep_with_long or 0) <= most <= dealt <= OFFER:
                self._wrong(place, f"a start offer must have keep <= keep_at_most <= tickets dealt <= {OFFER}")
        if table.draw.keep > table.draw.deal or table.draw.deal > OFFER:
            self._wrong(place, f"draw must have keep <= deal <= {OFFER}")

    def _check_set(self, place: str, table: EditionTable) -> None:
        """What is wrong with the tickets of an edition even if more of them stood there."""
        lines = self._lines(table)
        dealt = any(offer.deal_long for offer in table.start) or "editions" in self.lost
        if any(line.long for line in lines) and not dealt:
            self._wrong(place, "long tickets that no start offer deals: nobody could ever get them")
        if len(lines) > MOST_TICKETS:
            self._wrong(place, f"{len(lines)} tickets; an edition has at most {MOST_TICKETS}")
        texts = [".".join(sorted(self.slugs.get(name, name) for name in line.cities)) for line in lines]
        for text, count in Counter(texts).items():
            if count > 1:
                self._wrong(place, f"ticket {text} is in the set {count} times")

    def _check_enough(self, place: str, table: EditionTable) -> None:
        """Tickets of each kind for the start of the largest table."""
        lines, players = self._lines(table), self.file.players[1]
        long = sum(line.long for line in lines)
        wanted_long = sum(offer.deal_long for offer in table.start)
        if long < wanted_long * players:
            self._wrong(place, f"{long} long tickets are too few to deal {wanted_long} to each of {players} players")
        other = len(lines) - long
        if other < sum(offer.deal for offer in table.start) * players:
            self._wrong(place, f"{other} tickets are too few for the start of {players} players")

    def _lines(self, table: EditionTable) -> list[TicketLine]:
        return [line for choice in table.tickets for line in chosen(self.file, choice)]


def ways_to_pay(file: BoardFile) -> int:
    """The claims and stations that an edition with all modules of the file has in its table of actions."""
    colours = len(file.numbers.colours)
    count = 0
    for line in file.routes:
        count += (colours if line.colour == GRAY_NAME else 1) * max(0, line.length - line.ferry) + 1
    if file.stations:
        count += len(file.cities) * sum(colours * number + 1 for number in range(1, file.stations.each + 1))
    return count


def spans(file: BoardFile) -> dict[str, dict[str, int]]:
    """Spaces on the shortest way between any two cities of a board that is connected."""
    near: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for line in file.routes:
        a, b = line.cities
        near[a].append((b, line.length))
        near[b].append((a, line.length))
    return {name: _from(name, near) for name in near}


def _from(start: str, near: Mapping[str, Sequence[tuple[str, int]]]) -> dict[str, int]:
    found: dict[str, int] = {}
    todo = [(0, start)]
    while todo:
        length, name = heappop(todo)
        if name not in found:
            found[name] = length
            for other, more in near[name]:
                heappush(todo, (length + more, other))
    return found
