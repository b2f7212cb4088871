"""A cup whose workers fail: what the organiser is told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from referee.cli import running
from referee.cli.app import run
from referee.tournament.errors import WorkerError
from referee.tournament.run import Plays

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


def test_matches_that_nobody_could_play_are_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A cup that ends with unresolved matches says how many, and exits with 1."""
    (tmp_path / "broken.toml").write_text(CUP, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(running, "_worker", _broken)
    assert run(["cup", "run", "broken.toml"]) == 1
    assert "2 matches are unresolved: the platform failed each three times" in capsys.readouterr().err
