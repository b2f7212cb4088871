"""The first bots of README and quickstart play a match, exactly as the pages print them."""

import json
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
