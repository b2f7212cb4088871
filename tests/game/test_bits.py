from hypothesis import given
from hypothesis import strategies as st

from referee.game.bits import BitLists, set_bits

SIZE = 1104
LISTS = BitLists(SIZE)


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


@given(st.integers(0, 2**SIZE - 1))
def test_lists_of_many_bits(mask: int) -> None:
    """The list of a mask has exactly its set bits, ascending."""
    assert LISTS(mask) == _bits(mask) == list(set_bits(mask))


@given(st.sets(st.integers(0, SIZE - 1), max_size=70))
def test_lists_of_few_bits(bits: set[int]) -> None:
    """Sparse masks, around the size where the way of listing changes, list the same."""
    mask = sum(1 << bit for bit in bits)
    assert LISTS(mask) == sorted(bits) == list(set_bits(mask))


def test_each_single_bit() -> None:
    """Every single bit of every size near a word's end is found."""
    for size in (1, 15, 16, 17, 31, 32, 33):
        lists = BitLists(size)
        assert [lists(1 << bit) for bit in range(size)] == [[bit] for bit in range(size)]
        assert lists(0) == []
        assert lists((1 << size) - 1) == list(range(size))


def test_a_list_belongs_to_its_caller() -> None:
    """Changing a list that was given out changes no later one."""
    LISTS(5).append(99)
    LISTS(1 << 700 | 5).append(99)
    assert LISTS(5) == [0, 2]
    assert LISTS(1 << 700 | 5) == [0, 2, 700]


def test_more_words_than_are_kept() -> None:
    """Words beyond those that are remembered are listed as well."""
    lists = BitLists(32)
    for word in range(3000):
        assert lists(word << 16 | word) == _bits(word << 16 | word)
