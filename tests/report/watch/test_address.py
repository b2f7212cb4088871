import socket
from ipaddress import ip_address

import pytest

from referee.report.watch.address import Address, ListenError, listen, parse_address


@pytest.mark.parametrize(
    ("text", "host", "port", "shown"),
    [
        ("127.0.0.1:8765", "127.0.0.1", 8765, "127.0.0.1:8765"),
        ("127.0.0.2:0", "127.0.0.2", 0, "127.0.0.2:0"),
        ("localhost:80", "127.0.0.1", 80, "127.0.0.1:80"),
        ("[::1]:65535", "::1", 65_535, "[::1]:65535"),
    ],
)
def test_this_machines_own_addresses_are_read(text: str, host: str, port: int, shown: str) -> None:
    """Loopback addresses and localhost are accepted with any port, and printed as a URL has them."""
    address = parse_address(text)
    assert address == Address(ip_address(host), port)
    assert (address.text, address.is_private) == (shown, True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("8765", "is not HOST:PORT"),
        ("127.0.0.1", "is not HOST:PORT"),
        ("127.0.0.1:", "is not HOST:PORT"),
        ("127.0.0.1:http", "is not HOST:PORT"),
        ("127.0.0.1:65536", "is not HOST:PORT"),
        pytest.param(f"127.0.0.1:{'9' * 5000}", "is not HOST:PORT", id="more digits than Python reads"),
        (":8765", "'' is no address of this machine"),
        ("example.org:8765", "'example.org' is no address of this machine"),
        ("0.0.0.0:8765", "can be reached from other machines"),
        ("[::]:8765", "can be reached from other machines"),
        ("192.0.2.7:8765", "can be reached from other machines"),
    ],
)
def test_other_texts_are_refused(text: str, why: str) -> None:
    """What is no address, and what others could reach, is refused with what would be accepted."""
    with pytest.raises(ListenError, match=why) as raised:
        parse_address(text)
    assert text in str(raised.value)
    assert "127.0.0.1" in str(raised.value)


def test_others_may_be_let_in_on_request() -> None:
    """With `remote` any IP address is accepted, and known as one that others reach."""
    address = parse_address("0.0.0.0:8765", remote=True)
    assert (address.text, address.is_private) == ("0.0.0.0:8765", False)


def test_a_taken_port_is_named_with_its_cure() -> None:
    """A port that another program listens on is refused in one line that names it and says what to do."""
    with listen(parse_address("127.0.0.1:0")) as first:
        port = first.getsockname()[1]
        with pytest.raises(ListenError, match=f"another program has port {port}; end it, or choose another") as raised:
            listen(parse_address(f"127.0.0.1:{port}"))
    assert "\n" not in str(raised.value)


def test_an_address_of_another_machine_cannot_be_taken() -> None:
    """An address that this machine lacks is refused in plain words."""
    with pytest.raises(ListenError, match=r"192\.0\.2\.7:0: this machine has no such address"):
        listen(parse_address("192.0.2.7:0", remote=True))


def test_the_socket_accepts() -> None:
    """What is given listens already, and a connection is accepted."""
    with listen(parse_address("127.0.0.1:0")) as taken, socket.create_connection(taken.getsockname()):
        taken.setblocking(True)
        accepted, _ = taken.accept()
        accepted.close()
