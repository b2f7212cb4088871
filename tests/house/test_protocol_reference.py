import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from referee.v1 import bot_pb2, game_pb2, replay_pb2

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "protocol_reference.py"


@pytest.fixture
def tool() -> ModuleType:
    """tools/protocol_reference.py as a module."""
    spec = importlib.util.spec_from_file_location("protocol_reference", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_what_the_comments_say() -> None:
    """docs/protocol-reference.md is made of the present .proto files."""
    run = subprocess.run([sys.executable, TOOL, "--check"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_every_message_and_value_stands_in_it(tool: ModuleType) -> None:
    """Each message and enum of the generated code has a heading, and each field and value a row with a meaning."""
    lines = tool.page(tool.described()).splitlines()
    rows = {line.split("`")[1]: line for line in lines if line.startswith("| `")}
    for file in (bot_pb2.DESCRIPTOR, game_pb2.DESCRIPTOR, replay_pb2.DESCRIPTOR):
        for name, message in file.message_types_by_name.items():
            assert f"### {name}" in lines
            assert {field.name for field in message.fields} <= rows.keys()
        for name, enum in file.enum_types_by_name.items():
            assert f"### {name}" in lines
            assert {value.name for value in enum.values} <= rows.keys()
    assert [row for row in rows.values() if row.endswith("|  |")] == []


def test_a_stale_page_is_found(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that differs is status 1 and names the command; writing it makes the next check pass."""
    files = tool.described()
    monkeypatch.setattr(tool, "described", lambda: files)
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(sys, "argv", ["tool", "--check"])
    assert tool.main() == 1
    monkeypatch.setattr(sys, "argv", ["tool"])
    assert tool.main() == 0
    monkeypatch.setattr(sys, "argv", ["tool", "--check"])
    assert tool.main() == 0
