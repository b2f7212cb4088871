import re
from pathlib import Path

import pytest

from referee.tournament.cup_file import load_cup
from referee.tournament.errors import CupFileError
from tests.conftest import Golden
from tests.tournament.cups import cup_text, small_cup

MANY_MISTAKES = """
name = "Bad"
edition = ["usa"]
editions = ["uas", "usa"]
seats = [2, 7]
deals = "many"
process = "per-unt"
rated = true
seed = "x"
bots = []
[clock]
decison_ms = 5
grace_ms = -1
"""

LATER = """
name = "Later"
editions = ["usa"]
seats = 2
deals = 1
isolation = "sandbox"
[clock]
freeze = true
[limits]
memory_mb = 100
processes = 3
open_files = 9
scratch_mb = 1
[[bots]]
name = "a"
remote = true
[[bots]]
name = "b"
spec = "true"
limits = { memory_mb = 3 }
"""

BOTS = """
name = "Bots"
editions = ["usa"]
seats = [2, 5, 2]
deals = 1
[[bots]]
name = "same"
spec = "./nowhere"
[[bots]]
name = "same"
spec = "true"
env = { N = 1 }
[[bots]]
name = "no spec"
"""

GAUNTLET = """
name = "Gauntlet"
editions = ["usa"]
seats = [2, 4]
deals = 1
format = "gauntlet"
challengers = ["ours", "outs", "ours"]
max_matches = 5
[[bots]]
name = "ours"
spec = "true"
[[bots]]
name = "others"
spec = "true"
[[bots]]
name = "more"
spec = "true"
[[bots]]
name = "most"
spec = "true"
"""

NO_CHALLENGERS = cup_text(keys='format = "gauntlet"\nmax_matches = 0')
NEEDLESS_CHALLENGERS = cup_text(keys='challengers = ["bot-0"]\nmax_matches = 1')


def _complaint(folder: Path, text: str) -> str:
    file = folder / "cup.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CupFileError) as caught:
        load_cup(file)
    return re.sub(r"Known: .*", "Known: ...", str(caught.value)).replace(str(folder), "FOLDER") + "\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("many-mistakes", MANY_MISTAKES),
        ("later-keys", LATER),
        ("bots", BOTS),
        ("gauntlet", GAUNTLET),
        ("no-challengers", NO_CHALLENGERS),
        ("needless-challengers", NEEDLESS_CHALLENGERS),
    ],
)
def test_all_mistakes_are_reported_at_once(tmp_path: Path, golden: Golden, name: str, text: str) -> None:
    """One block names every mistake of a cup file with its key, what was found and what is allowed."""
    golden.check(f"tournament/cup-{name}.txt", _complaint(tmp_path, text))


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (
            'env = { "A=B" = "1" }',
            'bots 3.env: found {"A=B": "1"}; allowed: names of one character or more, without "="',
        ),
        ('env = { "" = "1" }', 'bots 3.env: found {"": "1"}; allowed: names of one'),
        ('env = { REFEREE_TOKEN = "1" }', 'bots 3.env: found {"REFEREE_TOKEN": "1"}; allowed: names of one'),
        ('env = { A = "x\\u0000y" }', "bots 3.env.A: holds a zero character; allowed: a text without"),
        ("remote = 1", "bots 3.remote: found 1; allowed: true or false"),
        ("limits = { memory_mb = 0 }", "bots 3.limits.memory_mb: found 0; allowed: 1 or more"),
    ],
)
def test_one_mistake_of_a_bot_is_told_once(tmp_path: Path, keys: str, said: str) -> None:
    """What no process can be given is refused before anything starts; a wrong value is not also called too early."""
    complaint = _complaint(tmp_path, f'{cup_text(bots=2)}\n[[bots]]\nname = "c"\nspec = "random"\n{keys}\n')
    assert complaint.startswith(f"FOLDER/cup.toml has 1 mistake:\n  {said}")


BOT = '[[bots]]\nname = "a"\nspec = "random"\n'


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("", "bots: missing; this key must be given"),
        ("bots = []", "bots: found 0 bots; allowed: 2 or more, because a table has 2 seats"),
        (BOT, "bots: found 1 bot; allowed: 2 or more, because a table has 2 seats"),
        (BOT * 2, 'bots: name "a" stands 2 times; allowed: once'),
    ],
)
def test_too_few_bots(tmp_path: Path, bots: str, said: str) -> None:
    """No bot, a single one, and one that stands there twice are no cup, and each is told on one line."""
    text = f'name = "x"\neditions = ["usa"]\nseats = 2\ndeals = 1\n{bots}'
    assert _complaint(tmp_path, text) == f"FOLDER/cup.toml has 1 mistake:\n  {said}\n"


def test_broken_toml_names_its_line(tmp_path: Path) -> None:
    """A file that is no TOML is refused with the place where it breaks."""
    assert "line 2" in _complaint(tmp_path, 'name = "x"\nseats = = 2\n')


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    """A file that is not UTF-8 is refused with the byte at fault."""
    file = tmp_path / "cup.toml"
    file.write_bytes(b'name = "\xff"')
    with pytest.raises(CupFileError, match="is not UTF-8: byte 8"):
        load_cup(file)


def test_a_missing_file(tmp_path: Path) -> None:
    """A cup file that is not there is refused by name."""
    with pytest.raises(CupFileError, match="cannot be read: No such file"):
        load_cup(tmp_path / "none.toml")


def test_defaults(tmp_path: Path) -> None:
    """A file with the required keys only gets the defaults of the schema."""
    config = small_cup(tmp_path).config
    assert (config.seats, config.rotation, config.process, config.deals_per_unit) == ([2], "rotate", "per-unit", 25)
    assert (config.clock.decision_ms, config.clock.grace_ms, config.clock.strikes) == (1000, 50, 0)


@pytest.mark.parametrize(
    ("keys", "rated"),
    [("", False), ("in_flight = 2", False), ("rated = false", False)],
)
def test_a_seed_makes_a_cup_unrated(tmp_path: Path, keys: str, rated: bool) -> None:
    """A cup with a seed of its own is not rated, whatever else it says."""
    assert small_cup(tmp_path, keys=keys).config.is_rated is rated


def test_a_cup_without_a_seed_is_rated(tmp_path: Path) -> None:
    """Without a seed and with one match in flight a cup is rated, and then bots do not see names."""
    file = tmp_path / "cup.toml"
    file.write_text(cup_text().replace('seed = "small"', ""), encoding="utf-8")
    config = load_cup(file).config
    assert (config.is_rated, config.hides_names) == (True, True)


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    """`output` starts at the folder of the cup file; without it the results go below `results/`."""
    assert small_cup(tmp_path, keys='output = "../out"').output == tmp_path / "../out"
    assert small_cup(tmp_path).output == Path("results/small-cup")


def test_an_endless_cup_is_refused_at_once(tmp_path: Path) -> None:
    """A cup of more matches than any store takes asks for a sample, without counting its tables one by one."""
    said = _complaint(tmp_path, cup_text(bots=200, seats="5", deals=100))
    assert "max_matches: missing, and every match of this cup would be 1267" in said
    assert "allowed: up to 1000000, as a balanced sample" in said
