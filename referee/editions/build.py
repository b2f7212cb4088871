"""From a board file that is in order to a Board and its Editions. Finding mistakes is `check`'s."""

from collections import defaultdict
from collections.abc import Iterator

from attrs import evolve, frozen

from referee.editions.check import GRAY_NAME, chosen, slugs_of
from referee.editions.schema import BoardFile, EditionTable, TicketChoice, TicketLine
from referee.game import GRAY, Board, City, District, Edition, Numbers, Route, StartOffer, Ticket

_DOUBTFUL = ("reconstructed", "invented")
_DRAWING = ("coordinates", "positions")


@frozen
class Builder:
    """Builds the editions of a file in which `check.mistakes_of` finds nothing."""

    file: BoardFile

    def editions(self) -> tuple[Edition, ...]:
        """All editions of the file, in its order."""
        board = self._board()
        return tuple(self._edition(board, table) for table in self.file.editions)

    def _board(self) -> Board:
        slugs, file = slugs_of(self.file), self.file
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
        cities = {name: i for i, name in enumerate(slugs_of(self.file))}
        tickets = [
            _ticket(board, line, cities, choice) for choice in table.tickets for line in chosen(self.file, choice)
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
                count, trust = len(chosen(self.file, choice)), doubtful[choice.group]
                stand_ins = "stand-ins, " if trust == "invented" else ""
                yield f"{count} of the {tickets} tickets are {stand_ins}{trust} (tickets.{choice.group})"
        names = [name for name in doubtful if name not in (*self.file.tickets, *_DRAWING)]
        for word in _DOUBTFUL:
            if some := [name for name in names if doubtful[name] == word]:
                yield f"{word}: {', '.join(some)}"

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


def _ticket(board: Board, line: TicketLine, cities: dict[str, int], choice: TicketChoice) -> Ticket:
    a, b = sorted((cities[name] for name in line.cities), key=lambda i: board.cities[i].slug)
    points = line.points_reprint if choice.values == "reprint" and line.points_reprint else line.points
    return Ticket(f"{board.cities[a].slug}.{board.cities[b].slug}", a, b, points, line.long)


def _start_offer(long: int, other: int, keep: int, keep_at_most: int | None, keep_with_long: int | None) -> StartOffer:
    most = long + other if keep_at_most is None else keep_at_most
    return StartOffer(long, other, keep if keep_with_long is None else keep_with_long, most, keep)
