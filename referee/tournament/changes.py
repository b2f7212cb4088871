"""Whether a results folder still belongs to the cup that is asked for: configuration and bots compared, key by key.

Where a cup is written to (`output`) and how its file is laid out do not matter; whatever could change a result does.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from referee.replay.record import RULES_REVISION
from referee.tournament.config import CupConfig
from referee.tournament.mistakes import found
from referee.tournament.records import Records

_FREE: Final = frozenset({"output"})
_ABSENT: Final = object()


def differences(
    records: Records, config: CupConfig, boards: Mapping[str, str], fingerprints: Mapping[str, str]
) -> list[str]:
    """One line for each thing that differs between the folder and the cup; empty if it is the same cup."""
    before, now = _flat(records.config.model_dump(mode="json")), _flat(config.model_dump(mode="json"))
    lines = []
    for key in dict.fromkeys((*before, *now)):
        old, new = before.get(key, _ABSENT), now.get(key, _ABSENT)
        if old != new and key.split(".")[0] not in _FREE:
            lines.append(f"{key}: the folder has {_said(old)}, the cup file {_said(new)}")
    if records.fact("rules") != RULES_REVISION:
        lines.append(
            f"rules: the folder was played by revision {records.fact('rules')}, this referee has {RULES_REVISION}"
        )
    lines += _changed_boards(records.boards, boards)
    return lines + _changed_bots(json.loads(records.fact("bots")), fingerprints)


def _changed_boards(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    return [
        f"edition {name}: its board file is not the one that the cup began with"
        for name in dict.fromkeys((*before, *now))
        if before.get(name) != now.get(name)
    ]


def _changed_bots(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    both = [name for name in before if name in now]
    return [
        f"bot {name}: its files are not those that the cup began with" for name in both if before[name] != now[name]
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
