import json
import re
from pathlib import Path

import pytest

from referee.scenario import Result, run_files

HEAD = 'name = "A case"\nedition = "usa"\nplayers = 2\n'


def run(tmp_path: Path, text: str) -> list[Result]:
    """The results of one file with this text."""
    file = tmp_path / "case.toml"
    file.write_text(text, encoding="utf-8")
    return list(run_files([file]))


def fault(tmp_path: Path, text: str) -> str:
    """The one fault of a scenario that continues HEAD."""
    (result,) = run(tmp_path, HEAD + text)
    assert not result.ok
    assert result.differences == ()
    return result.fault


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[setup]\nhand = []", "setup: unknown key 'hand'; did you mean 'hands'?"),
        ("[sets]\n", "unknown key 'sets'"),
        ('[[step]]\ndo = "pass"\nilegal = []', "step 1: unknown key 'ilegal'; did you mean 'illegal'?"),
        ("[expect]\nrows = []", "expect: unknown key 'rows'; did you mean 'row'?"),
        ("[expect.final]\nscore = [1, 2]", "expect.final: unknown key 'score'; did you mean 'scores'?"),
        ("[setup]\nto_move = true", "setup.to_move: Input should be a valid integer"),
        ('[setup]\nphase = "middle"', "setup.phase: Input should be 'start'"),
        ("[[step]]\nseat = 0", "step 1: do: Field required"),
        ('[setup]\nrow = ["purple"]', "setup.row: edition usa has no colour 'purple'"),
        ('[setup]\nhands = [["red"], ["rde"]]', "setup.hands[1]: edition usa has no colour 'rde'; did you mean 'red'?"),
        ("[setup]\nhands = [[]]", "setup.hands: 1 entries for 2 seats"),
        (f"[setup]\ndeck = {['red'] * 13}", "setup: 13 red cards are named, edition usa has 12"),
        (f"[setup]\nhands = [{['locomotive'] * 8}, {['locomotive'] * 7}]", "setup: 15 locomotive cards are named"),
        (f"[setup]\nrow = {['red'] * 6}", "setup.row: 6 cards for 5 places"),
        ("[setup]\nto_move = 2", "setup.to_move: there is no seat 2; seats go from 0 to 1"),
        ('[setup.routes]\n"denver.omaha" = 2', "setup.routes.denver.omaha: there is no seat 2"),
        (
            '[setup.routes]\n"dallas.houston.gray-1" = 1\n"dallas.houston.gray-2" = 1',
            "setup.routes.dallas.houston.gray-2: seat 1 owns the other track too",
        ),
        ('[setup.routes]\n"omaha.denver" = 1', "setup.routes: edition usa has no route 'omaha.denver'"),
        ('[setup]\ntickets = [["boston.miami"], ["boston.miami"]]', "ticket boston.miami is named twice"),
        (
            '[setup]\ntickets = [["boston.miami"], []]\nticket_deck = ["boston.miami"]',
            "setup.ticket_deck: ticket boston.miami is named twice",
        ),
        ('[setup]\nticket_deck = ["boston.miamy"]', "no ticket 'boston.miamy'; did you mean 'boston.miami'?"),
        ("[setup]\ntrains = [46, 45]", "setup.trains: seat 0 has 46 trains, the stock is 45"),
        ("[setup]\ndepots_left = [4, 5]", "setup.depots_left[1]: Input should be less than or equal to 4"),
        ("[setup]\ntrains = [1]", "setup.trains: 1 entries for 2 seats"),
        ("[setup]\nturns_left = 0", "setup.turns_left: Input should be greater than or equal to 1"),
        ("[setup]\nturns_left = 3", "setup.turns_left: a last round has at most 2 turns"),
        ('[setup]\nstations = [[], ["denver"]]', "setup.stations: edition usa is played without stations"),
        ('[setup]\nphase = "start"\nhands = [[], []]', 'setup.hands: phase = "start" deals it'),
        ('[setup]\nlong_ticket_deck = ["boston.miami"]', "setup.long_ticket_deck: only a scenario with phase"),
        (
            '[setup]\nphase = "start"\nlong_ticket_deck = ["boston.miami"]',
            "setup.long_ticket_deck: boston.miami is no long ticket",
        ),
        ('[setup]\nscore_now = true\n[[step]]\ndo = "pass"', "step 1: a scenario with score_now has no steps"),
        ('[[step]]\nlegal = ["draw  deck"]\ndo = "pass"', "step 1: legal: 'draw  deck' is no action"),
        ('[[step]]\nillegal = ["take all"]\ndo = "pass"', "step 1: illegal: 'take all' is no action"),
        ('[[step]]\ndo = "pass please"', "step 1: do: 'pass please' is no action in the canonical text form"),
        ('[[step]]\ndo = "pass please"\nerror = "WRONG_DECISION"', "step 1: do: 'pass please' is no action"),
        ('[[step]]\ndo = "pass"\nerror = "PAS"', "step 1: error: unknown error code 'PAS'"),
        ('[[step]]\ndo = "pass"\nseat = 3', "step 1: seat: there is no seat 3"),
        ('[expect]\nlegal = ["draw purple"]', "expect.legal: 'draw purple' is no action"),
        ("[expect]\ntrains = [45]", "expect.trains: 1 entries for 2 seats"),
        ("[expect]\nhands = [[], ['pruple']]", "expect.hands[1]: edition usa has no colour 'pruple'"),
        ("[setup]\nscore_now = true\n[expect.final]\nbonuses = [{ longest = 10 }, {}]", "there is no bonus 'longest'"),
        ("[setup]\nscore_now = true\n[expect.final]\nranks = [1]", "expect.final.ranks: 1 entries for 2 seats"),
    ],
)
def test_a_faulty_scenario_names_its_place(tmp_path: Path, text: str, message: str) -> None:
    """What is wrong with a scenario itself is told with its place and, where one is near, what was meant."""
    assert message in fault(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "x"\nedition = "usb"\nplayers = 2', "edition: unknown edition 'usb'; did you mean 'usa'?"),
        ('name = "x"\nedition = "usa"\nplayers = 6', "players: edition usa takes 2 to 5 players, not 6"),
        ('edition = "usa"\nplayers = 2', "name: Field required"),
        ('name = "x"', "edition: Field required; players: Field required"),
        ("", "holds no scenario"),
        ("scenario = []", "holds no scenario"),
        ("name = ", "is not TOML"),
        ('name = "x"\n[[scenario]]\nname = "y"', "key 'name' stands beside [[scenario]]"),
        ("scenario = 3", "scenario must be written [[scenario]]"),
    ],
)
def test_a_faulty_head_or_file_is_one_failed_result(tmp_path: Path, text: str, message: str) -> None:
    """A file that holds no proper scenario fails with one message instead of a traceback."""
    (result,) = run(tmp_path, text)
    assert message in result.fault


