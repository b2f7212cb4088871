"""A stand-in for the referee: one gRPC server for one bot process, with a test holding the other end of the stream.

It checks nothing and times nothing; what a real referee does with a bot is tested in tests/bots.
"""

import os
import queue
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, final

import grpc

from referee.game import Game, State, apply, decision, observe
from referee.v1 import bot_pb2 as pb
from referee.v1 import bot_pb2_grpc
from referee.wire import game_message, observation

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0
"""Seconds after which a test gives up waiting for something that should have happened at once."""


@final
class Stand(bot_pb2_grpc.RefereeServiceServicer):
    """The referee's end of the streams.

    Attributes:
        address: what the bot must dial. said: messages of the bot, None at the end of its stream.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.said: queue.Queue[pb.PlayRequest | None] = queue.Queue()
        self._outbox: queue.Queue[pb.PlayResponse | None] = queue.Queue()
        self._pool = ThreadPoolExecutor(4)
        self._server = grpc.server(self._pool, options=[("grpc.so_reuseport", 0)])
        bot_pb2_grpc.add_RefereeServiceServicer_to_server(self, self._server)
        port = self._server.add_insecure_port(address)
        if not address.startswith("unix:"):
            self.address = f"127.0.0.1:{port}"
        self._server.start()

    def Play(self, request_iterator: Iterator[pb.PlayRequest], context: Any) -> Iterator[pb.PlayResponse]:  # noqa: N802  # gRPC's name
        """One session: what the bot says is queued, what the test sends goes out."""
        self._pool.submit(self._read, request_iterator)
        yield from iter(self._outbox.get, None)

    def _read(self, requests: Iterator[pb.PlayRequest]) -> None:
        try:
            for request in requests:
                self.said.put(request)
        except Exception:  # noqa: BLE001  # gRPC raises a bare Exception when the call is gone: the stream is over all the same
            pass
        finally:
            self.said.put(None)

    def hear(self) -> pb.PlayRequest | None:
        """The next message of the bot, None when its stream has ended."""
        return self.said.get(timeout=PATIENCE)

    def welcome(self) -> pb.Hello:
        """Take the bot's Hello and let it in."""
        request = self.hear()
        assert request is not None
        self.send(welcome=pb.Welcome(referee_version="test", protocol_version=1, max_in_flight=64))
        return request.hello

    def send(self, **payload: Any) -> None:
        """Send one message to the bot: `send(goodbye=...)`."""
        self._outbox.put(pb.PlayResponse(**payload))

    def dismiss(self, reason: "pb.GoodbyeReason.ValueType" = pb.GOODBYE_REASON_DONE, text: str = "") -> None:
        """Say goodbye."""
        self.send(goodbye=pb.Goodbye(reason=reason, text=text))

    def stop(self) -> None:
        """Go away without a word."""
        self._outbox.put(None)
        self._server.stop(grace=None).wait(PATIENCE)
        self._pool.shutdown(wait=False)

    def start_matches(self, game: Game) -> None:
        """Seat the bot at every place of a table, each as a match of its own, and wait until it is ready."""
        self.send(game=game_message(game))
        for seat in range(game.players):
            self.send(match_start=start_message(game, seat))
        ready = [self.hear() for _ in range(game.players)]
        assert {request.ready.match_id for request in ready if request} == {match_id(s) for s in range(game.players)}

    def play(self, state: State) -> int:
        """Let the bot play all seats to the end; gives the number of decisions."""
        number = 0
        while not state.over:
            self.send(decisions=pb.Decisions(decisions=[question(state, number)]))
            request = self.hear()
            assert request is not None
            (move,) = request.moves.moves
            assert (move.match_id, move.decision) == (match_id(state.seat), number)
            apply(state, move.action)
            number += 1
        return number


def match_id(seat: int) -> str:
    """The match that this seat plays in."""
    return f"{seat:016x}"


def start_message(game: Game, seat: int) -> pb.MatchStart:
    """The start of a match without a clock."""
    return pb.MatchStart(
        match_id=match_id(seat),
        game_digest=game_message(game).game_digest,
        seat=seat,
        names=[f"seat {i}" for i in range(game.players)],
        clock=pb.Clock(disabled=True),
        bot_seed=bytes([seat]) * 32,
    )


def question(state: State, number: int = 0) -> pb.Decision:
    """The open question of a state."""
    asked = decision(state)
    view = observation(observe(state, asked.seat))
    return pb.Decision(match_id=match_id(asked.seat), number=number, observation=view, legal=asked.legal)


@contextmanager
def stand(folder: Path, *, tcp: bool = False) -> Iterator[Stand]:
    """A stand that is gone at the end of the block; its socket lies in `folder`."""
    standing = Stand("127.0.0.1:0" if tcp else f"unix:{folder / 'r.sock'}")
    try:
        yield standing
    finally:
        standing.stop()


@contextmanager
def started(
    script: Path | Sequence[str], environment: Mapping[str, str], cwd: Path | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A bot process, ended at the end of the block if it has not ended by itself."""
    command = [sys.executable, str(script)] if isinstance(script, Path) else list(script)
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **environment}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=env, cwd=cwd, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)


def invitation(standing: Stand) -> dict[str, str]:
    """The environment that makes a process dial the stand."""
    return {"REFEREE_ADDRESS": standing.address, "REFEREE_TOKEN": "secret"}


def finished(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait until the process has ended by itself; its exit status and what it wrote to stderr."""
    _, stderr = process.communicate(timeout=PATIENCE)
    return process.returncode, stderr
