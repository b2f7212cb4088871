"""What a Dask worker does for a cup: it starts the same worker process as a local run does, and hands over its words.

It runs on another machine, perhaps of another version: so it takes and gives texts only.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import trio
from attrs import evolve

from referee import __version__
from referee.replay.record import RULES_REVISION
from referee.tournament.errors import WorkerError
from referee.tournament.orders import UnitOrder
from referee.tournament.results import Played
from referee.tournament.upload import unpacked
from referee.tournament.workers import worker

_LOOK_S: Final = 1.0
"""Seconds between two looks whether the unit is still wanted."""


def identity() -> str:
    """What must be the same everywhere in a cluster."""
    return f"referee {__version__}, rules {RULES_REVISION}"


def play_there(order: str, wanted_identity: str, uploads: Mapping[str, bytes]) -> dict[str, Any]:
    """Play a unit order (JSON) in a worker process here; `uploads` are packed folders of bots that are not here yet.

    Gives `played`, a list of results with replays, `failed` with a reason, or `foreign` with what this installation is.
    """
    if identity() != wanted_identity:
        return {"foreign": identity()}
    unit = UnitOrder.from_json(json.loads(order))
    try:
        played = trio.run(_play, _with_logs(_with_bots(unit, uploads)), _still_wanted())
    except WorkerError as error:
        return {"failed": str(error)}
    except OSError as error:
        return {"failed": f"the bots cannot be unpacked: {error}"}
    return {"played": [{"result": each.result.to_json(), "replay": each.replay} for each in played]}


def _with_bots(order: UnitOrder, uploads: Mapping[str, bytes]) -> UnitOrder:
    """The same with the bots that came along started from where they are unpacked."""
    if not uploads:
        return order
    from distributed import get_worker

    place = Path(get_worker().local_directory, "referee-bots")
    folders = {name: str(unpacked(content, place)) for name, content in uploads.items()}
    bots = (evolve(bot, spec=".", base=folders[bot.name]) if bot.name in folders else bot for bot in order.bots)
    return evolve(order, bots=tuple(bots))


def _with_logs(order: UnitOrder) -> UnitOrder:
    """What bots write is kept if the results folder is shared with this machine, and dropped if not."""
    shared = order.logs is not None and Path(order.logs).parent.is_dir()
    return order if shared else evolve(order, logs=None)


def _still_wanted() -> Callable[[], bool]:
    """Whether anybody waits for this task: not if the run was stopped or killed, or the scheduler gave up on it."""
    from distributed import get_worker

    dask_worker = get_worker()
    key = dask_worker.get_current_task()

    def wanted() -> bool:
        task = dask_worker.state.tasks.get(key)
        return task is not None and task.state in {"executing", "long-running"}

    return wanted


async def _play(order: UnitOrder, wanted: Callable[[], bool]) -> list[Played]:
    played: list[Played] | None = None
    async with worker() as process, trio.open_nursery() as nursery:
        nursery.start_soon(_cancel_when_unwanted, wanted, nursery.cancel_scope)
        played = await process.play(order, lambda _: None)
        nursery.cancel_scope.cancel()
    if played is None:
        raise WorkerError("nobody waits for it any more")
    return played


async def _cancel_when_unwanted(wanted: Callable[[], bool], scope: trio.CancelScope) -> None:
    while wanted():  # noqa: ASYNC110 - the state belongs to another thread and has no event
        await trio.sleep(_LOOK_S)
    scope.cancel()