def test_a_missing_file_is_one_failed_result(tmp_path: Path) -> None:
    """A file that does not exist fails by name and the others still run."""
    good = tmp_path / "good.toml"
    good.write_text(HEAD, encoding="utf-8")
    missing, fine = run_files([tmp_path / "none.toml", good])
    assert missing.lines() == [f"FAIL {tmp_path / 'none.toml'}", "     cannot be read: No such file or directory"]
    assert fine.lines() == [f"ok   {good}: A case"]


def test_one_faulty_scenario_does_not_stop_the_others(tmp_path: Path) -> None:
    """In a file of many, each is judged alone; a nameless one goes by its number."""
    text = '[[scenario]]\nedition = "usa"\n[[scenario]]\nname = "Fine"\nedition = "usa"\nplayers = 2\n'
    faulty, fine = run(tmp_path, text)
    assert faulty.lines()[0].endswith("case.toml: scenario 1")
    assert fine.ok


@pytest.mark.parametrize(
    ("text", "differences"),
    [
        ('[[step]]\nseat = 1\ndo = "pass"', ["step 1: seat: expected 1, found 0"]),
        (
            '[setup]\nrow = ["red"]\n[[step]]\nlegal = ["draw blue"]\nillegal = ["draw red"]\ndo = "draw red"',
            [
                "step 1: legal: expected 'draw blue' to be legal, found NOT_IN_ROW: no blue lies open",
                "step 1: illegal: expected 'draw red' to be illegal, found it legal",
            ],
        ),
        (
            '[setup]\nrow = ["red"]\n[[step]]\ndo = "draw blue"',
            ["step 1 ('draw blue'): expected it to be legal, found NOT_IN_ROW: no blue lies open"],
        ),
        (
            '[setup]\nrow = ["red"]\n[[step]]\ndo = "draw red"\nerror = "NOT_IN_ROW"',
            ["step 1 ('draw red'): expected NOT_IN_ROW, found it legal"],
        ),
        (
            '[setup]\nrow = ["red"]\n[[step]]\ndo = "draw red"\nerror = "UNPARSABLE"',
            ["step 1 ('draw red'): expected UNPARSABLE, found it legal"],
        ),
        (
            '[setup]\nrow = ["red"]\n[[step]]\ndo = "draw blue"\nerror = "NOTHING_TO_DRAW"',
            ["step 1 ('draw blue'): expected NOTHING_TO_DRAW, found NOT_IN_ROW: no blue lies open"],
        ),
        (
            '[setup]\nhands = [["red"], ["blue", "red"]]\n[expect]\nhands = [["red"], ["red"]]',
            ["expect.hands[1]: expected red, found blue red"],
        ),
        ("[setup]\nrow = ['red']\n[expect]\nrow = []", ["expect.row: expected nothing, found red"]),
        ("[expect]\nover = true", ["expect.over: expected true, found false"]),
        ("[expect]\nto_move = 1", ["expect.to_move: expected 1, found 0"]),
        (
            '[setup]\nticket_deck = ["boston.miami"]\n[expect]\nticket_deck = ["calgary.phoenix", "boston.miami"]',
            ["expect.ticket_deck: expected calgary.phoenix boston.miami, found boston.miami"],
        ),
        ("[expect.final]\nranks = [1, 1]", ["expect.final: expected the game to be over, found a running game"]),
        (
            "[setup]\nscore_now = true\n[expect.final]\nscores = [1, 0]\nbonuses = [{ longest_trail = 10 }, {}]",
            [
                "expect.final.scores[0]: expected 1, found 0",
                "expect.final.bonuses[0]: expected longest_trail=10, found nothing",
            ],
        ),
    ],
)
def test_a_failure_says_what_differed(tmp_path: Path, text: str, differences: list[str]) -> None:
    """Where the engine does otherwise, each difference gives the place, what was expected and what was found."""
    (result,) = run(tmp_path, HEAD + text)
    assert list(map(str, result.differences)) == differences
    assert result.fault == ""


def test_the_lines_of_a_failure(tmp_path: Path) -> None:
    """A failed scenario prints a title with file and name and an indented line for each difference."""
    (result,) = run(tmp_path, HEAD + "[expect]\nto_move = 1")
    title = f"FAIL {tmp_path / 'case.toml'}: A case"
    assert result.lines() == [title, "     expect.to_move: expected 1, found 0"]


def test_a_result_as_json(tmp_path: Path) -> None:
    """The plain form has the file, the name, the rules and every difference, and survives JSON."""
    (result,) = run(tmp_path, HEAD + 'rules = ["C-20"]\n[expect]\nto_move = 1')
    assert json.loads(json.dumps(result.to_json())) == {
        "file": str(tmp_path / "case.toml"),
        "number": 1,
        "name": "A case",
        "rules": ["C-20"],
        "ok": False,
        "fault": "",
        "differences": [{"place": "expect.to_move", "expected": "1", "found": "0"}],
    }


def test_the_examples_of_the_docs_hold(tmp_path: Path) -> None:
    """Every scenario that docs/scenarios.md prints runs and holds."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    examples = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        (result,) = run(tmp_path, example)
        assert result.ok, result.lines()
