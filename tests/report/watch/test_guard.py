import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message

from referee.report.watch.guard import CAREFUL, Guard, Names
from tests.report.watch.asking import ask

GOOD = Guard(PlainTextResponse("secret"), Names.of(["Cups.Example.org"]))


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8765", "127.0.0.1", "localhost:9000", "LOCALHOST", "[::1]:8765", "cups.example.org", "127.9.9.9:1"],
)
async def test_own_names_are_answered(host: str) -> None:
    """Loopback addresses, localhost and names that were given may ask, whatever the port: it may be a tunnel's."""
    answer = await ask(GOOD, "/", host=("host", host))
    assert (answer.status, answer.text) == (200, "secret")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8765",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "192.0.2.7:8765",
        "evil.example@127.0.0.1.x",
        "[::1",
        "",
        "127.0.0.1, evil.example",
        "0",
    ],
)
async def test_a_rebound_name_is_refused(host: str) -> None:
    """A request whose Host is another name, as after DNS rebinding, learns nothing."""
    answer = await ask(GOOD, "/", host=("host", host))
    assert answer.status == 403
    assert "secret" not in answer.text


async def test_a_host_is_demanded_once() -> None:
    """A request without Host, or with two of them, is refused."""
    assert (await ask(GOOD, "/", host=None)).status == 403
    assert (await ask(GOOD, "/", ("host", "localhost"))).status == 403


async def test_any_ip_address_may_ask_a_remote_server() -> None:
    """A server that others reach answers to every IP address, which cannot be rebound, and to no name but its own."""
    remote = Guard(PlainTextResponse("open"), Names.of([], remote=True))
    assert (await ask(remote, "/", host=("host", "192.0.2.7:8765"))).status == 200
    assert (await ask(remote, "/", host=("host", "evil.example"))).status == 403


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://127.0.0.1:8765", 200),
        ("https://127.0.0.1:8765", 200),
        ("http://127.0.0.1:8766", 403),
        ("http://localhost:8765", 403),
        ("http://evil.example", 403),
        ("null", 403),
        ("", 403),
    ],
)
async def test_other_origins_are_refused(origin: str, status: int) -> None:
    """A request that says it comes from another page than the server's own is refused."""
    assert (await ask(GOOD, "/", ("origin", origin))).status == status


@pytest.mark.parametrize(
    ("site", "mode", "status"),
    [
        ("cross-site", "no-cors", 403),
        ("cross-site", "navigate", 200),
        ("same-origin", "cors", 200),
        ("none", "navigate", 200),
    ],
)
async def test_other_sites_load_nothing(site: str, mode: str, status: int) -> None:
    """A page of another site may link to the server, and may not have anything loaded from it."""
    assert (await ask(GOOD, "/", ("sec-fetch-site", site), ("sec-fetch-mode", mode))).status == status


@pytest.mark.parametrize("host", ["localhost", "evil.example"])
async def test_every_answer_is_careful(host: str) -> None:
    """Answers and refusals alike forbid framing, sniffing, keeping, and everything that a policy can forbid."""
    answer = await ask(GOOD, "/", host=("host", host))
    assert {name: answer.headers[name.lower()] for name in CAREFUL} == CAREFUL


async def test_web_sockets_are_refused() -> None:
    """A web socket, which browsers open across origins, is closed before it opens."""
    told: list[Message] = []

    async def send(message: Message) -> None:
        told.append(message)

    async def receive() -> Message:
        raise AssertionError

    await GOOD({"type": "websocket", "headers": [(b"host", b"localhost")]}, receive, send)
    assert told == [{"type": "websocket.close", "code": 1008}]
