"""Who may ask: checks Host and Origin of each request and sets the headers that keep browsers careful. It answers none.

A page of somebody else's that is open in the same browser must not read a cup. Its own address keeps it out as long as
its requests carry its own name; DNS rebinding would give that name this machine's address, so the name in Host counts.
"""

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from attrs import frozen
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CAREFUL: Final = {
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
"""Headers of every answer that does not say otherwise."""


@frozen
class Names:
    """The names by which browsers may ask. An IP address cannot be rebound, so with `remote` each will do."""

    given: frozenset[str] = frozenset()
    remote: bool = False

    @classmethod
    def of(cls, given: Iterable[str] = (), *, remote: bool = False) -> "Names":
        """The names that a user gave, in any case."""
        return cls(frozenset(name.lower() for name in given), remote)

    def allow(self, host: str) -> bool:
        """Whether a Host header names this server. Its port may be a tunnel's and does not count."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name == "localhost" or name in self.given:
            return True
        try:
            return ip_address(name).is_loopback or self.remote
        except ValueError:
            return False


class Guard:
    """An application that passes on only what may be asked, and adds `CAREFUL` to the answers."""

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request. Web sockets are refused, the server's own messages pass."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return

        async def careful(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                for name, value in CAREFUL.items():
                    headers.setdefault(name, value)
            await send(message)

        fault = self._fault(Headers(scope=scope))
        answer = PlainTextResponse(fault, 403) if fault else self._app
        await answer(scope, receive, careful)

    def _fault(self, headers: Headers) -> str:
        """Why a request is refused, "" if it is not."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._names.allow(hosts[0]):
            return "This server is asked by its address, or by a name given with --name.\n"
        origin = headers.get("origin")
        own = {f"{scheme}://{hosts[0].lower()}" for scheme in ("http", "https")}
        if origin is not None and origin.lower() not in own:
            return "Pages of other origins may not ask this server.\n"
        # A picture or script of another site's page has no Origin; browsers tell what it is. A link is welcome.
        if headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate":
            return "Pages of other sites may not load anything from this server.\n"
        return ""
