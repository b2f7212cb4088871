"""The wall clock: the one place of a cup that reads it. Its text is shown to people and decides nothing."""

from datetime import UTC, datetime


def now() -> str:
    """This moment in UTC, to the second: `2026-03-01T12:00:00+00:00`."""
    return datetime.now(UTC).isoformat(timespec="seconds")
