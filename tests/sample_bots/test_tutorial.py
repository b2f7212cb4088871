import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from referee.botkit.testing import play_locally
from tests.sample_bots.samples import sample

STEPS = Path(__file__).resolve().parents[2] / "docs" / "tutorial"


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[ModuleType]:
    """The steps as modules, which find each other as scripts of one folder do."""
    monkeypatch.syspath_prepend(str(STEPS))
    return [_step(path) for path in sorted(STEPS.glob("step*.py"))]


def _step(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[path.stem])
    return sys.modules[path.stem]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_each_step_beats_random(steps: list[ModuleType], number: int) -> None:
    """Every step of the tutorial runs, and wins against a bot that plays anything."""
    bots = [steps[number].choose, sample("random").choose]
    assert play_locally(bots, seed="tutorial").winners == (0,)
