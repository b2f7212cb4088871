import gzip
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from attrs import frozen
from starlette.types import ASGIApp
from trio.testing import MockClock

from referee.report.watch import stream
from referee.report.watch.app import watch_app
from referee.report.watch.facts import LiveFacts
from referee.report.watch.feed import Feed
from referee.report.watch.guard import Names
from referee.report.watch.server import page_of
from referee.tournament.figures import Told
from referee.tournament.results import MatchResult
from referee.tournament.store import Store
from tests.browser.matches import decoded
from tests.report.watch.asking import Answer, ask, commit_next, cup_store


@frozen
class Live:
    """A cup that is being played and the application that shows it."""

    store: Store
    feed: Feed
    app: ASGIApp


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    """Two deals of two bots on both seats: four matches, none of them played."""
    with cup_store(tmp_path) as store:
        feed = Feed(tmp_path / "cup", LiveFacts())
        app = watch_app(feed, partial(page_of, tmp_path / "cup"), Names(), lambda error: f"noted: {error}")
        yield Live(store, feed, app)


async def test_the_page_admits_its_own_script_only(live: Live) -> None:
    """The page comes as HTML under a policy that names its script and style by hash and lets it ask its own server."""
    await live.feed.look()
    answer = await ask(live.app, "/")
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "connect-src 'self'" in policy
    assert "unsafe" not in policy


async def test_a_cup_without_a_match_is_shown(live: Live) -> None:
    """Before the first match is committed there are standings of nobody and nothing to open."""
    await live.feed.look()
    facts = (await ask(live.app, "/cup.json")).json
    assert (facts["played"], facts["matches"], _shown(facts), facts["withheld"]) == (0, 4, [], 0)
    assert [row["matches"] for row in facts["tables"][0]["rows"]] == [0, 0]


def _shown(facts: dict[str, Any]) -> list[str]:
    columns = facts["match_list"]
    rest = columns["id"].split("\n") if columns["id"] else []
    return [f"{columns['kinds'][kind]}/{each}" for kind, each in zip(columns["kind"], rest, strict=True)]


async def test_matches_are_withheld_until_their_deal_is_played_out(live: Live) -> None:
    """A match counts in the standings at once; it is listed and opened after all matches of its deal, not before."""
    (first,) = commit_next(live.store, of=lambda match: match.deal == 0)
    await live.feed.look()
    facts = (await ask(live.app, "/cup.json")).json
    assert (facts["played"], _shown(facts), facts["withheld"]) == (1, [], 1)
    assert facts["pages"]["at"] == facts["match_list"]["faults"] == []
    answer = await ask(live.app, _path(first))
    assert (answer.status, "is withheld: 1 other match of deal 0" in answer.text) == (403, True)
    (second,) = commit_next(live.store, of=lambda match: match.deal == 0)
    await live.feed.look()
    facts = (await ask(live.app, "/cup.json")).json
    assert (set(_shown(facts)), facts["pages"]["at"], facts["withheld"]) == ({first, second}, [0, 1], 0)
    answer = await ask(live.app, _path(first))
    assert answer.status == 200
    assert "bot-0" in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; script-src 'sha256-")
    assert "connect-src" not in answer.headers["content-security-policy"]


def _path(match_id: str) -> str:
    return f"/match/{match_id.replace('/', '-')}.html"


async def test_a_page_has_what_was_known(live: Live) -> None:
    """The page carries the facts and their version, so that it asks for news only when there are some."""
    commit_next(live.store, 4)
    await live.feed.look()
    facts = decoded((await ask(live.app, "/")).text)
    news = await live.feed.latest()
    assert facts == {**json.loads(news.body), "version": news.version}


