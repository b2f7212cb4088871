import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from referee.cli.app import run
from referee.editions import load_edition
from referee.env import Observer
from referee.game import Deal, Game, State, apply, decision, default_action, forfeit
from referee.replay import Fault, Header, Recorder, Replay, ReplayError
from referee.report.trajectories import export_trajectories, lines
from tests.cli.running import referee

CUP = """
name = "Small"
editions = ["london"]
seats = 2
deals = 1
seed = "small"
deals_per_unit = 1
[[bots]]
name = "ann"
spec = "random"
[[bots]]
name = "ben"
spec = "random"
"""


def _hand(state: State) -> Sequence[float]:
    return state.hands[state.seat]


def _match() -> tuple[Game, Replay]:
    """A match of three in which a seat strikes once and another goes out."""
    game = Game.of(load_edition("london"), 3)
    state = game.start(Deal.from_text("lines"))
    recorder = Recorder(Header("london", ("ann", "ben", "cat"), Deal.from_text("lines").seed.hex()))
    for number in range(10_000):
        if number == 20:
            faults = {1: Fault("CRASH")}
            recorder.forfeit(faults)
            forfeit(state, faults)
        if state.over:
            break
        late, out = number == 5, state.out[state.seat] >= 0
        action = default_action(state) if late or out else decision(state).legal[-1]
        recorder.decision(state, state.seat, action, fault=Fault("TIMEOUT") if late else None)
        apply(state, action)
    return game, recorder.finish(state)


def test_lines_are_the_decisions_of_the_match() -> None:
    """A line has question, what was seen, legal actions, the action and the match's end; it says who did not choose."""
    game, replay = _match()
    written = list(lines("m1", replay, game, _hand))
    state = game.start(Deal.from_text("lines"))
    for number, line in enumerate(written):
        if number == 20:
            forfeit(state, [1])
        asked = decision(state)
        assert (line["match"], line["edition"], line["players"], line["decision"]) == ("m1", "london", 3, number)
        assert (line["seat"], line["bot"]) == (asked.seat, ("ann", "ben", "cat")[asked.seat])
        assert (line["kind"], line["legal"]) == (asked.kind.name, asked.legal)
        assert line["observation"] == state.hands[asked.seat]
        assert line["action"] in line["legal"]
        assert line["text"] == game.table[line["action"]].text
        assert line["chosen"] == (number != 5 and state.out[asked.seat] < 0)
        assert line["scores"] == [seat.score for seat in replay.scores]
        assert line["ranks"] == [seat.rank for seat in replay.scores]
        apply(state, line["action"])
    assert state.over
    assert not all(line["chosen"] for line in written[20:])


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished cup of two matches on one deal."""
    folder = tmp_path_factory.mktemp("cup")
    (folder / "small.toml").write_text(CUP, encoding="utf-8")
    referee(folder, "cup", "run", "small.toml")
    return folder


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.slow
def test_a_cup_becomes_one_file(cup: Path) -> None:
    """`cup export --trajectories` writes all decisions, each with exactly the row that the environments give."""
    out = referee(cup, "cup", "export", "results/small", "--trajectories", "-o", "out/all.jsonl")
    written = _read(cup / "out" / "all.jsonl")
    assert out == f"{len(written)} decisions of 2 matches written to out/all.jsonl\n"
    assert not list((cup / "out").glob("*.new"))
    game = Game.of(load_edition("london"), 2)
    observer = Observer(game)
    for line in written[:1] + written[-1:]:
        row = np.array(line["observation"], dtype=np.float32)
        assert row.shape == (observer.layout.size,)
        assert (row <= observer.layout.high).all()
        kinds = observer.layout.read(row)["question"]
        assert kinds.sum() == 1
    assert (written[0]["decision"], written[0]["kind"]) == (0, "KEEP_TICKETS")
    assert {line["bot"] for line in written} == {"ann", "ben"}


class _Records:
    """Three played matches, one of which is withheld."""

    def __init__(self, game: Game, text: str) -> None:
        self._game = game
        self._text = text

    def match(self, match_id: str) -> str:
        return match_id

    def game(self, match: str) -> Game:
        assert match != "a/2"
        return self._game

    def done(self) -> frozenset[str]:
        return frozenset({"a/1", "a/2", "b/1"})

    def open_matches(self) -> tuple[str, ...]:
        return ("a/1", "b/1")

    def sealed_replay(self, match_id: str) -> str:
        assert match_id != "a/2"
        return self._text


def test_unfinished_deals_are_withheld(tmp_path: Path) -> None:
    """Matches whose deal is still being played elsewhere are counted and not read; an old file is replaced whole."""
    game, replay = _match()
    records: Any = _Records(game, replay.to_text())
    path = tmp_path / "all.jsonl"
    path.write_text("old", encoding="utf-8")
    written = export_trajectories(records, "a/*", path, lambda _game: _hand)
    assert (written.matches, written.withheld, written.decisions) == (1, 1, replay.decisions)
    assert {line["match"] for line in _read(path)} == {"a/1"}
    assert list(tmp_path.iterdir()) == [path]


def test_another_board_is_refused(tmp_path: Path) -> None:
    """A match of a board that this referee has otherwise is refused, and the old file stays."""
    game, replay = _match()
    other = evolve(replay, header=evolve(replay.header, game_digest="0" * 64))
    path = tmp_path / "all.jsonl"
    path.write_text("old", encoding="utf-8")
    records: Any = _Records(game, other.to_text())
    with pytest.raises(ReplayError, match="edition london are not those that the match was played with"):
        export_trajectories(records, "*", path, lambda _game: _hand)
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.slow
def test_a_pattern_chooses_matches(cup: Path) -> None:
    """`--match` chooses among the matches, and by default the file lies in the cup's folder."""
    referee(cup, "cup", "export", "results/small", "--trajectories", "--match", "*/o1")
    written = _read(cup / "results" / "small" / "trajectories.jsonl")
    assert {line["match"].rpartition("/")[2] for line in written} == {"o1"}


@pytest.mark.slow
def test_wrong_places_are_named(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder where a file is wanted, a file where a folder is wanted, and think times are refused in words."""
    folder = str(cup / "results" / "small")
    assert run(["cup", "export", folder, "--trajectories", "-o", str(cup)]) == 2
    assert "is a folder; trajectories are one file, such as" in capsys.readouterr().err
    assert run(["cup", "export", folder, "-o", str(cup / "small.toml")]) == 2
    assert "is a file; replays are written into a folder" in capsys.readouterr().err
    assert run(["cup", "export", folder, "--trajectories", "--timing"]) == 2
    assert "--timing and --trajectories exclude each other" in capsys.readouterr().err
