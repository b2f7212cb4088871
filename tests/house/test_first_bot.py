"""What a newcomer copies from README and quickstart works, exactly as the pages print it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("page", ["README.md", "docs/quickstart.md"])
def test_the_first_bot_of_a_page_plays(page: str, tmp_path: Path) -> None:
    """The bot that a newcomer copies from the page plays a whole match without a fault."""
    (source,) = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    bot = tmp_path / "my_bot.py"
    bot.write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "referee", "play", "--edition", "usa", "--seed", "one", "--json"]
    bots = ["--bot", f"'{sys.executable}' '{bot}'", "--bot", "random"]
    done = subprocess.run([*command, *bots], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    assert [(seat["forfeit"], seat["faults"]) for seat in json.loads(done.stdout)["seats"]] == [(False, [])] * 2


SET_UP = {"make setup", ". .venv/bin/activate"}
"""What the environment of the tests stands for."""


@pytest.mark.slow
def test_the_quickstart_runs_as_written(tmp_path: Path) -> None:
    """From top to bottom: the bot is saved under its name, and each block of commands ends without an error."""
    page = (ROOT / "docs" / "quickstart.md").read_text(encoding="utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(tmp_path / "state")}
    done = list[str]()
    for language, block in re.findall(r"```(python|sh)\n(.*?)```", page, re.DOTALL):
        if language == "python":
            (tmp_path / "my_bot.py").write_text(block, encoding="utf-8")
            continue
        commands = [line for line in block.splitlines() if line not in SET_UP]
        script = ["sh", "-e", "-c", "\n".join(commands)]
        said = subprocess.run(
            script, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=600
        )
        assert said.returncode == 0, f"{script[-1]}\n{said.stdout}{said.stderr}"
        done += commands
    assert {command.split()[1] for command in done if command.startswith("referee ")} == {"play", "replay", "bot"}
