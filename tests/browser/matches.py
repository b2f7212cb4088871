"""Matches and pages for the tests in a browser: every edition once, and one with all that strangers may write."""

import gzip
import json
import re
from base64 import b64decode
from functools import cache
from typing import Any, Final

from attrs import evolve

from referee.editions import editions, load_edition
from referee.game import Edition, Game
from referee.replay import Fault, Notes, Replay
from referee.report.viewer import replay_page
from tests.replay.playing import play

EDITIONS: Final = (*editions(), "usa+depots", "europe+depots", "amsterdam+depots")

HOSTILE: Final = (
    "<img src=x onerror=alert(1)>",
    "</script><script>document.title='owned'</script>",
    '\u202egnihton\u202c & "quotes" \'`${1}`',
    "A" * 5_000,
)


@cache
def match_of(edition: str, seed: str = "page") -> tuple[Game, Replay]:
    """A recorded match of an edition, with as many players as it takes."""
    return play(load_edition(edition).players[1], seed, edition)


@cache
def hostile_match() -> tuple[Game, Replay]:
    """A match with names, notes and fault texts that try to be more than text, and with all kinds of faults."""
    faults = {
        30: Fault("ILLEGAL_ACTION", 99_999, text=HOSTILE[0]),
        41: Fault("TIMEOUT", substituted=False, detail=HOSTILE[1], text="late, hand: 3 red"),
    }
    forfeits = {60: {2: Fault("CRASHED", detail="exited", text="exited with status 3" + "\n<b>x" * 900)}}
    game, replay = play(4, "hostile", "usa", faults=faults, forfeits=forfeits)
    notes = {
        10: Notes(HOSTILE[0], ((17, 0.5), (3, -1.0)), ((4, 2.0),)),
        11: Notes("x" * 100_000),
        12: Notes("plain\nin two lines <i>", ((9_999, 1.0),), ((9_999, 1.0),)),
    }
    timing = evolve(replay.timing, notes=notes, about={"isolation": HOSTILE[1]})
    return game, evolve(replay, header=evolve(replay.header, seats=HOSTILE), timing=timing)


def without_coordinates(edition: Edition) -> Edition:
    """An edition whose cities are nowhere."""
    cities = tuple(evolve(city, lat=None, lon=None, board=None) for city in edition.board.cities)
    return evolve(edition, board=evolve(edition.board, cities=cities))


@cache
def page_of(edition: str, as_seat: int | None = None, seed: str = "page") -> str:
    """The page of an edition's match."""
    game, replay = match_of(edition, seed)
    return replay_page(replay, game, as_seat=as_seat)


def decoded(page: str) -> dict[str, Any]:
    """The match inside a page."""
    found = re.search(r'id="content">([^<]+)</script>', page)
    assert found
    return dict(json.loads(gzip.decompress(b64decode(found[1]))))
