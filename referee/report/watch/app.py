"""What is answered to which path: the page, its facts, news of them, and the replay pages of open matches."""

from collections.abc import Callable
from functools import partial
from typing import Final

import trio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from referee.game.errors import RefereeError
from referee.report.watch.feed import Feed
from referee.report.watch.guard import Guard, Names
from referee.report.watch.page import live_page, policy_of
from referee.report.watch.stream import Streams
from referee.tournament.errors import TournamentError, WithheldError

PATIENCE: Final = 2.0
"""Seconds for which a browser waits for the first facts; it is then told that they take longer."""

PageOf = Callable[[str], str]
"""Makes the replay page of a match by its file name without `.html`; raises RefereeError if there is none to show."""

Told = Callable[[BaseException], str]
"""Keeps the details of an error that nobody foresaw and gives a sentence for a person."""


def watch_app(feed: Feed, page_of: PageOf, names: Names, told: Told) -> ASGIApp:
    """The application behind the live pages of one cup."""
    pages = Pages(feed, page_of)
    routes = [
        Route("/", pages.home),
        Route("/cup.json", pages.facts),
        Route("/events", Streams(feed), methods=["GET"]),
        Route("/match/{name}.html", pages.match),
    ]

    def failed(_request: Request, error: Exception) -> Response:
        return PlainTextResponse(f"{told(error)}\n", 500)

    app = Starlette(routes=routes, exception_handlers={HTTPException: _refused, Exception: failed})
    app.router.redirect_slashes = False
    return Guard(app, names)


class Pages:
    """The answers that are whole documents."""

    def __init__(self, feed: Feed, page_of: PageOf) -> None:
        self._feed = feed
        self._page_of = page_of
        # A page takes a second of a core on which bots may be thinking.
        self._turn = trio.CapacityLimiter(1)
        self._home: tuple[str, str] | None = None

    async def home(self, _request: Request) -> Response:
        """The page of the cup as it is now, which then asks for news."""
        with trio.move_on_after(PATIENCE) as waiting:
            news = await self._feed.latest()
        if waiting.cancelled_caught:
            again = {"Refresh": "1", "Retry-After": "1"}
            return PlainTextResponse("The results folder is being read; the page comes by itself.\n", 503, again)
        if "cup" not in news.facts:
            return PlainTextResponse(f"{news.facts['trouble']}\n", 503)
        if self._home is None or self._home[0] != news.version:
            page = await trio.to_thread.run_sync(live_page, news, abandon_on_cancel=True)
            self._home = news.version, page
        return _page(self._home[1])

    async def facts(self, request: Request) -> Response:
        """What is known now."""
        news = await self._feed.latest()
        tag = f'"{news.version}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"ETag": tag})
        return Response(news.body, media_type="application/json", headers={"ETag": tag})

    async def match(self, request: Request) -> Response:
        """The replay page of a match whose deal is played out."""
        work = partial(self._page_of, request.path_params["name"])
        try:
            page = await trio.to_thread.run_sync(work, limiter=self._turn, abandon_on_cancel=True)
        except WithheldError as error:
            return PlainTextResponse(f"{error}\n", 403)
        except TournamentError as error:
            return PlainTextResponse(f"{error}\n", 404)
        except RefereeError as error:
            return PlainTextResponse(f"{error}\n", 500)
        return _page(page)


def _page(page: str) -> Response:
    return HTMLResponse(page, headers={"Content-Security-Policy": policy_of(page)})


def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return PlainTextResponse(f"{error.detail}\n", error.status_code, dict(error.headers or {}))
