"""The gRPC stream between a bot process and the referee: opened, served, and closed so that the process can exit.

It knows no game; `session` gives the answers.
"""

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Final

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # read when grpc is loaded: a bot's stderr is for its author

import grpc

from referee.botkit.errors import KitError
from referee.botkit.session import Session
from referee.v1 import bot_pb2 as pb
from referee.v1 import bot_pb2_grpc

OPTIONS: Final = (
    ("grpc.enable_http_proxy", 0),
    ("grpc.max_receive_message_length", 4 * 1024 * 1024),
)

ABANDONED: Final = 5.0
"""Seconds that a running `choose` may take to end once the referee has gone; then the process ends by itself."""


def serve(address: str, hello: pb.Hello, session: Session, log: Callable[[str], object]) -> None:
    """Say hello and answer until the referee says goodbye.

    `address` is `unix:/...` or `host:port`; `log` takes one line at a time.

    Raises:
        KitError: no referee there, or the stream ended without a goodbye, or the bot failed.

    """
    outbox: SimpleQueue[pb.PlayRequest | None] = SimpleQueue()
    outbox.put(pb.PlayRequest(hello=hello))
    closing = threading.Event()
    channel = grpc.insecure_channel(address, options=OPTIONS)
    call = bot_pb2_grpc.RefereeServiceStub(channel).Play(iter(outbox.get, None))
    call.add_callback(lambda: _watch(closing, log))
    try:
        for message in call:
            for answer in session.receive(message):
                outbox.put(answer)
            if session.goodbye is not None:
                return
        raise KitError("the referee closed the stream without a goodbye")
    except grpc.RpcError as error:
        raise KitError(_lost(address, session, error)) from None
    finally:
        # An open call would keep the interpreter from exiting.
        closing.set()
        outbox.put(None)
        call.cancel()
        channel.close()


def _watch(closing: threading.Event, log: Callable[[str], object]) -> None:
    """The stream has ended: see to it that the process ends too, even if the bot thinks for ever."""

    def give_up() -> None:
        if not closing.wait(ABANDONED):
            with suppress(Exception):
                log("the referee has gone; ending although choose(position) still runs")
            os._exit(1)

    if not closing.is_set():
        threading.Thread(target=give_up, daemon=True).start()


def _lost(address: str, session: Session, error: grpc.RpcError) -> str:
    details = _details(error)
    if session.welcome is None:
        return f"no referee answers at {address}: {details}"
    return f"the referee has gone away: {details}"


def _details(error: Any) -> str:
    # What a stream raises is its own call object, which knows; the type says less.
    return str(error.details())
