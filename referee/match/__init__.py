"""One match: asks the seat to move, applies, records, deals with faults. Starts no process and knows no cup."""

from referee.match.errors import MatchError, MatchVoid
from referee.match.outcome import MatchFault, MatchOutcome
from referee.match.play import MatchSettings, play_match
from referee.match.player import Player, Recorder, Seated
from referee.match.seating import seat_all

__all__ = [
    "MatchError",
    "MatchFault",
    "MatchOutcome",
    "MatchSettings",
    "MatchVoid",
    "Player",
    "Recorder",
    "Seated",
    "play_match",
    "seat_all",
]
