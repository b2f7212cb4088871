"""A bot that remembers, while its process lives, every row that it saw at the start of a match, and what it met.

It plays otherwise after each match, and exits with 9 when it meets a deal again: then it would know the deck.
"""

import os

from referee.botkit import Position, run

_MATCHES: dict[str, tuple[int, ...]] = {}


def choose(position: Position) -> int:
    """Any legal action, moved on by the number of matches before this one."""
    match, row = position.match.id, tuple(position.view.row)
    if match not in _MATCHES:
        if row in _MATCHES.values():
            os._exit(9)
        _MATCHES[match] = row
    return position.legal[(position.rng.randrange(len(position.legal)) + len(_MATCHES)) % len(position.legal)]


if __name__ == "__main__":
    run(choose, name="rememberer")
