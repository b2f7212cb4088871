import errno
import gzip
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.tournament import database
from referee.tournament.cup_file import Cup
from referee.tournament.errors import (
    ChangedCupError,
    ClosedError,
    LockedError,
    StoreError,
    TournamentError,
    WithheldError,
    WorkerError,
)
from referee.tournament.orders import MatchOrder
from referee.tournament.records import Records, read
from referee.tournament.results import Played
from referee.tournament.schedule import Unit
from referee.tournament.store import Store, open_store, reopen_store
from referee.tournament.verify import verify_cup
from tests.tournament.cups import played, small_cup


def _now() -> str:
    return "2026-01-02T03:04:05+00:00"


@contextmanager
def _store(cup: Cup, folder: Path, **prints: str) -> Iterator[Store]:
    with open_store(cup, folder, prints, _now) as store:
        yield store


def _results(store: Store, unit: Unit) -> list[Played]:
    return [played(MatchOrder.of(match, store.records.secret)) for match in unit.matches]


def _play(store: Store, units: int) -> None:
    for unit in store.records.left()[:units]:
        store.begin(unit)
        store.commit(unit, _results(store, unit))


def test_a_cup_is_kept_and_continued(tmp_path: Path) -> None:
    """What was committed is done when the folder is opened again, with the same secret and commitment."""
    cup = small_cup(tmp_path)
    with _store(cup, tmp_path / "out") as store:
        commitment = store.records.fact("commitment")
        _play(store, 2)
        done = store.records.done()
    with _store(cup, tmp_path / "out") as store:
        assert store.records.done() == done
        assert store.records.fact("commitment") == commitment == store.records.secret.commitment
        assert len(store.records.left()) == 4


def test_results_come_back_as_they_went_in(tmp_path: Path) -> None:
    """Seats, bonuses, faults, digest and replay of a match read back as they were committed."""
    with _store(small_cup(tmp_path, bots=2), tmp_path / "out") as store:
        _play(store, 2)
        wanted = [each for unit in store.records.schedule.units for each in _results(store, unit)]
        assert list(store.records.results()) == [each.result for each in wanted]
        assert [store.records.replay(each.result.id) for each in wanted] == [each.replay for each in wanted]


def test_an_unseeded_cup_has_a_secret_of_its_own(tmp_path: Path) -> None:
    """Without a seed the secret is 64 random hex digits, on the disk before any match."""
    file = tmp_path / "small.toml"
    cup = small_cup(tmp_path)
    text = cup.text.replace('seed = "small"\n', "")
    file.write_text(text, encoding="utf-8")
    config = cup.config.model_copy(update={"seed": None})
    with _store(Cup(file, text, config), tmp_path / "out"):
        pass
    with read(tmp_path / "out") as records:
        assert (len(records.secret.text), records.done()) == (64, frozenset())


def test_a_unit_lands_whole_or_not_at_all(tmp_path: Path) -> None:
    """If the second match of a unit cannot be written, the first is not there either."""
    with _store(small_cup(tmp_path), tmp_path / "out") as store:
        unit = store.records.left()[0]
        store.begin(unit)
        first, second = _results(store, unit)
        broken = Played(second.result, "\ud800")
        with pytest.raises(UnicodeEncodeError):
            store.commit(unit, [first, broken])
        assert store.records.done() == frozenset()
        store.commit(unit, [first, second])
        assert len(store.records.done()) == 2


def test_no_match_is_committed_twice(tmp_path: Path) -> None:
    """A second result of a match is refused and changes nothing."""
    with _store(small_cup(tmp_path), tmp_path / "out") as store:
        unit = store.records.left()[0]
        store.commit(unit, _results(store, unit))
        with pytest.raises(StoreError, match="UNIQUE"):
            store.commit(unit, _results(store, unit))
        assert len(store.records.done()) == 2


