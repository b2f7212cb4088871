import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST_FUNCTION = 60
LONGEST_MODULE = 500


def _modules() -> Iterator[Path]:
    for folder in ("referee", "examples", "sample_bots/python", "tools", "tests"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            inside = file.relative_to(ROOT).parts
            if inside[:2] != ("referee", "v1") and "_share" not in inside:
                yield file


def _parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


def _long_functions(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield f"{node.name} at line {node.lineno} has {length} lines"


def test_functions_stay_short() -> None:
    """No function of the project is longer than sixty lines."""
    found = {str(file.relative_to(ROOT)): list(_long_functions(_parsed(file))) for file in _modules()}
    assert {file: names for file, names in found.items() if names} == {}


def test_modules_stay_short() -> None:
    """No module of the project is longer than five hundred lines."""
    lengths = {str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines()) for file in _modules()}
    assert {file: length for file, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_every_module_says_its_job() -> None:
    """Every module outside tests begins with a docstring that says what it does."""
    silent = [
        str(f.relative_to(ROOT)) for f in _modules() if "tests" not in f.parts and not ast.get_docstring(_parsed(f))
    ]
    assert silent == []


def test_every_test_states_its_behaviour() -> None:
    """Every test function has a docstring that states the behaviour it checks."""
    silent = []
    for file in _modules():
        if file.name.startswith("test_"):
            silent += [
                f"{file.relative_to(ROOT)}:{node.lineno} {node.name}"
                for node in ast.walk(_parsed(file))
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                and node.name.startswith("test_")
                and not ast.get_docstring(node)
            ]
    assert silent == []


@pytest.mark.parametrize("lines", [60, 61])
def test_the_limit_is_sixty(lines: int) -> None:
    """A function of sixty lines passes and one of sixty-one does not."""
    source = "def f():\n" + "    pass\n" * (lines - 1)
    assert bool(list(_long_functions(ast.parse(source)))) is (lines > LONGEST_FUNCTION)
