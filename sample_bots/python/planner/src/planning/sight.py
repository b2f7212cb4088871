"""What one seat sees that matters for plans, boiled down from a view. Judges nothing."""

from collections.abc import Sequence
from math import inf

from attrs import frozen

from planning.network import Network, network_of
from referee.botkit import Game, View


@frozen(eq=False)
class Sight:
    """One position from one seat, by link where it is about the board.

    Attributes:
        owners: by route, the seat or -1.
        open: tracks of each link that this seat may still claim, as places in `Link.tracks`; empty if none.
        mine, theirs: links of which this seat, or another one, owns a track. touched: by other seat, the cities of its
            routes as a mask. trains, hands: by seat, trains left and cards in hand. unseen: by kind, the cards of which
            nobody knows where they are. rounds: own turns that surely come, this one included, if the last round runs.
    """

    game: Game
    network: Network
    seat: int
    hand: tuple[int, ...]
    tickets: tuple[int, ...]
    open: tuple[tuple[int, ...], ...]
    owners: tuple[int, ...]
    mine: tuple[bool, ...]
    theirs: tuple[bool, ...]
    touched: dict[int, int]
    trains: tuple[int, ...]
    hands: tuple[int, ...]
    row: tuple[int, ...]
    unseen: tuple[int, ...]
    rounds: float
    stations: int
    """Stations that this seat has left."""

    @property
    def late(self) -> float:
        """How far this seat is: 0 with all trains in stock, 1 with none."""
        return 1 - self.own_trains / self.game.edition.numbers.trains

    @property
    def next_station(self) -> int:
        """Cards that the next station costs (EU-31)."""
        return self.game.edition.numbers.stations - self.stations + 1

    @property
    def own_trains(self) -> int:
        """Trains that this seat has left."""
        return self.trains[self.seat]


def sight_of(game: Game, view: View) -> Sight:
    """The sight of the seat that the view belongs to."""
    network, seat = network_of(game), view.seat
    owners = [[view.owners[track] for track in link.tracks] for link in network.links]
    return Sight(
        game=game,
        network=network,
        seat=seat,
        hand=view.hand,
        tickets=view.tickets,
        open=tuple([open_tracks(network, seat, tracks) for tracks in owners]),
        owners=view.owners,
        mine=tuple([seat in tracks for tracks in owners]),
        theirs=tuple([any(owner not in (-1, seat) for owner in tracks) for tracks in owners]),
        touched=_touched(game, view),
        trains=tuple([public.trains for public in view.seats]),
        hands=tuple([public.hand_size for public in view.seats]),
        row=view.row,
        unseen=unseen(game, view),
        rounds=1.0 if view.turns_left >= 0 else inf,
        stations=view.seats[seat].stations_left,
    )


_NONE: tuple[int, ...] = ()
_ONE, _BOTH = (0,), (0, 1)


def open_tracks(network: Network, seat: int, owners: Sequence[int]) -> tuple[int, ...]:
    """Places of the tracks of a link that this seat may claim, given their owners (C-37, C-38)."""
    if len(owners) == 1:
        return _ONE if owners[0] < 0 else _NONE
    first, second = owners
    if first < 0 and second < 0:
        return _BOTH
    if network.shut or seat in owners:
        return _NONE
    return _ONE if first < 0 else (1,) if second < 0 else _NONE


def unseen(game: Game, view: View) -> tuple[int, ...]:
    """By kind, the cards that lie neither open nor in this hand nor, for all to know, in another one."""
    left = list(game.edition.card_counts())
    for card in view.row:
        if card >= 0:
            left[card] -= 1
    counts = [view.hand, view.discard, *(s.known for i, s in enumerate(view.seats) if i != view.seat)]
    return tuple([max(0, total - sum(known)) for total, *known in zip(left, *counts, strict=True)])


def _touched(game: Game, view: View) -> dict[int, int]:
    touched = {seat: 0 for seat in range(game.players) if seat != view.seat}
    for track, owner in enumerate(view.owners):
        if owner >= 0 and owner != view.seat:
            touched[owner] |= game.ends[track]
    return touched
