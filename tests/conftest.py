"""For all tests: no examples against the clock; golden files, compared or written again with `--rewrite-golden`."""

from pathlib import Path

import attrs
import hypothesis
import pytest

GOLDEN = Path(__file__).resolve().parent / "golden"

# No test measures time, and a busy machine may pause in any example. What CI sets besides stays.
hypothesis.settings.register_profile("patient", hypothesis.settings(), deadline=None)
hypothesis.settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the one flag that writes golden files."""
    parser.addoption("--rewrite-golden", action="store_true", help="write golden files instead of comparing them")


@attrs.frozen
class Golden:
    """The files of `tests/golden`: texts that were reviewed once and must come out the same."""

    rewrite: bool

    def check(self, name: str, text: str) -> None:
        """Compares `text` with the file `name`, or writes the file when golden files are being rewritten."""
        file = GOLDEN / name
        if self.rewrite:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.is_file(), f"tests/golden/{name} does not exist: run pytest --rewrite-golden, then review the file"
        assert text == file.read_text(encoding="utf-8")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with its golden file: `golden.check("errors/unknown-edition.txt", text)`."""
    return Golden(rewrite=bool(request.config.getoption("--rewrite-golden")))
