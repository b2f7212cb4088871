from typing import get_args

import pytest

from referee.game import events
from referee.game.events import Event
from referee.v1 import game_pb2 as pb
from referee.wire import event_from, event_message

SAMPLES: list[Event] = [
    events.CardDrawn(0, 0, blind=False),
    events.CardDrawn(1, 8, blind=True),
    events.CardDrawn(1, None, blind=True),
    events.RowFilled(0, 0),
    events.RowReset((8, 8, 8, 0, 1)),
    events.DeckShuffled(1, 60),
    events.RouteClaimed(0, 0, 0, 3, 1, 7),
    events.RouteClaimed(1, 99, -1, 0, 2, 2),
    events.TicketsOffered(0, 3, (0, 4, 29)),
    events.TicketsOffered(1, 3, None),
    events.TicketsKept(0, 2, 1, (0, 29)),
    events.TicketsKept(0, 0, 2, ()),
    events.TicketsKept(1, 0, 2, None),
    events.Passed(2),
    events.LastRound(0, 4),
    events.Forfeited(2),
    events.GameOver("last_round"),
    events.GameOver("all_passed"),
    events.GameOver("forfeit"),
    events.TunnelRevealed(0, 5, 2, 1, 1, (2, 8, 0), 2),
    events.TunnelRevealed(0, 5, -1, 0, 2, (), 0),
    events.TunnelPaid(0, -1, 0, 2),
    events.TunnelPaid(0, 0, 2, 0),
    events.TunnelDeclined(0, 5),
    events.StationBuilt(1, 0, 3, 2, 0),
    events.DepotPlaced(0, 12),
    events.CardDeposited(0, 1),
    events.WarehousePicked(0, 1, 4, (1, 0, 3)),
    events.WarehousePicked(0, 1, 4, None),
    events.WarehousesEmptied(3, 12),
    events.MerchandiseTaken(1, 17),
]


@pytest.mark.parametrize("event", SAMPLES, ids=repr)
def test_an_event_survives_the_wire(event: Event) -> None:
    """Each kind of event comes back equal and of its own type, with what is hidden still hidden."""
    read = event_from(pb.Event.FromString(event_message(event).SerializeToString()))
    assert read == event
    assert type(read) is type(event)


def test_every_kind_of_event_is_sampled() -> None:
    """A new event cannot be added to the game without a message."""
    assert {type(event) for event in SAMPLES} == set(get_args(Event))


def test_every_payload_of_the_protocol_is_used() -> None:
    """The protocol has no event that the game does not have."""
    assert {event_message(event).WhichOneof("payload") for event in SAMPLES} == set(pb.Event.DESCRIPTOR.fields_by_name)


def test_equal_tuples_of_different_kinds_are_different_events() -> None:
    """A pass of seat 2 is not its forfeit, although both hold the same number."""
    assert event_message(events.Passed(2)) != event_message(events.Forfeited(2))
