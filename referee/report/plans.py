"""What a cup will play, before it plays: counts and who sits where how often. It plays nothing."""

from collections import Counter
from typing import Any

from referee.tournament.cup_file import Cup
from referee.tournament.schedule import schedule, tables
from referee.tournament.secret import Secret

_WARNING = (
    "At isolation level process a bot can read this machine's files as you can, the cup's secret too, "
    "and can remember deals through the disk: run only bots that you trust."
)


def plan_facts(cup: Cup) -> dict[str, Any]:
    """What `cup plan --json` prints. Without a seed the seats are drawn later, so their spread is that of an
    example.
    """
    plan = schedule(cup.config, Secret(cup.config.seed or "example"))
    matches = Counter(name for match in plan.matches for name in match.seats)
    return {
        "cup": cup.config.name,
        "rated": cup.config.is_rated,
        "output": str(cup.output),
        "matches": len(plan.matches),
        "units": len(plan.units),
        "deals": cup.config.deals if cup.config.common_deals else len(plan.matches),
        "groups": [
            {"edition": edition, "players": players, "tables": len(tables(cup.config, players))}
            for edition in cup.config.editions
            for players in cup.config.seats
        ],
        "matches_of": {bot.name: matches[bot.name] for bot in cup.config.bots},
        "warning": _WARNING,
    }


def plan_text(cup: Cup) -> str:
    """The same for people."""
    facts = plan_facts(cup)
    lines = [f"{facts['cup']}: {facts['matches']} matches in {facts['units']} units on {facts['deals']} deals"]
    lines += [f"  {g['edition']}, {g['players']} players: {g['tables']} tables" for g in facts["groups"]]
    lines += [f"  {name}: {count} matches" for name, count in facts["matches_of"].items()]
    lines += [f"rated: {'yes' if facts['rated'] else 'no'}", f"results: {facts['output']}", _WARNING]
    return "\n".join(lines) + "\n"
