import json
import shutil
from pathlib import Path
from typing import Any

import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from referee.report.watch.feed import Feed
from referee.tournament.records import Records
from tests.report.watch.asking import commit_next, cup_store


def _counted(records: Records) -> dict[str, Any]:
    return {"done": len(records.done())}


async def test_a_commit_is_news(tmp_path: Path) -> None:
    """A look after a commit makes new facts with another version; a look after nothing makes none."""
    with cup_store(tmp_path) as store:
        feed = Feed(tmp_path / "cup", _counted)
        assert await feed.look()
        first = await feed.latest()
        assert json.loads(first.body) == {"done": 0}
        assert not await feed.look()
        commit_next(store)
        assert await feed.look()
        second = await feed.newer(first.version)
        assert json.loads(second.body) == {"done": 1}
        assert second.version != first.version


async def test_what_changes_no_fact_is_no_news(tmp_path: Path) -> None:
    """A commit after which all facts are the same leaves the version as it was."""
    with cup_store(tmp_path) as store:
        feed = Feed(tmp_path / "cup", _counted)
        await feed.look()
        first = await feed.latest()
        store.begin(store.records.left()[0])
        assert await feed.look()
        assert await feed.latest() == first


async def test_the_run_is_never_kept_waiting(tmp_path: Path) -> None:
    """Between two looks nothing is open: the writer's log can be taken over whole, and is gone when the run ends."""
    with cup_store(tmp_path) as store:
        feed = Feed(tmp_path / "cup", _counted)
        await feed.look()
        commit_next(store)
        await feed.look()
        busy, left, taken = store.records.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0]
        assert (busy, left, taken) == (0, 0, 0)
        commit_next(store)
        await feed.look()
    assert not list((tmp_path / "cup").glob("*-wal"))
    assert await feed.look()
    assert json.loads((await feed.latest()).body) == {"done": 2}


async def test_a_folder_that_is_begun_anew_is_followed(tmp_path: Path) -> None:
    """When another cup takes the folder's place its facts are told."""
    with cup_store(tmp_path) as store:
        commit_next(store, 2)
    feed = Feed(tmp_path / "cup", _counted)
    await feed.look()
    shutil.rmtree(tmp_path / "cup")
    with cup_store(tmp_path) as store:
        commit_next(store, 1)
        await feed.look()
        assert json.loads((await feed.latest()).body) == {"done": 1}


async def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    """What was known stays, with a sentence about the trouble, and goes on when the folder is back."""
    with cup_store(tmp_path):
        pass
    feed = Feed(tmp_path / "cup", _counted)
    await feed.look()
    (tmp_path / "cup").rename(tmp_path / "away")
    assert not await feed.look()
    facts = json.loads((await feed.latest()).body)
    assert facts["done"] == 0
    assert "holds no cup" in facts["trouble"]
    (tmp_path / "away").rename(tmp_path / "cup")
    assert await feed.look()
    assert json.loads((await feed.latest()).body) == {"done": 0}


async def test_who_waits_is_told(tmp_path: Path, autojump_clock: MockClock) -> None:
    """While a feed runs, everybody who waits for newer facts gets them after a commit."""
    with cup_store(tmp_path) as store:
        feed = Feed(tmp_path / "cup", _counted)
        heard: list[Any] = []

        async def wait(version: str) -> None:
            heard.append(json.loads((await feed.newer(version)).body))

        async with trio.open_nursery() as running:
            running.start_soon(feed.run)
            version = (await feed.latest()).version
            async with trio.open_nursery() as waiting:
                waiting.start_soon(wait, version)
                waiting.start_soon(wait, version)
                await wait_all_tasks_blocked()
                commit_next(store)
            running.cancel_scope.cancel()
        assert heard == [{"done": 1}, {"done": 1}]
