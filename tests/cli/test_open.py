"""`play --open`: the match is shown in a browser, which here is a program that notes what it was given."""

from pathlib import Path

import pytest

from referee.cli import viewing
from referee.cli.app import run

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kept", [True, False])
def test_a_match_is_shown_after_it_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: bool) -> None:
    """The page lies beside the replay of --out, or in the user's state folder without one, and is opened."""
    shown: list[Path] = []
    monkeypatch.setattr(viewing, "show", shown.append)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    out = ["--out", str(tmp_path / "match.replay")] if kept else []
    assert run(["play", "--edition", "new-york", "--bot", "random", "--bot", "random", "--open", *out]) == 0
    assert shown == [tmp_path / "match.html" if kept else tmp_path / "state" / "referee" / "play" / "last.html"]
    assert "<!doctype html>" in shown[0].read_text(encoding="utf-8")[:200].lower()
