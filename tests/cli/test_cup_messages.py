"""What the commands that play a cup say when they refuse, each compared with its golden file."""

import re
from pathlib import Path

import pytest

from referee.cli.app import run
from referee.tournament import cluster
from referee.tournament.cup_file import load_cup
from referee.tournament.errors import ClusterError
from referee.tournament.store import open_store
from tests.conftest import Golden
from tests.tournament.cups import cup_text

OTHER = cup_text(bots=4, deals=3).replace('"bot-2"', '"bot-9"')
CASES = {
    "cup-changed": (OTHER, ["cup", "run", "small.toml", "--out", "out"]),
    "cup-changed-accept": (OTHER, ["cup", "run", "small.toml", "--out", "out", "--accept-changed-bots"]),
    "cup-longer": (cup_text(bots=4), ["cup", "run", "small.toml", "--out", "out"]),
    "cup-other-command": (
        cup_text().replace('"true"', '"false"', 1),
        ["cup", "run", "small.toml", "--out", "out"],
    ),
    "cup-other-command-and-deals": (
        cup_text(deals=3).replace('"true"', '"false"', 1),
        ["cup", "run", "small.toml", "--out", "out"],
    ),
    "cup-longer-other-command": (
        cup_text(bots=4).replace('"true"', '"false"', 1),
        ["cup", "run", "small.toml", "--out", "out"],
    ),
    "cup-longer-other-deals": (cup_text(bots=4, deals=3), ["cup", "run", "small.toml", "--out", "out"]),
    "extend-nothing": (cup_text(), ["cup", "extend", "out"]),
    "extend-in-the-middle": (
        cup_text(bots=4).replace("bot-0", "new").replace("bot-3", "bot-0"),
        ["cup", "extend", "out", "small.toml"],
    ),
    "extend-no-folder": (cup_text(), ["cup", "extend", "none"]),
    "extend-empty-folder": (cup_text(), ["cup", "extend", "empty"]),
    "extend-missing-file": (cup_text(), ["cup", "extend", "out", "none.toml"]),
    "report-unwritable": (cup_text(), ["cup", "report", "out", "-o", "none/report.html"]),
    "report-beside-no-file": (cup_text(), ["cup", "report", "out", "-o", "/dev/null"]),
    "cluster-nonsense": (cup_text(), ["cup", "run", "small.toml", "--out", "out", "--cluster", "nonsense://x"]),
    "cluster-patience": (cup_text(), ["cup", "run", "small.toml", "--cluster", "tcp://x", "--patience", "0"]),
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a cup that was begun in `out` and an empty folder."""
    monkeypatch.chdir(tmp_path)
    Path("small.toml").write_text(cup_text(), encoding="utf-8")
    with open_store(load_cup(Path("small.toml")), Path("out"), {}, lambda: "now"):
        pass
    Path("empty").mkdir()
    return tmp_path


@pytest.mark.parametrize("name", CASES)
def test_refusals_are_one_readable_block(
    here: Path, golden: Golden, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Each refusal exits with 2 and says in one block what was found, what is allowed and what to do."""
    text, arguments = CASES[name]
    Path("small.toml").write_text(text, encoding="utf-8")
    assert run(arguments) == 2
    said = capsys.readouterr()
    shown = re.sub(r"process \d+ on \S+", "process N on HOST", said.out + said.err).replace(str(here), "HERE")
    assert "Traceback" not in shown
    golden.check(f"cli/{name}.txt", shown)


def test_a_missing_dask_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Dask, `--cluster` names the extra that brings it."""
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with (
        pytest.raises(ClusterError, match=r"Dask is not installed here: pip install 'ticket-referee\[cluster\]'"),
        cluster.open_cluster("tcp://127.0.0.1:1"),
    ):
        pass
