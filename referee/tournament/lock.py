"""One writer a results folder: a lock that the system drops when its holder dies, however it dies. Reading needs no
lock.
"""

import fcntl
import os
import socket
from pathlib import Path
from types import TracebackType
from typing import final

from referee.tournament.errors import LockedError, StoreError


@final
class FolderLock:
    """Holds `LOCK` of a folder from entry to exit.

    The descriptor is close-on-exec, so no bot or worker inherits it: a child that outlives a killed run would
    otherwise keep
    the folder locked. The file's text names the holder for messages only; the lock itself is the kernel's.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "LOCK"
        self._descriptor = -1

    def __enter__(self) -> "FolderLock":
        """Take the lock.

        Raises:
            LockedError: another run holds it.
            StoreError: the folder cannot be written.

        """
        try:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise StoreError(self._path, f"cannot be written: {error.strerror}") from None
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self._descriptor, 200).decode(errors="replace").strip()
            self._close()
            raise LockedError(self._path.parent, holder) from None
        self._sign()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _sign(self) -> None:
        try:
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, f"process {os.getpid()} on {socket.gethostname()}\n".encode(), 0)
        except OSError:
            return  # a full disk: the name is a courtesy, the lock holds without it

    def _close(self) -> None:
        os.close(self._descriptor)
        self._descriptor = -1
