"""What is printed on a board: cities, routes, tickets. Holds no rules and no state."""

import re
import unicodedata
from collections.abc import Mapping

from attrs import field, frozen

LOCOMOTIVE = "locomotive"
GRAY = -1
"""Colour of a route that takes any one colour (C-33)."""

_LIGATURES = str.maketrans(
    {"ø": "o", "Ø": "O", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L"}
)


def slug(name: str) -> str:
    """The text form of a name: lower-case ASCII, `'` and `.` dropped, every other run of marks becomes one `-`."""
    plain = unicodedata.normalize("NFKD", name.translate(_LIGATURES)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"['.]", "", plain).lower()).strip("-")


@frozen
class City:
    """A place that routes end in.

    Attributes:
        slug: its name in text forms. name: its name as printed.
        lat, lon: real-world degrees, for drawing only, or None.
        board: position on the printed board, 0..1 from the top left, or None where nobody measured it.
        district: place of its district in the edition's list, counted from 1 (L-05); 0 for none.
        attraction: whether it bears an attraction (N-04).
    """

    slug: str
    name: str
    lat: float | None
    lon: float | None
    board: tuple[float, float] | None = None
    district: int = 0
    attraction: bool = False


@frozen
class Route:
    """One track between two cities.

    Attributes:
        text: its name in text forms (`denver.omaha`, `denver.kansas-city.black`, `dallas.houston.gray-1`).
        a, b: indices of its cities, in alphabetical order of their slugs.
        length: spaces, that is cards to pay and trains to place (C-32, C-35).
        colour: index of the card colour it takes, or GRAY.
        sibling: index of the parallel track of a double route, or -1.
        locomotives: least number of locomotives in its payment (ferries, EU-05).
        tunnel: whether cards are revealed before it is claimed (EU-10).
        cart: whether claiming it gives a merchandise card (A-03).
    """

    text: str
    a: int
    b: int
    length: int
    colour: int
    sibling: int = -1
    locomotives: int = 0
    tunnel: bool = False
    cart: bool = False


@frozen
class Ticket:
    """A destination ticket: two cities and what their connection is worth (C-61, C-62).

    Attributes:
        text: `city.city` in alphabetical order of slugs. a, b: city indices. points: 1 or more.
        long: whether it belongs to the long tickets of the European sets (EU-01).
    """

    text: str
    a: int
    b: int
    points: int
    long: bool = False


@frozen
class Board:
    """Cities and routes, by index, with the colours of the cards that pay for them.

    Attributes:
        id: slug of the board. colours: card colours in the order of rules 2.1, without the locomotive.
        provenance: where each table comes from (`two sources`, `single source`, `reconstructed`, `invented`).
    """

    id: str
    name: str
    colours: tuple[str, ...]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    provenance: Mapping[str, str] = field(factory=dict, eq=False)

    def city(self, text: str) -> int | None:
        """Index of the city with this slug, or None."""
        return next((i for i, c in enumerate(self.cities) if c.slug == text), None)

    def route(self, text: str) -> int | None:
        """Index of the route with this text form, or None."""
        return next((i for i, r in enumerate(self.routes) if r.text == text), None)
