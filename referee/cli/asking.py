"""The work behind `referee bot ask` and `referee play --stop-at`: one question, told and asked. It parses no option."""

import secrets
import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
import trio

from referee.authoring.asking import Reply, ask
from referee.authoring.question import Recorded, recorded
from referee.authoring.stopping import stop_at
from referee.bots.clock import NO_CLOCK, ClockSettings
from referee.bots.spec import resolve
from referee.cli.building import build_bots
from referee.cli.commands import print_json
from referee.cli.crash import state_folder
from referee.cli.errors import OutputError
from referee.cli.playing import named
from referee.cli.sources import replay_text
from referee.editions import load_edition
from referee.game import Deal, Game
from referee.replay import Replay, position_text
from referee.report.exports import full_text
from referee.report.games import game_of

_LINES = 20
"""Lines of the bot's own output that are shown."""


def ask_one(
    spec: str, source: str, step: int, *, board: Path | None, from_start: bool, pause: bool, as_json: bool
) -> bool:
    """Ask the bot and print what it says; gives whether that is legal.

    Raises:
        RefereeError: no such bot, replay or decision.
    """
    resolved = resolve(spec)
    replay = Replay.from_text(replay_text(source))
    asked = recorded(replay, game_of(replay, board).game, step)
    build_bots([resolved])
    reply = trio.run(partial(ask, resolved, asked, _held(pause=pause), from_start=from_start))
    facts = reply_facts(asked, reply)
    if as_json:
        print_json(facts)
    else:
        click.echo("\n".join(_lines(asked, reply, facts)))
    return bool(facts["legal"])


def _held(*, pause: bool) -> Any:
    async def held(pid: int) -> None:
        if pause:
            said = f"process {pid} waits; attach a debugger, then press a key"
            await trio.to_thread.run_sync(partial(click.pause, said, err=True))

    return held


def reply_facts(asked: Recorded, reply: Reply) -> dict[str, Any]:
    """What `bot ask --json` prints."""
    header, question = asked.replay.header, asked.question
    facts: dict[str, Any] = {
        "edition": header.edition,
        "players": header.players,
        "seat": asked.seat,
        "decision": question.number,
        "kind": asked.kind,
        "recorded": asked.played,
        "answer": None,
        "text": None,
        "legal": False,
        "refusal": None,
        "think_ms": None,
        "notes": None,
        "fault": None if reply.fault is None else {"code": str(reply.fault.code), "text": reply.fault.text},
        "stderr": _stderr(reply),
    }
    if reply.answer is not None:
        refusal = asked.refusal(reply.answer.action)
        facts |= {
            "answer": reply.answer.action,
            "text": asked.text_of(reply.answer.action),
            "legal": refusal is None,
            "refusal": None if refusal is None else str(refusal),
            "think_ms": round(reply.answer.think_ns / 1e6, 3),
            "notes": _notes(asked, reply),
        }
    return facts


def _notes(asked: Recorded, reply: Reply) -> dict[str, Any] | None:
    notes = None if reply.answer is None else reply.answer.notes
    if notes is None:
        return None
    board = asked.game.edition.board
    routes = {board.routes[one.route].text: one.weight for one in notes.routes if one.route < len(board.routes)}
    cities = {board.cities[one.city].slug: one.weight for one in notes.cities if one.city < len(board.cities)}
    return {"text": notes.text, "routes": routes, "cities": cities}


def _stderr(reply: Reply) -> list[str]:
    if reply.output is not None:
        return reply.output.stderr.last_lines(_LINES)
    return [] if reply.fault is None else reply.fault.evidence.splitlines()


def _lines(asked: Recorded, reply: Reply, facts: dict[str, Any]) -> list[str]:
    lines = [asked.title]
    if reply.fault is not None:
        lines.append(f"fault     {reply.fault.code}: {reply.fault.text}")
    else:
        verdict = f"yes, one of {len(asked.question.legal)}" if facts["legal"] else f"no: {facts['refusal']}"
        lines += [f"answer    {facts['text']}", f"legal     {verdict}", f"thought   {facts['think_ms']} ms"]
    lines.append(f"recorded  {asked.played}")
    if facts["notes"]:
        lines.append(f"notes     {facts['notes']['text']}")
        lines += [
            f"          {place} {weight:g}"
            for key in ("routes", "cities")
            for place, weight in facts["notes"][key].items()
        ]
    return lines + [f"stderr    {line}" for line in facts["stderr"]]


def play_to(
    stop: int,
    *,
    edition_id: str,
    specs: Sequence[str],
    seed: str | None,
    out: Path | None,
    timing: bool,
    no_clock: bool,
    tcp: bool,
    as_json: bool,
) -> None:
    """Play up to a decision, write what was played, and print the position and how to ask a bot about it.

    Raises:
        RefereeError: the match has no such decision, or what `play` raises.
    """
    edition = load_edition(edition_id)
    edition.check_players(len(specs))
    resolved = [resolve(spec) for spec in specs]
    build_bots(resolved)
    bots = dict(zip(named(resolved), resolved, strict=True))
    game, clock = Game.of(edition, len(specs)), NO_CLOCK if no_clock else ClockSettings()
    text = secrets.token_hex(8) if seed is None else seed
    replay = stop_at(stop, game, Deal.from_text(text), bots, clock, tcp=tcp)
    place = out or state_folder() / "play" / "stopped.replay"
    _write(place, full_text(replay, game, timing=timing))
    asked = recorded(replay, game, stop)
    command = f"referee bot ask {shlex.quote(specs[asked.seat])} --replay {shlex.quote(str(place))} --step {stop}"
    if as_json:
        print_json(_stop_facts(asked, text, place, command))
        return
    click.echo(f"stopped before {asked.title}, seed {text}")
    click.echo("\n".join(position_text(asked.state, asked.seat)))
    click.echo(f"what was played is in {place}; ask a bot with: {command}")


def _stop_facts(asked: Recorded, seed: str, place: Path, command: str) -> dict[str, Any]:
    table, header = asked.game.table, asked.replay.header
    return {
        "edition": header.edition,
        "players": header.players,
        "seed": seed,
        "decision": asked.question.number,
        "seat": asked.seat,
        "bot": header.seats[asked.seat],
        "kind": asked.kind,
        "legal": [{"id": action, "text": table[action].text} for action in asked.question.legal],
        "replay": str(place),
        "ask": command,
    }


def _write(place: Path, text: str) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutputError(place, error) from None
