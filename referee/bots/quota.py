"""How much a bot may send within one decision. Counts only; what a flood costs is decided elsewhere."""

from typing import Final, final

MOST_MESSAGES: Final = 64
MOST_BYTES: Final = 256 * 1024


@final
class Quota:
    """Counts messages and bytes since the bot last had something to answer for.

    The reading thread counts, the loop starts anew; both only store plain integers, so no lock is needed and the worst
    of a race is one message more or less. With several matches in flight each question that waits, and each match that
    waits for Ready, adds a share of its own.
    """

    def __init__(self) -> None:
        self._shares = 1
        self._messages = 0
        self._bytes = 0

    def renew(self, waiting: int) -> None:
        """The bot was asked or answered; `waiting` things are open now."""
        self._shares = max(1, waiting)
        self._messages = self._bytes = 0

    def spend(self, size: int) -> str | None:
        """Count one message; returns what is over the limit, or None."""
        self._messages += 1
        self._bytes += size
        if self._messages > MOST_MESSAGES * self._shares:
            return f"{self._messages} messages within one decision, limit {MOST_MESSAGES * self._shares}"
        if self._bytes > MOST_BYTES * self._shares:
            return f"{self._bytes} bytes within one decision, limit {MOST_BYTES * self._shares}"
        return None
