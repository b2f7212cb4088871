"""The wheel and the editable install are built and installed without the network, each into an environment."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import attrs
import pytest

from referee.authoring.kits import known_languages, new_bot
from referee.resources import resource

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ("cups", "maps", "proto", "sample_bots/python")


@attrs.frozen
class Environment:
    """A Python environment of its own that sees the dependencies of the one that runs the tests."""

    folder: Path

    def run(self, *command: str | Path) -> str:
        """Standard output of a program of this environment, run outside the checkout."""
        program = [str(self.folder / "bin" / command[0]), *map(str, command[1:])]
        done = subprocess.run(program, cwd=self.folder, capture_output=True, text=True, check=False, timeout=240)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def install(self, *what: str | Path) -> None:
        """Installs without the network; `--ignore-installed` keeps pip from looking through the borrowed packages."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.folder / "bin" / "python")]
        flags = ["--no-index", "--no-deps", "--no-build-isolation", "--ignore-installed", "--quiet"]
        subprocess.run([*pip, "install", *flags, *map(str, what)], check=True, timeout=240)


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """An environment with nothing of its own; a .pth file lends it the installed dependencies."""
    folder = tmp_path / "an environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True, timeout=240)
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return Environment(folder)


def _listing(folder: Path) -> set[str]:
    """Files that are of the project: no caches, whose names begin with a dot or two underscores."""
    files = (file.relative_to(folder) for file in folder.rglob("*") if file.is_file())
    return {str(file) for file in files if not any(part.startswith((".", "__")) for part in file.parts)}


def _places(environment: Environment) -> dict[str, Path]:
    script = f"from referee.resources import resource\nfor name in {SHIPPED!r}: print(resource(*name.split('/')))"
    return dict(zip(SHIPPED, map(Path, environment.run("python", "-I", "-c", script).splitlines()), strict=True))


@pytest.mark.slow
def test_a_wheel_carries_its_files(environment: Environment, tmp_path: Path) -> None:
    """An installed wheel holds every shipped file of the checkout, and plays with the bots inside it."""
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, timeout=240)
    environment.install(next(tmp_path.glob("*.whl")))
    for name, place in _places(environment).items():
        assert environment.folder in place.parents
        assert _listing(place) == _listing(ROOT / name) != set()
    match = ["--edition", "usa", "--bot", "random", "--bot", "greedy", "--seed", "one", "--json"]
    assert '"forfeit": false' in environment.run("referee", "play", *match)
    for language in known_languages():  # with kits of the wheel
        environment.run("referee", "bot", "new", f"my-{language}", "--language", language)
        new_bot(tmp_path / f"my-{language}", language)
        made = _listing(environment.folder / f"my-{language}") - {"sample.replay"}
        assert made == _listing(tmp_path / f"my-{language}") != set()


@pytest.mark.slow
def test_an_editable_install_uses_the_checkout(environment: Environment) -> None:
    """After `pip install -e` the shipped files are those of the checkout, so an edited board counts at once."""
    environment.install("--editable", ROOT)
    assert _places(environment) == {name: ROOT / name for name in SHIPPED}
    assert "usa" in environment.run("referee", "edition", "list")


def test_a_missing_file_names_both_places() -> None:
    """A resource that neither package nor checkout has is reported with both places that were looked at."""
    with pytest.raises(FileNotFoundError, match=r"maps/atlantis\.toml is missing: looked for .*_share.* and .*"):
        resource("maps", "atlantis.toml")
