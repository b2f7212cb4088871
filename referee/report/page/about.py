"""What a reader needs to believe a cup's page: how it was played, how to check it, what is known of its boards."""

import re
from collections import Counter
from collections.abc import Mapping
from json import loads
from shlex import quote
from typing import Any, Final

from referee import __version__
from referee.editions import edition_of
from referee.replay.show import printable
from referee.report.cups import history_text, notes_of
from referee.tournament.records import Records
from referee.tournament.schedule import is_sample

_ABOUT: Final = re.compile(r"^about ([a-z_]+) (\".*\")(?: #[0-9a-f]+)?$", re.MULTILINE)
_OF_ONE_MATCH: Final = {"attempt", "finished", "match", "started"}

_ALWAYS: Final = "Clocks, strikes, the size and number of messages, and which actions are legal: in every match."
_OF_LEVEL: Final = {
    "process": "Level process: bots ran as the organiser's user, and were not kept from files, the network or each "
    "other. They could remember through the disk a deal that they met again. What they left behind was ended with them."
}


def about_facts(records: Records) -> dict[str, Any]:
    """Settings of the cup, circumstances of its matches, commitment, commands, notes."""
    config = records.config
    circumstances = _circumstances(records)
    return {
        "settings": _settings(records),
        "clock": _clock(config.clock.model_dump()),
        "specs": [printable(bot.spec or "a remote bot") for bot in config.bots],
        "folder": printable(records.folder.resolve().name),
        "circumstances": circumstances,
        "enforced": [_ALWAYS, *(_OF_LEVEL[value] for _, value, _ in circumstances if value in _OF_LEVEL)],
        "commitment": records.fact("commitment"),
        "secret": printable(records.secret.text) if records.closed else None,
        "referee": records.fact("referee"),
        "rules": records.fact("rules"),
        "maker": __version__,
        "notes": [printable(note) for note in notes_of(records)],
        "boards": _boards(records),
        "history": [printable(history_text(note)) for note in records.history],
        "commands": _commands(printable(records.folder.resolve().name)),
    }


def _boards(records: Records) -> list[list[Any]]:
    """By edition the tables that do not stand on two sources, each with what is known of it."""
    editions = [edition_of(edition_id, records.boards) for edition_id in records.config.editions]
    return [
        [edition.id, [[table, trust] for table, trust in edition.board.provenance.items() if trust != "two sources"]]
        for edition in editions
    ]


def _settings(records: Records) -> dict[str, str]:
    config = records.config
    deals = "the same at every table and in every seat order" if config.common_deals else "each match has its own"
    orders = "all seat orders" if config.rotation == "all" else "every bot once on every seat"
    challengers = f" of {', '.join(config.challengers)} against the field" if config.challengers else ""
    sample = f", a balanced sample of at most {config.max_matches} matches" if is_sample(config) else ""
    return {
        "format": f"{config.format.replace('_', ' ')}{challengers}{sample}",
        "deals": f"{config.deals} a table, {deals}",
        "seat orders": f"{orders} of each deal",
        "bots see": "seat numbers, not the others' names" if config.hides_names else "the others' names",
        "in flight": f"{config.in_flight} at once for each bot process; {config.process.replace('-', ' ')} a fresh one",
        "rated": "yes" if config.is_rated else "no: the seed was known, or a bot played several matches at once",
    }


def _clock(clock: Mapping[str, Any]) -> str:
    bank = f", {clock['match_ms']} ms for a match" if clock["match_ms"] else ""
    more = f" and {clock['increment_ms']} ms more a decision" if clock["increment_ms"] else ""
    free = {0: "the first strike forfeits", 1: "one strike a match is free"}
    strikes = free.get(clock["strikes"], f"{clock['strikes']} strikes a match are free")
    return f"{clock['decision_ms']} ms a decision{bank}{more}, {clock['grace_ms']} ms of grace; {strikes}"


def _circumstances(records: Records) -> list[list[Any]]:
    """What the second sections of all replays say was in force: [name, value, number of matches]."""
    found: Counter[tuple[str, str]] = Counter()
    for match_id in sorted(records.done()):
        _, _, second = records.sealed_replay(match_id).partition("\ndigest ")
        for name, value in _ABOUT.findall(second):
            if name not in _OF_ONE_MATCH:
                found[name, printable(str(loads(value)))] += 1
    return [[name, value, count] for (name, value), count in sorted(found.items())]


def _commands(folder: str) -> list[list[str]]:
    """Command and what it shows, for whoever has the results folder."""
    where = quote(folder)
    steps = (
        (f"referee cup verify {where}", "plays every replay again and recomputes deals, results and standings"),
        (f"referee cup verify {where} --secrecy", "also that no bot was told what it must not know"),
        (f"referee cup standings {where} --json", "the standings of this page"),
        (f"referee cup export {where} --out replays", "every replay as a text file"),
    )
    return [list(step) for step in steps]
