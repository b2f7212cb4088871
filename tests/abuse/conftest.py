"""Arenas that must be left as they were entered."""

from collections.abc import AsyncIterator

import pytest
import trio

from referee.bots.arena import Arena, open_arena
from tests.abuse.arena import Footprint, eventually, play, script, survivors


@pytest.fixture(scope="session")
def warm() -> None:
    """GRPC keeps a few threads of its own from its first server on; let it have them before counting."""

    async def once() -> None:
        async with open_arena() as arena:
            await play(arena, [script("honest"), script("honest")])

    trio.run(once)


@pytest.fixture
async def arena(warm: None) -> AsyncIterator[Arena]:
    """An arena that must be left as it was entered: no process, descriptor or thread more."""
    before = Footprint.now()
    async with open_arena() as arena:
        yield arena
    assert survivors(arena.run) == []
    assert await eventually(lambda: Footprint.now() == before), (before, Footprint.now())
