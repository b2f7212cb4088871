"""Replays as files: packed bytes, and JSON for tools. The text form itself is text.py's."""

import json
import zlib
from typing import Any

from referee.replay.errors import ReplayCode, ReplayError
from referee.replay.record import FORMAT, Checkpoint, Fault, Forfeit, Move, Replay, Timing
from referee.replay.text import notes_value

_GZIP = 31
"""zlib's window size that writes a gzip frame; the header has no time and no name, so equal texts give equal bytes."""

_GZIP_MAGIC = b"\x1f\x8b"


def pack(text: str) -> bytes:
    """A gzip file of the text, without time or name."""
    packer = zlib.compressobj(9, zlib.DEFLATED, _GZIP)
    return packer.compress(text.encode()) + packer.flush()


def unpack(content: bytes) -> str:
    """The text of a packed or plain file.

    Raises:
        ReplayError: the bytes are cut off, damaged or no text.
    """
    try:
        if content.startswith(_GZIP_MAGIC):
            unpacker = zlib.decompressobj(_GZIP)
            content = unpacker.decompress(content)
            if not unpacker.eof:
                raise ReplayError(ReplayCode.TRUNCATED, "the packed file ends too early")
        return content.decode()
    except zlib.error as error:
        raise ReplayError(ReplayCode.ALTERED, f"the packed file is damaged ({error})") from error
    except UnicodeDecodeError as error:
        raise ReplayError(ReplayCode.NOT_A_REPLAY, "the file is no text") from error


def export_text(replay: Replay, *, timing: bool = False) -> str:
    """The text form for publication; the second section only if asked for."""
    return replay.to_text(timing=timing)


def export_json(replay: Replay, *, timing: bool = False) -> str:
    """The replay as one JSON object (docs/replay-format.md), keys in a fixed order, ASCII, ended by a line feed."""
    header = replay.header
    value: dict[str, Any] = {
        "format": FORMAT,
        "referee": header.referee_version,
        "rules": header.rules_revision,
        "edition": header.edition,
        "players": header.players,
        "game": header.game_digest,
        "seed": header.seed,
        "seats": list(header.seats),
        "decisions": [_move(move, timing=timing) for move in replay.moves],
        "forfeits": [_forfeit(forfeit, timing=timing) for forfeit in replay.forfeits],
        "states": [
            {"before": entry.number, "checksum": entry.checksum}
            for entry in replay.entries
            if isinstance(entry, Checkpoint)
        ],
        "reason": replay.reason,
        "scores": _scores(replay),
        "digest": replay.digest,
    }
    if timing:
        value["timing"] = _timing(replay.timing)
    return json.dumps(value, indent=1, ensure_ascii=True) + "\n"


def _move(move: Move, *, timing: bool) -> dict[str, Any]:
    value: dict[str, Any] = {"number": move.number, "seat": move.seat, "action": move.action, "text": move.text}
    if move.fault:
        value["fault"] = _fault(move.fault, timing=timing) | {"substituted": move.fault.substituted}
    return value


def _forfeit(forfeit: Forfeit, *, timing: bool) -> dict[str, Any]:
    seats = [{"seat": seat} | _fault(fault, timing=timing) for seat, fault in forfeit.faults]
    return {"before": forfeit.number, "seats": seats}


def _fault(fault: Fault, *, timing: bool) -> dict[str, Any]:
    value: dict[str, Any] = {"code": fault.code}
    if fault.sent >= 0:
        value["sent"] = fault.sent
    return value | {"detail": fault.detail, "text": fault.text} if timing else value


def _scores(replay: Replay) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat,
            "rank": score.rank,
            "score": score.score,
            "routes": score.routes,
            "tickets": score.tickets,
            "completed": score.completed,
            "bonuses": dict(score.bonuses),
            "forfeited": score.forfeited,
        }
        for seat, score in enumerate(replay.scores)
    ]


def _timing(timing: Timing) -> dict[str, Any]:
    return {
        "about": dict(sorted(timing.about.items())),
        "think_us": list(timing.think_us),
        "notes": [{"decision": n, **notes_value(notes)} for n, notes in sorted(timing.notes.items())],
    }
