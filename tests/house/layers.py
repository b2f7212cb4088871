"""Who may import whom, and the walk over a package that finds whoever does otherwise.

The table is the project's architecture in one place; `test_imports.py` applies it to the checkout.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_RULES: Final = {"editions", "game", "v1", "wire"}
_BELOW_MATCH: Final = _RULES | {"bots", "replay", "resources"}
_BELOW_REPORT: Final = _BELOW_MATCH | {"match", "tournament"}
_LEAVES: Final = {"authoring", "bench", "botkit", "env", "scenario"}

# Room or top module -> the rooms that it may import. The package itself (its version) is open to all but game.
ALLOWED: Final[dict[str, set[str]]] = {
    "game": set(),
    "v1": set(),
    "resources": set(),
    "editions": {"game", "resources"},
    "wire": {"editions", "game", "v1"},
    "bots": _RULES | {"resources"},
    "replay": _RULES,
    "match": _BELOW_MATCH,
    "tournament": _BELOW_MATCH | {"match"},
    "report": _BELOW_REPORT,
    "botkit": _RULES,
    "scenario": {"editions", "game", "resources"},
    "env": _RULES,
    "authoring": _BELOW_REPORT,
    "bench": _BELOW_REPORT,
    "worker": _BELOW_REPORT,  # the main module of a worker process
    "cli": _BELOW_REPORT | _LEAVES | {"report"},
    "__init__": set(),
    "__main__": {"cli"},
}

# What `game` may take from outside: it is pure, so nothing that waits, reads a clock, a file or the machine.
_IMPURE: Final = {
    *("asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "secrets", "select", "selectors"),
    *("shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time", "urllib", "uuid"),
}
PURE: Final = (sys.stdlib_module_names - _IMPURE) | {"attr", "attrs"}


def violations(package: Path) -> list[str]:
    """One line for each import in `package` that the table forbids, and for each room that it does not know."""
    found = []
    for file in sorted(package.rglob("*.py")):
        inside = file.relative_to(package)
        room = inside.parts[0].removesuffix(".py")
        if room == "_share":
            continue
        if room not in ALLOWED:
            found.append(f"{inside}: room {room} is not in the table of tests/house/layers.py")
            continue
        found += [f"{inside}:{line}: {why}" for line, why in _faults(file, room, package)]
    return found


def _faults(file: Path, room: str, package: Path) -> Iterator[tuple[int, str]]:
    for line, name in imported(file, package):
        top, _, rest = name.partition(".")
        if top == package.name:
            target = rest.partition(".")[0] or "__init__"
            if not _may(room, target):
                yield line, f"{room} must not import {target}"
        elif room == "game" and top not in PURE:
            yield line, f"game must not import {top}"


def _may(room: str, target: str) -> bool:
    if target == "__init__":
        return room != "game"
    return target == room or target in ALLOWED[room]


def imported(file: Path, package: Path) -> Iterator[tuple[int, str]]:
    """Line and absolute dotted name of every import in a file, in functions and type-checking blocks too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, file, package)
            for alias in node.names:
                yield node.lineno, _name(base, alias.name, package)


def _base(node: ast.ImportFrom, file: Path, package: Path) -> str:
    """The absolute module that a `from` import names; leading dots climb from the file."""
    if not node.level:
        return node.module or ""
    parents = [package.name, *file.relative_to(package).parts[:-1]]
    above = parents[: len(parents) - node.level + 1]
    return ".".join([*above, *([node.module] if node.module else [])])


def _name(base: str, alias: str, package: Path) -> str:
    """`from referee import game` names a room, `from referee import __version__` the package itself."""
    if base != package.name:
        return base
    is_room = (package / alias).is_dir() or (package / f"{alias}.py").is_file()
    return f"{base}.{alias}" if is_room else base
