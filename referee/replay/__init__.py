"""What is kept of a match: recording, the text form, playing it again, telling it to people.

Needs nothing but `game`: a replay can be checked without protobuf and without a bot.
"""

from referee.replay.errors import ReplayCode, ReplayError
from referee.replay.export import export_json, export_text, pack, unpack
from referee.replay.phrases import event_text
from referee.replay.record import (
    CHECK_EVERY,
    FORMAT,
    RULES_REVISION,
    Checkpoint,
    Fault,
    Forfeit,
    Header,
    Move,
    Notes,
    Replay,
    Timing,
)
from referee.replay.recorder import Recorder, checksum, header_of
from referee.replay.secrecy import Leak, first_leak
from referee.replay.show import position_text, show
from referee.replay.verify import states, verify

__all__ = [
    "CHECK_EVERY",
    "FORMAT",
    "RULES_REVISION",
    "Checkpoint",
    "Fault",
    "Forfeit",
    "Header",
    "Leak",
    "Move",
    "Notes",
    "Recorder",
    "Replay",
    "ReplayCode",
    "ReplayError",
    "Timing",
    "checksum",
    "event_text",
    "export_json",
    "export_text",
    "first_leak",
    "header_of",
    "pack",
    "position_text",
    "show",
    "states",
    "unpack",
    "verify",
]
