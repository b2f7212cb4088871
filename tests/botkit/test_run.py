import subprocess
import sys
from pathlib import Path

import pytest

from referee.editions import load_edition
from referee.game import Deal, Game
from referee.v1 import bot_pb2 as pb
from tests.botkit.stand import ROOT, finished, invitation, question, stand, started

USA = Game.of(load_edition("usa"), 2)

RANDOM_BOT = """
from referee.botkit import run
run(lambda position: position.rng.choice(position.legal), name="script", version="3", max_in_flight=8)
"""


def script(folder: Path, text: str) -> Path:
    """A bot's script in a folder of its own."""
    file = folder / "my-bot" / "bot.py"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("tcp", [False, True], ids=["unix", "tcp"])
def test_a_plain_script_plays_matches_and_exits(tmp_path: Path, *, tcp: bool) -> None:
    """A script of three lines says hello, plays whole matches and ends with status 0 after the goodbye."""
    with stand(tmp_path, tcp=tcp) as referee, started(script(tmp_path, RANDOM_BOT), invitation(referee)) as bot:
        hello = referee.welcome()
        assert (hello.token, hello.name, hello.version) == ("secret", "script", "3")
        assert (hello.protocol_version, hello.max_in_flight) == (1, 8)
        assert hello.kit.startswith("referee-python ")
        referee.start_matches(USA)
        assert referee.play(USA.start(Deal.from_text("script"))) > 100
        referee.dismiss()
        assert finished(bot) == (0, "")


def test_a_bot_is_called_after_its_folder(tmp_path: Path) -> None:
    """An author who gives no name finds the folder's in the log."""
    nameless = "from referee.botkit import run\nrun(lambda position: position.legal[0])\n"
    with stand(tmp_path) as referee, started(script(tmp_path, nameless), invitation(referee)) as bot:
        assert referee.welcome().name == "my-bot"
        referee.dismiss()
        assert finished(bot)[0] == 0


def test_started_by_hand_it_says_how_it_is_started(tmp_path: Path) -> None:
    """Without a referee's environment the process ends with status 2 and the command to use."""
    file = script(tmp_path, RANDOM_BOT)
    with started(file, {}) as bot:
        status, said = finished(bot)
    assert status == 2
    assert "REFEREE_ADDRESS is not set" in said
    assert f'referee play --edition usa --bot "python {file}" --bot greedy' in said


def test_a_failing_bot_shows_its_own_traceback_and_the_question(tmp_path: Path) -> None:
    """The traceback begins in the author's file; after it stand match, decision and legal actions; the status is 1."""
    failing = "from referee.botkit import run\ndef choose(position):\n    return position.vieww\nrun(choose)\n"
    with stand(tmp_path) as referee, started(script(tmp_path, failing), invitation(referee)) as bot:
        referee.welcome()
        referee.start_matches(USA)
        referee.send(decisions=pb.Decisions(decisions=[question(USA.start(Deal.from_text("x")), 7)]))
        status, said = finished(bot)
        assert referee.hear() is None
    assert status == 1
    lines = said.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[1].endswith('bot.py", line 3, in choose')
    assert "referee/botkit" not in said
    assert "AttributeError" in said
    assert lines[-1] == (
        "botkit: choose(position) failed: match 0000000000000000 (usa, 2 players, seat 0), decision 7 (KEEP_TICKETS), "
        "legal: keep 1 2, keep 1 3, keep 2 3, keep 1 2 3"
    )


def test_an_answer_that_is_no_action_is_explained(tmp_path: Path) -> None:
    """A misspelt action text is answered with the legal ones like it, without a traceback of the kit."""
    wrong = 'from referee.botkit import run\nrun(lambda position: "keep 1 3 2")\n'
    with stand(tmp_path) as referee, started(script(tmp_path, wrong), invitation(referee)) as bot:
        referee.welcome()
        referee.start_matches(USA)
        referee.send(decisions=pb.Decisions(decisions=[question(USA.start(Deal.from_text("x")))]))
        status, said = finished(bot)
    assert status == 1
    assert said.startswith("botkit: 'keep 1 3 2' is no action of usa; legal near it: keep 1 3, ")
    assert "Traceback" not in said


def test_a_bot_ends_when_the_referee_goes_away(tmp_path: Path) -> None:
    """A referee that dies leaves no bot behind."""
    with stand(tmp_path) as referee, started(script(tmp_path, RANDOM_BOT), invitation(referee)) as bot:
        referee.welcome()
        referee.start_matches(USA)
        referee.stop()
        status, said = finished(bot)
    assert status == 1
    assert said.startswith("botkit: the referee ")


def test_a_bot_ends_although_it_thinks_for_ever(tmp_path: Path) -> None:
    """An endless search does not outlive the referee."""
    endless = "import itertools\nfrom referee.botkit import run\ndef choose(position):\n    print('on', flush=True)\n"
    endless += (
        "    for _ in itertools.count(): pass\nimport referee.botkit.connection as c\nc.ABANDONED = 0.0\nrun(choose)\n"
    )
    with stand(tmp_path) as referee, started(script(tmp_path, endless), invitation(referee)) as bot:
        referee.welcome()
        referee.start_matches(USA)
        referee.send(decisions=pb.Decisions(decisions=[question(USA.start(Deal.from_text("x")))]))
        assert bot.stdout is not None
        assert bot.stdout.readline() == "on\n"
        referee.stop()
        status, said = finished(bot)
    assert status == 1
    assert "ending although choose(position) still runs" in said


def test_a_refusal_is_told(tmp_path: Path) -> None:
    """A goodbye that is the bot's fault ends it with status 1 and the referee's words."""
    with stand(tmp_path) as referee, started(script(tmp_path, RANDOM_BOT), invitation(referee)) as bot:
        referee.hear()
        referee.dismiss(pb.GOODBYE_REASON_TOKEN_REFUSED, "this token was used before")
        assert finished(bot) == (1, "botkit: the referee said goodbye: TOKEN_REFUSED: this token was used before\n")


def test_no_referee_at_the_address(tmp_path: Path) -> None:
    """A bot that cannot connect says where it tried."""
    nowhere = {"REFEREE_ADDRESS": f"unix:{tmp_path / 'nobody'}", "REFEREE_TOKEN": "x"}
    with started(script(tmp_path, RANDOM_BOT), nowhere) as bot:
        status, said = finished(bot)
    assert status == 1
    assert said.startswith(f"botkit: no referee answers at unix:{tmp_path / 'nobody'}: ")


def test_the_kit_is_light() -> None:
    """Importing the kit brings in neither gRPC nor anything of the referee's that a bot does not need."""
    heavy = "{'grpc', 'trio', 'pydantic', 'rich', 'click', 'structlog'}"
    code = f"import sys, referee.botkit, referee.botkit.testing; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
