"""Makes `.venv` with the project (editable) and its development tools, once; then it works without the network.

Runs on any Python >= 3.11 that has pip, with the standard library alone. It does nothing when `.venv` already fits
`pyproject.toml`; it never touches packages outside `.venv`.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / ".installed"
FLOOR = (3, 11)


def main() -> int:
    """Exit status: 0 when `.venv` is ready, 2 when this machine lacks something (one line says what)."""
    if sys.version_info < FLOOR:
        return _refuse(
            f"needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}: make PYTHON=python3.11"
        )
    wanted = _fingerprint()
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == wanted:
        return 0
    print(f"setting up {VENV}", flush=True)
    try:
        _create()
        _install()
    except subprocess.CalledProcessError as error:
        command = " ".join(map(str, error.cmd))
        return _refuse(f"`{command}` failed with status {error.returncode}; its last lines stand above")
    STAMP.write_text(wanted, encoding="utf-8")
    return 0


def _fingerprint() -> str:
    """What the environment depends on: the dependencies, the interpreter, and the place (scripts hold the path)."""
    facts = ((ROOT / "pyproject.toml").read_bytes(), sys.version.encode(), str(ROOT).encode())
    return hashlib.sha256(b"\0".join(facts)).hexdigest()


def _interpreter() -> Path:
    folder, name = ("Scripts", "python.exe") if sys.platform == "win32" else ("bin", "python")
    return VENV / folder / name


def _create() -> None:
    """An environment without a pip of its own: Debian ships `venv` without what would put one in (ensurepip)."""
    if _interpreter().exists():
        same = [_interpreter(), "-c", f"import sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"]
        if subprocess.run(same, check=False).returncode == 0:
            return
        shutil.rmtree(VENV)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", VENV], check=True)


def _install() -> None:
    """Build tools first, so that the editable build needs no environment of its own."""
    build_tools = ["pip", "hatchling>=1.25", "editables>=0.5"]
    for wanted in (build_tools, ["--no-build-isolation", "--editable", f"{ROOT}[dev]"]):
        _pip("install", "--quiet", "--disable-pip-version-check", *wanted)


def _pip(*arguments: str) -> None:
    """Runs the pip of this Python on `.venv`; `--python` came with pip 22.3."""
    subprocess.run([sys.executable, "-m", "pip", "--python", _interpreter(), *arguments], check=True)


def _refuse(why: str) -> int:
    print(f"setup: {why}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
