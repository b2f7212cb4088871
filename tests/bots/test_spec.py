import os
import sys
from pathlib import Path

import pytest

from referee.bots import SpecError, builtin_bots, resolve

TOML = """
name = "mine"
version = "2"
language = "python"
run = ["python3", "bot.py"]
max_in_flight = 4
env = { MODE = "fast" }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a bot and a bot.toml."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.toml").write_text(TOML, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", ["random", "greedy", "planner", "searcher"])
def test_built_in_name(name: str) -> None:
    """A built-in name is its sample bot under the referee's own interpreter, which finds the kit without an install."""
    spec = resolve(name)
    assert spec.name == name
    assert spec.argv[0] == sys.executable
    assert (spec.cwd / spec.argv[1]).is_file()
    assert (Path(spec.env["PYTHONPATH"]) / "referee" / "botkit").is_dir()


def test_built_in_bots_say_what_they_are() -> None:
    """Each built-in bot comes with a sentence about it."""
    assert all(about.endswith(".") and len(about) > 10 for about in builtin_bots().values())


@pytest.mark.parametrize("text", ["mine", "./mine", "mine/bot.toml"])
def test_folder(folder: Path, text: str) -> None:
    """A folder with a bot.toml, or that file, is a bot that starts in its folder."""
    spec = resolve(text, folder)
    assert (spec.name, spec.version, spec.language, spec.max_in_flight) == ("mine", "2", "python", 4)
    assert (spec.argv, spec.cwd, dict(spec.env)) == (("python3", "bot.py"), folder / "mine", {"MODE": "fast"})


def test_command(tmp_path: Path) -> None:
    """A command is split as a shell would, starts where the SPEC is relative to, and is named by its script."""
    spec = resolve(f"'{sys.executable}' -O my_bot.py --depth 3", tmp_path)
    assert spec.argv == (sys.executable, "-O", "my_bot.py", "--depth", "3")
    assert (spec.name, spec.cwd) == ("my_bot", tmp_path)


def test_named(folder: Path) -> None:
    """`name=SPEC` names a bot; an equals sign inside a command does not."""
    assert resolve("ours=./mine", folder).name == "ours"
    assert resolve(f"{sys.executable} my_bot.py --depth=3", folder).name == "my_bot"


BAD = [
    ("", "is empty"),
    ("greedi", "did you mean greedy?"),
    ("no_such_program_at_all", "known are greedy, planner, random, searcher"),
    ("no_such_program my_bot.py", "there is no program no_such_program"),
    ("./nowhere/run", "there is no program ./nowhere/run"),
    ("'unbalanced", "No closing quotation"),
    ("plain", "has no bot.toml"),
    ("script.py", 'name its interpreter: "python script.py"'),
    ("missing.toml", "No such file"),
    ("broken.toml", "is not TOML"),
    ("typo.toml", "unknown key max_in_fligth, did you mean max_in_flight?"),
    ("typo.toml", "key run is missing"),
    ("types.toml", "max_in_flight: Input should be a valid integer, found '4'"),
    ("empty.toml", "run: List should have at least 1 item"),
    ("ghost.toml", "run: there is no program ./ghost"),
    ("zero.toml", "run holds a zero character"),
    ("token.toml", "env: names of one character or more"),
]


@pytest.mark.parametrize(("text", "words"), BAD)
def test_bad_spec(tmp_path: Path, text: str, words: str) -> None:
    """A SPEC that means no bot says what is wrong and what would be right, all mistakes of a bot.toml at once."""
    (tmp_path / "plain").mkdir()
    (tmp_path / "script.py").touch()
    files = {
        "broken": "name =",
        "typo": 'name = "x"\nmax_in_fligth = 1\n',
        "types": 'name = "x"\nrun = ["sh"]\nmax_in_flight = "4"\n',
        "empty": 'name = "x"\nrun = []\n',
        "ghost": 'name = "x"\nrun = ["./ghost"]\n',
        "zero": 'name = "x"\nrun = ["sh", "a\\u0000b"]\n',
        "token": 'name = "x"\nrun = ["sh"]\nenv = { REFEREE_TOKEN = "1" }\n',
    }
    for name, content in files.items():
        (tmp_path / f"{name}.toml").write_text(content, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        resolve(text, tmp_path)
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"bot {text!r}: ")


def test_environment_holds_no_secret(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A bot inherits a short list of variables and nothing else of the referee's environment."""
    from referee.bots.process import environment

    monkeypatch.setenv("CLOUD_KEY", "canary")
    env = environment({"MODE": "fast"}, tmp_path, {"REFEREE_TOKEN": "t"})
    assert "canary" not in env.values()
    assert (env["PATH"], env["HOME"], env["MODE"], env["REFEREE_TOKEN"]) == (
        os.environ["PATH"],
        str(tmp_path),
        "fast",
        "t",
    )
