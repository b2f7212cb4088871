import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.replay import Fault, Notes, export_json, export_text
from tests.replay.playing import play

ROOT = Path(__file__).resolve().parents[2]
OTHERS = ("3.12", "3.13")
EXPORTS = """
import hashlib
from referee.replay import export_json, export_text, pack, show
from tests.replay.playing import play
for players in (2, 3, 4, 5):
    game, replay = play(players, "every Python")
    texts = export_text(replay), export_json(replay), export_json(replay, timing=True), show(replay, game)
    print(players, replay.digest, hashlib.sha256("".join(texts).encode()).hexdigest())
"""


def test_the_json_form() -> None:
    """The JSON export has the documented keys in their order and says the same as the text form."""
    faults = {9: Fault("ILLEGAL_ACTION", sent=7, detail="illegal", text="words"), 12: Fault("TIMEOUT")}
    _, replay = play(3, "json", faults=faults, forfeits={30: {1: Fault("CRASHED")}})
    value = json.loads(export_json(replay))
    assert list(value) == [
        *("format", "referee", "rules", "edition", "players", "game", "seed", "seats"),
        *("decisions", "forfeits", "states", "reason", "scores", "digest"),
    ]
    assert value["seats"] == ["bot 0", "bot 1", "bot 2"]
    assert [(d["number"], d["seat"], d["action"], d["text"]) for d in value["decisions"]] == [
        (m.number, m.seat, m.action, m.text) for m in replay.moves
    ]
    assert value["decisions"][9]["fault"] == {"code": "ILLEGAL_ACTION", "sent": 7, "substituted": True}
    assert value["decisions"][12]["fault"] == {"code": "TIMEOUT", "substituted": True}
    assert value["forfeits"] == [{"before": 30, "seats": [{"seat": 1, "code": "CRASHED"}]}]
    assert value["states"][0]["before"] == 16
    assert [list(score) for score in value["scores"]] == [
        ["seat", "rank", "score", "routes", "tickets", "completed", "bonuses", "forfeited"]
    ] * 3
    assert value["digest"] == replay.digest


def test_timing_is_exported_when_asked_for() -> None:
    """Think times, notes and words of faults stand in an export only if they are wanted."""
    _, replay = play(2, "json", faults={9: Fault("TIMEOUT", detail="timeout", text="words")})
    replay.timing.notes[3] = Notes("hm", ((1, 0.5),))  # type: ignore[index]  # a dict behind a read-only type
    plain, timed = json.loads(export_json(replay)), json.loads(export_json(replay, timing=True))
    assert "timing" not in plain
    assert timed["timing"]["think_us"] == list(replay.timing.think_us)
    assert timed["timing"]["notes"] == [{"decision": 3, "text": "hm", "routes": [[1, 0.5]], "cities": []}]
    assert timed["decisions"][9]["fault"]["text"] == "words"
    assert "words" not in export_text(replay)
    assert "words" in export_text(replay, timing=True)


@pytest.mark.slow
@pytest.mark.parametrize("version", OTHERS)
def test_exports_are_the_same_on_every_python(version: str) -> None:
    """The same seed and the same policy give byte-identical exports on every supported Python."""
    other = ROOT / ".tools" / f"python{version}" / "bin" / "python"
    if not other.exists():
        pytest.skip(f"no environment for Python {version}; make one with tools/setup_venv.py --others")
    assert _exports(str(other)) == _exports(sys.executable)


def _exports(python: str) -> str:
    command = [python, "-X", "utf8", "-c", EXPORTS]
    environment = {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "random", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 4
    return done.stdout
