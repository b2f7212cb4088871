"""A cup whose workers fail: what the organiser is told, and what may be tried again."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from referee.cli import running
from referee.cli.app import run
from referee.tournament.errors import WorkerError
from referee.tournament.run import Plays
from tests.tournament.cups import Player

CUP = """
name = "Broken"
editions = ["usa"]
seats = 2
deals = 1
seed = "broken"
bots = [{ name = "ann", spec = "random" }, { name = "ben", spec = "random" }]
"""


class _Broken:
    async def play(self, *_: object) -> list[object]:
        raise WorkerError("the worker ended with status 1")


@asynccontextmanager
async def _broken(_log: object) -> AsyncIterator[Plays]:
    yield _Broken()  # type: ignore[misc]  # it never gives a result


@asynccontextmanager
async def _mended(_log: object) -> AsyncIterator[Plays]:
    yield Player()


@pytest.fixture
def unresolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a cup of two matches, both unresolved, on a platform that has been mended since."""
    (tmp_path / "broken.toml").write_text(CUP, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(running, "_worker", _broken)
    assert run(["cup", "run", "broken.toml"]) == 1
    monkeypatch.setattr(running, "_worker", _mended)
    return tmp_path


def _outcomes(folder: Path) -> list[str]:
    connection = sqlite3.connect(folder / "results" / "broken" / "cup.sqlite3")
    found = [row[0] for row in connection.execute("SELECT outcome FROM attempts ORDER BY unit, number")]
    connection.close()
    return found


def test_a_mended_platform_is_not_tried_unasked(unresolved: Path) -> None:
    """The same command leaves unresolved matches alone, even though they could be played now."""
    assert run(["cup", "run", "broken.toml"]) == 1
    assert _outcomes(unresolved) == ["void"] * 6


def test_unresolved_matches_are_tried_again_on_request(unresolved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --retry-unresolved they are played; the tries that failed stay on record, and the cup is complete."""
    assert run(["cup", "run", "broken.toml", "--retry-unresolved"]) == 0
    assert "2 of 2 matches" in capsys.readouterr().out
    assert _outcomes(unresolved) == ["forgiven", "forgiven", "forgiven", "done"] * 2
    assert run(["cup", "run", "broken.toml", "--retry-unresolved"]) == 0
    assert len(_outcomes(unresolved)) == 8


def test_a_platform_that_is_still_broken(unresolved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three more faults set the matches aside again."""
    monkeypatch.setattr(running, "_worker", _broken)
    assert run(["cup", "run", "broken.toml", "--retry-unresolved"]) == 1
    assert _outcomes(unresolved) == (["forgiven"] * 3 + ["void"] * 3) * 2


def test_a_closed_cup_tries_nothing_again(unresolved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Once the secret is out no match may be played, so the retry is refused and changes nothing."""
    assert run(["cup", "close", "results/broken"]) == 0
    assert run(["cup", "run", "broken.toml", "--retry-unresolved"]) == 2
    assert "is closed: its secret is public, so nothing is tried again" in capsys.readouterr().err
    assert _outcomes(unresolved) == ["void"] * 6


def test_matches_that_nobody_could_play_are_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A cup that ends with unresolved matches says how many, and exits with 1."""
    (tmp_path / "broken.toml").write_text(CUP, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(running, "_worker", _broken)
    assert run(["cup", "run", "broken.toml"]) == 1
    said = capsys.readouterr().err
    assert "2 matches are unresolved: the platform failed each three times" in said
    assert "run the same command with --retry-unresolved" in said