async def test_a_replay_is_read_once(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later look reads only the replays that became open since, and tells what a first look would tell."""
    read: list[str] = []
    add = Told.add

    def noted(told: Told, result: MatchResult, text: str) -> None:
        read.append(result.id)
        add(told, result, text)

    monkeypatch.setattr(Told, "add", noted)
    first = commit_next(live.store, 2, of=lambda match: match.deal == 0)
    await live.feed.look()
    second = commit_next(live.store, 2)
    await live.feed.look()
    assert read == sorted(first) + sorted(second)
    fresh = Feed(live.feed.folder, LiveFacts())
    await fresh.look()
    assert (await fresh.latest()).version == (await live.feed.latest()).version


async def test_a_large_folder_is_waited_for(live: Live, autojump_clock: MockClock) -> None:
    """As long as the folder is being read for the first time, a browser is told so and comes again by itself."""
    answer = await ask(live.app, "/")
    assert (answer.status, answer.headers["refresh"]) == (503, "1")
    assert "is being read" in answer.text


async def test_trouble_at_first_sight_is_told(tmp_path: Path) -> None:
    """If the folder cannot be read, and nothing was known before, the browser is told why as text."""
    feed = Feed(tmp_path / "nothing", LiveFacts())
    app = watch_app(feed, str, Names(), str)
    await feed.look()
    answer = await ask(app, "/")
    assert (answer.status, answer.headers["content-type"]) == (503, "text/plain; charset=utf-8")
    assert "holds no cup" in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/match/",
        "/match/new-york-2p-t0009-d0000-o0.html",
        "/match/new-york-2p/t0000/d0000/o0",
        "/match/../../etc/passwd",
        "/match/../../etc/passwd.html",
        "/match/..%2f..%2fcup.sqlite3.html",
        "/match//etc/passwd",
        "/match/%2e%2e/%2e%2e/cup.sqlite3",
        "/match/<script>alert(1)<script>.html",
        "/cup.sqlite3",
        "/../cup.sqlite3",
        "/logs",
        "/match",
    ],
)
async def test_nothing_else_is_to_be_had(live: Live, path: str) -> None:
    """Paths that are no match of the cup, whatever they try, are not found, and are told so as plain text."""
    answer = await ask(live.app, path)
    assert (answer.status, answer.headers["content-type"]) == (404, "text/plain; charset=utf-8")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/cup.json", "/events", "/match/new-york-2p-t0000-d0000-o0.html"])
async def test_nothing_can_be_changed(live: Live, method: str, path: str) -> None:
    """Any method but GET and HEAD is refused."""
    assert (await ask(live.app, path, method=method)).status == 405


async def test_equal_facts_are_not_sent_twice(live: Live) -> None:
    """Asked with the version that it knows already, a page is told that nothing has changed."""
    await live.feed.look()
    tag = (await ask(live.app, "/cup.json")).headers["etag"]
    again = await ask(live.app, "/cup.json", ("if-none-match", tag))
    assert (again.status, again.body) == (304, b"")


async def test_a_commit_is_an_event(live: Live) -> None:
    """An open stream tells the version at once, and the new one after a commit; it ends when its page has gone."""
    await live.feed.look()
    answer = Answer()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(ask, live.app, "/events", answer=answer))
        await answer.grown("event: cup\n", 1)
        commit_next(live.store)
        await live.feed.look()
        await answer.grown("event: cup\n", 2)
        answer.cut.set()
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    versions = [line for line in answer.text.splitlines() if line.startswith("data: ")]
    assert versions[-1] == f'data: {{"version": "{(await live.feed.latest()).version}"}}'
    assert len(set(versions)) == 2


async def test_a_silent_stream_shows_that_it_lives(live: Live, autojump_clock: MockClock) -> None:
    """When nothing is new for long, a comment is sent, by which a connection that is gone is noticed."""
    await live.feed.look()
    answer = Answer()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(ask, live.app, "/events", answer=answer))
        await answer.grown(": nothing new\n\n", 2)
        answer.cut.set()
    assert answer.text.count("event: cup") == 1


async def test_streams_are_counted(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more streams than allowed are open at once; when one ends another may come."""
    monkeypatch.setattr(stream, "MOST", 1)
    await live.feed.look()
    answer = Answer()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(ask, live.app, "/events", answer=answer))
        await answer.grown("event: cup\n")
        refused = await ask(live.app, "/events")
        assert (refused.status, refused.headers["retry-after"]) == (503, "10")
        answer.cut.set()
    third = Answer()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(ask, live.app, "/events", answer=third))
        await third.grown("event: cup\n")
        third.cut.set()


async def test_an_unforeseen_error_is_noted_and_shown_as_text(live: Live) -> None:
    """An error that nobody foresaw becomes a sentence in the browser, and its details are kept for the organiser."""
    seen: list[BaseException] = []

    def broken(_match_id: str) -> str:
        raise ZeroDivisionError("by hand")

    def told(error: BaseException) -> str:
        seen.append(error)
        return "noted"

    app = watch_app(live.feed, broken, Names(), told)
    answer = Answer()
    with pytest.raises(ZeroDivisionError):  # starlette hands it on to the server, which drops it
        await ask(app, "/match/x.html", answer=answer)
    assert (answer.status, answer.text) == (500, "noted\n")
    assert [str(error) for error in seen] == ["by hand"]


async def test_an_altered_replay_is_not_shown(live: Live, tmp_path: Path) -> None:
    """A replay in the folder that fails verification is refused with a sentence, not shown as if it were played."""
    first, _ = commit_next(live.store, 2, of=lambda match: match.deal == 0)
    text = live.store.records.replay(first)
    altered = gzip.compress(text.replace("bot-0", "bot-9").encode())
    live.store._connection.execute("UPDATE replays SET text = ? WHERE match = ?", (altered, first))
    answer = await ask(live.app, _path(first))
    assert (answer.status, answer.headers["content-type"]) == (500, "text/plain; charset=utf-8")
