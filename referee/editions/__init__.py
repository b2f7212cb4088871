"""Boards as data: reads board files into editions of `game` and checks them. Knows no rules and no state."""

from referee.editions.errors import BoardFileError, EditionError
from referee.editions.loader import BOARDS, editions, load_board_file, load_edition

__all__ = ["BOARDS", "BoardFileError", "EditionError", "editions", "load_board_file", "load_edition"]
