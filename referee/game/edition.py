"""An edition: a board, a ticket set, modules, and all numbers of docs/rules.md section 2. Frozen; holds no state."""

from collections.abc import Mapping

from attrs import field, frozen

from referee.game.board import LOCOMOTIVE, Board, Ticket
from referee.game.errors import BoardError


@frozen
class StartOffer:
    """One question about tickets before the first turn (C-03); every seat answers it before the next one is dealt.

    Attributes:
        long, other: tickets dealt to each seat from the long and from the ordinary ticket deck.
        keep_min, keep_max: how many of them may be kept.
        keep_min_without_long: least number for a seat that holds no long ticket yet (V-12); elsewhere keep_min.
    """

    long: int
    other: int
    keep_min: int
    keep_max: int
    keep_min_without_long: int


@frozen
class Numbers:
    """The numbers of rules 2.1 and 2.2.

    Attributes:
        cards_per_colour, locomotives: size of the card deck by kind. start_hand: cards dealt to each seat (C-01).
        row: face-up cards. reset_at: locomotives in a full row that force a new one (C-25).
        trains: pieces a seat (C-06). end_trigger: trains left that start the last round (C-50).
        double_closed_up_to: greatest number of players with which a double route has only one usable track (C-38).
        draw_tickets, keep_tickets: tickets offered in play and the least number kept (C-40).
        returned_at_start: whether tickets refused at the start go to the bottom of the deck or leave the game (C-04).
        stations, station_points: stations a seat and points for each not built; 0 without the module (EU-30, EU-33).
        reveal: cards shown for a tunnel (EU-11). merchandise: merchandise cards in the supply (A-03).
        attraction_points: points for each attraction touched (N-04).
    """

    cards_per_colour: int
    locomotives: int
    start_hand: int
    row: int
    reset_at: int
    trains: int
    end_trigger: int
    double_closed_up_to: int
    draw_tickets: int
    keep_tickets: int
    returned_at_start: bool
    stations: int = 0
    station_points: int = 0
    reveal: int = 0
    merchandise: int = 0
    attraction_points: int = 0


@frozen
class District:
    """A set of locations that scores when one network joins them all (L-05, L-06)."""

    points: int
    cities: tuple[int, ...]


@frozen
class Edition:
    """Everything that stays the same in every match of one edition.

    Attributes:
        tickets: long tickets and others together, in the order that deals shuffle them (docs/deals.md).
        start_offers: the ticket questions before the first turn. route_points: points by length (rules 2.3).
        bonuses: points of the end-game bonuses by name (`longest_trail`, `globetrotter`, ...), in the order of scoring.
        tie_break: names of the keys that decide equal points, first to last (rules 2.4).
        modules: names of the optional rules in play, in their fixed order.
        districts: for the module of that name. merchandise_points: points by rank for each number of players (A-06).
        caveats: sentences on facts that matter and are no better than reconstructed or invented.
    """

    id: str
    name: str
    board: Board
    players: tuple[int, int]
    numbers: Numbers
    tickets: tuple[Ticket, ...]
    start_offers: tuple[StartOffer, ...]
    route_points: Mapping[int, int] = field(hash=False)
    bonuses: Mapping[str, int] = field(hash=False)
    tie_break: tuple[str, ...]
    modules: tuple[str, ...]
    districts: tuple[District, ...] = ()
    merchandise_points: Mapping[int, tuple[int, ...]] = field(factory=dict, hash=False)
    caveats: tuple[str, ...] = field(default=(), eq=False)

    @property
    def cards(self) -> tuple[str, ...]:
        """Names of the card kinds: the board's colours, then the locomotive. A card is an index into this."""
        return (*self.board.colours, LOCOMOTIVE)

    def card_counts(self) -> tuple[int, ...]:
        """How many cards of each kind exist (C-01)."""
        return (self.numbers.cards_per_colour,) * len(self.board.colours) + (self.numbers.locomotives,)

    def check_players(self, players: int) -> None:
        """Raise BoardError unless this many may play."""
        low, high = self.players
        if not low <= players <= high:
            raise BoardError(f"edition {self.id} takes {low} to {high} players, not {players}")
