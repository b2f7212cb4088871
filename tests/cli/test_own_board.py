"""A user's own board everywhere that an edition is taken: checked, dealt, played, in cups and scenarios, verified."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.running import facts, referee

ROOT = Path(__file__).resolve().parents[2]
BOARDS = ROOT / "tests" / "boards"
PAGE = ROOT / "docs" / "own-board.md"

CUP = """
name = "Bay"
editions = ["../boards/harbour.toml:harbour", "../boards/harbour.toml:harbour-calm+depots", "london"]
seats = 2
deals = 1
seed = "bay"
[clock]
decision_ms = 20000
[[bots]]
name = "ann"
spec = "random"
[[bots]]
name = "ben"
spec = "random"
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the board in `boards/` and a finished cup in `cups/` that names it; not to be changed."""
    folder = tmp_path_factory.mktemp("bay")
    shutil.copytree(BOARDS, folder / "boards")
    (folder / "cups").mkdir()
    (folder / "cups" / "bay.toml").write_text(CUP, encoding="utf-8")
    referee(folder, "cup", "run", "cups/bay.toml")
    return folder


@pytest.fixture
def moved(bay: Path, tmp_path: Path) -> Path:
    """The cup's results alone, in another place: no board file is near."""
    shutil.copytree(bay / "results" / "bay", tmp_path / "bay")
    return tmp_path


def test_the_page_quotes_the_board_and_the_scenarios() -> None:
    """The files that the page walks through are those of the tests, word for word."""
    blocks = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    for name in ("harbour.toml", "harbour-scenarios.toml"):
        assert (BOARDS / name).read_text(encoding="utf-8") in blocks, name


def test_the_commands_of_the_page_do_what_it_says(tmp_path: Path) -> None:
    """Every command of the page that has its output beside it prints just that."""
    for name in ("harbour.toml", "harbour-scenarios.toml"):
        shutil.copy(BOARDS / name, tmp_path)
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    told = [line for block in blocks for line in block.splitlines()]
    commands = [i for i, line in enumerate(told) if line.startswith("$ referee ")]
    assert len(commands) >= 5
    for here, after in zip(commands, [*commands[1:], len(told)], strict=True):
        out = referee(tmp_path, *told[here].removeprefix("$ referee ").split())
        wanted = [line for line in told[here + 1 : after] if line != "..."]
        assert [line for line in wanted if line not in out.splitlines()] == []


def test_a_match_on_an_own_board_verifies_by_itself(tmp_path: Path) -> None:
    """The replay carries the description of its game, so it verifies where there is no board file; without it the error
    names the edition whose board file is needed, and the file helps.
    """
    board = str(BOARDS / "harbour.toml")
    bots = ("--bot", "random", "--bot", "random", "--seed", "x")
    played = facts(tmp_path, "play", "--edition", f"{board}:harbour+depots", *bots, "--out", "x.replay")
    assert played["edition"] == "harbour+depots"
    checked = facts(tmp_path, "replay", "verify", "x.replay")
    assert [(each["ok"], each["digest"], each["board"]) for each in checked] == [
        (True, played["digest"], "the replay's own description")
    ]
    text = (tmp_path / "x.replay").read_text(encoding="utf-8")
    bare = re.sub(r"^description .*\n", "", text, flags=re.MULTILINE)
    (tmp_path / "bare.replay").write_text(bare, encoding="utf-8")
    said = referee(tmp_path, "replay", "verify", "bare.replay", status=1)
    assert "is of edition 'harbour+depots', which is none of this referee's" in said
    assert "ok" in referee(tmp_path, "replay", "verify", "bare.replay", "--board", board)
    assert "harbour+depots" in referee(tmp_path, "replay", "show", "x.replay")


def test_another_board_of_the_same_name_is_told_apart(tmp_path: Path) -> None:
    """A replay does not verify on a board file that was changed since, although the edition's id is the same."""
    bots = ("--bot", "random", "--bot", "random", "--seed", "x")
    referee(tmp_path, "play", "--edition", f"{BOARDS / 'harbour.toml'}:harbour", *bots, "--out", "x.replay")
    text = (BOARDS / "harbour.toml").read_text(encoding="utf-8").replace("points = 9", "points = 10")
    (tmp_path / "harbour.toml").write_text(text, encoding="utf-8")
    assert "OTHER_GAME" in referee(tmp_path, "replay", "verify", "x.replay", "--board", "harbour.toml", status=1)


def test_a_replaced_stand_in_needs_no_code(tmp_path: Path) -> None:
    """Whoever owns Amsterdam edits a copy of the file: the edition keeps its id, and the replay tells its own board."""
    text = (ROOT / "maps" / "amsterdam.toml").read_text(encoding="utf-8")
    changed = re.sub(r"(stand_in = \[\n.*?points = )\d+", r"\g<1>17", text, count=1, flags=re.DOTALL)
    assert changed != text
    (tmp_path / "amsterdam.toml").write_text(changed, encoding="utf-8")
    bots = ("--bot", "random", "--bot", "random", "--seed", "x")
    referee(tmp_path, "play", "--edition", "./amsterdam.toml", *bots, "--out", "x.replay")
    (checked,) = facts(tmp_path, "replay", "verify", "x.replay")
    assert (checked["ok"], checked["board"]) == (True, "the replay's own description")


