"""`referee bot list`, and the commands for bot authors that are known and not built yet."""

import click

from referee.cli.commands import Commands, not_yet, print_json


@click.group(cls=Commands)
def bot() -> None:
    """Bots."""


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


bot.add_command(not_yet("new", "Write a bot of one function to start from"))
bot.add_command(not_yet("check", "Run numbered checks on a bot"))
bot.add_command(not_yet("ask", "Feed one recorded decision to a bot under a debugger"))
