"""Writes the text form of a replay (docs/replay-format.md). Reading it is reader.py's job."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from referee.game import SeatScore
from referee.replay.record import FORMAT, Checkpoint, Entry, Fault, Forfeit, Move, Notes, Replay, Timing

MAGIC: Final = "referee-replay"
_CHAIN: Final = b"referee-replay/1\0"
_MARK_DIGITS: Final = 3
_THINK_A_LINE: Final = 16


def write(replay: Replay, *, timing: bool, description: bool) -> str:
    """First section, digest, and as wanted the game's description and the second section."""
    lines = first_section(replay)
    lines.append(f"digest {digest_of(lines)}")
    if description and replay.description:
        lines.append(f"description {replay.description}")
    if timing:
        section = ["timing", *_timing_lines(replay.timing)]
        lines += [*section, f"hash {hash_of(section)}"]
    return "\n".join(lines) + "\n"


def first_section(replay: Replay) -> list[str]:
    """The lines that the digest is made over, each but the first with its mark."""
    bodies = [*_header_lines(replay), *_entry_lines(replay.entries), *_result_lines(replay)]
    return [f"{MAGIC} {FORMAT}", *(f"{body} #{mark_of(body)}" for body in bodies)]


def mark_of(body: str) -> str:
    """The check mark of one line: it finds the line that somebody edited, and proves nothing."""
    return hashlib.sha256(body.encode()).hexdigest()[:_MARK_DIGITS]


def digest_of(lines: Iterable[str]) -> str:
    """The SHA-256 chain: each link hashes the one before and one line."""
    link = hashlib.sha256(_CHAIN).digest()
    for line in lines:
        link = hashlib.sha256(link + line.encode() + b"\n").digest()
    return link.hex()


def hash_of(lines: Iterable[str]) -> str:
    """Plain SHA-256 over lines, for the second section."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def quoted(value: Any) -> str:
    """Compact JSON in ASCII on one line: names and remarks come from strangers."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"), sort_keys=True)


def _header_lines(replay: Replay) -> Iterator[str]:
    header = replay.header
    yield f"referee {quoted(header.referee_version)}"
    yield f"rules {quoted(header.rules_revision)}"
    yield f"edition {header.edition}"
    yield f"players {header.players}"
    yield f"game {header.game_digest or '-'}"
    yield f"seed {header.seed}"
    for seat, name in enumerate(header.seats):
        yield f"seat {seat} {quoted(name)}"


def _entry_lines(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        match entry:
            case Move():
                yield f"{entry.number} {entry.seat} {entry.action} {entry.text}"
                if entry.fault:
                    played = "substituted" if entry.fault.substituted else "played"
                    yield f"fault {entry.number} {entry.seat} {_fault(entry.fault)} {played}"
            case Forfeit():
                seats = " ".join(f"{seat}:{_fault(fault)}" for seat, fault in entry.faults)
                yield f"forfeit {entry.number} {seats}"
            case Checkpoint():
                yield f"state {entry.number} {entry.checksum}"


def _fault(fault: Fault) -> str:
    return fault.code if fault.sent < 0 else f"{fault.code}={fault.sent}"


def _result_lines(replay: Replay) -> Iterator[str]:
    yield f"end {replay.decisions} {replay.reason}"
    for seat, score in enumerate(replay.scores):
        yield f"score {seat} {_score(score)}"


def _score(score: SeatScore) -> str:
    fields = {"rank": score.rank, "score": score.score, "routes": score.routes, "tickets": score.tickets}
    fields |= {"completed": score.completed, **score.bonuses}
    return " ".join(f"{name}={value}" for name, value in fields.items()) + (" forfeited" if score.forfeited else "")


def _timing_lines(timing: Timing) -> Iterator[str]:
    for name in sorted(timing.about):
        yield f"about {name} {quoted(timing.about[name])}"
    for start in range(0, len(timing.think_us), _THINK_A_LINE):
        some = timing.think_us[start : start + _THINK_A_LINE]
        yield f"think {start} {' '.join(map(str, some))}"
    for number, seat, detail, text in timing.details:
        yield f"detail {number} {seat} {quoted([detail, text])}"
    for number in sorted(timing.notes):
        yield f"notes {number} {quoted(notes_value(timing.notes[number]))}"


def notes_value(notes: Notes) -> dict[str, Any]:
    """Remarks as plain values."""
    return {"text": notes.text, "routes": notes.routes, "cities": notes.cities}
