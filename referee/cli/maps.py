"""`referee map check`: whether a board file can be played."""

from pathlib import Path

import click

from referee.cli.commands import Commands


@click.group("map", cls=Commands)
def maps() -> None:
    """Board files."""


@maps.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(file: Path) -> None:
    """Read a board file and say what is wrong with it, or which editions it makes."""
    from referee.editions import load_board_file

    editions = load_board_file(file)
    click.echo(f"{file}: in order; editions {', '.join(edition.id for edition in editions)}")
