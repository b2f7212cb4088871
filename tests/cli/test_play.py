from pathlib import Path

import pytest

from tests.cli.running import facts, referee

SILENT = "import sys; sys.exit(3)"


@pytest.mark.slow
def test_equal_seeds_give_equal_replays(tmp_path: Path) -> None:
    """Two plays of one seed by deterministic bots write the same bytes and print the same digest."""
    command = ("play", "--edition", "usa", "--bot", "random", "--bot", "greedy", "--seed", "same")
    one = facts(tmp_path, *command, "--out", "one.replay")
    two = facts(tmp_path, *command, "--out", "two.replay")
    other = facts(tmp_path, *command[:-1], "other")
    assert (tmp_path / "one.replay").read_bytes() == (tmp_path / "two.replay").read_bytes()
    assert one == two
    assert other["digest"] != one["digest"]
    assert one["digest"] in referee(tmp_path, "replay", "verify", "one.replay")


@pytest.mark.slow
def test_play_prints_its_contract(tmp_path: Path) -> None:
    """`play --json` prints edition, players, seed, digest and each seat; a seed is made if none is given."""
    result = facts(tmp_path, "play", "--bot", "random", "--bot", "random", "--bot", "mine=random")
    assert {"edition": "usa", "players": 3}.items() <= result.items()
    assert len(result["seed"]) == 16
    assert len(result["digest"]) == 64
    assert [seat["bot"] for seat in result["seats"]] == ["random", "random-2", "mine"]
    keys = ["bot", "rank", "score", "routes", "tickets", "completed", "bonuses", "forfeit", "faults"]
    assert all(list(seat) == keys for seat in result["seats"])
    assert min(seat["rank"] for seat in result["seats"]) == 1


@pytest.mark.slow
def test_strict_makes_faults_a_failure(tmp_path: Path) -> None:
    """A bot that exits at once forfeits; the match counts as done, and with --strict as a failed check."""
    (tmp_path / "silent.py").write_text(SILENT, encoding="utf-8")
    command = ("play", "--bot", "python3 silent.py", "--bot", "random", "--seed", "x")
    result = facts(tmp_path, *command)
    silent, other = result["seats"]
    assert (silent["forfeit"], silent["rank"], other["forfeit"], other["rank"]) == (True, 2, False, 1)
    assert [fault["code"] for fault in silent["faults"]] == ["START_FAILURE"]
    assert "START_FAILURE" in referee(tmp_path, *command, "--strict", status=1)


@pytest.mark.slow
def test_without_clock_and_over_tcp(tmp_path: Path) -> None:
    """`--no-clock` and `--tcp` change how a match is played and not what is played."""
    command = ("play", "--bot", "random", "--bot", "random", "--seed", "x")
    digests = {facts(tmp_path, *command, *more)["digest"] for more in ([], ["--no-clock"], ["--tcp"])}
    assert len(digests) == 1


@pytest.mark.slow
def test_a_replay_can_be_read_and_exported(tmp_path: Path) -> None:
    """A written replay is told turn by turn, shown at a step as one seat saw it, and exported in both forms."""
    referee(tmp_path, "play", "--bot", "random", "--bot", "random", "--seed", "x", "--out", "m.replay")
    assert "turn 1" in referee(tmp_path, "replay", "show", "m.replay")
    position = referee(tmp_path, "replay", "show", "m.replay", "--step", "9", "--as", "1")
    assert "step 9 of" in position
    assert position.count("hand:") == 1
    assert referee(tmp_path, "replay", "export", "m.replay") == (tmp_path / "m.replay").read_text(encoding="utf-8")
    exported = facts_of_export(tmp_path)
    assert exported["edition"] == "usa"


def facts_of_export(folder: Path) -> dict[str, object]:
    """The JSON export of `m.replay`."""
    import json

    value: dict[str, object] = json.loads(referee(folder, "replay", "export", "m.replay", "--format", "json"))
    return value


@pytest.mark.slow
def test_an_edited_replay_names_the_decision(tmp_path: Path) -> None:
    """A replay in which one action was changed fails its check with status 1 and the number of the decision."""
    referee(tmp_path, "play", "--bot", "random", "--bot", "random", "--seed", "x", "--out", "m.replay")
    lines = (tmp_path / "m.replay").read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("20 "))
    edited = [*lines[:at], lines[at].replace("draw", "drew").replace("claim", "clam"), *lines[at + 1 :]]
    (tmp_path / "m.replay").write_text("".join(edited), encoding="utf-8")
    assert "decision 20" in referee(tmp_path, "replay", "verify", "m.replay", status=1)
    (tmp_path / "m.replay").write_text("".join(lines[:at]), encoding="utf-8")
    assert "TRUNCATED" in referee(tmp_path, "replay", "verify", "m.replay", status=1)
