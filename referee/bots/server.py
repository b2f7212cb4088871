"""The gRPC server of one bot process: on a socket of its own, with the limits that hostile clients made necessary.

It lets in whom its gate admits and moves bytes between gRPC's threads and a line. It knows no match and no clock.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, final

import grpc
import trio
from attrs import frozen

from referee.bots.faults import Fault
from referee.bots.line import Line, parsed
from referee.v1 import bot_pb2 as pb

SERVICE: Final = "referee.v1.RefereeService"
_STOP_S: Final = 5.0
_OPTIONS: Final[tuple[tuple[str, int], ...]] = (
    # Messages over the protocol's 64 KiB must come in to be refused with a reason: what gRPC itself cuts off looks like
    # a lost connection. Beyond this size it does the cutting.
    ("grpc.max_receive_message_length", 4 * 1024 * 1024),
    ("grpc.max_send_message_length", -1),
    ("grpc.compression_enabled_algorithms_bitset", 1),
    ("grpc.max_concurrent_streams", 2),
    ("grpc.server_handshake_timeout_ms", 2000),
    ("grpc.so_reuseport", 0),
    ("grpc.max_metadata_size", 8192),
    ("grpc.absolute_max_metadata_size", 16384),
)


@frozen
class Refusal:
    """Why a stream gets no session: a Goodbye to read and a status for the library, or a status alone."""

    code: grpc.StatusCode
    text: str
    goodbye: pb.PlayResponse | None = None


class Gate(Protocol):
    """Decides who gets in. Its methods are called in gRPC's threads."""

    def opened(self) -> Refusal | None:
        """A stream was opened."""

    def refused_by_grpc(self) -> None:
        """A stream was ended by gRPC itself before a first message."""

    def broken(self, fault: Fault) -> Refusal:
        """The first message of a stream was none."""

    def admit(self, message: pb.PlayRequest) -> Line | Refusal:
        """The first message of a stream asks for a session."""


@final
class BotServer:
    """A gRPC server for one bot. `address` is what the bot dials."""

    def __init__(self, pool: ThreadPoolExecutor, gate: Gate, address: str) -> None:
        self._pool: Final = pool
        self._gate: Final = gate
        # No deserializer: a message that does not parse must reach us as bytes, or nobody could say what was wrong.
        play: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(self._play)
        self._server = grpc.server(
            pool,
            handlers=[grpc.method_handlers_generic_handler(SERVICE, {"Play": play})],
            options=_OPTIONS,
            maximum_concurrent_rpcs=2,
        )
        port = self._server.add_insecure_port(address)
        self.address: Final = address if address.startswith("unix:") else f"{address.rpartition(':')[0]}:{port}"
        self._server.start()

    async def stop(self) -> None:
        """Cut every stream and free the socket."""
        stopped = self._server.stop(None)
        with trio.move_on_after(_STOP_S, shield=True):
            await _finished(self._pool, lambda: stopped.wait(_STOP_S))

    def _play(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        outcome = self._gate.opened() or self._greeting(requests, context)
        if outcome is None:
            return
        if isinstance(outcome, Refusal):
            if outcome.goodbye is not None:
                yield outcome.goodbye.SerializeToString()
            context.abort(outcome.code, outcome.text)
        line = outcome
        if not context.add_callback(line.lost):
            line.lost()
        self._pool.submit(line.read, requests, context.is_active)
        yield from line.outgoing()
        if line.status is not None:
            context.abort(*line.status)

    def _greeting(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> Line | Refusal | None:
        was_active = context.is_active()
        try:
            data = next(requests, None)
        except grpc.RpcError:
            data = None
        if data is None:
            if not was_active:
                self._gate.refused_by_grpc()
            return None
        message = parsed(data)
        return self._gate.broken(message) if isinstance(message, Fault) else self._gate.admit(message)


async def _finished(pool: ThreadPoolExecutor, wait: Callable[[], Any]) -> None:
    """Wait in the arena's own pool for something that only a thread can wait for."""
    done = trio.Event()
    loop = trio.lowlevel.current_trio_token()

    def run() -> None:
        try:
            wait()
        finally:
            loop.run_sync_soon(done.set)

    pool.submit(run)
    await done.wait()