def test_only_the_matches_of_the_unit_are_taken(tmp_path: Path) -> None:
    """Results that are too few, doubled or of another unit are the worker's fault and are not recorded."""
    with _store(small_cup(tmp_path), tmp_path / "out") as store:
        unit, other = store.records.left()[:2]
        one, two = _results(store, unit)
        for wrong in ([one], [one, one], [one, two, *_results(store, other)], _results(store, other)):
            with pytest.raises(WorkerError, match="not those that were asked"):
                store.commit(unit, wrong)
        assert store.records.done() == frozenset()


def test_open_attempts_become_interrupted(tmp_path: Path) -> None:
    """A try that a killed run left open is marked at the next start, stays on record and counts for nothing."""
    cup = small_cup(tmp_path)
    for number in range(1, 6):
        with _store(cup, tmp_path / "out") as store:
            unit = store.records.left()[0]
            assert store.begin(unit) == number
    with _store(cup, tmp_path / "out") as store:
        assert [attempt.outcome for attempt in store.records.attempts()] == ["interrupted"] * 5
        assert store.records.unresolved() == ()


def test_three_platform_faults_set_a_unit_aside(tmp_path: Path) -> None:
    """After three void tries a unit is unresolved: it is no longer left, and the cup can finish without it."""
    with _store(small_cup(tmp_path, bots=2, deals=1), tmp_path / "out") as store:
        unit, other = store.records.left()
        for _ in range(3):
            assert unit in store.records.left()
            store.begin(unit)
            store.void(unit, "the launcher broke")
        assert (store.records.unresolved(), store.records.left()) == ((unit,), (other,))
        _play(store, 1)
        assert store.records.finished


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"deals": 3}, "deals: the folder has 2, the cup file 3"),
        ({"keys": "[clock]\nstrikes = 2"}, "clock.strikes: the folder has 0, the cup file 2"),
        ({"bots": 4}, 'bots.bot-3.spec: the folder has nothing, the cup file "true"'),
        ({"seats": "[2, 3]"}, "seats: the folder has [2], the cup file [2, 3]"),
    ],
)
def test_a_changed_cup_is_refused(tmp_path: Path, change: dict[str, object], said: str) -> None:
    """A folder that holds another cup is refused with every difference, and keeps what it has."""
    with _store(small_cup(tmp_path), tmp_path / "out") as store:
        _play(store, 1)
    with pytest.raises(ChangedCupError) as caught, _store(small_cup(tmp_path, **change), tmp_path / "out"):  # type: ignore[arg-type]
        pass
    assert said in caught.value.differences
    with _store(small_cup(tmp_path), tmp_path / "out") as store:
        assert len(store.records.done()) == 2


def test_a_changed_bot_is_refused(tmp_path: Path) -> None:
    """A bot whose files changed since the cup began is named."""
    cup = small_cup(tmp_path)
    with _store(cup, tmp_path / "out", **{"bot-1": "old"}):
        pass
    with (
        pytest.raises(ChangedCupError, match="bot bot-1: its files"),
        _store(cup, tmp_path / "out", **{"bot-1": "new"}),
    ):
        pass


def test_other_rules_are_refused(tmp_path: Path) -> None:
    """A cup that was begun by another revision of the rules is not continued: its matches could not be compared."""
    cup = small_cup(tmp_path)
    with _store(cup, tmp_path / "out"):
        pass
    connection = sqlite3.connect(tmp_path / "out" / database.FILE)
    connection.execute("UPDATE meta SET value = 'old' WHERE key = 'rules'")
    connection.commit()
    connection.close()
    with pytest.raises(ChangedCupError, match="played by revision old"), _store(cup, tmp_path / "out"):
        pass


def test_layout_and_output_may_change(tmp_path: Path) -> None:
    """Comments, the order of keys and `output` are not the cup."""
    with _store(small_cup(tmp_path), tmp_path / "out"):
        pass
    with _store(small_cup(tmp_path, keys='# moved\noutput = "elsewhere"'), tmp_path / "out") as store:
        assert len(store.records.left()) == 6


