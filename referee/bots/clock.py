"""The time limits of a match as values. Measuring is done where the answers arrive, banks are kept by the match."""

from typing import Literal

from attrs import frozen

MS = 1_000_000
"""Nanoseconds in a millisecond."""


@frozen
class ClockSettings:
    """Time limits in milliseconds.

    Attributes:
        decision_ms: soft limit of one decision, 1 or more. grace_ms: how much later an answer is still played, with a
        strike.
        match_ms: bank for the whole match, 0 for none. increment_ms: added to the bank after each answer.
        start_ms: process start to Hello. ready_ms: MatchStart to Ready. strikes: how many are forgiven.
        reconnect: whether a bot that lost its stream may come back. freeze: stop seats that are not to move (not yet).
        disabled: no deadline anywhere, for debugging.
    """

    decision_ms: int = 1000
    grace_ms: int = 50
    match_ms: int = 0
    increment_ms: int = 0
    start_ms: int = 10_000
    ready_ms: int = 10_000
    strikes: int = 0
    reconnect: Literal["never", "once"] = "never"
    freeze: bool = False
    disabled: bool = False


NO_CLOCK = ClockSettings(disabled=True)
"""What `--no-clock` means: a debugger may stop a bot for as long as it likes."""
