"""Makes `.venv` with the project (editable) and its development tools, once; then it works without the network.

`--others` also makes `.tools/python3.12` and the like for other Pythons of this machine, with the project alone: tests
compare results across versions with them. Runs on any Python >= 3.11 that has pip, with the standard library alone. It
never touches packages outside the folders that it makes.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
FLOOR = (3, 11)
OTHERS = ("3.12", "3.13")
BUILD_TOOLS = ("pip", "hatchling>=1.25", "editables>=0.5")


def main() -> int:
    """Exit status: 0 when `.venv` is ready, 2 when this machine lacks something (one line says what)."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--others", action="store_true", help="environments for other Pythons of this machine too")
    with_others = parser.parse_args().others
    if sys.version_info < FLOOR:
        return _refuse(f"needs Python 3.11 or newer, this is {sys.version.split()[0]}: try make PYTHON=python3.11")
    try:
        _ensure(VENV, Path(sys.executable), "[dev]", pip=Path(sys.executable))
    except subprocess.CalledProcessError as error:
        return _refuse(_story(error))
    if with_others:
        _ensure_others()
    return 0


def _ensure_others() -> None:
    """One that fails is no reason to stop: the tests that want it say that it is not there."""
    for version in OTHERS:
        interpreter = _find(version)
        if interpreter is None:
            continue
        folder = ROOT / ".tools" / f"python{version}"
        try:
            # With the pip of .venv: the system's may be too old to run on a newer Python.
            _ensure(folder, interpreter, "", pip=VENV / "bin" / "python")
        except subprocess.CalledProcessError as error:
            shutil.rmtree(folder, ignore_errors=True)
            print(f"setup: no environment for Python {version}: {_story(error)}", file=sys.stderr)


def _find(version: str) -> Path | None:
    """An interpreter of this version that runs: a name on the PATH may be a launcher of something not installed."""
    for place in _places(version):
        asked = [str(place), "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        if done.returncode == 0 and done.stdout.strip() == version:
            return place
    return None


def _places(version: str) -> Iterator[Path]:
    if on_path := shutil.which(f"python{version}"):
        yield Path(on_path)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"), reverse=True)


def _ensure(venv: Path, interpreter: Path, extras: str, *, pip: Path) -> None:
    """Makes the environment unless its stamp says that it already fits. `pip`: a Python that has pip."""
    stamp = venv / ".installed"
    wanted = _fingerprint(interpreter, extras)
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    print(f"setting up {venv.relative_to(ROOT)}", flush=True)
    python = venv / "bin" / "python"
    if not _fits(python, interpreter):
        shutil.rmtree(venv, ignore_errors=True)
        # Without a pip of its own: Debian ships `venv` but not what would put one in (ensurepip).
        subprocess.run([str(interpreter), "-m", "venv", "--without-pip", str(venv)], check=True)
    # Build tools first, so that the editable build needs no environment of its own.
    for what in (BUILD_TOOLS, ("--no-build-isolation", "--editable", f"{ROOT}{extras}")):
        _install(pip, python, *what)
    stamp.write_text(wanted, encoding="utf-8")


def _fingerprint(interpreter: Path, extras: str) -> str:
    """What an environment depends on: the project's file, the interpreter, and the place (scripts hold the path)."""
    facts = ((ROOT / "pyproject.toml").read_bytes(), os.fsencode(interpreter), sys.version.encode(), os.fsencode(ROOT))
    return hashlib.sha256(b"\0".join((*facts, extras.encode()))).hexdigest()


def _fits(python: Path, interpreter: Path) -> bool:
    """Whether the environment runs and stems from this interpreter's version."""
    if not python.exists():
        return False
    asked = [[str(program), "-c", "import sys; print(sys.version)"] for program in (python, interpreter)]
    ours, theirs = (subprocess.run(one, capture_output=True, check=False) for one in asked)
    return ours.returncode == 0 and ours.stdout == theirs.stdout


def _install(pip: Path, python: Path, *what: str) -> None:
    """Runs the pip of one Python on the environment of another (`--python` came with pip 22.3)."""
    command = [str(pip), "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    subprocess.run([*command, "install", "--quiet", *what], check=True)


def _story(error: subprocess.CalledProcessError) -> str:
    return (
        f"`{' '.join(error.cmd)}` failed with status {error.returncode}, what it said stands above\n"
        "setup: it needs the modules venv and pip (Debian, Ubuntu: python3-venv python3-pip) and, once, a package index"
    )


def _refuse(why: str) -> int:
    print(f"setup: {why}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
