"""Folders of new bots: written, built and tested as their README says, and played."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from referee.authoring import kits
from referee.authoring.errors import FolderTakenError, KitMissingError, NameRefusedError
from referee.authoring.kits import known_languages, languages, new_bot
from tests.authoring.places import ROOT
from tests.languages.sample import BUILD_TIME, needs

TOOLS = {
    "cpp": ("cmake", "g++", "pkg-config", "protoc", "grpc_cpp_plugin"),
    "go": ("go",),
    "java": ("java", "mvn"),
    "python": (),
    "rust": ("cargo",),
    "typescript": ("node", "npm"),
}
NAME = "my-first-bot-2"


def _in_folder(folder: Path, command: str) -> str:
    """What a command of the README prints, run as a person would in an environment with the referee."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(folder / "state")}
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=BUILD_TIME,
    )
    assert done.returncode == 0, f"{command}\n{(done.stdout + done.stderr)[-6000:]}"
    return done.stdout


def test_every_language_has_its_recipe() -> None:
    """Six languages are known, and a checkout has the kit of each."""
    assert known_languages() == languages() == tuple(TOOLS)


@pytest.mark.parametrize("language", TOOLS)
def test_a_folder_bears_its_name(language: str, tmp_path: Path) -> None:
    """Name and language stand in bot.toml, and nothing speaks of the sample or of another's name."""
    recipe = new_bot(tmp_path / NAME, language)
    folder = tmp_path / NAME
    bot = tomllib.loads((folder / "bot.toml").read_text(encoding="utf-8"))
    assert (bot["name"], bot["language"]) == (NAME, language)
    assert (folder / recipe.bot).is_file()
    texts = {file: file.read_text(encoding="utf-8") for file in folder.rglob("*") if file.is_file()}
    strange = re.compile(rf"(?i)\b{recipe.called}\b|(?<![-\w])my-bot(?![-\w])|{re.escape(str(ROOT))}|sample_bots")
    assert [str(file) for file, text in texts.items() if "proto" not in file.parts and strange.search(text)] == []
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


@pytest.mark.slow
@pytest.mark.parametrize("language", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in TOOLS])
def test_a_new_bot_is_built_tested_and_played(language: str, tmp_path: Path) -> None:
    """The commands of the README work in their order: tests, a match without a fault, one recorded question."""
    needs(language, *TOOLS[language])
    _in_folder(tmp_path, f"referee bot new {NAME} --language {language}")
    folder = tmp_path / NAME
    if language == "rust":  # its libraries take minutes to compile: those of the sample are the same
        compiled = ROOT / "sample_bots" / "rust" / "target"
        compiled.mkdir(exist_ok=True)
        (folder / "target").symlink_to(compiled)
    test, play, _, ask = re.findall(r"^    (\S.*)$", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    _in_folder(folder, test)
    seats = json.loads(_in_folder(folder, f"{play} --json"))["seats"]
    assert [(seat["bot"], seat["faults"]) for seat in seats] == [(NAME, []), ("greedy", [])]
    assert json.loads(_in_folder(folder, f"{ask} --json"))["legal"] is True


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    """Nothing is written into a folder that exists, and nothing is left beside it."""
    (tmp_path / "mine").mkdir()
    with pytest.raises(FolderTakenError, match="mine is there already"):
        new_bot(tmp_path / "mine", "python")
    assert [list((tmp_path / "mine").iterdir()), list(tmp_path.iterdir())] == [[], [tmp_path / "mine"]]


@pytest.mark.parametrize(
    ("name", "language", "words"),
    [
        ("My Bot", "python", 'did you mean "my-bot"'),
        ("2fast", "go", 'did you mean "fast"'),
        ("___", "python", "a letter first"),
        ("tests", "cpp", 'did you mean "my-tests"'),
    ],
)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str, language: str, words: str) -> None:
    """The refusal says what a name is made of, and the nearest one that is."""
    with pytest.raises(NameRefusedError, match=words):
        new_bot(tmp_path / name, language)
    assert list(tmp_path.iterdir()) == []


def test_a_kit_that_is_not_installed_says_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation without a language's kit names those that it has, and the checkout."""
    monkeypatch.setattr(kits, "_sample", lambda recipe: None if recipe.sample == "go" else tmp_path)
    with pytest.raises(KitMissingError, match=r"sample_bots/go is missing.*python.*checkout"):
        new_bot(tmp_path / "mine", "go")
