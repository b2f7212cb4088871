"""Boards as data: reads board files into editions of `game` and checks them. Knows no rules and no state."""

from referee.editions.choice import Chosen, choose_edition, edition_of, load_edition, plain
from referee.editions.errors import BoardFileError, EditionError
from referee.editions.loader import BOARDS, editions, load_board_file

__all__ = [
    "BOARDS",
    "BoardFileError",
    "Chosen",
    "EditionError",
    "choose_edition",
    "edition_of",
    "editions",
    "load_board_file",
    "load_edition",
    "plain",
]
