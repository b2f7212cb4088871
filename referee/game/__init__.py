"""The rules of the games, pure and synchronous: no I/O, no clock, no protobuf, no logging; nothing of other rooms."""

from referee.game.actions import Action, ActionKind, ActionTable, DecisionKind
from referee.game.board import GRAY, LOCOMOTIVE, Board, City, Route, Ticket, slug
from referee.game.deal import SEED_BYTES, Deal
from referee.game.determinize import determinize
from referee.game.edition import District, Edition, Numbers, StartOffer
from referee.game.engine import Decision, apply, decision, default_action
from referee.game.errors import ActionError, BoardError, Code, GameError, PositionError, RefereeError
from referee.game.events import Event, seen_by
from referee.game.game import Game
from referee.game.legality import find_action
from referee.game.observe import SPECTATOR, observe
from referee.game.scoring import SeatScore, completed_tickets, score
from referee.game.state import EMPTY, State
from referee.game.statetext import state_from_text, state_to_text
from referee.game.turn import forfeit
from referee.game.view import Refused, SeatView, Tunnel, View

__all__ = [
    "EMPTY",
    "GRAY",
    "LOCOMOTIVE",
    "SEED_BYTES",
    "SPECTATOR",
    "Action",
    "ActionError",
    "ActionKind",
    "ActionTable",
    "Board",
    "BoardError",
    "City",
    "Code",
    "Deal",
    "Decision",
    "DecisionKind",
    "District",
    "Edition",
    "Event",
    "Game",
    "GameError",
    "Numbers",
    "PositionError",
    "RefereeError",
    "Refused",
    "Route",
    "SeatScore",
    "SeatView",
    "StartOffer",
    "State",
    "Ticket",
    "Tunnel",
    "View",
    "apply",
    "completed_tickets",
    "decision",
    "default_action",
    "determinize",
    "find_action",
    "forfeit",
    "observe",
    "score",
    "seen_by",
    "slug",
    "state_from_text",
    "state_to_text",
]
