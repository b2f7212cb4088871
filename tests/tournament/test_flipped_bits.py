"""One flipped bit anywhere in a finished cup is found and named, over a store of a thousand real matches."""

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.tournament import database
from referee.tournament.errors import StoreError
from referee.tournament.orders import MatchOrder
from referee.tournament.records import read
from referee.tournament.store import open_store
from referee.tournament.verify import Report, verify_cup
from tests.tournament.cups import played_at_random, small_cup

pytestmark = pytest.mark.slow

MATCHES = 1000


def _orders() -> dict[str, str]:
    """All tables but the seals themselves, each with the columns of its primary key: a new table is tested, too."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(database.SCHEMA)
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        columns = {table: connection.execute(f"PRAGMA table_info({table})").fetchall() for table in tables}
    keys = {table: sorted((row[5], row[1]) for row in rows if row[5]) for table, rows in columns.items()}
    return {table: ", ".join(name for _, name in names) for table, names in keys.items() if table != "seals"}


ORDERS = _orders()


def _played_cup(folder: Path, deals: int) -> Path:
    """A finished cup of two bots, two matches a deal, played in this process."""
    cup = small_cup(folder, bots=2, deals=deals, edition="london")
    with open_store(cup, folder / "out", {"bot-0": "ab12"}, lambda: "2026-01-02T03:04:05+00:00") as store:
        for unit in store.records.left():
            store.begin(unit)
            orders = [MatchOrder.of(match, store.records.secret) for match in unit.matches]
            store.commit(unit, [played_at_random(order) for order in orders])
        store.close_cup()
    return folder / "out"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished cup of a thousand matches."""
    return _played_cup(tmp_path_factory.mktemp("large"), MATCHES // 2)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished cup of four matches."""
    return _played_cup(tmp_path_factory.mktemp("small"), 2)


@pytest.fixture
def copy(large: Path, tmp_path: Path) -> Path:
    """The large cup, to be harmed."""
    return Path(shutil.copytree(large, tmp_path / "copy"))


def _verified(folder: Path) -> Report:
    with read(folder) as records:
        return verify_cup(records)


def _flipped(cell: bytes, dice: random.Random) -> bytes:
    """The same but for one bit."""
    bit = dice.randrange(8 * len(cell))
    return cell[: bit // 8] + bytes([cell[bit // 8] ^ 1 << bit % 8]) + cell[bit // 8 + 1 :]


def _harm(connection: sqlite3.Connection, table: str, column: str, key: tuple[Any, ...], dice: random.Random) -> bool:
    """Flip one bit of one cell; gives whether there was one to flip."""
    where = " AND ".join(f"{name} = ?" for name in ORDERS[table].split(", "))
    cell, kind = connection.execute(
        f"SELECT CAST({column} AS BLOB), typeof({column}) FROM {table} WHERE {where}", key
    ).fetchone()
    if not cell:
        return False
    if kind == "integer":
        wrong: Any = int(cell) ^ 1 << dice.randrange(40)
        new = "?"
    else:
        wrong, new = _flipped(cell, dice), "?" if kind == "blob" else "CAST(? AS TEXT)"
    connection.execute(f"UPDATE OR IGNORE {table} SET {column} = {new} WHERE {where}", (wrong, *key))
    return bool(connection.execute("SELECT changes()").fetchone()[0])


def _connection(folder: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(folder / database.FILE)
    connection.execute("PRAGMA ignore_check_constraints = ON")
    return connection


def _keys(connection: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    return connection.execute(f"SELECT {ORDERS[table]} FROM {table} ORDER BY {ORDERS[table]}").fetchall()


def test_a_whole_cup_is_whole(large: Path) -> None:
    """The cup verifies as long as nobody touches it, faults and all."""
    report = _verified(large)
    assert (report.ok, report.matches) == (True, MATCHES)
    with closing(_connection(large)) as connection:
        assert connection.execute("SELECT count(*) FROM faults").fetchone()[0] > MATCHES // 4


def test_several_processes_find_the_same(copy: Path) -> None:
    """Played again by one process or by two, a cup gives the same report, in the same order."""
    dice = random.Random(4)
    with closing(_connection(copy)) as connection, connection:
        for key in dice.sample(_keys(connection, "replays"), 100):
            _harm(connection, "replays", "text", key, dice)
    with read(copy) as records:
        assert verify_cup(records, processes=2) == verify_cup(records)


def test_a_bit_of_every_replay(copy: Path) -> None:
    """With one bit flipped in each of a thousand stored replays, each of them is named, and nothing else."""
    dice = random.Random(1)
    with closing(_connection(copy)) as connection, connection:
        keys = _keys(connection, "replays")
        assert sum(_harm(connection, "replays", "text", key, dice) for key in keys) == MATCHES
    report = _verified(copy)
    assert [finding.match for finding in report.findings if not finding.match] == []
    assert {finding.match for finding in report.findings} == {key[0] for key in keys}
    assert len(report.findings) == len(keys) == MATCHES


@pytest.mark.parametrize("table", ["matches", "seats", "faults", "attempts"])
def test_a_bit_of_every_row(copy: Path, table: str) -> None:
    """With one bit flipped in every row of a table, in columns by lot, every match or unit of it is named."""
    dice = random.Random(table)
    with closing(_connection(copy)) as connection, connection:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")][
            len(ORDERS[table].split(", ")) :
        ]
        keys = _keys(connection, table)
        harmed = {key[0] for key in keys if _harm(connection, table, dice.choice(columns), key, dice)}
    with read(copy) as records:
        assert {each.key for each in records.altered() if each.table == table} == harmed
    report = _verified(copy)
    named = {finding.match for finding in report.findings} | {
        key for key in harmed for finding in report.findings if table == "attempts" and repr(key) in finding.text
    }
    assert harmed <= named


def _cells(folder: Path) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
    with closing(_connection(folder)) as connection:
        for table in ORDERS:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            yield from ((table, column, key) for column in columns for key in _keys(connection, table))


def test_a_bit_of_every_cell(small: Path, tmp_path: Path) -> None:
    """Every cell of every table, keys and meta rows among them: flip a bit of one and its table and key are named."""
    dice = random.Random(2)
    for number, (table, column, key) in enumerate(_cells(small)):
        folder = Path(shutil.copytree(small, tmp_path / str(number)))
        with closing(_connection(folder)) as connection, connection:
            if not _harm(connection, table, column, key, dice):
                continue
        said = _complaint(folder)
        assert said, (table, column, key)
        assert key[0] in said or (table, key[0]) == ("meta", "schema"), (table, column, key, said)


def _complaint(folder: Path) -> str:
    """What a verification has against a folder; empty if nothing."""
    try:
        return "\n".join(f"{finding.match} {finding.text}" for finding in _verified(folder).findings)
    except StoreError as error:
        return str(error)


def _content(folder: Path) -> list[str]:
    with closing(_connection(folder)) as connection:
        return list(connection.iterdump())


def test_a_bit_of_the_file(small: Path, tmp_path: Path) -> None:
    """Wherever in the file a bit flips: it is found, or it lies where SQLite keeps nothing and no row is another."""
    dice, whole, content = random.Random(3), (small / database.FILE).read_bytes(), _content(small)
    folder = tmp_path / "flipped"
    folder.mkdir()
    found = 0
    for _ in range(300):
        (folder / database.FILE).write_bytes(_flipped(whole, dice))
        if _complaint(folder):
            found += 1
        else:
            assert _content(folder) == content
    assert found > 50
