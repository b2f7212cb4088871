"""Game values as protobuf messages and back, nothing else: no connection, no clock, no rule."""

from referee.wire.description import description, description_digest, description_text
from referee.wire.errors import WireError
from referee.wire.events import event_from, event_message
from referee.wire.foreign import game_from_text
from referee.wire.games import game_digest, game_from_message, game_message
from referee.wire.observations import observation, observation_fields, view_from
from referee.wire.scores import score_from, score_message

__all__ = [
    "WireError",
    "description",
    "description_digest",
    "description_text",
    "event_from",
    "event_message",
    "game_digest",
    "game_from_message",
    "game_from_text",
    "game_message",
    "observation",
    "observation_fields",
    "score_from",
    "score_message",
    "view_from",
]
