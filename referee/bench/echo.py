"""The other end of the gRPC floor: a program that sends back whatever comes on one stream. Run by `floor`, imports no
referee.
"""

import queue
import sys
from collections.abc import Iterator
from typing import Any

import grpc

SERVICE, NAME = "floor", "Echo"


def main(address: str) -> None:
    """Answer each message of the stream with itself until the other side ends it."""
    answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def outgoing() -> Iterator[bytes]:
        while True:
            yield answers.get()

    with grpc.insecure_channel(address) as channel:
        call: Any = channel.stream_stream(f"/{SERVICE}/{NAME}")(outgoing())  # type: ignore[arg-type]
        for message in call:
            if not message:
                call.cancel()
                return
            answers.put(message)


if __name__ == "__main__":
    main(sys.argv[1])
