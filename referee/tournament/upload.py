"""Bots' folders packed for machines that do not see them, and unpacked there. How they travel is the cluster's.

A command has no folder of its own, so a bot that is uploaded must be a folder with a `bot.toml`; built-in bots are
everywhere.
"""

import gzip
import hashlib
import io
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from referee.bots.spec import builtin_names
from referee.tournament.cup_file import Cup
from referee.tournament.errors import UploadError

MOST_BYTES: Final = 16 * 1024 * 1024
"""Of a packed folder; it is sent with each unit."""

_LEFT_OUT: Final = frozenset({"__pycache__", ".git", ".venv", ".mypy_cache", ".pytest_cache", ".ruff_cache"})


def packed_bots(cup: Cup) -> dict[str, bytes]:
    """The folder of each bot of a cup that is no built-in one, packed, by the bot's name.

    Raises:
        UploadError: a bot is a command, or its folder is too large or cannot be read; all such bots are named.

    """
    found: dict[str, bytes] = {}
    wrong = []
    for bot in cup.config.bots:
        spec = bot.spec or ""
        if spec in builtin_names():
            continue
        path = cup.base / Path(spec).expanduser()
        folder = path.parent if path.suffix == ".toml" else path
        try:
            found[bot.name] = pack(folder)
        except UploadError as error:
            wrong.append(f"bot {bot.name}: {error}")
    if wrong:
        raise UploadError("\n".join(wrong))
    return found


def pack(folder: Path) -> bytes:
    """A folder as one archive, equal for equal content; caches and hidden tools' folders are left out.

    Linked files are sent as files, since what they lead to need not be there.

    Raises:
        UploadError: it has no `bot.toml`, holds a link to a folder, is larger than is sent with each unit, or cannot be
        read.

    """
    if not (folder / "bot.toml").is_file():
        raise UploadError("is no folder with a bot.toml, so nobody knows what belongs to it; only such can be uploaded")
    plain = io.BytesIO()
    try:
        with tarfile.open(fileobj=plain, mode="w", dereference=True) as archive:
            for path in _files(folder):
                archive.add(path, str(path.relative_to(folder)), recursive=False, filter=_anonymous)
    except OSError as error:
        raise UploadError(f"its folder cannot be packed: {error}") from None
    content = gzip.compress(plain.getvalue(), mtime=0)
    if len(content) > MOST_BYTES:
        size, most = (round(count / 1024 / 1024, 1) for count in (len(content), MOST_BYTES))
        raise UploadError(f"its folder is {size} MB packed; allowed: {most} MB, or put it where all machines see it")
    return content


def unpacked(content: bytes, place: Path) -> Path:
    """The folder below `place` that holds what was packed, made at the first call; one folder for equal content."""
    folder = place / hashlib.sha256(content).hexdigest()
    if folder.is_dir():
        return folder
    place.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=place))
    try:
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            archive.extraction_filter = getattr(tarfile, "data_filter", None)  # older Pythons 3.11 have none
            archive.extractall(draft)  # noqa: S202 - from the organiser, who may run anything here
        draft.rename(folder)
    except OSError:
        if not folder.is_dir():  # or another unit was quicker
            raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return folder


def _files(folder: Path) -> Iterator[Path]:
    for name, folders, files in os.walk(folder):
        folders[:] = sorted(each for each in folders if each not in _LEFT_OUT)
        for each in folders:
            if (link := Path(name, each)).is_symlink():
                raise UploadError(
                    f"{link.relative_to(folder)} is a link to a folder, which is not sent; put a copy there"
                )
        yield from (Path(name, each) for each in sorted(files))


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mtime = 0
    return member


def sizes_text(packed: Mapping[str, bytes]) -> str:
    """What is sent, for people."""
    return ", ".join(f"{name} ({max(1, len(content) // 1024)} kB)" for name, content in packed.items()) or "none"
