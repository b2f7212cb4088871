import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.bots import BuildError, SpecError, build, resolve
from tests.cli.running import start

RUN = '#!/bin/sh\nexec {python} {bot} "$@"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for a bot that has to be built."""
    (tmp_path / "mine").mkdir()
    return tmp_path / "mine"


def bot_toml(folder: Path, build: Sequence[str], run: str = "./made") -> None:
    """Write the folder's bot.toml."""
    text = f"name = 'mine'\nrun = {json.dumps([run])}\nbuild = {json.dumps(list(build))}\n"
    (folder / "bot.toml").write_text(text, encoding="utf-8")


def python(code: str) -> list[str]:
    """A build that runs a line of Python."""
    return [sys.executable, "-c", code]


MAKES_IT = "import pathlib; made = pathlib.Path('made'); made.write_text('#!/bin/sh\\n'); made.chmod(0o755)"


def test_a_build_makes_the_program_in_its_folder(folder: Path) -> None:
    """What `run` names need not be there before, and is there afterwards."""
    bot_toml(folder, python(MAKES_IT))
    spec = resolve("mine", folder.parent)
    assert spec.argv == ("./made",)
    build(spec)
    assert (folder / "made").is_file()


def test_a_bot_without_a_build_needs_none() -> None:
    """Nothing runs for a built-in bot."""
    build(resolve("random"))


def test_a_failed_build_says_what_and_why(folder: Path) -> None:
    """The error has the folder, the command, the status and the last lines that the tools printed."""
    bot_toml(
        folder,
        [sys.executable, "-c", "import sys; print(*range(30), sep='\\n'); print('bad', file=sys.stderr); sys.exit(3)"],
    )
    with pytest.raises(BuildError) as caught:
        build(resolve("mine", folder.parent))
    first, second, *said = str(caught.value).splitlines()
    assert first == f"bot 'mine': cannot be built in {folder}"
    assert second.startswith(f"  {sys.executable} -c ")
    assert second.endswith(": ended with status 3")
    assert len(said) == 12
    assert "  | 29" in said
    assert "  | bad" in said


def test_a_build_that_leaves_no_program_is_an_error(folder: Path) -> None:
    """A build may succeed and still not make what `run` names."""
    bot_toml(folder, python("pass"))
    with pytest.raises(BuildError, match=r"left no program \./made to run"):
        build(resolve("mine", folder.parent))


def test_a_missing_toolchain_is_an_error_before_anything_starts(folder: Path) -> None:
    """The bot.toml is named, and the program that the build asks for."""
    bot_toml(folder, ["no-such-compiler", "."])
    with pytest.raises(SpecError, match=r"bot\.toml: build: there is no program no-such-compiler"):
        resolve("mine", folder.parent)


def test_a_built_bot_is_known_without_its_toolchain(folder: Path) -> None:
    """Where the program is there already a worker can start it; only building needs the tools."""
    bot_toml(folder, ["no-such-compiler", "."], run=sys.executable)
    with pytest.raises(BuildError, match="there is no program no-such-compiler"):
        build(resolve("mine", folder.parent))


def played(folder: Path) -> subprocess.CompletedProcess[str]:
    """A match of the folder's bot against itself on the command line."""
    with start(
        folder.parent, "play", "--edition", "london", "--bot", "./mine", "--bot", "./mine", "--seed", "x"
    ) as process:
        out, err = process.communicate(timeout=120)
    return subprocess.CompletedProcess([], process.returncode, out, err)


def test_play_builds_once_for_all_seats(folder: Path) -> None:
    """Two seats of one folder build it once, before the match; the match is then played by what was built."""
    bot = resolve("random")
    run = RUN.format(python=bot.argv[0], bot=bot.cwd / bot.argv[1])
    count = "with open('count', 'a') as file: file.write('x')"
    bot_toml(
        folder,
        python(f"import pathlib; made = pathlib.Path('made'); made.write_text({run!r}); made.chmod(0o755)\n{count}"),
    )
    done = played(folder)
    assert done.returncode == 0, done.stderr
    assert "faults: none" in done.stdout
    assert done.stderr.startswith("building mine: ")
    assert (folder / "count").read_text() == "x"


def test_play_with_a_failing_build_is_one_readable_block(folder: Path) -> None:
    """Status 2, the tool's last line, no traceback, no match."""
    bot_toml(folder, python("raise SystemExit('the compiler is unhappy')"))
    done = played(folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "  | the compiler is unhappy" in done.stderr
    assert "Traceback" not in done.stderr
