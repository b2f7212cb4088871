"""What `referee play` prints about faults: brings together replay, files and commands for each of them."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from referee.authoring.story import Traces, story, troubles
from referee.bots.output import escaped
from referee.cli.crash import state_folder
from referee.cli.errors import OutputError
from referee.editions import load_edition
from referee.game import Game, slug
from referee.replay import Replay
from referee.report.exports import full_text
from referee.tournament.results import Played

MOST = 3
"""Faults of a match that are told in full."""


def fault_blocks(
    played: Played,
    *,
    edition_id: str,
    specs: Sequence[str],
    seed: str,
    out: Path | None,
    no_clock: bool,
    tcp: bool,
    **_: object,
) -> str:
    """A block for each fault, the first three in full; "" for a match without. It keeps a replay to ask about.

    Raises:
        OutputError: that replay cannot be written.
    """
    replay = Replay.from_text(played.replay)
    found = troubles(replay)
    if not found:
        return ""
    game, logs = Game.of(load_edition(edition_id), len(specs)), state_folder() / "play" / played.result.id
    kept = out or _kept(logs / "fault.replay", full_text(replay, game, timing=True))
    match = f"{replay.header.edition}, {len(specs)} players, seed {seed}, seats {', '.join(replay.header.seats)}"
    words = ["--edition", edition_id, *(word for spec in specs for word in ("--bot", spec)), "--seed", seed]
    again = shlex.join(["referee", "play", *words, *["--no-clock"][:no_clock], *["--tcp"][:tcp]])
    blocks = []
    for one in found[:MOST]:
        log = logs / f"{one.seat}-{slug(replay.header.seats[one.seat]) or 'bot'}.stderr"
        ask = ["referee", "bot", "ask", specs[one.seat], "--replay", str(kept), "--step", str(one.number)]
        traces = Traces(match, str(log) if log.is_file() else "", _lines(log), again, shlex.join(ask))
        blocks += [*story(one, replay, game, traces), ""]
    if len(found) > MOST:
        blocks.append(
            f"and {len(found) - MOST} more faults; read them with: referee replay show {shlex.quote(str(kept))}"
        )
    return "\n".join(blocks) + "\n"


def _kept(place: Path, text: str) -> Path:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutputError(place, error) from None
    return place


def _lines(log: Path) -> list[str]:
    """The file's lines as printable text: a bot may have written anything."""
    try:
        return [escaped(line) for line in log.read_bytes().splitlines() if line.strip()]
    except OSError:
        return []
