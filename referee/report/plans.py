"""What a cup will play, before it plays: counts, balance, how long it may take, what to mind. It plays nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import asdict

from referee.tournament.balance import Balance, Spread, balances
from referee.tournament.cores import cores, crowding, usual_workers
from referee.tournament.cup_file import Cup
from referee.tournament.pace import pace
from referee.tournament.schedule import is_sample, schedule, whole_size
from referee.tournament.secret import Secret

_MOST_NAMED = 5


def plan_facts(
    cup: Cup, workers: int | None = None, out: Path | None = None, *, elsewhere: bool = False
) -> dict[str, Any]:
    """What `cup plan --json` prints; durations in seconds. `elsewhere`: the workers take no core of this machine.

    Without a seed the seat orders are drawn later; who plays how often, against whom and on which seats is known.
    """
    config = cup.config
    plan = schedule(config, Secret(config.seed or "example"))
    balance = balances(config, plan.matches)
    hands = workers or usual_workers(config, cores())
    crowd = "" if elsewhere else crowding(config, hands, cores())
    return {
        "cup": config.name,
        "rated": config.is_rated,
        "format": config.format,
        "output": str(out or cup.output),
        "matches": len(plan.matches),
        "units": len(plan.units),
        "deals": len({match.deal for match in plan.matches}),
        "sample_of": whole_size(config) if is_sample(config) else None,
        "workers": hands,
        "duration": {name: round(seconds) for name, seconds in asdict(pace(cup, plan, hands)).items()},
        "groups": [_group(each) for each in balance],
        "matches_of": {bot.name: sum(each.matches[bot.name] for each in balance) for bot in config.bots},
        "warnings": [*_warnings(cup, balance), *filter(None, [crowd])],
    }


def _group(balance: Balance) -> dict[str, Any]:
    """The spreads are over bots, over all seats of all bots, and over the pairs that can meet."""
    seats = (count for bot in balance.seats.values() if any(bot) for count in bot)
    return {
        "edition": balance.group.edition,
        "players": balance.group.players,
        "tables": balance.tables,
        "matches": asdict(Spread.of(balance.matches.values())),
        "seats": asdict(Spread.of(seats)),
        "pairs": asdict(Spread.of(balance.pairs.values())),
    }


def _warnings(cup: Cup, balance: tuple[Balance, ...]) -> Iterator[str]:
    config = cup.config
    remembers = " and can remember through the disk a deal that it meets again" if config.common_deals else ""
    yield (
        "at isolation level process a bot can read this machine's files as you can, the cup's secret too,"
        f"{remembers}: run only bots that you trust"
    )
    if config.seed is not None:
        yield "the seed tells every deal to whoever knows it: the cup is unrated"
    if config.in_flight > 1:
        yield "matches in flight share a bot's time: the cup is unrated"
    for each in balance:
        if each.unmet:
            named = ", ".join(f"{one} and {other}" for one, other in each.unmet[:_MOST_NAMED])
            more = f" and {len(each.unmet) - _MOST_NAMED} more" if len(each.unmet) > _MOST_NAMED else ""
            yield f"pairs that never meet at {each.group.name}: {named}{more}; a larger max_matches lets them"


def plan_text(facts: dict[str, Any]) -> str:
    """The same for people."""
    of = f" of {facts['sample_of']}" if facts["sample_of"] else ""
    lines = [f"{facts['cup']}: {facts['matches']}{of} matches in {facts['units']} units on {facts['deals']} deals"]
    lines += [_group_text(group) for group in facts["groups"]]
    lines += [f"  {name}: {count} matches" for name, count in facts["matches_of"].items()]
    least, expected, most = (duration_text(seconds) for seconds in facts["duration"].values())
    hands = f"{facts['workers']} worker{'s' * (facts['workers'] != 1)}"
    lines += [f"expected duration with {hands}: {expected}, if bots use a tenth of their time ({least} to {most})"]
    lines += [f"rated: {'yes' if facts['rated'] else 'no'}", f"results: {facts['output']}"]
    return "\n".join(lines + [f"warning: {text}" for text in facts["warnings"]]) + "\n"


def _group_text(group: dict[str, Any]) -> str:
    counts = "; ".join(
        f"{what} {_spread_text(group[key])}"
        for what, key in (("matches a bot", "matches"), ("a seat", "seats"), ("a pair", "pairs"))
    )
    tables = f"{group['tables']} table{'s' * (group['tables'] != 1)}"
    return f"  {group['edition']}, {group['players']} players: {tables}; {counts}"


def _spread_text(spread: dict[str, int]) -> str:
    return f"{spread['low']}" if spread["low"] == spread["high"] else f"{spread['low']} to {spread['high']}"


def duration_text(seconds: float) -> str:
    """`45 s`, `12 min`, `3 h 20 min`, `2 d 5 h`."""
    minutes, hours = round(seconds / 60), round(seconds / 3600)
    if seconds < 90:
        return f"{round(seconds)} s"
    if minutes < 90:
        return f"{minutes} min"
    if hours < 48:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{hours // 24} d {hours % 24} h"
