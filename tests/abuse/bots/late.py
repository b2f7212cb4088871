"""A bot that answers its third question too late: within the grace, or only when the fourth is there."""

import sys
import time

from client import Client, play

from referee.v1 import bot_pb2 as pb

THIRD = 2
kept: list[pb.Decision] = []


def within(client: Client, decision: pb.Decision, count: int) -> bool:
    if count == THIRD:
        time.sleep(0.2)
    return False


def after(client: Client, decision: pb.Decision, count: int) -> bool:
    if count == THIRD:
        kept.append(decision)
        return True
    if count == THIRD + 1:
        client.answer(kept[0])
    return False


play(globals()[sys.argv[1]])
