"""`referee replay`: verify, show, view and export replays; FILE may be a match of a cup, DIR:MATCH_ID."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.commands import FORM, WIDTH, Commands, form_of, print_json
from referee.cli.errors import OutputError
from referee.cli.kinds import Place
from referee.game.errors import RefereeError

if TYPE_CHECKING:
    from referee.replay import Replay
    from referee.report.games import GameFound

FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")
BOARD = click.option(
    "--board",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.toml",
    help="The board file of a match that was not played on a board of the referee's.",
)


@click.group(cls=Commands)
def replay() -> None:
    """Replays: a file, or a match of a cup's folder as DIR:MATCH_ID."""


@replay.command()
@FILES
@BOARD
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def verify(ctx: click.Context, files: tuple[str, ...], board: Path | None, *, as_json: bool) -> None:
    """Play each replay again; status 1 if any differs, with the first decision that does."""
    results = [_checked(file, board) for file in files]
    if as_json:
        print_json(results)
    else:
        for each in results:
            by = f" (board: {each['board']})" if each["board"] else ""
            good = f"ok   {each['file']}: {each['digest']}{by}"
            click.echo(good if each["ok"] else f"FAIL {each['file']}: {each['error']}")
    if not all(each["ok"] for each in results):
        ctx.exit(1)


def _checked(file: str, board: Path | None) -> dict[str, Any]:
    from referee.cli.sources import sealed_text
    from referee.replay import ReplayError
    from referee.replay import verify as play_again
    from referee.wire import game_digest

    bad = {"file": file, "ok": False, "digest": None, "decision": None, "board": None}
    try:
        replay, found = _read(sealed_text(file), board)
        play_again(replay, found.game, game_digest=game_digest(found.game))
    except ReplayError as error:
        return bad | {"decision": error.decision, "error": str(error)}
    except RefereeError as error:
        return bad | {"error": str(error)}
    return bad | {"ok": True, "digest": replay.digest, "board": found.board or None, "error": None}


def _read(text: str, board: Path | None) -> "tuple[Replay, GameFound]":
    from referee.replay import Replay
    from referee.report.games import game_of

    replay = Replay.from_text(text)
    return replay, game_of(replay, board)


def _readable(file: str, board: Path | None) -> "tuple[Replay, GameFound]":
    from referee.cli.sources import replay_text

    return _read(replay_text(file), board)


@contextmanager
def _named(file: str) -> Iterator[None]:
    """A replay that does not stand up to reading is named, and fails as a check does: status 1."""
    from referee.replay import ReplayCode, ReplayError

    try:
        yield
    except ReplayError as error:
        if error.code in (ReplayCode.NO_SUCH_SEAT, ReplayCode.NO_SUCH_STEP):
            # The replay is sound, the question is not.
            raise click.UsageError(f"{file}: {error}", click.get_current_context()) from None
        click.echo(f"Error: {file}: {error}", err=True)
        raise click.exceptions.Exit(1) from None


def _viewer(_ctx: click.Context, _option: click.Parameter, value: str | None) -> int | None:
    """What `--as` says: a seat's number, -1 for a spectator, None for everything."""
    if value is None or value == "all":
        return None
    if value == "spectator":
        return -1
    if value.isdecimal() and len(value) < 10:
        return int(value)
    raise click.BadParameter(f"{value!r} is no viewer; allowed: a seat's number from 0, spectator, all")


@replay.command()
@FILES
@BOARD
@click.option("--step", type=click.IntRange(min=0), metavar="N", help="Only the position after N decisions.")
@click.option(
    "--as", "as_seat", callback=_viewer, metavar="SEAT", help="Only what this seat, or a spectator, could know."
)
def show(files: tuple[str, ...], board: Path | None, step: int | None, as_seat: int | None) -> None:
    """Tell a match turn by turn."""
    from referee.replay import show as told

    for file in files:
        with _named(file):
            replay, found = _readable(file, board)
            text = told(replay, found.game, step=step, as_seat=as_seat)
        click.echo(text, nl=False)


@replay.command()
@FILES
@BOARD
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--timing", is_flag=True, help="Keep think times, notes and dates.")
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write there instead of stdout.")
def export(files: tuple[str, ...], board: Path | None, form: str, out: Path | None, *, timing: bool) -> None:
    """Write replays for publication: equal play gives equal bytes, unless --timing is given."""
    from referee.replay import export_json
    from referee.report.exports import full_text

    texts = []
    for file in files:
        with _named(file):
            replay, found = _readable(file, board)
        whole = export_json(replay, timing=timing) if form == "json" else full_text(replay, found.game, timing=timing)
        texts.append(whole)
    if out is None or out == Path("-"):
        click.echo("".join(texts), nl=False)
        return
    try:
        out.write_text("".join(texts), encoding="utf-8")
    except OSError as error:
        raise OutputError(out, error) from None


@replay.command()
@click.argument("file", metavar="FILE")
@BOARD
@click.option("-o", "--out", type=Place(folder=False), help="Default: FILE's name beside you.")
@click.option("--open", "open_page", is_flag=True, help="Open it in a browser.")
@click.option(
    "--as", "as_seat", callback=_viewer, metavar="SEAT", help="Hold only what this seat, or a spectator, could know."
)
@click.option("--force", is_flag=True, help="Show a replay that fails verification, under a warning.")
@FORM
@click.option("--step", type=click.IntRange(min=0), metavar="N", help="The position of a picture; default: the last.")
@WIDTH
@click.pass_context
def view(ctx: click.Context, /, file: str, *, open_page: bool, **options: Any) -> None:
    """Write a page that plays a match, or a picture of one position. The page is one file and needs no network."""
    from referee.cli.viewing import UnverifiedError, show, view_one

    options["form"] = form_of(options["form"], options["out"])
    if options["step"] is not None and options["form"] == "html":
        raise click.UsageError("--step belongs to --format svg or png; a page is opened at a step by #step=N", ctx)
    if options["width"] is not None and options["form"] == "html":
        raise click.UsageError("--width belongs to --format svg or png", ctx)
    try:
        with _named(file):
            place = view_one(file, **options)
    except UnverifiedError as unverified:
        click.echo(f"Error: {file}: {unverified.error}\nUse --force to see it all the same, under a warning.", err=True)
        ctx.exit(1)
    click.echo(f"written to {place}")
    if open_page:
        show(place)
