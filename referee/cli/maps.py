"""`referee map check`: whether a board file can be played."""

from pathlib import Path
from typing import Any

import click

from referee.cli.commands import Commands, print_json


@click.group("map", cls=Commands)
def maps() -> None:
    """Board files."""


@maps.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def check(ctx: click.Context, file: Path, *, as_json: bool) -> None:
    """Say which editions a board file makes; status 1 with every mistake if it cannot be played."""
    from referee.editions import BoardFileError, load_board_file

    facts: dict[str, Any] = {"file": str(file), "ok": True, "editions": [], "mistakes": []}
    try:
        facts["editions"] = [edition.id for edition in load_board_file(file)]
    except BoardFileError as error:
        facts |= {"ok": False, "mistakes": list(error.mistakes)}
        if not as_json:
            click.echo(f"FAIL {error}", err=True)
    if as_json:
        print_json(facts)
    elif facts["ok"]:
        click.echo(f"ok   {file}: {', '.join(facts['editions'])}")
    if not facts["ok"]:
        ctx.exit(1)