def test_two_runs_on_one_folder_are_refused(tmp_path: Path) -> None:
    """While one run has the folder, another is refused by a message that names the holder; reading is allowed."""
    cup = small_cup(tmp_path)
    with _store(cup, tmp_path / "out"):
        holder = f"another run is playing this cup .process {os.getpid()} on"
        with pytest.raises(LockedError, match=holder), _store(cup, tmp_path / "out"):
            pass
        with read(tmp_path / "out") as records:
            assert not records.finished
    with _store(cup, tmp_path / "out"):
        pass


def test_a_symbolic_link_is_the_same_folder(tmp_path: Path) -> None:
    """The lock holds through another name of the folder."""
    cup = small_cup(tmp_path)
    (tmp_path / "out").mkdir()
    (tmp_path / "alias").symlink_to("out")
    with _store(cup, tmp_path / "out"), pytest.raises(LockedError), _store(cup, tmp_path / "alias"):
        pass


def _truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _empty(path: Path) -> None:
    os.truncate(path, 0)


def _overwrite(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096 : 4096 + 2000] = os.urandom(2000)
    path.write_bytes(data)


def _replace(path: Path) -> None:
    path.write_text("not a database at all, but long enough to look at" * 9, encoding="utf-8")


@pytest.mark.parametrize("harm", [_truncate, _empty, _overwrite, _replace])
def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    """A truncated, emptied or overwritten file is named in one message, when written or read, and not repaired."""
    cup, path = small_cup(tmp_path), tmp_path / "out" / database.FILE
    with _store(cup, tmp_path / "out") as store:
        _play(store, 6)
    harm(path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"cup\.sqlite3: is damaged"), _store(cup, tmp_path / "out"):
        pass
    with pytest.raises(StoreError, match=r"cup\.sqlite3: is damaged[^\n]*$"), read(tmp_path / "out"):
        pass
    assert path.read_bytes() == before


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """When the file cannot grow, one clear error says so, what was committed stays, and with room the cup goes on."""
    cup = small_cup(tmp_path, bots=2, deals=40, keys="deals_per_unit = 1")
    with _store(cup, tmp_path / "out") as store:
        _play(store, 3)
        pages = store.records.rows("PRAGMA page_count")[0][0]
        store.records.rows(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="the disk is full; nothing committed was lost"):
            _play(store, 80)
        done = store.records.done()
        store.records.rows("PRAGMA max_page_count = 1000000")
        _play(store, 80)
        assert done < store.records.done()
        assert store.records.finished


@pytest.mark.parametrize("replaced", [False, True])
def test_a_folder_that_was_taken_away(tmp_path: Path, replaced: bool) -> None:
    """When the folder is removed or exchanged under a run, the next transaction says so instead of losing results."""
    with _store(small_cup(tmp_path), tmp_path / "out") as store:
        _play(store, 1)
        (tmp_path / "out").rename(tmp_path / "moved")
        if replaced:
            shutil.copytree(tmp_path / "moved", tmp_path / "out")
        with pytest.raises(StoreError, match="was moved or removed while the cup ran"):
            _play(store, 1)
    with read(tmp_path / "moved") as records:
        assert len(records.done()) == 2


@pytest.mark.parametrize("cut", [1, 100, 5000, 20_000])
def test_a_torn_log_loses_its_last_transactions_only(tmp_path: Path, cut: int) -> None:
    """With its write-ahead log cut off anywhere the file opens with fewer matches, all whole, and the cup goes on."""
    cup = small_cup(tmp_path, bots=4, deals=4, keys="deals_per_unit = 1")
    with _store(cup, tmp_path / "out") as store:
        _play(store, 10)
        shutil.copytree(tmp_path / "out", tmp_path / "torn")
    log = tmp_path / "torn" / f"{database.FILE}-wal"
    os.truncate(log, log.stat().st_size - cut)
    with _store(cup, tmp_path / "torn") as store:
        done = store.records.done()
        assert 0 < len(done) < 20
        assert len(done) == len(store.records.results())
        assert all(store.records.sealed_replay(match) for match in done)
        _play(store, 48)
        assert len(store.records.done()) == 48


