import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from referee.tournament import database
from referee.tournament.cup_file import Cup, load_cup
from referee.tournament.errors import ChangedCupError, ClosedError, ExtensionError, StoreError
from referee.tournament.extension import SAME, Wish
from referee.tournament.orders import MatchOrder
from referee.tournament.store import Store, open_store
from tests.tournament.cups import cup_text, played, small_cup

EXTEND = Wish(extend=True)
ACCEPT = Wish(accept_bots=True)
GAUNTLET = 'format = "gauntlet"\nchallengers = [{names}]'


@contextmanager
def _store(cup: Cup, folder: Path, wish: Wish = SAME, prints: Mapping[str, str] | None = None) -> Iterator[Store]:
    with open_store(cup, folder / "out", prints or {}, lambda: "today", wish) as store:
        yield store


def _play_all(store: Store) -> None:
    for unit in store.records.left():
        store.begin(unit)
        store.commit(unit, [played(MatchOrder.of(match, store.records.secret)) for match in unit.matches])


def _rows(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    connection = sqlite3.connect(folder / "out" / database.FILE)
    tables = ("matches", "seats", "faults", "replays", "attempts")
    rows = {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables}
    connection.close()
    return rows


def _extended(folder: Path, before: str, after: str) -> None:
    """Plays the cup of one text, then extends it by another."""
    file = folder / "small.toml"
    file.write_text(before, encoding="utf-8")
    with _store(load_cup(file), folder) as store:
        _play_all(store)
    file.write_text(after, encoding="utf-8")
    with _store(load_cup(file), folder, EXTEND) as store:
        _play_all(store)


@pytest.mark.parametrize("keys", ["", "common_deals = false", 'process = "per-match"'])
def test_only_missing_matches_are_played(tmp_path: Path, keys: str) -> None:
    """With two new bots a finished cup has exactly their matches left, and its rows stay byte for byte."""
    with _store(small_cup(tmp_path, bots=3, seats="[2, 3]", keys=keys), tmp_path) as store:
        _play_all(store)
    before = _rows(tmp_path)
    with _store(small_cup(tmp_path, bots=5, seats="[2, 3]", keys=keys), tmp_path, EXTEND) as store:
        left = [match for unit in store.records.left() for match in unit.matches]
        assert all({"bot-3", "bot-4"} & {*match.seats} for match in left)
        assert len(left) == 2 * (7 * 2 + 9 * 3)
        _play_all(store)
        assert store.records.finished
    after = _rows(tmp_path)
    assert all({*rows} <= {*after[table]} for table, rows in before.items())


def test_an_extended_cup_is_the_cup_that_began_with_all_bots(tmp_path: Path) -> None:
    """Matches, deals, seats and replays are those of a cup that had all bots from the beginning."""
    for name in ("late", "early"):
        (tmp_path / name).mkdir()
    _extended(tmp_path / "late", cup_text(bots=3), cup_text(bots=5))
    with _store(small_cup(tmp_path / "early", bots=5), tmp_path / "early") as store:
        _play_all(store)
    late, early = _rows(tmp_path / "late"), _rows(tmp_path / "early")
    for table in ("matches", "seats", "replays"):
        assert sorted(map(repr, late[table])) == sorted(map(repr, early[table]))


def test_an_extension_is_on_record(tmp_path: Path) -> None:
    """The folder notes when which bots came, runs with the longer file from then on, and refuses the shorter one."""
    _extended(tmp_path, cup_text(bots=3), cup_text(bots=4))
    with _store(small_cup(tmp_path, bots=4), tmp_path) as store:
        assert store.records.history == [{"when": "today", "added": ["bot-3"], "accepted": []}]
    with pytest.raises(ChangedCupError), _store(small_cup(tmp_path, bots=3), tmp_path):
        pass


def test_a_new_challenger_meets_the_field(tmp_path: Path) -> None:
    """A bot may be added to a gauntlet as a challenger: it meets the field, and no old match changes."""
    before = cup_text(bots=4, keys=GAUNTLET.format(names='"bot-0"'))
    after = cup_text(bots=5, keys=GAUNTLET.format(names='"bot-0", "bot-4"'))
    _extended(tmp_path, before, after)
    with _store(small_cup(tmp_path, bots=5, keys=GAUNTLET.format(names='"bot-0", "bot-4"')), tmp_path) as store:
        assert store.records.finished
        assert len(store.records.done()) == 2 * 3 * 2 * 2


def test_an_old_bot_cannot_become_a_challenger(tmp_path: Path) -> None:
    """Making a bot of the field a challenger changes who meets whom, so it is no extension."""
    before = cup_text(bots=4, keys=GAUNTLET.format(names='"bot-0"'))
    with pytest.raises(ChangedCupError, match="challengers: the folder has"):
        _extended(tmp_path, before, cup_text(bots=5, keys=GAUNTLET.format(names='"bot-0", "bot-1"')))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (cup_text(), cup_text(), "adds no bot to .*out, which has bot-0, bot-1, bot-2"),
        (cup_text(keys="max_matches = 8"), cup_text(bots=4, keys="max_matches = 8"), "is a sample of its matches"),
        (cup_text(), cup_text(bots=4, keys="max_matches = 12"), "allowed: 24 or more, or no max_matches"),
        (cup_text(), cup_text(bots=4).replace("bot-3", "x").replace("bot-0", "y"), "bots.bot-0.spec"),
        (
            cup_text(),
            cup_text(bots=4).replace("bot-2", "x").replace("bot-3", "bot-2"),
            "new bots go to the end of the file, after bot-2: x",
        ),
        (cup_text(), cup_text(bots=4, deals=3), "deals: the folder has 2, the cup file 3"),
    ],
)
def test_what_is_no_extension(tmp_path: Path, before: str, after: str, said: str) -> None:
    """Whatever would change a match, or adds none, is refused with the reason, and nothing is written."""
    with pytest.raises((ExtensionError, ChangedCupError), match=said):
        _extended(tmp_path, before, after)
    (tmp_path / "small.toml").write_text(before, encoding="utf-8")
    with _store(load_cup(tmp_path / "small.toml"), tmp_path) as store:
        assert store.records.finished
        assert store.records.history == []


