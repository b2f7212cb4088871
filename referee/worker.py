"""The main module of a worker process: units of work come in as JSON lines, results go out as JSON lines.

It decides nothing: when its input ends, it stops its bots and ends, so it outlives no run. `python -m referee.worker`.
"""

import argparse
import json
import os
import sys
import traceback
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import structlog
import trio

from referee.tournament.logs import LogChoice
from referee.tournament.orders import UnitOrder
from referee.tournament.results import Played
from referee.tournament.unit import play_unit

log = structlog.get_logger(__name__)

_LONGEST_READ: Final = 65536


def main() -> None:
    """Serve until the input ends."""
    answers = os.dup(1)
    # Whatever prints by mistake must not stand between the answers.
    os.dup2(2, 1)
    _log_choice().set_up()
    try:
        trio.run(_serve, os.dup(0), answers)
    except BrokenPipeError:
        log.info("worker.orphaned")


def _log_choice() -> LogChoice:
    parser = argparse.ArgumentParser(
        prog="referee.worker", description="Plays units of a cup; started by `referee cup run`."
    )
    parser.add_argument("--log-format", choices=["console", "json"], default="console")
    parser.add_argument("--log-level", choices=["debug", "info", "warning", "error"], default="error")
    parser.add_argument("--log-file", type=Path)
    given = parser.parse_args()
    return LogChoice(given.log_format, given.log_level, given.log_file)


async def _serve(orders: int, answers: int) -> None:
    """Play unit after unit; the end of the input cancels the one that is running."""
    send, receive = trio.open_memory_channel[UnitOrder](1)
    async with trio.open_nursery() as nursery:

        async def listen() -> None:
            async for line in _lines(orders):
                await send.send(UnitOrder.from_json(json.loads(line)))
            nursery.cancel_scope.cancel()

        nursery.start_soon(listen)
        async for order in receive:
            await _play(order, answers)


async def _lines(descriptor: int) -> AsyncIterator[bytes]:
    buffer = bytearray()
    async with trio.lowlevel.FdStream(descriptor) as stream:
        while more := await stream.receive_some(_LONGEST_READ):
            buffer += more
            while b"\n" in buffer:
                line, _, buffer = buffer.partition(b"\n")
                yield bytes(line)


async def _play(order: UnitOrder, answers: int) -> None:
    def tell(played: Played) -> None:
        _answer(answers, {"event": "played", "result": played.result.to_json(), "replay": played.replay})

    try:
        await play_unit(order, tell)
    except* Exception as group:  # noqa: BLE001 - a bug of the referee is a platform fault too, none of a bot's
        error = _first(group)
        if isinstance(error, BrokenPipeError):
            raise error from None
        _failed(order, error, answers)
    else:
        _answer(answers, {"event": "done"})


def _failed(order: UnitOrder, error: BaseException, answers: int) -> None:
    log.error("unit.failed", unit=order.unit, details=_keep_details(order, error))
    _answer(answers, {"event": "failed", "reason": f"{type(error).__name__}: {error}"})


def _keep_details(order: UnitOrder, error: BaseException) -> str | None:
    """Where the error's traceback was written, beside what the unit's bots said; None if that was not possible."""
    if order.logs is None:
        return None
    place = Path(order.logs, order.unit, "failed.txt")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("".join(traceback.format_exception(error)), encoding="utf-8", errors="backslashreplace")
    except OSError:
        return None
    return str(place)


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _answer(descriptor: int, message: dict[str, Any]) -> None:
    data = memoryview(json.dumps(message).encode() + b"\n")
    while data:
        data = data[os.write(descriptor, data) :]


if __name__ == "__main__":
    main()
    sys.exit(0)
