"""Deals: every random order of a match, from 32 secret bytes, in a way that any language can repeat (docs/deals.md).

Nothing else in the project's rules draws a random number.
"""

import hashlib
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache

from attrs import field, frozen

SEED_BYTES = 32
LARGEST_DECK = 512
"""Cards or tickets that can be shuffled at once."""

_WORD = 8
_SPAN = 1 << 64
_LIMITS = [_SPAN - _SPAN % (i + 1) for i in range(LARGEST_DECK)]
"""For index i, the words from here on are rejected: they would favour small numbers."""


def stream(seed: bytes, label: str, words: int) -> tuple[int, ...]:
    """The first `words` little-endian 64-bit words of the stream that belongs to a seed and a label."""
    shake = hashlib.shake_256(b"referee/1\0" + seed + b"\0" + label.encode())
    return struct.unpack(f"<{words}Q", shake.digest(_WORD * words))


def shuffled(seed: bytes, label: str, items: Sequence[int]) -> list[int]:
    """Fisher-Yates from the last index down, rejecting words that would favour small numbers. Index 0 is the top."""
    order = list(items)
    if len(order) > LARGEST_DECK:
        raise ValueError(f"{len(order)} items to shuffle, at most {LARGEST_DECK} are possible")
    spare = 8
    while True:
        try:
            return _shuffle(order[:], iter(stream(seed, label, len(order) + spare)))
        except StopIteration:
            spare *= 8


def _shuffle(order: list[int], words: Iterator[int]) -> list[int]:
    for i in range(len(order) - 1, 0, -1):
        word = next(words)
        while word >= _LIMITS[i]:
            word = next(words)
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


@lru_cache(maxsize=256)
def _in_order(counts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(card for card, count in enumerate(counts) for _ in range(count))


@frozen
class Deal:
    """All of one match's randomness.

    Attributes:
        seed: 32 bytes; whoever knows them knows every card to come.
    """

    seed: bytes = field()

    @seed.validator
    def _check(self, _attribute: object, value: bytes) -> None:
        if len(value) != SEED_BYTES:
            raise ValueError(f"a deal's seed has {SEED_BYTES} bytes, not {len(value)}")

    @classmethod
    def from_text(cls, text: str) -> "Deal":
        """The deal that `referee play --seed TEXT` plays."""
        return cls(hashlib.sha256(b"referee-play/1\0" + text.encode()).digest())

    def cards(self, counts: Sequence[int], number: int) -> list[int]:
        """The deck of this many cards of each kind after shuffle `number` (0: the first deck, then the reshuffles)."""
        return shuffled(self.seed, f"cards/{number}", _in_order(tuple(counts)))

    def tickets(self, tickets: Sequence[int], *, long: bool = False) -> list[int]:
        """The order of a ticket deck, given its tickets in the order of the board's file."""
        return shuffled(self.seed, "tickets-long" if long else "tickets", tickets)
