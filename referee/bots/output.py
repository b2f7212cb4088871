"""What a bot process writes to stdout and stderr: kept up to a cap as bytes, read at a bounded speed, shown escaped."""

from typing import Final, final

import trio
from attrs import frozen

BURST_BYTES: Final = 1024 * 1024
BYTES_PER_S: Final = 1024 * 1024
LINE_BYTES: Final = 4096


@frozen
class Kept:
    """Output of one stream: its first and last bytes, and how many were dropped between them."""

    head: bytes
    tail: bytes
    dropped: int

    @property
    def content(self) -> bytes:
        """All that was kept, with a line that says what is missing."""
        if not self.dropped:
            return self.head + self.tail
        return b"%s\n[%d bytes dropped]\n%s" % (self.head, self.dropped, self.tail)

    def last_lines(self, count: int = 20) -> list[str]:
        """The last lines that are not blank, each printable and cut at 4 KiB."""
        lines = (self.head + self.tail)[-count * LINE_BYTES :].splitlines()
        return [escaped(line[:LINE_BYTES]) for line in lines if line.strip()][-count:]


def escaped(raw: bytes) -> str:
    r"""Bytes as printable text: UTF-8 where it is, `\xNN` and `\uNNNN` for all that is not printable."""
    text = raw.decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def remark(claimed: str) -> str:
    """What a bot says of itself, fit for a log: at most 64 characters, each of them printable."""
    return "".join(c if c.isprintable() else "?" for c in claimed[:64])


@final
class CappedLog:
    """Collects one stream: its first `head` and its last `tail` bytes."""

    def __init__(self, head: int, tail: int) -> None:
        self._caps: Final = (head, tail)
        self._head = bytearray()
        self._tail = bytearray()
        self._dropped = 0

    def write(self, data: bytes) -> None:
        """Add bytes; the middle of a long stream is dropped and counted."""
        head, tail = self._caps
        room = head - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        # Twice the cap before cutting, so that a flood is not copied once for every read.
        if len(self._tail) > 2 * tail:
            self._cut(tail)

    def _cut(self, tail: int) -> None:
        over = max(0, len(self._tail) - tail)
        del self._tail[:over]
        self._dropped += over

    def kept(self) -> Kept:
        """What is kept at this moment."""
        self._cut(self._caps[1])
        return Kept(bytes(self._head), bytes(self._tail), self._dropped)

    def take(self) -> Kept:
        """What is kept, and begin anew."""
        kept = self.kept()
        self._head, self._tail, self._dropped = bytearray(), bytearray(), 0
        return kept


@final
class Allowance:
    """How long to wait before more output is read: 1 MiB at once, then 1 MiB a second."""

    def __init__(self, now: float) -> None:
        self._left = float(BURST_BYTES)
        self._at = now

    def spend(self, size: int, now: float) -> float:
        """Take `size` bytes off; returns the seconds to wait until none is owed."""
        self._left = min(BURST_BYTES, self._left + (now - self._at) * BYTES_PER_S) - size
        self._at = now
        return max(0.0, -self._left / BYTES_PER_S)


async def pump(stream: trio.abc.ReceiveStream, log: CappedLog) -> None:
    """Move a stream into a log until it ends, no faster than the allowance; then close it."""
    allowance = Allowance(trio.current_time())
    async with stream:
        async for chunk in stream:
            log.write(bytes(chunk))
            await trio.sleep(allowance.spend(len(chunk), trio.current_time()))
