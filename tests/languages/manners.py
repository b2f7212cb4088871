"""How a bot process of any language leaves: its exit status and its words when a session does not end well."""

from pathlib import Path

from referee.bots.spec import resolve
from referee.editions import load_edition
from referee.game import Game
from referee.v1 import bot_pb2 as pb
from tests.botkit.stand import finished, invitation, stand, started


def dismissed(folder: Path, tmp_path: Path) -> tuple[int, str]:
    """The referee says an unkind goodbye: exit status and stderr."""
    spec = resolve(str(folder))
    with stand(tmp_path) as referee, started(spec.argv, invitation(referee), spec.cwd) as bot:
        hello = referee.welcome()
        assert (hello.token, hello.name, hello.version) == ("secret", spec.name, spec.version)
        referee.dismiss(pb.GOODBYE_REASON_FLOOD, "too much at once")
        return finished(bot)


def deserted(folder: Path, tmp_path: Path) -> tuple[int, str]:
    """The referee goes away without a word in the middle of its matches: exit status and stderr."""
    spec = resolve(str(folder))
    with stand(tmp_path) as referee, started(spec.argv, invitation(referee), spec.cwd) as bot:
        referee.welcome()
        referee.start_matches(Game.of(load_edition("london"), 2))
        referee.stop()
        return finished(bot)


def uninvited(folder: Path, tmp_path: Path) -> tuple[int, str]:
    """There is no referee at the address: exit status and stderr."""
    spec = resolve(str(folder))
    nowhere = {"REFEREE_ADDRESS": f"unix:{tmp_path / 'none.sock'}", "REFEREE_TOKEN": "secret"}
    with started(spec.argv, nowhere, spec.cwd) as bot:
        return finished(bot)


def by_hand(folder: Path) -> tuple[int, str]:
    """Nobody has set the environment: exit status and stderr."""
    spec = resolve(str(folder))
    with started(spec.argv, {}, spec.cwd) as bot:
        return finished(bot)
