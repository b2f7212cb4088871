"""One Play stream between gRPC's threads and the trio loop: messages go out, others come in stamped with their time.

It checks what can be checked without knowing any match: size, form, amount. It does not know who may send what when.
"""

import contextlib
import math
import queue
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final, final

import grpc
import trio
from attrs import frozen
from google.protobuf.message import DecodeError

from referee.bots.faults import Detail, Fault, FaultCode
from referee.bots.quota import Quota
from referee.bots.stall import Mark, StallWatch
from referee.v1 import bot_pb2 as pb

MOST_BYTES_IN: Final = 64 * 1024
MOST_MOVES: Final = 256
MOST_NOTES_BYTES: Final = 16 * 1024
_SHOWN_BYTES: Final = 256


@frozen
class Received:
    """A message that came in, and when."""

    ns: int
    message: pb.PlayRequest


@frozen
class Ended:
    """Nothing more will come in. `half_closed`: the bot said so itself and may still listen."""

    half_closed: bool


@frozen
class Outgoing:
    """A message that waits to be handed to gRPC, and who wants to know when it is."""

    message: pb.PlayResponse
    handed: Callable[[Mark], None] | None = None


@final
class Line:
    """One stream. The loop calls `send`, `close`, `take`; the writing thread runs `outgoing`, the reader `read`."""

    def __init__(
        self, watch: StallWatch, quota: Quota, loop: trio.lowlevel.TrioToken, wake: Callable[[], None]
    ) -> None:
        self._watch = watch
        self._quota = quota
        self._loop = loop
        self._wake = wake
        self._out: queue.SimpleQueue[Outgoing | None] = queue.SimpleQueue()
        self._in: deque[Received | Fault | Ended] = deque()
        self._woken = False
        self.status: tuple[grpc.StatusCode, str] | None = None

    def send(self, message: pb.PlayResponse, handed: Callable[[Mark], None] | None = None) -> None:
        """Put a message into the outbox; `handed` is called in the writing thread when gRPC takes it."""
        self._out.put(Outgoing(message, handed))

    def close(self, status: tuple[grpc.StatusCode, str] | None = None) -> None:
        """End the stream after what is in the outbox, with OK or with a status."""
        self.status = self.status or status
        self._out.put(None)

    def take(self) -> Iterator[Received | Fault | Ended]:
        """What came in since the last call, in order."""
        self._woken = False
        while self._in:
            yield self._in.popleft()

    def outgoing(self) -> Iterator[bytes]:
        """The messages as bytes, in order, until the line is closed. Blocks: for the writing thread only."""
        while (item := self._out.get()) is not None:
            data = item.message.SerializeToString()
            if item.handed is not None:
                item.handed(self._watch.mark())
            yield data

    def read(self, requests: Iterable[bytes], is_active: Callable[[], bool]) -> None:
        """Take messages until the stream ends or one is bad. Blocks: for the reading thread only."""
        try:
            for data in requests:
                item = self._judge(self._watch.now(), data)
                self._post(item)
                if isinstance(item, Fault):
                    return
        except grpc.RpcError:
            pass  # a lost stream ends the iterator in some runs and raises in others; both mean the same
        self._post(Ended(half_closed=is_active()))

    def lost(self) -> None:
        """The stream is gone in both directions; may be called in any thread."""
        self._out.put(None)
        self._post(Ended(half_closed=False))

    def _judge(self, ns: int, data: bytes) -> Received | Fault:
        if over := self._quota.spend(len(data)):
            return Fault(FaultCode.PROTOCOL_ERROR, Detail.FLOOD, f"sent {over}", shown(data))
        message = parsed(data)
        return message if isinstance(message, Fault) else Received(ns, message)

    def _post(self, item: Received | Fault | Ended) -> None:
        self._in.append(item)
        # One wake-up for all that comes in until the loop looks: each one costs a system call.
        if not self._woken:
            self._woken = True
            with contextlib.suppress(trio.RunFinishedError):
                self._loop.run_sync_soon(self._wake)


def parsed(data: bytes) -> pb.PlayRequest | Fault:
    """The message in these bytes, or what is wrong with them."""
    if len(data) > MOST_BYTES_IN:
        return _bad(data, f"sent a message of {len(data)} bytes, limit {MOST_BYTES_IN}")
    try:
        message = pb.PlayRequest.FromString(data)
    except DecodeError:
        return _bad(data, f"sent {len(data)} bytes that are no PlayRequest")
    reason = _fault_in(message)
    return _bad(data, reason) if reason else message


def _fault_in(message: pb.PlayRequest) -> str | None:
    if message.WhichOneof("payload") is None:
        return "sent a message without hello, moves or ready"
    if not message.HasField("moves"):
        return None
    moves = message.moves.moves
    if not 1 <= len(moves) <= MOST_MOVES:
        return f"sent {len(moves)} moves in a message, allowed are 1 to {MOST_MOVES}"
    notes = [move.notes for move in moves if move.HasField("notes")]
    size = sum(note.ByteSize() for note in notes)
    if size > MOST_NOTES_BYTES:
        return f"sent {size} bytes of notes in a message, limit {MOST_NOTES_BYTES}"
    weights = [one.weight for note in notes for one in note.routes]
    weights += [one.weight for note in notes for one in note.cities]
    if not all(map(math.isfinite, weights)):
        return "sent a note with a weight that is not a finite number"
    return None


def _bad(data: bytes, text: str) -> Fault:
    return Fault(FaultCode.PROTOCOL_ERROR, Detail.PROTOCOL, text, shown(data))


def shown(data: bytes) -> str:
    """The first bytes of a message as hex, for evidence."""
    return f"message of {len(data)} bytes, the first in hex: {data[:_SHOWN_BYTES].hex(' ', -4)}"
