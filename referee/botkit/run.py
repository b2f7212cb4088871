"""`run`: what turns a function in a script into a bot process. Reads the environment and says what went wrong."""

import os
import sys
import traceback
from pathlib import Path
from typing import Final, NoReturn

from referee import __version__
from referee.botkit.bot import Bot
from referee.botkit.errors import AnswerError, BotFailedError, KitError
from referee.botkit.session import Session
from referee.v1 import bot_pb2 as pb

PROTOCOL_VERSION: Final = 1

_PEACEFUL: Final = (pb.GOODBYE_REASON_DONE, pb.GOODBYE_REASON_SHUTTING_DOWN)
_KIT: Final = Path(__file__).parent

_BY_HAND: Final = """\
{missing} is not set: a bot is started by the referee, not by hand. Start it with
    referee play --edition usa --bot "python {script}" --bot greedy
or try its function in a test with referee.botkit.testing.play_locally"""


def run(bot: Bot, *, name: str = "", version: str = "", max_in_flight: int = 1) -> NoReturn:
    """Play all matches that the referee starts, then exit: the last line of a bot's script.

    The exit status is 0 after a goodbye, 1 when something failed, 2 when the process was not started by a referee,
    130 when interrupted.

    Args:
        bot: `choose(position)`, which gives an action, its id or its text; or a class (`MatchBot`) for bots that keep a
            memory for each match.
        name: what the bot calls itself; the script's folder if left out.
        version: for the log.
        max_in_flight: matches that the bot plays at once, 1 to 256. More than 1 only if nothing of one match can leak
            into another through globals.

    """
    try:
        sys.exit(_run(bot, name, version, max_in_flight))
    except KeyboardInterrupt:
        sys.exit(130)


def _run(bot: Bot, name: str, version: str, max_in_flight: int) -> int:
    address, token = os.environ.get("REFEREE_ADDRESS"), os.environ.get("REFEREE_TOKEN")
    if not address or token is None:
        missing = "REFEREE_TOKEN" if address else "REFEREE_ADDRESS"
        log(_BY_HAND.format(missing=missing, script=sys.argv[0] or "bot.py"))
        return 2
    from referee.botkit.connection import serve

    hello = pb.Hello(
        token=token,
        name=name or Path(sys.argv[0]).resolve().parent.name,
        version=version,
        kit=f"referee-python {__version__}",
        protocol_version=PROTOCOL_VERSION,
        max_in_flight=max_in_flight,
    )
    session = Session(bot, log)
    try:
        serve(address, hello, session, log)
    except BotFailedError as failure:
        _report(failure)
        return 1
    except KitError as error:
        log(str(error))
        return 1
    return _farewell(session.goodbye)


def _farewell(goodbye: pb.Goodbye | None) -> int:
    if goodbye is None or goodbye.reason in _PEACEFUL:
        return 0
    reason = pb.GoodbyeReason.Name(goodbye.reason).removeprefix("GOODBYE_REASON_")
    log(f"the referee said goodbye: {reason}: {goodbye.text}")
    return 1


def _report(failure: BotFailedError) -> None:
    """The traceback of the bot's own code, then what was asked. Of the kit's frames only an answer error needs none."""
    cause = failure.__cause__
    if isinstance(cause, AnswerError):
        log(str(cause))
    elif cause is not None:
        tb = cause.__traceback__
        while tb is not None and Path(tb.tb_frame.f_code.co_filename).parent == _KIT:
            tb = tb.tb_next
        traceback.print_exception(type(cause), cause, tb or cause.__traceback__)
    log(failure.where)


def log(line: str) -> None:
    """One line on stderr, where the referee keeps it with the match."""
    print(f"botkit: {line}", file=sys.stderr, flush=True)  # noqa: T201  # a bot process has no other log
