"""Where the live pages are served: reads HOST:PORT, refuses what others could reach, takes the port. Serves nothing."""

import errno
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from attrs import frozen

from referee.game.errors import RefereeError

BACKLOG: Final = 64


class ListenError(RefereeError):
    """An address that cannot be listened on, or must not be without being asked for."""


@frozen
class Address:
    """An address of this machine and a port, 0 for any free one."""

    host: IPv4Address | IPv6Address
    port: int

    @property
    def text(self) -> str:
        """As it stands in a URL."""
        return f"[{self.host}]:{self.port}" if self.host.version == 6 else f"{self.host}:{self.port}"

    @property
    def is_private(self) -> bool:
        """Whether only programs of this machine reach it."""
        return self.host.is_loopback


def parse_address(text: str, *, remote: bool = False) -> Address:
    """What `--listen` says; `remote` allows an address that other machines reach.

    Raises:
        ListenError: it is no HOST:PORT, or other machines reach it and `remote` is off.
    """
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or len(port) > 5 or int(port) > 65_535:
        raise ListenError(f"--listen {text!r} is not HOST:PORT, such as 127.0.0.1:8765; port 0 takes a free one")
    try:
        address = Address(ip_address("127.0.0.1" if host == "localhost" else host.strip("[]")), int(port))
    except ValueError:
        raise ListenError(
            f"--listen {text!r}: {host!r} is no address of this machine; allowed are localhost, 127.0.0.1, [::1] and, "
            "with --remote, its other IP addresses"
        ) from None
    if not address.is_private and not remote:
        raise ListenError(
            f"--listen {text!r} can be reached from other machines, and the pages ask for no password; "
            "use 127.0.0.1, or add --remote if everybody may read them"
        )
    return address


def listen(address: Address) -> socket.socket:
    """A listening socket that other processes do not inherit.

    Raises:
        ListenError: the port is taken, needs privileges, or the address is not this machine's.
    """
    family = socket.AF_INET6 if address.host.version == 6 else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    try:
        # A port of a server that has just ended is free, one of a server that runs is not.
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((str(address.host), address.port))
        taken.listen(BACKLOG)
        taken.setblocking(False)
    except OSError as error:
        taken.close()
        raise ListenError(f"cannot listen on {address.text}: {_reason(error, address)}") from None
    return taken


def _reason(error: OSError, address: Address) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"another program has port {address.port}; end it, or choose another port (port 0 takes one that is free)"
        )
    if error.errno == errno.EACCES:
        return "ports below 1024 need privileges; choose a higher one"
    if error.errno == errno.EADDRNOTAVAIL:
        return "this machine has no such address"
    return str(error.strerror)
