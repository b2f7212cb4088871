"""What all commands share: groups that answer "did you mean", commands that are known and not built yet, options for
logs.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from referee.cli.kinds import Place
from referee.tournament.nearest import did_you_mean

F = TypeVar("F", bound=Callable[..., Any])

WIDTH = click.option(
    "--width",
    type=click.IntRange(100, 10_000),
    metavar="PIXELS",
    help="Width of a picture; default: 1600 for png, for svg that of its frame.",
)


FORM = click.option(
    "--format",
    "form",
    type=click.Choice(["html", "svg", "png"]),
    help="Default: as the name of --out ends, else html.",
)


def form_of(form: str | None, out: Path | None) -> str:
    """What `--format` and `--out` ask for together: a page unless one of them speaks of a picture."""
    ending = "" if out is None else out.suffix[1:].lower()
    return form or (ending if ending in ("svg", "png") else "html")


# No sentence of help is as long: click cuts longer ones.
_WHOLE: Final = 1000


class Commands(click.Group):
    """A group that, asked for a command that it lacks, names the nearest one and all others, and cuts no help."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            known = self.list_commands(ctx)
            text = f"no such command {args[0]!r}{did_you_mean(args[0], known)}; there are: {', '.join(known)}"
            raise click.UsageError(text, ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with the whole first sentence of each, on as many lines as it takes."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, command.get_short_help_str(limit=_WHOLE)) for name, command in found if command]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def not_yet(name: str, purpose: str) -> click.Command:
    """A command that is known and refused: its words are accepted, so that the refusal is the only complaint."""

    @click.command(name, help=f"{purpose} (not yet)", context_settings={"ignore_unknown_options": True})
    @click.argument("words", nargs=-1, type=click.UNPROCESSED)
    @click.pass_context
    def command(ctx: click.Context, words: tuple[str, ...]) -> None:  # noqa: ARG001 - taken so that click does not complain
        raise click.UsageError(f"'{ctx.command_path}' is not yet supported by this version", ctx.parent)

    return command


def log_options(function: F) -> F:
    """Adds `--log-format`, `--log-level` and `--log-file`; the command gets `log: LogChoice`."""
    from functools import wraps

    @click.option(
        "--log-format",
        type=click.Choice(["console", "json"]),
        default="console",
        help="Lines for people, or JSON lines.",
    )
    @click.option(
        "--log-level",
        type=click.Choice(["debug", "info", "warning", "error"]),
        help="By default error on a screen, info in a file or as JSON.",
    )
    @click.option("--log-file", type=Place(folder=False), help="Write the log there instead of stderr.")
    @wraps(function)
    def command(*args: Any, log_format: Any, log_level: Any, log_file: Path | None, **options: Any) -> Any:
        from referee.tournament.logs import LogChoice

        usual: Any = "error" if log_format == "console" and log_file is None else "info"
        return function(*args, log=LogChoice(log_format, log_level or usual, log_file), **options)

    return command  # type: ignore[return-value]


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    import json

    click.echo(json.dumps(value, indent=2, ensure_ascii=False))
