"""Board files for tests: contents as TOML in a folder of the test."""

import json
from pathlib import Path
from typing import Any


def write(folder: Path, content: dict[str, Any]) -> Path:
    """The content as a file that is named as its id."""
    path = folder / f"{content.get('id', 'board')}.toml"
    path.write_text("".join(f"{key} = {_toml(value)}\n" for key, value in content.items()), encoding="utf-8")
    return path


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(str(key))} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
