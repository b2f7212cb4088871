"""A small cup of one bot against built-in ones, played and verified by the referee itself, as an organiser would."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from tests.botkit.stand import ROOT

CUP: Final = """\
name = "Language cup"
editions = ["usa+depots", "europe", "amsterdam"]
seats = 3
deals = 1
seed = "languages"

[clock]
decision_ms = 10000
start_ms = 60000
ready_ms = 60000

[[bots]]
name = "ours"
spec = {spec}

[[bots]]
name = "yardstick"
spec = "greedy"

[[bots]]
name = "anything"
spec = "random"
"""


def play_cup(bot: Path, tmp_path: Path) -> dict[str, Any]:
    """Plays the cup, verifies it, and gives the standings of the bot: its row of `cup standings --json`."""
    file, results = tmp_path / "cup.toml", tmp_path / "results"
    file.write_text(CUP.format(spec=json.dumps(str(bot))), encoding="utf-8")
    _referee("cup", "run", str(file), "--out", str(results))
    assert _referee("cup", "verify", str(results)).startswith("ok: 9 replays played again")
    rows = json.loads(_referee("cup", "standings", str(results), "--json"))["rows"]
    (ours,) = [row for row in rows if row["bot"] == "ours"]
    assert isinstance(ours, dict)
    return ours


def _referee(*words: str) -> str:
    command = [sys.executable, "-m", "referee", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout
