"""The optional rules by name, in their fixed order."""

from referee.game.edition import Edition
from referee.game.modules.attractions import Attractions
from referee.game.modules.base import Module
from referee.game.modules.depots import Depots
from referee.game.modules.districts import Districts
from referee.game.modules.globetrotter import Globetrotter
from referee.game.modules.longest_trail import LongestTrail
from referee.game.modules.merchandise import Merchandise
from referee.game.modules.stations import Stations
from referee.game.modules.tunnels import Tunnels

_MODULES: tuple[type[Module], ...] = (
    LongestTrail,
    Globetrotter,
    Tunnels,
    Stations,
    Districts,
    Merchandise,
    Attractions,
    Depots,
)

MODULES = {module.name: module for module in _MODULES}
"""Every optional rule, in the order in which actions are numbered and bonuses listed."""


def modules_of(edition: Edition) -> tuple[Module, ...]:
    """One object for each module of the edition."""
    return tuple(make() for name, make in MODULES.items() if name in edition.modules)


__all__ = ["MODULES", "Module", "modules_of"]
