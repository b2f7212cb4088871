"""One seat's time and strikes in one match. Plain arithmetic; it measures nothing."""

from typing import Final, final

from referee.bots.clock import MS, ClockSettings
from referee.bots.questions import ToldFault


@final
class Account:
    """What a seat has used and what it has left.

    The bank never falls below zero: with an empty bank an answer within the grace still counts, and costs a strike.
    """

    def __init__(self, clock: ClockSettings) -> None:
        self._clock: Final = clock
        self.used_ns = 0
        self.strikes = 0
        self.bank_ns: int | None = None if clock.disabled or not clock.match_ms else clock.match_ms * MS
        self._untold: list[ToldFault] = []

    @property
    def limit_ns(self) -> int | None:
        """Soft limit of the next answer: of a decision, or what is left in the bank; None without a clock."""
        if self._clock.disabled:
            return None
        decision = self._clock.decision_ms * MS
        return decision if self.bank_ns is None else min(decision, self.bank_ns)

    @property
    def grace_ns(self) -> int:
        """How much later an answer is still played."""
        return self._clock.grace_ms * MS

    def charge(self, think_ns: int) -> None:
        """The seat thought so long; what the clock adds after each answer is added."""
        self.used_ns += think_ns
        if self.bank_ns is not None:
            self.bank_ns = max(0, self.bank_ns - think_ns) + self._clock.increment_ms * MS

    def strike(self) -> bool:
        """Count a strike; returns whether the seat has used up those that are forgiven."""
        self.strikes += 1
        return self.strikes > self._clock.strikes

    def tell(self, fault: ToldFault) -> None:
        """Keep a fault until the seat hears of it."""
        self._untold.append(fault)

    def take_untold(self) -> tuple[ToldFault, ...]:
        """The faults that the seat has not heard of; it hears of them now."""
        told, self._untold = tuple(self._untold), []
        return told
