"""`referee deal`: the orders that a seed gives, top first, before anything is dealt."""

import click

from referee.cli.commands import print_json
from referee.cli.kinds import Text


@click.command()
@click.option(
    "--edition",
    "edition_id",
    default="usa",
    show_default=True,
    metavar="EDITION",
    help="An id, or a board file: ./FILE.toml or ./FILE.toml:ID; +depots added to it.",
)
@click.option("--players", type=int, default=2, show_default=True, metavar="N")
@click.option("--seed", type=Text(), required=True, metavar="TEXT", help="As in `referee play`.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def deal(edition_id: str, players: int, seed: str, *, as_json: bool) -> None:
    """The order of the cards and of the tickets that follows from a seed, top first."""
    from referee.editions import load_edition
    from referee.game import Deal

    edition = load_edition(edition_id)
    edition.check_players(players)
    drawn = Deal.from_text(seed)
    orders = {"cards": [edition.cards[card] for card in drawn.cards(edition.card_counts(), 0)]}
    for long, name in ((False, "tickets"), (True, "tickets-long")):
        of_kind = [number for number, ticket in enumerate(edition.tickets) if ticket.long == long]
        if of_kind or not long:
            orders[name] = [edition.tickets[number].text for number in drawn.tickets(of_kind, long=long)]
    if as_json:
        print_json(orders)
        return
    for name, order in orders.items():
        click.echo(f"{name}: {' '.join(order)}")
