"""The floor under every match: round trips a second of one bare gRPC stream between two processes, nothing inside."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import Any, Final

import grpc

from referee.bench.echo import NAME, SERVICE

_MESSAGE: Final = b"x" * 200
_WARM_UP: Final = 200
_SLICE: Final = 100


def round_trips_per_s(seconds: float) -> float:
    """Messages of 200 bytes sent there and back, one at a time, a second of wall time over a Unix socket."""
    result: SimpleQueue[float] = SimpleQueue()

    def serve(incoming: Iterator[bytes], _context: Any) -> Iterator[bytes]:
        began, count = 0.0, -_WARM_UP
        while not began or perf_counter() - began < seconds:
            for _ in range(_SLICE):
                yield _MESSAGE
                next(incoming)
            count += _SLICE
            if count == 0:
                began = perf_counter()
        result.put(count / (perf_counter() - began))
        yield b""

    handler = grpc.method_handlers_generic_handler(SERVICE, {NAME: grpc.stream_stream_rpc_method_handler(serve)})
    server = grpc.server(ThreadPoolExecutor(4), handlers=[handler], options=[("grpc.so_reuseport", 0)])
    with tempfile.TemporaryDirectory(prefix="referee-floor-") as folder:
        address = f"unix:{Path(folder) / 'socket'}"
        server.add_insecure_port(address)
        server.start()
        command = [sys.executable, "-m", "referee.bench.echo", address]
        try:
            subprocess.run(command, check=True, timeout=seconds + 30)
        finally:
            server.stop(None).wait()
    return result.get_nowait()
