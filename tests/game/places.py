"""Positions for tests, named in the words of scenario files, and play by text."""

from typing import Any

from referee.editions import load_edition
from referee.game import Event, Game, State, apply, find_action
from referee.scenario.names import Names
from referee.scenario.position import position
from referee.scenario.schema import Setup


def place(edition: str = "usa", players: int = 2, **setup: Any) -> State:
    """The position of a scenario's `[setup]`, given as keywords."""
    game = Game.of(load_edition(edition), players)
    return position(game, Names(game), Setup(**setup), "")


def do(state: State, *texts: str) -> tuple[Event, ...]:
    """Play these actions; the events of the last one."""
    events: tuple[Event, ...] = ()
    for text in texts:
        events = apply(state, find_action(state, text))
    return events


def ticket_texts(state: State, tickets: tuple[int, ...]) -> list[str]:
    """Tickets as `city.city`."""
    return [state.game.edition.tickets[ticket].text for ticket in tickets]
