import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "rule_table.py"

PAGE = "- **C-01** One.\n- **C-02** Two.\n- **C-03** Three.\n- **E-14** Never.\n- **E-43** Left.\n- **E-48** None.\n"


@pytest.fixture
def tool() -> ModuleType:
    """tools/rule_table.py as a module."""
    spec = importlib.util.spec_from_file_location("rule_table", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of three rules, of which a scenario and a test show two."""
    for folder in ("docs", "tests/scenarios"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "docs" / "rules.md").write_text(PAGE)
    (tmp_path / "tests" / "scenarios" / "one.toml").write_text('name = "x"\nrules = ["C-01"]\n')
    (tmp_path / "tests" / "test_two.py").write_text('def test_b() -> None:\n    """It holds (C-02)."""\n')
    return tmp_path


def test_every_rule_has_a_test() -> None:
    """Each id of docs/rules.md has a scenario or a test, and the table of the page is what the script makes."""
    run = subprocess.run([sys.executable, TOOL, "--check"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_a_rule_without_a_test_is_named(tool: ModuleType, project: Path) -> None:
    """The script refuses to make a table in which a rule has nothing."""
    with pytest.raises(tool.TableError, match=r"no scenario and no test cites C-03$"):
        tool.fresh_page(project)


def test_a_rule_that_is_not_on_the_page_is_named(tool: ModuleType, project: Path) -> None:
    """An id that tests cite and no page explains is a mistake of the test."""
    (project / "tests" / "scenarios" / "one.toml").write_text('name = "x"\nrules = ["C-01", "C-03", "C-77"]\n')
    with pytest.raises(tool.TableError, match="C-77"):
        tool.fresh_page(project)


def test_a_range_names_all_rules_in_between(tool: ModuleType, project: Path) -> None:
    """`C-01 to C-03` in a docstring stands for three rules, and the table is made twice the same."""
    (project / "tests" / "test_two.py").write_text('def test_b() -> None:\n    """C-01 to C-03 hold."""\n')
    page = tool.fresh_page(project)
    assert "| C-01 | one | `test_two.py::test_b` |" in page
    assert "| C-02 |  | `test_two.py::test_b` |" in page
    assert "| C-03 |  | `test_two.py::test_b` |" in page
    (project / "docs" / "rules.md").write_text(page)
    assert tool.fresh_page(project) == page
