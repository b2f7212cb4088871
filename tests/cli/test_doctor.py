import json
from importlib import metadata

import pytest

from referee.cli.app import run


def test_what_is_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Each line says what was found: versions of libraries, paths of programs."""
    assert run(["doctor", "--json"]) == 0
    found = {line["what"]: line["found"] for line in json.loads(capsys.readouterr().out)}
    assert (
        found["live pages"] == f"hypercorn {metadata.version('hypercorn')}, starlette {metadata.version('starlette')}"
    )
    assert found["python"]


def test_what_is_missing_has_a_cost(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A library that is not installed is told with what cannot be done, and how to get it."""

    def nowhere(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", nowhere)
    monkeypatch.setenv("PATH", "")
    assert run(["doctor"]) == 0
    said = capsys.readouterr().out
    assert "none live pages    no referee watch: pip install 'ticket-referee[watch]'\n" in said
    assert "none go            bots written in Go cannot be built here\n" in said
