"""`referee bench`: how fast engine, wire and matches are here, each beside the yardstick of this machine."""

import click

from referee.cli.commands import print_json


@click.command()
@click.option("--quick", is_flag=True, help="Under half a minute; rougher figures.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bench(*, quick: bool, as_json: bool) -> None:
    """Measure the speed of the rules, of copies, of bare gRPC and of whole matches on this machine."""
    from referee.bench.measure import measure, table
    from referee.tournament.logs import LogChoice

    LogChoice().set_up()
    speeds = measure(quick=quick)
    if as_json:
        print_json(speeds)
    else:
        click.echo(table(speeds), nl=False)