def test_a_cup_keeps_the_boards_that_it_was_played_on(moved: Path) -> None:
    """The results folder alone is enough to verify, to show and to export, also without the board file."""
    report = facts(moved, "cup", "verify", "bay", "--secrecy")
    assert (report["ok"], report["matches"]) == (True, 6)
    match = "bay:harbour-calm+depots-2p/t0000/d0000/o1"
    (checked,) = facts(moved, "replay", "verify", match)
    assert (checked["ok"], checked["board"]) == (True, "the replay's own description")
    referee(moved, "cup", "export", "bay", "--match", "harbour-2p/*")
    files = sorted(map(str, (moved / "bay" / "export").rglob("*.replay")))
    assert len(files) == 2
    assert all(each["ok"] for each in facts(moved, "replay", "verify", *files))


def test_the_standings_say_what_is_invented(moved: Path) -> None:
    """Standings name the invented tables of the editions that were played, and only those."""
    notes = facts(moved, "cup", "standings", "bay")["notes"]
    assert notes == [
        "harbour: invented: cities, routes, tickets",
        "harbour-calm+depots: invented: cities, routes, tickets",
    ]
    assert "note: harbour: invented: cities, routes, tickets\n" in referee(moved, "cup", "standings", "bay")


def test_a_cup_whose_board_was_changed_is_refused(bay: Path, tmp_path: Path) -> None:
    """A cup does not go on with another board than it began with."""
    shutil.copytree(bay, tmp_path / "bay")
    board = tmp_path / "bay" / "boards" / "harbour.toml"
    board.write_text(board.read_text(encoding="utf-8").replace("points = 9", "points = 10"), encoding="utf-8")
    referee(tmp_path / "bay", "cup", "run", "cups/bay.toml", status=2)


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        (
            "./harbour.toml",
            "./harbour.toml has 2 editions; name one: ./harbour.toml:harbour, ./harbour.toml:harbour-calm",
        ),
        ("./harbour.toml:harbor", "unknown edition './harbour.toml:harbor'; did you mean './harbour.toml:harbour'?"),
        ("./harbour.toml:harbour+depots+depots", "unknown edition './harbour.toml:harbour+depots+depots'"),
        ("./harbor.toml", "harbor.toml: 1 mistake"),
        ("harbour", "unknown edition 'harbour'"),
    ],
)
def test_what_cannot_be_chosen_is_said(
    tmp_path: Path, edition: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board with several editions wants one named; a wrong name is answered with the nearest one."""
    from referee.cli.app import run

    shutil.copy(BOARDS / "harbour.toml", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run(["deal", "--edition", edition, "--seed", "x"]) == 2
    assert said in capsys.readouterr().err


def test_every_mistake_of_a_board_is_one_of_the_cup(tmp_path: Path) -> None:
    """A cup file that names a bad board, or two boards that make one edition, says so with its other mistakes."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        shutil.copy(BOARDS / "harbour.toml", tmp_path / name)
    other = tmp_path / "two" / "harbour.toml"
    other.write_text(other.read_text(encoding="utf-8").replace("points = 9", "points = 10"), encoding="utf-8")
    bad = tmp_path / "bad.toml"
    bad.write_text(
        (BOARDS / "harbour.toml").read_text(encoding="utf-8").replace('"Cove"', '"Cave"', 1), encoding="utf-8"
    )
    text = CUP.replace("../boards/harbour.toml:harbour-calm", "two/harbour.toml:harbour")
    text = text.replace("../boards/harbour.toml:harbour", "one/harbour.toml:harbour").replace(
        '"london"', '"bad.toml:x"'
    )
    (tmp_path / "cup.toml").write_text(text, encoding="utf-8")
    said = _refused(tmp_path, "cup", "plan", "cup.toml")
    assert "bad.toml:x: routes, Anchor Bay - Cove: unknown city 'Cove'; did you mean 'Cave'?" in said
    assert "are boards that differ and make edition harbour; give one of them another id" in said


def _refused(folder: Path, *arguments: str) -> str:
    from tests.cli.running import start

    with start(folder, *arguments) as process:
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    return err


def test_a_checked_board_is_json_too(tmp_path: Path) -> None:
    """`map check --json` says what a board makes or what is wrong with it; a mistake is status 1."""
    assert facts(tmp_path, "map", "check", str(BOARDS / "harbour.toml"))["editions"] == ["harbour", "harbour-calm"]
    (tmp_path / "small.toml").write_text((BOARDS / "harbour.toml").read_text(encoding="utf-8"), encoding="utf-8")
    report = json.loads(referee(tmp_path, "map", "check", "small.toml", "--json", status=1))
    assert report["mistakes"] == ["id: 'harbour' is not the name of the file, small.toml"]


def test_decisions_for_learning_are_of_that_board(moved: Path) -> None:
    """An export for learning takes the board that the cup began with, with no board file near."""
    pytest.importorskip("numpy")
    referee(moved, "cup", "export", "bay", "--trajectories", "-o", "bay.jsonl")
    lines = [json.loads(line) for line in (moved / "bay.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {line["edition"] for line in lines} == {"harbour", "harbour-calm+depots", "london"}
