"""An honest bot that takes its time over each question, so that its matches last."""

import time

from client import Client, play

from referee.v1 import bot_pb2 as pb


def ponder(client: Client, decision: pb.Decision, count: int) -> bool:
    time.sleep(0.02)
    return False


play(ponder)
