"""The tournament's branch of the error tree. Texts are built here; printing them is the command line's.

RefereeError
+-- TournamentError
    +-- CupFileError          mistakes in a cup file, all of them at once
    +-- StoreError            the results folder cannot be read or written
    |   +-- DamagedError      its database is torn or overwritten
    |   +-- LockedError       another run is writing to it
    |   +-- ChangedCupError   it holds another cup than the one that was asked for
    +-- ExtensionError        bots cannot be added to a cup in this way
    +-- ClosedError           the cup was closed: its secret is out
    +-- WithheldError         a replay whose deal is still being played elsewhere
    +-- PlatformError         units fail one after the other
    +-- WorkerError           a worker process ended or spoke nonsense
    +-- UploadError           a bot cannot be sent to other machines
    +-- ClusterError          a Dask cluster is out of reach, of another version, or lost its workers
"""

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from referee.game.errors import RefereeError


class TournamentError(RefereeError):
    """A cup cannot be read, played or shown."""


@frozen
class Mistake:
    """One thing wrong in a cup file.

    Attributes:
        key: dotted path of the key, lists numbered from 1 as people count: `bots 2, spec`.
        text: what was found and what is allowed.
    """

    key: str
    text: str


class CupFileError(TournamentError):
    """A cup file with mistakes; `mistakes` has all of them, in the order of the schema."""

    def __init__(self, path: Path, mistakes: Sequence[Mistake]) -> None:
        self.path = path
        self.mistakes = tuple(mistakes)
        super().__init__(self._text())

    def _text(self) -> str:
        count = len(self.mistakes)
        lines = [f"{self.path} has {count} mistake{'s' if count > 1 else ''}:"]
        return "\n".join(lines + [f"  {m.key}: {m.text}" for m in self.mistakes])


class StoreError(TournamentError):
    """The results folder cannot be read or written; `path` is the folder or file at fault."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        super().__init__(f"{path}: {text}")


class DamagedError(StoreError):
    """The database is no longer what was written: torn, overwritten, or another kind of file."""


class LockedError(StoreError):
    """Another run holds the folder; `holder` is what that run wrote into the lock file."""

    def __init__(self, path: Path, holder: str) -> None:
        self.holder = holder
        super().__init__(
            path, f"another run is playing this cup ({holder or 'it left no name'}); wait for it or stop it"
        )


class ChangedCupError(StoreError):
    """The folder holds a cup that differs; `differences` has one line each, `advice` what may have been meant."""

    def __init__(self, path: Path, differences: Sequence[str], advice: str = "") -> None:
        self.differences = tuple(differences)
        lines = ["holds another cup; nothing was changed. Use another --out, or restore what differs:"]
        lines += [f"  {line}" for line in differences]
        super().__init__(path, "\n".join([*lines, advice] if advice else lines))


class ExtensionError(TournamentError):
    """Bots cannot be added in this way: matches that are planned or played would change, or there are none."""


class ClosedError(TournamentError):
    """The cup's secret was revealed, so no further match of it can be fair."""


class WithheldError(TournamentError):
    """A replay would show a deal that other tables have still to play."""

    def __init__(self, match_id: str, deal: int, left: int) -> None:
        self.match_id = match_id
        super().__init__(
            f"match {match_id} is withheld: {left} other match{'es' if left > 1 else ''} of deal {deal} "
            f"must be played first, and its replay would show their cards"
        )


class WorkerError(TournamentError):
    """A worker process ended or broke its protocol: a platform fault, none of a bot's."""


class PlatformError(TournamentError):
    """Units failed one after the other and none was played in between: it is not theirs, and more tries help nobody."""

    def __init__(self, faults: int, reason: str) -> None:
        super().__init__(
            f"the platform failed {faults} times in a row, last by: {reason}; everything committed is safe: "
            f"mend it and run the same command again"
        )


class UploadError(TournamentError):
    """A bot cannot be sent to other machines."""


class ClusterError(TournamentError):
    """A Dask cluster cannot be used, now or any more; `address` is its scheduler's."""

    def __init__(self, address: str, text: str) -> None:
        self.address = address
        super().__init__(f"cluster {address}: {text}; everything committed is safe")