def test_a_closed_cup_is_not_extended(tmp_path: Path) -> None:
    """Once the secret is out, no bot may come."""
    with _store(small_cup(tmp_path), tmp_path) as store:
        _play_all(store)
        store.close_cup()
    with pytest.raises(ClosedError, match="its secret is public"), _store(small_cup(tmp_path, 4), tmp_path, EXTEND):
        pass


def test_there_must_be_a_cup_to_extend(tmp_path: Path) -> None:
    """An extension begins no cup, and leaves no folder behind."""
    with pytest.raises(StoreError, match="holds no cup"), _store(small_cup(tmp_path), tmp_path, EXTEND):
        pass
    assert not (tmp_path / "out").exists()


def test_changed_bots_are_accepted_on_request(tmp_path: Path) -> None:
    """A bot with other files or another command is refused unless the organiser says so; then that is on record."""
    with _store(small_cup(tmp_path), tmp_path, prints={"bot-0": "old", "bot-1": "same"}):
        pass
    (tmp_path / "small.toml").write_text(cup_text().replace('"true"', '"false"', 1), encoding="utf-8")
    changed, prints = load_cup(tmp_path / "small.toml"), {"bot-0": "new", "bot-1": "same"}
    with pytest.raises(ChangedCupError, match="with --accept-changed-bots"), _store(changed, tmp_path, SAME, prints):
        pass
    with _store(changed, tmp_path, ACCEPT, prints) as store:
        (note,) = store.records.history
        assert note["accepted"] == [
            'bots.bot-0.spec: the folder has "true", the cup file "false"',
            "bot bot-0: its files are not those that the cup began with",
        ]
    with _store(changed, tmp_path, SAME, prints) as store:
        assert len(store.records.history) == 1


def test_nothing_but_bots_is_accepted(tmp_path: Path) -> None:
    """The switch for changed bots lets no other change through."""
    with _store(small_cup(tmp_path), tmp_path, prints={"bot-0": "old"}):
        pass
    other = small_cup(tmp_path, deals=3)
    with pytest.raises(ChangedCupError) as caught, _store(other, tmp_path, ACCEPT, {"bot-0": "new"}):
        pass
    assert caught.value.differences == ("deals: the folder has 2, the cup file 3",)
