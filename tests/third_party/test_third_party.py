"""The bot of this folder is what a stranger would write who has the `.proto` files and gRPC, and nothing else."""

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.editions import editions, load_edition
from referee.game import Deal, Game
from referee.replay import Replay, verify
from referee.tournament.orders import BotOrder, MatchOrder, UnitOrder
from referee.tournament.unit import play_unit
from tests.botkit.stand import ROOT, finished, invitation, stand, started

BOT = Path(__file__).with_name("bot.py")
GENERATED = ROOT / "referee" / "v1"


@pytest.fixture
def own_code(tmp_path: Path) -> dict[str, str]:
    """The environment of a process that has the generated code alone: `referee` is the stranger's own package there.

    `tests/proto` holds the copied files to be exactly what protoc makes of proto/.
    """
    package = tmp_path / "generated" / "referee" / "v1"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    for file in GENERATED.glob("*_pb2*.py"):
        shutil.copy(file, package)
    return {"PYTHONPATH": str(tmp_path / "generated")}


def test_it_imports_nothing_but_grpc_and_generated_code() -> None:
    """No kit, no engine: what the protocol's files give is enough."""
    tree = ast.parse(BOT.read_text(encoding="utf-8"))
    names = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert set(names) == {"os", "queue", "grpc", "referee.v1"}


def test_its_process_has_no_kit(own_code: dict[str, str]) -> None:
    """The package that its process sees holds the generated code alone."""
    with started([sys.executable, "-P", "-c", "import referee.v1.bot_pb2; import referee.botkit"], own_code) as process:
        status, said = finished(process)
    assert status == 1
    assert "No module named 'referee.botkit'" in said


def test_it_plays_many_matches_at_once(tmp_path: Path, own_code: dict[str, str]) -> None:
    """One process plays every seat of a Europe match, each as a match of its own, to the end."""
    game = Game.of(load_edition("europe"), 3)
    with stand(tmp_path) as referee, started(BOT, invitation(referee) | own_code) as bot:
        assert referee.welcome().name == "third party"
        referee.start_matches(game)
        assert referee.play(game.start(Deal.from_text("third party"))) > 100
        referee.dismiss()
        assert finished(bot) == (0, "")


def _stranger(folder: Path, own_code: dict[str, str]) -> Path:
    """The bot's folder, as its author would hand it in."""
    folder.mkdir()
    run, env = json.dumps([sys.executable, str(BOT)]), f"{{ PYTHONPATH = {json.dumps(own_code['PYTHONPATH'])} }}"
    (folder / "bot.toml").write_text(f'name = "stranger"\nrun = {run}\nenv = {env}\n', encoding="utf-8")
    return folder


@pytest.mark.slow
def test_it_plays_a_match_of_the_referee(tmp_path: Path, own_code: dict[str, str]) -> None:
    """Two of its processes play a whole match on the command line without a fault."""
    folder = _stranger(tmp_path / "stranger", own_code)
    match = ["--edition", "usa", "--bot", str(folder), "--bot", str(folder), "--seed", "one", "--json"]
    command = [sys.executable, "-m", "referee", "play", *match]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    seats = json.loads(done.stdout)["seats"]
    assert [(seat["forfeit"], seat["faults"]) for seat in seats] == [(False, [])] * 2
    assert all(seat["routes"] > 0 for seat in seats)


@pytest.mark.slow
async def test_it_plays_every_edition_without_a_fault(tmp_path: Path, own_code: dict[str, str]) -> None:
    """Every edition, with the fewest and the most players, alone and with depots: no fault, and the replays verify."""
    folder = _stranger(tmp_path / "stranger", own_code)
    names = ("ann", "ben", "cat", "dan", "eve")
    matches = []
    for edition in (load_edition(each + more) for each in editions() for more in ("", "+depots")):
        for players in edition.players:
            name, deal = f"{edition.id}-{players}p", Deal.from_text(edition.id).seed.hex()
            opaque = Deal.from_text(name).seed.hex()[:16]
            matches.append(MatchOrder(name, opaque, edition.id, players, deal, names[:players], (deal,) * players))
    bots = tuple(BotOrder(name, str(folder), str(tmp_path), {}) for name in names)
    order = UnitOrder("every edition", tuple(matches), bots, clock=None, in_flight=8)
    played = await play_unit(order, lambda _: None)
    assert [each.result.id for each in played] == [match.id for match in matches]
    for each in played:
        assert [(seat.forfeit, seat.faults) for seat in each.result.seats] == [(False, ())] * len(each.result.seats)
        replay = Replay.from_text(each.replay)
        verify(replay, Game.of(load_edition(replay.header.edition), replay.header.players))
