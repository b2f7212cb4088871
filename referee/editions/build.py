"""From a read board file to a Board and its Editions, with every mistake of the facts found at once."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from attrs import evolve, field, frozen

from referee.editions.schema import BoardFile, CityLine, EditionTable, RouteLine, TicketChoice, TicketLine
from referee.game import GRAY, Board, City, District, Edition, Numbers, Route, StartOffer, Ticket, slug
from referee.game.actions import OFFER
from referee.game.board import LOCOMOTIVE
from referee.game.deal import LARGEST_DECK

GRAY_NAME = "gray"
_RESERVED = frozenset({GRAY_NAME, LOCOMOTIVE, "deck"})
"""Words of the text forms that no colour may have."""

_DOUBTFUL = ("reconstructed", "invented")
_DRAWING = ("coordinates", "positions")

_MARKS = {
    "ferries": "ferry",
    "tunnels": "tunnel",
    "merchandise": "cart",
    "districts": "district",
    "attractions": "attraction",
}


@frozen
class Builder:
    """Builds one file's editions; `mistakes` fills up on the way and must be empty before anything is used."""

    file: BoardFile
    mistakes: list[str] = field(factory=list)

    def editions(self) -> tuple[Edition, ...]:
        """All editions of the file, in its order; nothing of them may be used while there are mistakes."""
        self._check_numbers()
        self._check_cities()
        self._check_routes()
        self._check_tickets()
        self._check_modules()
        if self.mistakes:
            return ()
        board = self._board()
        editions = tuple(self._edition(board, table) for table in self.file.editions)
        for edition in editions:
            self._check_edition(edition)
        return editions

    def _wrong(self, place: str, found: str) -> None:
        self.mistakes.append(f"{place}: {found}")

    def _slugs(self) -> dict[str, str]:
        return {city.name: slug(city.ascii or city.name) for city in self.file.cities}

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
        for name, text in self._slugs().items():
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

    def _known(self, place: str, name: str) -> bool:
        names = list(self._slugs())
        if name in names:
            return True
        close = get_close_matches(name, names, n=1)
        self._wrong(place, f"unknown city {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))
        return False

    def _check_routes(self) -> None:
        tracks: dict[frozenset[str], list[RouteLine]] = defaultdict(list)
        for line in self.file.routes:
            place = f"routes, {' - '.join(line.cities)}"
            if sum(self._known(place, name) for name in line.cities) == len(line.cities):
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
        self._check_connected(list(tracks))

    def _check_route(self, place: str, line: RouteLine) -> None:
        colours = [*self.file.numbers.colours, GRAY_NAME]
        if line.colour not in colours:
            self._wrong(place, f"colour {line.colour!r} is not one of {', '.join(colours)}")
        if str(line.length) not in self.file.route_points:
            self._wrong(place, f"route_points has no points for length {line.length}")
        if line.ferry > line.length:
            self._wrong(place, f"a ferry of length {line.length} cannot need {line.ferry} locomotives")
        if line.ferry and (line.tunnel or line.colour != GRAY_NAME):
            self._wrong(place, "a ferry is gray and no tunnel (EU-05)")
        if line.length > self.file.numbers.trains:
            self._wrong(place, f"length {line.length} is more than the {self.file.numbers.trains} trains of a seat")
        cards = self.file.numbers
        if line.length > cards.cards_per_colour + cards.locomotives:
            self._wrong(place, f"the deck has too few cards to pay for length {line.length}")

    def _check_connected(self, pairs: list[frozenset[str]]) -> None:
        names = list(self._slugs())
        reached, fresh = {names[0]}, {names[0]}
        while fresh:
            fresh = {name for pair in pairs if pair & fresh for name in pair} - reached
            reached |= fresh
        if lost := [name for name in names if name not in reached]:
            self._wrong("routes", f"no way from {names[0]!r} to {', '.join(map(repr, lost))}")

    def _check_tickets(self) -> None:
        for group, lines in self.file.tickets.items():
            for line in lines:
                place = f"tickets.{group}, {' - '.join(line.cities)}"
                if (
                    sum(self._known(place, name) for name in line.cities) == len(line.cities)
                    and len(set(line.cities)) == 1
                ):
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
            if marked not in used and any(getattr(line, mark, None) for line in lines):
                self._wrong(mark, f"marks are set, but no edition of the file has the module {marked!r}")
        self._check_module_numbers()

    def _check_module_numbers(self) -> None:
        if self.file.districts:
            for city in self.file.cities:
                if city.district and str(city.district) not in self.file.districts.points:
                    self._wrong("districts.points", f"no points for district {city.district} of {city.name!r}")
            for number in self.file.districts.points:
                if not any(str(city.district) == number for city in self.file.cities):
                    self._wrong("districts.points", f"no city is in district {number}")
        low, high = self.file.players
        if low > high:
            self._wrong("players", f"[{low}, {high}] is no range")
        if self.file.merchandise:
            for players in range(low, high + 1):
                if str(players) not in self.file.merchandise.points:
                    self._wrong("merchandise.points", f"nothing for {players} players")

    def _board(self) -> Board:
        slugs, file = self._slugs(), self.file
        index = {name: i for i, name in enumerate(slugs)}
        numbers = list(file.districts.points) if file.districts else []
        printed = all(city.x is not None for city in file.cities)
        cities = tuple(
            City(
                slugs[c.name],
                c.name,
                c.lat,
                c.lon,
                (c.x, c.y) if printed and c.x is not None and c.y is not None else None,
                numbers.index(str(c.district)) + 1 if c.district else 0,
                c.attraction,
            )
            for c in file.cities
        )
        return Board(
            file.id, file.name, tuple(file.numbers.colours), cities, tuple(self._routes(index, slugs)), file.provenance
        )

    def _routes(self, index: dict[str, int], slugs: dict[str, str]) -> Iterator[Route]:
        lines = self.file.routes
        tracks: dict[frozenset[str], list[int]] = defaultdict(list)
        for i, line in enumerate(lines):
            tracks[frozenset(line.cities)].append(i)
        for i, line in enumerate(lines):
            a, b = sorted(line.cities, key=slugs.__getitem__)
            parallel = tracks[frozenset(line.cities)]
            colour = GRAY if line.colour == GRAY_NAME else self.file.numbers.colours.index(line.colour)
            sibling = next((j for j in parallel if j != i), -1)
            text = f"{slugs[a]}.{slugs[b]}"
            if len(parallel) > 1:
                alike = [j for j in parallel if lines[j].colour == line.colour]
                text += f".{line.colour}" + (f"-{alike.index(i) + 1}" if len(alike) > 1 else "")
            yield Route(text, index[a], index[b], line.length, colour, sibling, line.ferry, line.tunnel, line.cart)

    def _edition(self, board: Board, table: EditionTable) -> Edition:
        file = self.file
        cities = {name: i for i, name in enumerate(self._slugs())}
        tickets = [
            _ticket(board, line, cities, choice) for choice in table.tickets for line in self._chosen(table, choice)
        ]
        routes = tuple(
            evolve(
                route,
                locomotives=route.locomotives if "ferries" in table.modules else 0,
                tunnel=route.tunnel and "tunnels" in table.modules,
                cart=route.cart and "merchandise" in table.modules,
            )
            for route in board.routes
        )
        return Edition(
            id=table.id,
            name=table.name,
            board=evolve(board, routes=routes),
            players=(file.players[0], file.players[1]),
            numbers=self._numbers(table),
            tickets=tuple(tickets),
            start_offers=tuple(
                _start_offer(line.deal_long, line.deal, line.keep, line.keep_at_most, line.keep_with_long)
                for line in table.start
            ),
            route_points={int(length): points for length, points in file.route_points.items()},
            bonuses={str(name): points for name, points in table.bonuses.items()},
            tie_break=tuple(table.tie_break),
            modules=(*table.bonuses, *table.modules),
            districts=self._districts() if "districts" in table.modules else (),
            merchandise_points={int(n): tuple(row) for n, row in file.merchandise.points.items()}
            if file.merchandise
            else {},
            caveats=tuple(self._caveats(table, len(tickets))),
        )

    def _caveats(self, table: EditionTable, tickets: int) -> Iterator[str]:
        """What a result on this edition is worth less for: everything but where cities are drawn."""
        doubtful = {name: trust for name, trust in self.file.provenance.items() if trust in _DOUBTFUL}
        for choice in table.tickets:
            if choice.group in doubtful:
                count, trust = len(self._chosen(table, choice)), doubtful[choice.group]
                stand_ins = "stand-ins, " if trust == "invented" else ""
                yield f"{count} of the {tickets} tickets are {stand_ins}{trust} (tickets.{choice.group})"
        names = [name for name in doubtful if name not in (*self.file.tickets, *_DRAWING)]
        for trust in _DOUBTFUL:
            if some := [name for name in names if doubtful[name] == trust]:
                yield f"{trust}: {', '.join(some)}"

    def _chosen(self, table: EditionTable, choice: TicketChoice) -> list[TicketLine]:
        if choice.group not in self.file.tickets:
            groups = ", ".join(self.file.tickets)
            self._wrong(f"editions, {table.id}", f"unknown ticket group {choice.group!r}; the file has {groups}")
            return []
        lines = self.file.tickets[choice.group]
        if choice.only == "regular":
            return [line for line in lines if not line.long and not line.big_city]
        return [line for line in lines if choice.only is None or getattr(line, choice.only)]

    def _numbers(self, table: EditionTable) -> Numbers:
        file, n = self.file, self.file.numbers
        on = table.modules
        return Numbers(
            cards_per_colour=n.cards_per_colour,
            locomotives=n.locomotives,
            start_hand=n.start_hand,
            row=n.row,
            reset_at=n.reset_at,
            trains=n.trains,
            end_trigger=n.end_trigger,
            double_closed_up_to=n.double_closed_up_to,
            draw_tickets=table.draw.deal,
            keep_tickets=table.draw.keep,
            returned_at_start=table.unkept_start == "bottom",
            stations=file.stations.each if file.stations and "stations" in on else 0,
            station_points=file.stations.unbuilt_points if file.stations and "stations" in on else 0,
            reveal=file.tunnels.reveal if file.tunnels and "tunnels" in on else 0,
            merchandise=file.merchandise.supply if file.merchandise and "merchandise" in on else 0,
            attraction_points=file.attractions.points if file.attractions and "attractions" in on else 0,
        )

    def _districts(self) -> tuple[District, ...]:
        assert self.file.districts is not None
        return tuple(
            District(points, tuple(i for i, city in enumerate(self.file.cities) if city.district == int(number)))
            for number, points in self.file.districts.points.items()
        )

    def _check_edition(self, edition: Edition) -> None:
        place, players = f"editions, {edition.id}", edition.players[1]
        numbers = edition.numbers
        if sum(edition.card_counts()) < players * numbers.start_hand + numbers.row:
            self._wrong(place, f"too few cards for {players} players")
        long = sum(ticket.long for ticket in edition.tickets)
        wanted_long = sum(offer.long for offer in edition.start_offers)
        if long and not wanted_long:
            self._wrong(place, "long tickets that no start offer deals: nobody could ever get them")
        if long < wanted_long * players:
            self._wrong(place, f"{long} long tickets are too few to deal {wanted_long} to each of {players} players")
        other = len(edition.tickets) - long
        if max(long, other) > LARGEST_DECK:
            self._wrong(place, f"{max(long, other)} tickets; a deck has at most {LARGEST_DECK}")
        if other < sum(offer.other for offer in edition.start_offers) * players:
            self._wrong(place, f"{other} tickets are too few for the start of {players} players")
        for offer in edition.start_offers:
            if (
                not max(offer.keep_min, offer.keep_min_without_long)
                <= offer.keep_max
                <= offer.long + offer.other
                <= OFFER
            ):
                self._wrong(place, f"a start offer must have keep <= keep_at_most <= tickets dealt <= {OFFER}")
        if numbers.keep_tickets > numbers.draw_tickets or numbers.draw_tickets > OFFER:
            self._wrong(place, f"draw must have keep <= deal <= {OFFER}")
        for text, count in Counter(ticket.text for ticket in edition.tickets).items():
            if count > 1:
                self._wrong(place, f"ticket {text} is in the set {count} times")


def _ticket(board: Board, line: TicketLine, cities: dict[str, int], choice: TicketChoice) -> Ticket:
    a, b = sorted((cities[name] for name in line.cities), key=lambda i: board.cities[i].slug)
    points = line.points_reprint if choice.values == "reprint" and line.points_reprint else line.points
    return Ticket(f"{board.cities[a].slug}.{board.cities[b].slug}", a, b, points, line.long)


def _start_offer(long: int, other: int, keep: int, keep_at_most: int | None, keep_with_long: int | None) -> StartOffer:
    most = long + other if keep_at_most is None else keep_at_most
    return StartOffer(long, other, keep if keep_with_long is None else keep_with_long, most, keep)
