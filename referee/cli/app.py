"""The root of the command line, and the one place where an error becomes a readable block and an exit status."""

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Final

import click

from referee import __version__
from referee.cli import bench, bot, cup, deal, doctor, duel, edition, host, maps, play, replay, scenario, watch
from referee.cli.commands import Commands
from referee.cli.crash import report_crash
from referee.game.errors import RefereeError
from referee.tournament.nearest import did_you_mean

DONE: Final = 0
CHECK_FAILED: Final = 1
WRONG_USAGE: Final = 2
INTERRUPTED: Final = 130
READER_GONE: Final = 141
"""As a shell reports a program that was ended by SIGPIPE: the outcome is unknown, and no check failed."""
_REFUSED: Final = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.ENAMETOOLONG, errno.ELOOP)
"""What the system says of a file that a person named, and of a folder; no fault of the referee's."""


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="referee")
def referee() -> None:
    """Referee for bot competitions in the Ticket to Ride family of games.

    Bots are separate programs that talk gRPC to the referee. Start with:

        referee play --edition usa --bot greedy --bot random
    """


for _command in (play.play, cup.cup, duel.duel, host.host, replay.replay, scenario.scenario, edition.edition):
    referee.add_command(_command)
for _command in (watch.watch, maps.maps, deal.deal, bot.bot, bench.bench, doctor.doctor):
    referee.add_command(_command)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; every outcome is an exit status, every error one block on stderr."""
    _open_streams()
    try:
        status = referee.main(arguments, prog_name="referee", standalone_mode=False)
        sys.stdout.flush()
    except BaseException as error:  # noqa: BLE001 - the last resort of a program that never shows a traceback
        return _report(_only(error))
    return status if isinstance(status, int) else DONE


def _open_streams() -> None:
    """A stream that was closed (`>&-`) leads nowhere: its number must not go to the next file that is opened."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - until the process ends
            os.set_inheritable(stream.fileno(), True)  # a worker needs it as much
            setattr(sys, name, stream)
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")  # a name may hold what the terminal's encoding has not


def _silence() -> None:
    """Nothing more can be said on stdout, and Python must not try it at exit either."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.close(sink)


def _report(error: BaseException) -> int:
    match error:
        case click.exceptions.Exit():
            return error.exit_code
        case click.ClickException():
            _say(_usage(error))
            return WRONG_USAGE
        case RefereeError():
            _say(f"Error: {error}")
            return WRONG_USAGE
        case KeyboardInterrupt() | click.Abort():
            _say("Interrupted.")
            return INTERRUPTED
        case BrokenPipeError() | SystemExit(code=1):  # the latter is click's way to say the same
            _silence()
            return READER_GONE
        case OSError(errno=errno.ENOSPC, filename=None):
            _silence()
            _say("Error: the disk is full; not all was written. Committed results are safe.")
            return WRONG_USAGE
        case OSError(errno=number, filename=str() | bytes() | os.PathLike()) if number in _REFUSED:
            _say(f"Error: {os.fsdecode(error.filename)}: {error.strerror}")
            return WRONG_USAGE
        case SystemExit():
            return error.code if isinstance(error.code, int) else WRONG_USAGE
        case _:
            _say(report_crash(error))
            return WRONG_USAGE


def _usage(error: click.ClickException) -> str:
    said = error.format_message()
    if isinstance(error, click.NoSuchOption):  # click's own words for it change with its versions
        known = [name for each in error.ctx.command.params for name in each.opts] if error.ctx else []
        said = f"no such option {error.option_name}{did_you_mean(error.option_name, known)}"
    text = f"Error: {said}"
    if isinstance(error, click.UsageError) and error.ctx is not None:
        text += f"\nTry '{error.ctx.command_path} --help' for help."
    return text


def _only(error: BaseException) -> BaseException:
    """The error inside the groups that nurseries make; of several, one that a person can read."""
    while isinstance(error, BaseExceptionGroup):
        known = error.subgroup((RefereeError, KeyboardInterrupt, click.ClickException))
        error = (known or error).exceptions[0]
    return error


def _say(text: str) -> None:
    with suppress(OSError):  # stderr may be full or gone as well; the status remains
        click.echo(text, err=True)
