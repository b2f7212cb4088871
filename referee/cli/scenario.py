"""`referee scenario run`: plays scenario files and says which of them hold."""

from pathlib import Path

import click

from referee.cli.commands import Commands, print_json


@click.group(cls=Commands)
def scenario() -> None:
    """Positions with actions and what must follow from them."""


@scenario.command("run")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def run_scenarios(ctx: click.Context, files: tuple[Path, ...], *, as_json: bool) -> None:
    """One line for each scenario; status 1 if any fails."""
    from referee.scenario import run_files

    results = []
    for result in run_files(files):
        results.append(result)
        if not as_json:
            click.echo("\n".join(result.lines()))
    if as_json:
        print_json([result.to_json() for result in results])
    if not all(result.ok for result in results):
        ctx.exit(1)
