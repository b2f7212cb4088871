"""`referee edition list|show`: which boards can be played and what they hold."""

from collections.abc import Mapping
from typing import Any

import click

from referee.cli.commands import Commands, print_json


@click.group(cls=Commands)
def edition() -> None:
    """The editions that can be played."""


@edition.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_editions(*, as_json: bool) -> None:
    """One line for each edition: id, players, name."""
    from referee.editions import editions, load_edition

    known = [load_edition(each) for each in editions()]
    if as_json:
        print_json([{"id": each.id, "name": each.name, "players": list(each.players)} for each in known])
        return
    for each in known:
        click.echo(f"{each.id:<24}{each.players[0]}-{each.players[1]} players  {each.name}")


@edition.command("show")
@click.argument("edition_id", metavar="EDITION")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show_edition(edition_id: str, *, as_json: bool) -> None:
    """The numbers, cities, routes and tickets of an edition: an id, or a board file (./FILE.toml, ./FILE.toml:ID)."""
    from referee.editions import load_edition

    facts = _facts(load_edition(edition_id))
    if as_json:
        print_json(facts)
        return
    for key, value in facts.items():
        if key == "notes":
            for line in value:
                click.echo(f"note: {line}")
        elif isinstance(value, list):
            click.echo(f"{key}: {len(value)}")
            for line in value:
                click.echo(f"  {line}")
        else:
            click.echo(f"{key}: {value}")


def _facts(edition: Any) -> dict[str, Any]:
    numbers = edition.numbers
    return {
        "id": edition.id,
        "name": edition.name,
        "players": f"{edition.players[0]}-{edition.players[1]}",
        "modules": ", ".join(edition.modules) or "none",
        "cards": ", ".join(f"{n} {name}" for name, n in zip(edition.cards, edition.card_counts(), strict=True)),
        "trains a seat": numbers.trains,
        "bonuses": ", ".join(f"{name} {points}" for name, points in edition.bonuses.items()) or "none",
        "not from two sources": _doubts(edition.board.provenance),
        "notes": list(edition.caveats),
        "cities": [city.slug for city in edition.board.cities],
        "routes": [_route(edition, route) for route in edition.board.routes],
        "tickets": [f"{each.text} {each.points}{' long' if each.long else ''}" for each in edition.tickets],
    }


def _doubts(provenance: Mapping[str, str]) -> str:
    return ", ".join(f"{name} ({trust})" for name, trust in provenance.items() if trust != "two sources") or "nothing"


def _route(edition: Any, route: Any) -> str:
    colour = edition.cards[route.colour] if route.colour >= 0 else "any colour"
    locomotives = f", {route.locomotives} locomotive{'s' * (route.locomotives != 1)}" if route.locomotives else ""
    marks = "".join(f", {mark}" for mark in ("tunnel", "cart") if getattr(route, mark))
    return f"{route.text} {route.length} {colour}{locomotives}{marks}"
