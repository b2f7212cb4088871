import subprocess
import sys
from pathlib import Path

import pytest

import referee
from tests.house.layers import violations

PACKAGE = Path(referee.__file__).parent


def test_imports_run_one_way() -> None:
    """No module of the project imports a room above it, and game takes only pure standard library and attrs."""
    assert violations(PACKAGE) == []


@pytest.mark.parametrize(
    ("file", "source", "finding"),
    [
        ("game/state.py", "import numpy", "game/state.py:1: game must not import numpy"),
        ("game/state.py", "import time", "game/state.py:1: game must not import time"),
        ("game/state.py", "from referee import wire", "game/state.py:1: game must not import wire"),
        ("game/state.py", "from referee import __version__", "game/state.py:1: game must not import __init__"),
        (
            "wire/view.py",
            "def f():\n    from referee.bots.launch import x",
            "wire/view.py:2: wire must not import bots",
        ),
        ("wire/view.py", "from ..match import play", "wire/view.py:1: wire must not import match"),
        ("wire/view.py", "from .. import match", "wire/view.py:1: wire must not import match"),
        ("bots/arena.py", "import referee.replay.text", "bots/arena.py:1: bots must not import replay"),
        ("tournament/unit.py", "import referee.cli", "tournament/unit.py:1: tournament must not import cli"),
        ("match/play.py", "import referee.bench", "match/play.py:1: match must not import bench"),
        ("utils/x.py", "", "utils/x.py: room utils is not in the table of tests/house/layers.py"),
    ],
)
def test_the_walk_finds_a_wrong_import(tmp_path: Path, file: str, source: str, finding: str) -> None:
    """A forbidden import is named with file and line, inside functions and in relative form too."""
    package = tmp_path / "referee"
    for room in ("wire", "match"):
        (package / room).mkdir(parents=True)
    place = package / file
    place.parent.mkdir(exist_ok=True)
    place.write_text(source, encoding="utf-8")
    assert violations(package) == [finding]


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("game/state.py", "import attrs, hashlib\nfrom . import board\nfrom referee.game.board import Board"),
        ("match/play.py", "from referee import __version__\nfrom referee.bots import Bot\nimport trio"),
        ("cli/bench.py", "def f():\n    import referee.bench"),
    ],
)
def test_the_walk_accepts_a_right_import(tmp_path: Path, file: str, source: str) -> None:
    """A room may import itself, rooms below it and, outside game, other libraries."""
    place = tmp_path / "referee" / file
    place.parent.mkdir(parents=True)
    place.write_text(source, encoding="utf-8")
    assert violations(tmp_path / "referee") == []


def test_help_imports_nothing_heavy() -> None:
    """`referee --help` answers at once: it imports no trio, grpc, rich or web server, nor the libraries of learning."""
    script = (
        "import sys\n"
        "from referee.cli import main\n"
        "try:\n"
        "    main(['--help'])\n"
        "except SystemExit as end:\n"
        "    assert not end.code, end.code\n"
        "heavy = {'trio', 'grpc', 'rich', 'hypercorn', 'starlette', 'numpy', 'gymnasium', 'pettingzoo'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr.strip().splitlines()[-1:]) == (0, ["[]"]), done.stderr
    assert "Usage:" in done.stdout
