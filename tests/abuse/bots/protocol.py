"""Bots that play along and then break the protocol at their third question; the argument says how."""

import os
import sys
import threading

import grpc
from client import Client, play

from referee.v1 import bot_pb2 as pb

THIRD = 2


def nonsense(client: Client, decision: pb.Decision) -> None:
    client.send(bytes(range(255, 200, -1)))


def truncated(client: Client, decision: pb.Decision) -> None:
    move = pb.Move(match_id=decision.match_id, decision=decision.number, action=decision.legal[0])
    client.send(pb.PlayRequest(moves=pb.Moves(moves=[move])).SerializeToString()[:-1])


def empty(client: Client, decision: pb.Decision) -> None:
    client.send(b"")


def no_moves(client: Client, decision: pb.Decision) -> None:
    client.send(pb.PlayRequest(moves=pb.Moves()))


def oversized(client: Client, decision: pb.Decision) -> None:
    client.send(b"\0" * (65 * 1024))


def huge(client: Client, decision: pb.Decision) -> None:
    client.send(b"\0" * (8 * 1024 * 1024))


def many_notes(client: Client, decision: pb.Decision) -> None:
    notes = pb.Notes(text="x" * 17 * 1024)
    move = pb.Move(match_id=decision.match_id, decision=decision.number, action=decision.legal[0], notes=notes)
    client.send(pb.PlayRequest(moves=pb.Moves(moves=[move])))


def not_finite(client: Client, decision: pb.Decision) -> None:
    notes = pb.Notes(routes=[pb.RouteWeight(route=0, weight=float("nan"))])
    move = pb.Move(match_id=decision.match_id, decision=decision.number, action=decision.legal[0], notes=notes)
    client.send(pb.PlayRequest(moves=pb.Moves(moves=[move])))


def illegal(client: Client, decision: pb.Decision) -> None:
    client.move(
        decision.match_id, decision.number, next(i for i in range(len(decision.legal) + 1) if i not in decision.legal)
    )


def unknown_id(client: Client, decision: pb.Decision) -> None:
    client.move(decision.match_id, decision.number, 2**32 - 1)


def future(client: Client, decision: pb.Decision) -> None:
    client.move(decision.match_id, decision.number + 1000, decision.legal[0])


def foreign_decision(client: Client, decision: pb.Decision) -> None:
    client.move(decision.match_id, decision.number - 1, decision.legal[0])


def foreign_match(client: Client, decision: pb.Decision) -> None:
    client.move("f" * 16, decision.number, decision.legal[0])


def doubled_thrice(client: Client, decision: pb.Decision) -> None:
    for _ in range(4):
        client.answer(decision)


def doubled_once(client: Client, decision: pb.Decision) -> None:
    client.answer(decision)
    client.answer(decision)


def flood(client: Client, decision: pb.Decision) -> None:
    for _ in range(100):
        client.ready(decision.match_id)


def fat_flood(client: Client, decision: pb.Decision) -> None:
    ready = pb.PlayRequest(ready=pb.Ready(match_id=decision.match_id)).SerializeToString()
    for _ in range(6):
        client.send(ready + b"\x9a\x06\x80\xea\x03" + b"x" * 62720)  # an unknown field: large, yet well-formed


def second_hello(client: Client, decision: pb.Decision) -> None:
    client.hello()


def second_stream(client: Client, decision: pb.Decision) -> None:
    other = Client(channel=client.channel)
    other.hello()
    try:
        list(other.call)
    except grpc.RpcError as error:
        print(error.code().name, file=sys.stderr, flush=True)
    client.answer(decision)


def many_streams(client: Client, decision: pb.Decision) -> None:
    for _ in range(60):  # gRPC itself turns some away before they are counted
        other = Client(channel=client.channel)
        other.hello()
        try:
            list(other.call)
        except grpc.RpcError:
            pass


def half_closes(client: Client, decision: pb.Decision) -> None:
    client.half_close()


def disconnects(client: Client, decision: pb.Decision) -> None:
    client.call.cancel()
    client.channel.close()
    threading.Event().wait()


def never_answers(client: Client, decision: pb.Decision) -> None:
    pass


def stops_reading(client: Client, decision: pb.Decision) -> None:
    threading.Event().wait()


def stops_itself(client: Client, decision: pb.Decision) -> None:
    os.kill(os.getpid(), 19)


def misbehave(client: Client, decision: pb.Decision, count: int) -> bool:
    if count != THIRD:
        return False
    globals()[sys.argv[1]](client, decision)
    return True


play(misbehave)
