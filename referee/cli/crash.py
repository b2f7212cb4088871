"""What a person sees of an error that nobody foresaw: where its details were written. It repairs nothing."""

import os
import sys
import tempfile
import traceback
from pathlib import Path

from referee import __version__


def report_crash(error: BaseException) -> str:
    """Write the traceback into a file of the state folder; gives the text for the screen."""
    said = f"Error: the referee itself failed: {type(error).__name__}: {error}"
    try:
        place = _write("".join(traceback.format_exception(error)))
    except (OSError, RuntimeError) as refused:  # a user without a home is a RuntimeError
        return f"{said}\nIts details could not be written ({getattr(refused, 'strerror', None) or refused})."
    return f"{said}\nThis is a bug. Its details are in {place}; please report them. Committed results are safe."


def _write(details: str) -> Path:
    folder = state_folder() / "errors"
    folder.mkdir(parents=True, exist_ok=True)
    head = f"referee {__version__}, Python {sys.version.split()[0]} on {sys.platform}\n{' '.join(sys.argv)}\n\n"
    descriptor, name = tempfile.mkstemp(prefix="crash-", suffix=".txt", dir=folder)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(head + details)
    return Path(name)


def state_folder() -> Path:
    """Where the referee may keep notes of its own: the user's state folder, as the desktop standard names it."""
    base = os.environ.get("XDG_STATE_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".local" / "state") / "referee"