def test_every_commit_is_on_the_disk(tmp_path: Path) -> None:
    """The writer syncs at each commit, not at checkpoints only: an acknowledged result survives a power cut."""
    with _store(small_cup(tmp_path), tmp_path / "out") as store:
        assert store.records.rows("PRAGMA synchronous") == [(2,)]
        assert store.records.rows("PRAGMA journal_mode") == [("wal",)]
        assert store.records.rows("PRAGMA foreign_keys") == [(1,)]


def test_an_unwritable_place_is_one_error(tmp_path: Path) -> None:
    """A folder that cannot be made is refused by name."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    refused = pytest.raises(StoreError, match=f"cannot be made: {os.strerror(errno.ENOTDIR)}")
    with refused, _store(small_cup(tmp_path), tmp_path / "file" / "out"):
        pass


def test_what_is_read_is_of_one_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that lands while results are being read is in all of them or in none, and in the next reading."""
    with _store(small_cup(tmp_path), tmp_path / "out") as store:
        _play(store, 1)
        asked = Records.digests

        def digests(records: Records) -> dict[str, str]:
            if records is not store.records:
                _play(store, 1)
            return asked(records)

        monkeypatch.setattr(Records, "digests", digests)
        with read(tmp_path / "out") as reader, reader.at_one_moment():
            assert [len(result.seats) for result in reader.results()] == [2, 2]
            assert len(reader.done()) == 2
        monkeypatch.undo()
        with read(tmp_path / "out") as reader:
            assert [len(result.seats) for result in reader.results()] == [2] * 4


def test_the_file_is_the_whole_cup_when_a_run_ends(tmp_path: Path) -> None:
    """The database alone holds all that was committed, even if somebody was reading when the run ended."""
    with _store(small_cup(tmp_path), tmp_path / "out") as store:
        _play(store, 2)
        done = store.records.done()
        watching = database.open_reading(store.records.path)
        watching.execute("SELECT count(*) FROM matches").fetchone()
    shutil.copytree(tmp_path / "out", tmp_path / "copy", ignore=shutil.ignore_patterns("*-wal", "*-shm"))
    watching.close()
    with read(tmp_path / "copy") as copied:
        assert copied.done() == done != frozenset()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_can_be_read(tmp_path: Path) -> None:
    """A read-only results folder is refused for writing and can still be read."""
    cup, folder = small_cup(tmp_path), tmp_path / "out"
    with _store(cup, folder) as store:
        _play(store, 1)
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with pytest.raises(StoreError, match="cannot be written"), _store(cup, folder):
            pass
        with read(folder) as records:
            assert len(records.done()) == 2
    finally:
        folder.chmod(stat.S_IRWXU)


def test_a_folder_without_a_cup(tmp_path: Path) -> None:
    """A folder that holds no cup is refused, and nothing is created in it."""
    with pytest.raises(StoreError, match="holds no cup"), read(tmp_path):
        pass
    with pytest.raises(StoreError, match="holds no cup"), reopen_store(tmp_path, _now):
        pass
    assert list(tmp_path.iterdir()) == []


def test_replays_wait_for_their_deal(tmp_path: Path) -> None:
    """A replay is withheld until every match of its deal is committed, at every table and in every seat order."""
    with _store(small_cup(tmp_path, keys="deals_per_unit = 1"), tmp_path / "out") as store:
        _play(store, 5)
        first = store.records.schedule.units[0].matches[0]
        with pytest.raises(WithheldError, match=f"match {first.id} is withheld: 1 other match of deal 0"):
            store.records.replay(first.id)
        assert store.records.open_matches() == ()
        _play(store, 1)
        assert store.records.replay(first.id) == f"replay of {first.id}\n"
        assert len(store.records.open_matches()) == 6


