"""How much memory a bot's processes hold, as Linux tells it. Elsewhere nobody knows."""

import os
from pathlib import Path

from referee.bots import proc


def resident_bytes(pid: int) -> int | None:
    """What a process and all that it started hold in memory, in bytes; None where this cannot be known."""
    sizes = [_resident(pid), *(resident_bytes(child.pid) for child in proc.children(pid))]
    known = [size for size in sizes if size is not None]
    return sum(known) if known else None


def _resident(pid: int) -> int | None:
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except (OSError, IndexError):
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
