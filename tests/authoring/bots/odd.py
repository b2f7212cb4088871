"""Bots with habits that no referee forbids and that `bot check` must notice; the argument says which."""

import os
import random
import sys
import threading

from referee.botkit import Match, Position, run

kept: list[bytearray] = []


def honest(position: Position) -> int:
    return position.rng.choice(position.legal)


def dice(position: Position) -> int:
    return random.SystemRandom().choice(position.legal)


def prints(position: Position) -> int:
    print("thinking about", position.number)
    return position.legal[0]


class mixes:  # noqa: N801  - named as it is called
    """Lets what it saw in one match decide in another."""

    asked = 0

    def __init__(self, match: Match) -> None:
        self.match = match

    def choose(self, position: Position) -> int:
        mixes.asked += 1
        return position.legal[mixes.asked % len(position.legal)]


class hoards:  # noqa: N801  - named as it is called
    """Keeps twelve megabytes of every match."""

    def __init__(self, match: Match) -> None:
        kept.append(bytearray(os.urandom(1024) * 1024 * 12))

    def choose(self, position: Position) -> int:
        return position.rng.choice(position.legal)


def stays(position: Position) -> int:
    if not kept:
        kept.append(bytearray())
        threading.Thread(target=threading.Event().wait).start()
    return position.legal[0]


def fails_late(position: Position) -> int:
    if position.number > 20:
        raise RuntimeError("the plan has no next step")
    return position.legal[0]


def tells(position: Position) -> int:
    print(f"decision {position.number} of {len(position.view.events)} events", file=sys.stderr)
    position.note("as good as any", routes={0: 0.5})
    return position.legal[-1]


def illegal(position: Position) -> int:
    return next(action for action in range(len(position.game.table)) if action not in position.legal)


run(globals()[sys.argv[1]], name=sys.argv[1], version="1", max_in_flight=8 if sys.argv[1] == "mixes" else 1)
