"""`referee play`: one match between bots, printed as a table or as JSON."""

from typing import TYPE_CHECKING, Any

import click

from referee.cli.commands import log_options, print_json
from referee.cli.kinds import Place, Text

if TYPE_CHECKING:
    from referee.tournament.logs import LogChoice


@click.command()
@click.option(
    "--edition",
    "edition_id",
    default="usa",
    show_default=True,
    metavar="EDITION",
    help="An id, or a board file: ./FILE.toml or ./FILE.toml:ID; +depots added to it.",
)
@click.option("--bot", "specs", multiple=True, required=True, metavar="SPEC", help="Once for each seat, in seat order.")
@click.option("--seed", type=Text(), metavar="TEXT", help="The deal follows from it; drawn if not given.")
@click.option("--out", type=Place(folder=False), help="Write the replay there.")
@click.option("--timing", is_flag=True, help="Keep think times, notes and dates in the replay of --out.")
@click.option("--no-clock", is_flag=True, help="No deadline anywhere, for a bot under a debugger.")
@click.option(
    "--stop-at", type=click.IntRange(min=0), metavar="N", help="Stop before decision N and print the position."
)
@click.option("--strict", is_flag=True, help="Status 1 if any bot is at fault.")
@click.option("--tcp", is_flag=True, help="Loopback TCP instead of Unix sockets.")
@click.option("--open", "open_page", is_flag=True, help="Show the match in a browser.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@log_options
@click.pass_context
def play(
    ctx: click.Context,
    /,
    *,
    open_page: bool,
    stop_at: int | None,
    strict: bool,
    as_json: bool,
    log: "LogChoice",
    **options: Any,
) -> None:
    """Play one match. SPEC: a built-in name, a folder with a bot.toml, or a command in quotes; NAME=SPEC names it.

    Equal seeds and bots that decide alike give replays that are equal byte for byte.
    """
    from referee.cli.playing import edition_played, facts, kept_match, play_one, text

    if stop_at is not None and open_page:
        raise click.UsageError("--stop-at and --open exclude each other: there is no match to show yet", ctx)
    log.set_up()
    if stop_at is not None:
        from referee.cli.asking import play_to

        play_to(stop_at, as_json=as_json, **options)
        return
    if open_page and options["out"] is None:
        options["out"] = kept_match()
    played, seed = play_one(**options)
    edition = edition_played(played)
    if as_json:
        print_json(facts(played, edition, seed))
    else:
        from referee.cli.trouble import fault_blocks

        click.echo(fault_blocks(played, **{**options, "seed": seed}), nl=False)
        click.echo(text(played, edition, seed, options["out"]), nl=False)
    if open_page:
        from referee.cli.viewing import open_page_of

        click.echo(f"page written to {open_page_of(options['out'])}", err=True)
    if strict and any(seat.faults for seat in played.result.seats):
        ctx.exit(1)
