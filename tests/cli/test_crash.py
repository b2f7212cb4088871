"""What a person sees of an error that nobody foresaw: always one block, whatever else fails."""

import sys
from pathlib import Path

import pytest

from referee.cli.crash import report_crash


def test_the_details_are_kept_whatever_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command line with bytes that are no text goes into the file, too."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["referee", "play\udcff"])
    assert "This is a bug" in report_crash(ValueError("odd \udcff"))
    [kept] = (tmp_path / "referee" / "errors").iterdir()
    assert "play\\udcff" in kept.read_text(encoding="utf-8")


def test_a_user_without_a_home_is_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no folder can be found the details are lost, and the error is still one block."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert report_crash(KeyError("x")) == (
        "Error: the referee itself failed: KeyError: 'x'\n"
        "Its details could not be written (Could not determine home directory.)."
    )
