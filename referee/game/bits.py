"""From a mask of action ids to the ascending list of them, fast. Knows nothing of actions."""

import struct
from typing import final

_WORD = 16
_KEPT = 1024


class _Word(dict[int, tuple[int, ...]]):
    """The ids that a 16-bit word of the mask stands for, remembered for the words that occur."""

    def __init__(self, base: int) -> None:
        self.base = base

    def __missing__(self, word: int) -> tuple[int, ...]:
        if len(self) >= _KEPT:
            self.clear()
        ids = self[word] = tuple(self.base + i for i in range(_WORD) if word >> i & 1)
        return ids


@final
class BitLists:
    """Lists the set bits of masks below 2**size.

    Measured on masks of 1,070 bits: 1.8 us for 5 set bits and 3.2 us for 30, against 1.3 and 3.7 us for 64-bit words
    taken apart bit by bit, and 0.7 and 3.6 us for the whole number taken apart; masks of the lowest word cost 0.2 us.
    """

    def __init__(self, size: int) -> None:
        words = -(-size // _WORD)
        self._words = tuple(_Word(_WORD * i) for i in range(words))
        self._bytes = 2 * words
        self._split = struct.Struct(f"<{words}H").unpack

    def __call__(self, mask: int) -> list[int]:
        """The set bits, ascending."""
        if mask < 1 << _WORD:
            return list(self._words[0][mask])
        ids: list[int] = []
        for table, word in zip(self._words, self._split(mask.to_bytes(self._bytes, "little")), strict=False):
            if word:
                ids += table[word]
        return ids
