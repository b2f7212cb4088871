"""Writes the folder of a new bot: kit and build files of a sample bot under another name, and a bot of one function.

What a sample bot has is taken from it, so nothing stands twice; what replaces its strategy lies in `templates/`. It
builds nothing and starts nothing.
"""

import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from referee.authoring.errors import FolderTakenError, KitMissingError, NameRefusedError
from referee.game import slug
from referee.resources import resource

TEMPLATES: Final = Path(__file__).resolve().parent / "templates"
README: Final = "README.md"
_PLACE: Final = "my-bot"
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,63}")
_BUILT: Final = ("build", "target", "node_modules", "dist", "generated", "__pycache__", ".pytest_cache")


class Recipe(BaseModel):
    """How a language's folder is made: `recipe.toml` of its templates.

    Attributes:
        sample: folder below `sample_bots`. called: the sample's own name, replaced everywhere by the new one.
        take: files and folders of the sample. proto: whether the .proto files go along.
        change: by file, regular expressions and what replaces them. taken_names: what its build system uses itself.
        title, needs, build, test, bot, does: words and commands for the README.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    title: str
    sample: str
    called: str
    take: Annotated[list[str], Field(min_length=1)]
    proto: bool = True
    needs: str
    build: str
    test: str
    bot: str
    does: str = "It claims the longest route that it can pay, and else draws."
    taken_names: list[str] = []
    change: dict[str, dict[str, str]] = {}


def languages() -> tuple[str, ...]:
    """The languages that a folder can be written for here: templates and sample are there."""
    return tuple(name for name in sorted(_recipes()) if _sample(_recipes()[name]) is not None)


def known_languages() -> tuple[str, ...]:
    """All languages that there are templates for."""
    return tuple(sorted(_recipes()))


def new_bot(folder: Path, language: str) -> Recipe:
    """Write the folder; its name becomes the bot's. Gives the recipe that was followed.

    Raises:
        NameRefusedError, FolderTakenError, KitMissingError: nothing was written.
    """
    name, recipe = folder.name, _recipes()[language]
    if not _NAME.fullmatch(name) or name in recipe.taken_names:
        near = f"my-{name}" if name in recipe.taken_names else slug(name).lstrip("0123456789-")[:64]
        raise NameRefusedError(name, near if _NAME.fullmatch(near) else "", recipe.taken_names)
    if folder.exists() or folder.is_symlink():
        raise FolderTakenError(folder)
    sample = _sample(recipe)
    if sample is None:
        raise KitMissingError(language, f"sample_bots/{recipe.sample}", languages())
    draft = folder.with_name(f".{name}.new")
    try:
        _write(draft, name, language, recipe, sample)
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return recipe


def _write(folder: Path, name: str, language: str, recipe: Recipe, sample: Path) -> None:
    for file in _taken(sample, recipe.take):
        _copy(file, folder / file.relative_to(sample))
    own = TEMPLATES / language
    for file in _files(own):
        if file.name != "recipe.toml":
            _copy(file, folder / file.relative_to(own))
    if recipe.proto:
        shutil.copytree(resource("proto"), folder / "proto")
    (folder / README).write_text(_readme(name, recipe), encoding="utf-8")
    _change(folder, recipe, name)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def _change(folder: Path, recipe: Recipe, name: str) -> None:
    """Give the files their new name, and take out of them what the sample's own strategy needed."""
    for file in _files(folder):
        if file.relative_to(folder).parts[0] == "proto":
            continue
        text = file.read_text(encoding="utf-8")
        for pattern, replacement in recipe.change.get(str(file.relative_to(folder)), {}).items():
            text, count = re.subn(pattern, replacement, text)
            if not count:
                raise AssertionError(f"{file.name} of the {recipe.title} sample has no {pattern!r} any more")
        file.write_text(_renamed(text, recipe.called, name), encoding="utf-8")


def _renamed(text: str, old: str, new: str) -> str:
    """Whole words only: the sample's name, and the one that the templates have."""
    return re.sub(rf"(?<![A-Za-z0-9_])(?:{re.escape(old)}|{_PLACE})(?![A-Za-z0-9_])", new, text)


def _readme(name: str, recipe: Recipe) -> str:
    text = (TEMPLATES / README).read_text(encoding="utf-8")
    return text.format_map({"name": name, **recipe.model_dump(exclude={"change", "take"})})


def _taken(sample: Path, take: list[str]) -> Iterator[Path]:
    for pattern in take:
        found = sorted(sample.glob(pattern))
        if not found:
            raise AssertionError(f"the sample {sample} has no {pattern} any more")
        for path in found:
            yield from _files(path) if path.is_dir() else [path]


def _files(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not any(part in _BUILT for part in file.relative_to(folder).parts):
            yield file


def _recipes() -> dict[str, Recipe]:
    return {
        file.parent.name: Recipe.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
        for file in TEMPLATES.glob("*/recipe.toml")
    }


def _sample(recipe: Recipe) -> Path | None:
    try:
        return resource("sample_bots", *recipe.sample.split("/"))
    except FileNotFoundError:
        return None
