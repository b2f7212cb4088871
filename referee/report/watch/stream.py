"""Server-sent events: each time that what is known changes, a page is told its version, and asks for the rest."""

import json
from typing import Final

import trio
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from referee.report.watch.feed import Feed

MOST: Final = 64
"""Streams at once."""

BEAT: Final = 15.0
"""Seconds of silence after which a comment is sent, so that a connection that is gone is noticed."""

_HEAD: Final = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]


class Streams:
    """All open streams of a feed: an application that answers with one."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the page has gone."""
        if self._open >= MOST:
            busy = PlainTextResponse(f"{MOST} pages are open, which is the most.\n", 503, {"Retry-After": "10"})
            await busy(scope, receive, send)
            return
        self._open += 1
        try:
            await send({"type": "http.response.start", "status": 200, "headers": list(_HEAD)})
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_until_gone, receive, nursery.cancel_scope)
                await self._tell(send)
        finally:
            self._open -= 1

    async def _tell(self, send: Send) -> None:
        version, text = "", "retry: 2000\n\n"
        while True:
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
            text = ": nothing new\n\n"
            with trio.move_on_after(BEAT):
                version = (await self._feed.newer(version)).version
                text = f"event: cup\ndata: {json.dumps({'version': version})}\n\n"


async def _until_gone(receive: Receive, scope: trio.CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()
