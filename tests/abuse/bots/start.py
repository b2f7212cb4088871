"""Bots that never get as far as a match; the argument says which."""

import os
import signal
import sys
import threading

import grpc
from client import Client

from referee.v1 import bot_pb2 as pb

WAIT_FOR_EVER = threading.Event().wait


def exits() -> None:
    """Leaves before it dials."""


def exits_with_three() -> None:
    sys.exit(3)


def raises() -> None:
    raise RuntimeError("no weights found")


def segfaults() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def never_connects() -> None:
    WAIT_FOR_EVER()


def never_says_hello() -> None:
    client = Client()
    WAIT_FOR_EVER()
    client.end()


def old_version() -> None:
    _refused(protocol_version=0)


def future_version() -> None:
    _refused(protocol_version=2)


def wrong_token() -> None:
    _refused(token="0" * 32)


def nonsense() -> None:
    client = Client()
    client.send(b"\xff\xfe nonsense")
    _report(client)


def moves_first() -> None:
    client = Client()
    client.move("0" * 16, 0, 0)
    _report(client)


def compressed() -> None:
    client = Client(compression=grpc.Compression.Gzip)
    client.hello()
    _report(client)


def wrong_method() -> None:
    channel = grpc.insecure_channel(os.environ["REFEREE_ADDRESS"])
    join: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary("/referee.v1.RefereeService/Join")
    join(b"")


def never_ready() -> None:
    client = Client()
    client.hello()
    for _ in client.call:
        pass


def ready_for_another() -> None:
    client = Client()
    client.hello()
    for message in client.call:
        if message.HasField("match_start"):
            client.ready("f" * 16)


def hostile_name() -> None:
    client = Client()
    client.hello(name="\x1b[31m../<b>" + "x" * 1000, kit="\n=1+1", version="\0")
    for decision in client.decisions():
        client.answer(decision)
    client.end()


def _refused(**changes: object) -> None:
    client = Client()
    client.hello(**changes)
    _report(client)


def _report(client: Client) -> None:
    """Tell on stderr what the referee answered, then leave."""
    try:
        for message in client.call:
            if message.HasField("goodbye"):
                print("goodbye", pb.GoodbyeReason.Name(message.goodbye.reason), file=sys.stderr)
    except grpc.RpcError as error:
        print("status", error.code().name, error.details(), file=sys.stderr, flush=True)
    client.channel.close()
    sys.exit(1)


globals()[sys.argv[1]]()
