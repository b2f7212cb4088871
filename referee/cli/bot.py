"""`referee bot`: what a bot's author needs: the built-in ones, a folder to start from, checks, single questions."""

from typing import Any

import click

from referee.cli.commands import Commands, print_json
from referee.cli.replay import BOARD


def _list_languages(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's own form
    if wanted:
        from referee.authoring.kits import languages

        click.echo("\n".join(languages()))
        ctx.exit(0)


@click.group(cls=Commands)
def bot() -> None:
    """Bots: begin one, check it, ask it one question again."""


@bot.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_bots(*, as_json: bool) -> None:
    """The built-in bots."""
    from referee.bots.spec import builtin_bots

    known = builtin_bots()
    if as_json:
        print_json([{"name": name, "about": about} for name, about in known.items()])
        return
    for name, about in known.items():
        click.echo(f"{name:<12}{about}")


@bot.command()
@click.argument("name")
@click.option("--language", default="python", show_default=True, metavar="LANGUAGE", help="One of `bot new --list`.")
@click.option(
    "--list",
    "list_languages",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_languages,
    help="List the languages.",
)
def new(name: str, language: str) -> None:
    """Write a folder NAME with a bot of one function, its test, a README with four commands, and a recorded match."""
    from referee.cli.beginning import begin

    begin(name, language)


@bot.command()
@click.argument("spec")
@click.option("--edition", "editions", multiple=True, metavar="ID", help="Only these; default: all of them.")
@click.option("--quick", is_flag=True, help="Few editions, fewest players, fewer matches.")
@click.option(
    "--decision-ms", type=click.IntRange(1), default=1000, show_default=True, help="The limit that answers must keep."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def check(
    ctx: click.Context, spec: str, editions: tuple[str, ...], *, quick: bool, decision_ms: int, as_json: bool
) -> None:
    """Run numbered checks on a bot; status 1 if any fails. SPEC as for `referee play`."""
    from referee.cli.checking import check_bot, usual_editions
    from referee.tournament.logs import LogChoice

    LogChoice().set_up()
    tried = editions or usual_editions(quick=quick)
    if not check_bot(spec, tried, quick=quick, decision_ms=decision_ms, as_json=as_json):
        ctx.exit(1)


@bot.command()
@click.argument("spec")
@click.option("--replay", "source", required=True, metavar="FILE", help="A replay, or DIR:MATCH_ID of a cup.")
@click.option("--step", type=click.IntRange(min=0), required=True, metavar="N", help="The decision, counted from 0.")
@BOARD
@click.option("--from-start", is_flag=True, help="Ask the seat's earlier questions first: for a bot with a memory.")
@click.option("--pause", is_flag=True, help="Wait for a key before the question, to attach a debugger.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def ask(ctx: click.Context, /, *, spec: str, source: str, step: int, **options: Any) -> None:
    """Put one decision of a recorded match to a bot and print its answer. No clock; status 1 if it is not legal."""
    from referee.cli.asking import ask_one
    from referee.tournament.logs import LogChoice

    LogChoice().set_up()
    if not ask_one(spec, source, step, **options):
        ctx.exit(1)
