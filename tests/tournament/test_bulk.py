"""A stretch of work without garbage collection, whatever it comes to."""

import gc

import pytest

from referee.tournament.bulk import bulk


def test_nothing_is_collected_meanwhile() -> None:
    """The collector rests while the block lasts, and works again after it, even where the block failed."""
    assert gc.isenabled()
    with bulk():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ValueError, match="broken"), bulk():
        raise ValueError("broken")
    assert gc.isenabled()


def test_blocks_may_nest() -> None:
    """An inner block does not wake the collector for the outer one."""
    with bulk():
        with bulk():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
