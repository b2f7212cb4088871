"""Whether a results folder still belongs to the cup that is asked for: configuration and bots compared, key by key.

Where a cup is written to (`output`) and how its file is laid out do not matter; whatever could change a result does.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from referee.replay.record import RULES_REVISION
from referee.tournament.config import CupConfig
from referee.tournament.mistakes import found
from referee.tournament.records import Records

_FREE: Final = frozenset({"output"})
_ABSENT: Final = object()
_ORDER: Final = "bots in order"


@frozen
class Difference:
    """One thing that differs; `of_bot` if it only concerns how one bot is started, which the organiser may accept."""

    text: str
    of_bot: bool = False


def differences(
    records: Records, config: CupConfig, boards: Mapping[str, str], fingerprints: Mapping[str, str]
) -> list[Difference]:
    """Everything that differs between the folder and the cup; empty if it is the same cup."""
    found = _changed_keys(records.config, config)
    if records.fact("rules") != RULES_REVISION:
        text = f"rules: the folder was played by revision {records.fact('rules')}, this referee has {RULES_REVISION}"
        found.append(Difference(text))
    found += _changed_boards(records.boards, boards)
    return found + _changed_bots(json.loads(records.fact("bots")), fingerprints)


def _changed_keys(before: CupConfig, now: CupConfig) -> list[Difference]:
    old, new = _flat(before.model_dump(mode="json")), _flat(now.model_dump(mode="json"))
    names, names_now = ({bot.name for bot in config.bots} for config in (before, now))
    both = tuple(f"bots.{name}." for name in names & names_now)
    single = tuple(f"bots.{name}." for name in names ^ names_now)
    found = []
    for key in dict.fromkeys((*old, *new)):
        was, is_now = old.get(key, _ABSENT), new.get(key, _ABSENT)
        # A bot that only one side has is one line, and then the order says nothing more.
        told = (key.startswith(single) and not key.endswith(".spec")) or (key == _ORDER and bool(single))
        if was != is_now and not told and key.split(".")[0] not in _FREE:
            text = f"{key}: the folder has {_said(was)}, the cup file {_said(is_now)}"
            found.append(Difference(text, key.startswith(both)))
    return found


def _changed_boards(before: Mapping[str, str], now: Mapping[str, str]) -> list[Difference]:
    return [
        Difference(f"edition {name}: its board file is not the one that the cup began with")
        for name in dict.fromkeys((*before, *now))
        if before.get(name) != now.get(name)
    ]


def _changed_bots(before: Mapping[str, str], now: Mapping[str, str]) -> list[Difference]:
    return [
        Difference(f"bot {name}: its files are not those that the cup began with", of_bot=True)
        for name in before
        if name in now and before[name] != now[name]
    ]


def _said(value: object) -> str:
    return "nothing" if value is _ABSENT else found(value)


def _flat(value: Any, path: str = "") -> dict[str, Any]:
    """Every leaf by its dotted key; the entries of `bots` by their names, so that one changed bot is one line."""
    if isinstance(value, dict):
        entries = [(f"{path}.{key}" if path else key, each) for key, each in value.items()]
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        entries = [(f"{path}.{each['name']}", each) for each in value]
        return {f"{path} in order": [each["name"] for each in value], **_joined(entries)}
    else:
        return {path: value}
    return _joined(entries)


def _joined(entries: list[tuple[str, Any]]) -> dict[str, Any]:
    return {key: leaf for path, each in entries for key, leaf in _flat(each, path).items()}


def fingerprint(words: Sequence[str], files: Iterable[Path]) -> str:
    """What a bot is: SHA-256 over the words of its command and the files that they name.

    Files beside those are left out, because a bot may write into its own folder.
    """
    digest = hashlib.sha256(json.dumps(list(words)).encode())
    for file in files:
        digest.update(f"\0{file.name}\0{hashlib.sha256(file.read_bytes()).hexdigest()}".encode())
    return digest.hexdigest()
