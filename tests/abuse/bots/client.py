"""A bot in forty lines, with nothing but the generated protobuf code: what the hostile bots of this folder misuse."""

import os
import queue
import random
from collections.abc import Callable, Iterator
from typing import Any

import grpc

from referee.v1 import bot_pb2 as pb

METHOD = "/referee.v1.RefereeService/Play"


def to_bytes(message: pb.PlayRequest | bytes) -> bytes:
    return message if isinstance(message, bytes) else message.SerializeToString()


class Client:
    """One stream to the referee; what is sent may be raw bytes."""

    def __init__(self, compression: grpc.Compression | None = None, channel: grpc.Channel | None = None) -> None:
        self.channel = channel or grpc.insecure_channel(os.environ["REFEREE_ADDRESS"])
        self.out: queue.SimpleQueue[pb.PlayRequest | bytes | None] = queue.SimpleQueue()
        call = self.channel.stream_stream(
            METHOD, request_serializer=to_bytes, response_deserializer=pb.PlayResponse.FromString
        )
        self.call = call(iter(self.out.get, None), compression=compression)

    def send(self, message: pb.PlayRequest | bytes) -> None:
        self.out.put(message)

    def half_close(self) -> None:
        self.out.put(None)

    def hello(self, **changes: Any) -> None:
        hello = {"token": os.environ["REFEREE_TOKEN"], "protocol_version": 1, "max_in_flight": 64, **changes}
        self.send(pb.PlayRequest(hello=pb.Hello(**hello)))

    def ready(self, match_id: str) -> None:
        self.send(pb.PlayRequest(ready=pb.Ready(match_id=match_id)))

    def move(self, match_id: str, decision: int, action: int) -> None:
        move = pb.Move(match_id=match_id, decision=decision, action=action)
        self.send(pb.PlayRequest(moves=pb.Moves(moves=[move])))

    def decisions(self, on_end: Callable[[pb.MatchEnd], None] = lambda _: None) -> Iterator[pb.Decision]:
        """Get ready for every match and yield every question, until the referee says Goodbye."""
        for message in self.call:
            payload = message.WhichOneof("payload")
            if payload == "match_start":
                self.ready(message.match_start.match_id)
            elif payload == "decisions":
                yield from message.decisions.decisions
            elif payload == "match_end":
                on_end(message.match_end)
            elif payload == "goodbye":
                return

    def answer(self, decision: pb.Decision) -> None:
        """Answer as an honest bot would: the choice depends on the match and the decision alone."""
        chooser = random.Random(f"{decision.match_id} {decision.number}")
        self.move(decision.match_id, decision.number, chooser.choice(decision.legal))

    def end(self) -> None:
        """Leave without the stream's destructor waiting for ever."""
        self.call.cancel()
        self.channel.close()


def play(
    misbehave: Callable[[Client, pb.Decision, int], bool] = lambda *_: False, client: Client | None = None
) -> None:
    """Play honestly, but first let `misbehave` see each question and its count; true means that it took care of it."""
    client = client or Client()
    client.hello()
    for count, decision in enumerate(client.decisions()):
        if not misbehave(client, decision, count):
            client.answer(decision)
    client.end()