def test_asking_for_the_wrong_match(tmp_path: Path) -> None:
    """An unknown match id gets a suggestion; one that is not played yet is said to be that."""
    with _store(small_cup(tmp_path), tmp_path / "out") as store:
        with pytest.raises(TournamentError, match=r"did you mean .usa-2p.t0000"):
            store.records.replay("usa-2p/t0000/d000/o0")
        with pytest.raises(TournamentError, match="is not played yet"):
            store.records.replay("usa-2p/t0000/d0000/o0")


def test_a_cup_is_closed_once_it_is_complete(tmp_path: Path) -> None:
    """Closing needs every match, marks the cup for good, and may be repeated."""
    cup = small_cup(tmp_path)
    with _store(cup, tmp_path / "out") as store:
        with pytest.raises(ClosedError, match="12 matches are still to be played"):
            store.close_cup()
        _play(store, 6)
    with reopen_store(tmp_path / "out", _now) as store:
        assert not store.records.closed
        store.close_cup()
        store.close_cup()
        assert store.records.closed


def test_a_file_of_another_layout(tmp_path: Path) -> None:
    """A file that another referee wrote is refused by its layout's number, with what to do."""
    cup, path = small_cup(tmp_path), tmp_path / "out" / database.FILE
    with _store(cup, tmp_path / "out"):
        pass
    connection = sqlite3.connect(path)
    connection.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    connection.commit()
    connection.close()
    with (
        pytest.raises(StoreError, match=r"has layout 99; .* reads layout 2: read it with"),
        _store(cup, tmp_path / "out"),
    ):
        pass


@pytest.mark.parametrize("at", range(20, 200, 12))
def test_a_flipped_bit_of_a_replay_names_its_match(tmp_path: Path, at: int) -> None:
    """However the packing of a replay is broken, the error is one of ours and names the match."""
    with _store(small_cup(tmp_path), tmp_path / "out") as store:
        _play(store, 1)
        match = min(store.records.done())
    connection = sqlite3.connect(tmp_path / "out" / database.FILE)
    text = "".join(f"{number} {number * number}\n" for number in range(500)).encode()
    packed = bytearray(gzip.compress(text))
    packed[at] ^= 0x20
    connection.execute("UPDATE replays SET text = ? WHERE match = ?", (bytes(packed), match))
    connection.commit()
    connection.close()
    with read(tmp_path / "out") as records, pytest.raises(TournamentError, match=f"replay of match {match} is damaged"):
        records.sealed_replay(match)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE seats SET bonuses = '{bad'", "the bonuses of seat 0 in match usa-2p/t0000/d0000/o0 were altered"),
        ("UPDATE meta SET value = '{bad' WHERE key = 'config'", "its configuration was altered"),
        ("DELETE FROM replays", "was played, and its replay is gone"),
    ],
)
def test_altered_rows_are_named(tmp_path: Path, change: str, said: str) -> None:
    """What no longer can be read is said in plain words, with its place."""
    with _store(small_cup(tmp_path), tmp_path / "out") as store:
        _play(store, 1)
        match = min(store.records.done())
    connection = sqlite3.connect(tmp_path / "out" / database.FILE)
    connection.execute(change)
    connection.commit()
    connection.close()
    with read(tmp_path / "out") as records, pytest.raises(TournamentError, match=said):
        _ = records.config, records.results(), records.sealed_replay(match)


@pytest.mark.parametrize("change", ["unit = 'x'", "edition = 'europe'", "players = 7", "deal = 1"])
def test_altered_facts_of_a_match_are_found(tmp_path: Path, change: str) -> None:
    """The table of matches is held against the schedule in every column."""
    with _store(small_cup(tmp_path), tmp_path / "out") as store:
        _play(store, 1)
        match = min(store.records.done())
    connection = sqlite3.connect(tmp_path / "out" / database.FILE)
    connection.execute(f"UPDATE matches SET {change} WHERE id = '{match}'")
    connection.commit()
    connection.close()
    with read(tmp_path / "out") as records:
        findings = [each.text for each in verify_cup(records).findings if each.match == match]
    assert any("in the table of matches; the schedule has" in text for text in findings)
