"""Turns a SPEC (a built-in name, a folder with `bot.toml`, a command) into how a bot is started. Starts nothing."""

import difflib
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

from attrs import evolve, field, frozen
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from referee.bots.errors import SpecError
from referee.bots.proc import MARKER
from referee.resources import resource

_NAMED: Final = re.compile(r"([A-Za-z0-9][A-Za-z0-9_.-]*)=(.+)", re.DOTALL)
_PYTHONS: Final = ("python", "python3")
_OURS: Final = ("REFEREE_ADDRESS", "REFEREE_TOKEN", MARKER)


def _startable(env: dict[str, str]) -> dict[str, str]:
    """An environment that a process can be given, and that leaves alone what the referee itself tells a bot."""
    if all(name and not {"=", "\0"} & {*name} and name not in _OURS for name in env):
        return env
    rule = f'names of one character or more, without "=", other than {", ".join(_OURS)}'
    raise PydanticCustomError("environment", "{rule}", {"rule": rule})


Environment = Annotated[dict[str, str], AfterValidator(_startable)]
"""Variables of a bot, as a `bot.toml` or a cup file names them."""


@frozen
class BotSpec:
    """How to start one bot.

    Attributes:
        name: what the organiser calls it. argv: the command, as a list. cwd: the folder that it starts in.
        env: variables of its own. build: a command to run once before, or empty. max_in_flight: matches that it plays
        at once. version, language: remarks, may be empty. spec: the text that all this was made from.
    """

    name: str
    argv: tuple[str, ...]
    cwd: Path
    env: Mapping[str, str] = field(factory=dict)
    build: tuple[str, ...] = ()
    max_in_flight: int = 1
    version: str = ""
    language: str = ""
    spec: str = ""


@frozen
class Limits:
    """What one bot process may use. `log_kb`: kept of each output stream, a quarter of it from the beginning."""

    log_kb: int = 1024


DEFAULT_LIMITS: Final = Limits()


class BotFile(BaseModel):
    """The keys of a `bot.toml`."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    name: Annotated[str, Field(min_length=1, max_length=64)]
    run: Annotated[list[str], Field(min_length=1)]
    version: str = ""
    language: str = ""
    build: list[str] = []
    env: Environment = {}
    max_in_flight: Annotated[int, Field(ge=1, le=256)] = 1


def builtin_names() -> tuple[str, ...]:
    """Names of the bots that come with the referee, sorted."""
    return tuple(sorted(path.parent.name for path in _builtin_root().glob("*/bot.toml")))


def builtin_bots() -> dict[str, str]:
    """The bots that come with the referee, by name: what each one's README says about it first."""
    return {name: _about((_builtin_root() / name / "README.md").read_text("utf-8")) for name in builtin_names()}


def _about(readme: str) -> str:
    """The first sentence below the title."""
    text = " ".join(readme.partition("\n")[2].split())
    return text.partition(". ")[0].removesuffix(".") + "."


def resolve(text: str, base: Path | None = None) -> BotSpec:
    """The bot that a SPEC means; relative paths start at `base`, by default the current folder.

    Raises:
        SpecError: it means none; the text says why and what was probably meant.
    """
    base = (base or Path()).resolve()
    named = _NAMED.fullmatch(text.strip())
    if named:
        return evolve(_resolve(named[2].strip(), base), name=named[1], spec=text)
    return evolve(_resolve(text.strip(), base), spec=text)


def _resolve(text: str, base: Path) -> BotSpec:
    if not text:
        raise SpecError(text, "is empty; give a built-in name, a folder with bot.toml, or a quoted command")
    if text in builtin_names():
        return _from_file(_builtin_root() / text / "bot.toml", text)
    path = base / Path(text).expanduser()
    if path.is_dir():
        if not (path / "bot.toml").is_file():
            raise SpecError(text, f"the folder {path} has no bot.toml")
        return _from_file(path / "bot.toml", text)
    if path.suffix == ".toml":
        return _from_file(path, text)
    return _from_command(text, base)


def _builtin_root() -> Path:
    return resource("sample_bots", "python")


def _from_file(path: Path, text: str) -> BotSpec:
    bot = _read(path, text)
    folder = path.parent.resolve()
    argv, env = tuple(bot.run), dict(bot.env)
    if folder.parent == _builtin_root().resolve():
        argv, env = _with_own_python(argv, env)
    # What is built yet need not be there, but something must be there to build it with.
    if not bot.build:
        _check_command(argv[0], folder, text, f"{path}: run")
    elif program_of(argv, folder) is None:
        _check_command(bot.build[0], folder, text, f"{path}: build")
    return BotSpec(
        bot.name, argv, folder, env, tuple(bot.build), bot.max_in_flight, bot.version, bot.language, text
    )  # fmt: skip


def _with_own_python(argv: tuple[str, ...], env: dict[str, str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """A shipped bot runs under the referee's interpreter and finds the referee's own kit, installed or not."""
    if argv[0] in _PYTHONS:
        argv = (sys.executable, *argv[1:])
    return argv, {"PYTHONPATH": str(Path(__file__).resolve().parents[2]), **env}


def _read(path: Path, text: str) -> BotFile:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SpecError(text, f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise SpecError(text, f"{path} is not TOML: {error}") from error
    for place in zeros(data):
        raise SpecError(text, f"{path}: {place[0]} holds a zero character; allowed: a text without")
    try:
        return BotFile.model_validate(data)
    except ValidationError as error:
        lines = "; ".join(_mistake(dict(one)) for one in error.errors())
        raise SpecError(text, f"{path}: {lines}") from error


def zeros(value: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where in a TOML document a text holds a zero character: no file can be named so, and no process be given it."""
    if isinstance(value, str) and "\0" in value:
        yield place
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield from zeros(entry, (*place, key))


def _mistake(error: Mapping[str, Any]) -> str:
    key = ".".join(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        return f"unknown key {key}{_meant(key, BotFile.model_fields)}"
    if error["type"] == "missing":
        return f"key {key} is missing"
    return f"{key}: {error['msg']}, found {error['input']!r}"


def _meant(word: str, known: Any) -> str:
    near = difflib.get_close_matches(word, list(known), n=1)
    return f", did you mean {near[0]}?" if near else f"; known are {', '.join(known)}"


def _from_command(text: str, base: Path) -> BotSpec:
    try:
        argv = tuple(shlex.split(text))
    except ValueError as error:
        raise SpecError(text, f"is no command: {error}") from error
    if not argv:
        raise SpecError(text, "is no command")
    _check_command(argv[0], base, text, "command" if len(argv) > 1 or "/" in text else "")
    return BotSpec(_name_of(argv), argv, base, spec=text)


def _name_of(argv: tuple[str, ...]) -> str:
    """The script if there is one (`python my_bot.py` is `my_bot`), else the program."""
    scripts = [word for word in argv[1:] if not word.startswith("-")]
    return Path(scripts[0] if scripts else argv[0]).stem[:64] or "bot"


def program_of(argv: Sequence[str], cwd: Path) -> str | None:
    """The file that a command starts: from the folder if it is a path, else from the PATH; None if there is none."""
    return shutil.which(str(cwd / argv[0])) if "/" in argv[0] else shutil.which(argv[0])


def _check_command(program: str, cwd: Path, text: str, what: str) -> None:
    if program_of([program], cwd):
        return
    if (cwd / program).is_file():
        raise SpecError(text, f'{program} is not executable; make it so, or name its interpreter: "python {program}"')
    if what:
        raise SpecError(text, f"{what}: there is no program {program}")
    raise SpecError(text, f"is neither a built-in bot, a folder nor a program{_meant(text, builtin_names())}")
