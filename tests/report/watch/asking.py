"""Cups whose matches are committed one by one, and an application that is asked without a network."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import trio
from attrs import define, evolve, field
from starlette.types import ASGIApp, Message

from referee.replay import Replay
from referee.tournament.cup_file import load_cup
from referee.tournament.orders import MatchOrder
from referee.tournament.results import Played, result_of
from referee.tournament.schedule import Match
from referee.tournament.store import Store, open_store
from tests.replay.playing import play
from tests.tournament.cups import cup_text

HOST = ("host", "127.0.0.1:8765")


@contextmanager
def cup_store(folder: Path, *, bots: int = 2, deals: int = 2, keys: str = "") -> Iterator[Store]:
    """A cup of tables of two on `new-york`, whose matches land one by one; its folder is `folder / "cup"`."""
    file = folder / "cup.toml"
    text = cup_text(bots, "2", deals, f'process = "per-match"\n{keys}').replace('"usa"', '"new-york"')
    file.write_text(text, encoding="utf-8")
    with open_store(load_cup(file), folder / "cup", {}, lambda: "2026-01-02T03:04:05+00:00") as store:
        yield store


def commit_next(store: Store, count: int = 1, of: Callable[[Match], bool] = lambda _: True) -> list[str]:
    """Commit the next matches of the schedule that `of` accepts, with real replays; gives their ids."""
    units = [unit for unit in store.records.left() if all(map(of, unit.matches))][:count]
    for unit in units:
        store.begin(unit)
        store.commit(unit, [_played(MatchOrder.of(match, store.records.secret)) for match in unit.matches])
    return [match.id for unit in units for match in unit.matches]


def _played(order: MatchOrder) -> Played:
    replay = _replay(order.id)
    named = evolve(replay, header=evolve(replay.header, seats=tuple(order.seats)))
    return Played(result_of(order.id, named), named.to_text())


@cache
def _replay(match_id: str) -> Replay:
    return play(2, match_id, "new-york")[1]


@define
class Answer:
    """What came back: status, headers by lower-case name, body. For a stream also its end: `cut` ends it."""

    status: int = 0
    headers: dict[str, str] = field(factory=dict)
    body: bytes = b""
    came: trio.Event = field(factory=trio.Event)
    cut: trio.Event = field(factory=trio.Event)

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    async def grown(self, wanted: str, times: int = 1) -> None:
        """Wait until the body has this text so often."""
        while self.text.count(wanted) < times:
            await self.came.wait()

    def take(self, message: Message) -> None:
        """One message of the application."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
        else:
            self.body += message.get("body", b"")
        self.came.set()
        self.came = trio.Event()


async def ask(
    app: ASGIApp,
    path: str,
    *headers: tuple[str, str],
    method: str = "GET",
    answer: Answer | None = None,
    host: tuple[str, str] | None = HOST,
) -> Answer:
    """One request, as a server hands it to an application; ends with the answer."""
    told = answer or Answer()
    sent = [(name.encode(), value.encode()) for name, value in ([host] if host else []) + list(headers)]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": sent,
    }

    async def receive() -> Message:
        await told.cut.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        told.take(message)

    await app(scope, receive, send)
    return told
