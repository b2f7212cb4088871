"""Cups for the tests of reports: real matches of three bots, one of them with a forfeit, under any names."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from attrs import evolve

from referee.replay import Fault, Replay
from referee.report.page import cup_page
from referee.tournament.cup_file import load_cup
from referee.tournament.records import read
from referee.tournament.results import Played, result_of
from referee.tournament.schedule import Match
from referee.tournament.store import open_store
from tests.replay.playing import play
from tests.tournament.cups import cup_text

FAULTY: Final = 3
"""The place in the schedule of the match with a forfeit and a strike."""

HOSTILE: Final = {
    "bot-0": "<img src=x onerror=alert(1)>",
    "bot-1": "</script><script>document.title='owned'",
    "bot-2": "\u202egnihton & ' ${1}",
}


def filled(folder: Path, *, count: int | None = None, names: Mapping[str, str] | None = None, deals: int = 2) -> Path:
    """A cup of `deals` x 6 matches on `new-york`, the first `count` of them committed; gives its results folder."""
    text = cup_text(3, "2", deals, 'process = "per-match"').replace('"usa"', '"new-york"')
    for old, new in (names or {}).items():
        text = text.replace(f'"{old}"', f'"{new}"')
    (folder / "cup.toml").write_text(text, encoding="utf-8")
    with open_store(load_cup(folder / "cup.toml"), folder / "cup", {}, lambda: "2026-01-02T03:04:05+00:00") as store:
        for place, unit in enumerate(store.records.left()[:count]):
            store.begin(unit)
            store.commit(unit, [_played(match, place) for match in unit.matches])
    return folder / "cup"


def _played(match: Match, place: int) -> Played:
    replay = _replay(place)
    named = evolve(replay, header=evolve(replay.header, seats=match.seats))
    return Played(result_of(match.id, named), named.to_text())


@cache
def _replay(place: int) -> Replay:
    if place != FAULTY:
        return play(2, f"report {place}", "new-york")[1]
    strike = {12: Fault("ILLEGAL_ACTION", 9_999, text="<b>bold</b> is no action")}
    lost = {25: {1: Fault("CRASHED", detail="exited", text="its process exited with 3")}}
    return play(2, "faulty", "new-york", faults=strike, forfeits=lost)[1]


def page(folder: Path, **options: object) -> str:
    """The page of a results folder, without pages of matches."""
    with read(folder) as records:
        return cup_page(records, **options)  # type: ignore[arg-type]
