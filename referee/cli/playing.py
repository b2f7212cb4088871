"""The work behind `referee play`: one match as a unit of its own, played in this process. It parses no option."""

import secrets
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import trio

from referee.authoring.lots import bot_seed, match_name, opaque_id
from referee.bots.spec import BotSpec, resolve
from referee.cli.building import build_bots
from referee.cli.crash import state_folder
from referee.cli.errors import OutputError
from referee.editions import choose_edition, edition_of, plain
from referee.game import Deal, Game
from referee.replay import Replay
from referee.report.exports import full_text
from referee.report.tables import faults_text, match_table, printed
from referee.tournament.config import ClockTable
from referee.tournament.orders import BotOrder, MatchOrder, UnitOrder
from referee.tournament.results import Played
from referee.tournament.unit import play_unit


def play_one(
    *,
    edition_id: str,
    specs: Sequence[str],
    seed: str | None,
    out: Path | None,
    timing: bool,
    no_clock: bool,
    tcp: bool,
) -> tuple[Played, str]:
    """Play one match and write its replay; gives the match and its seed.

    Raises:
        RefereeError: unknown edition or bot, wrong number of bots, or a file that cannot be written (before the match).

    """
    chosen = choose_edition(edition_id)
    chosen.edition.check_players(len(specs))
    resolved = [resolve(spec) for spec in specs]
    bots = named(resolved)
    if out is not None:
        _check_writable(out)
    build_bots(resolved)
    text = secrets.token_hex(8) if seed is None else seed
    clock = None if no_clock else ClockTable().model_dump()
    order = UnitOrder(
        unit="play",
        matches=(match_order(chosen.edition.id, list(bots), text),),
        bots=tuple(BotOrder(name, spec, str(Path.cwd()), {}) for name, spec in bots.items()),
        clock=clock,
        tcp=tcp,
        logs=str(state_folder() / "play"),
        boards={plain(chosen.edition.id): chosen.board} if chosen.board else {},
    )
    (played,) = trio.run(play_unit, order, lambda _: None)
    if out is not None:
        game = Game.of(edition_of(chosen.edition.id, order.boards), len(specs))
        try:
            out.write_text(full_text(Replay.from_text(played.replay), game, timing=timing), encoding="utf-8")
        except OSError as error:
            raise OutputError(out, error) from None
    return played, text


def kept_match() -> Path:
    """Where a match is kept that is only to be looked at; the next one takes its place."""
    folder = state_folder() / "play"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(folder, error) from None
    return folder / "last.replay"


def named(specs: Sequence[BotSpec]) -> dict[str, str]:
    """The specs by name, in seat order; bots of one name are numbered from the second on."""
    seen: Counter[str] = Counter()
    bots: dict[str, str] = {}
    for spec in specs:
        seen[spec.name] += 1
        name = spec.name if seen[spec.name] == 1 else f"{spec.name}-{seen[spec.name]}"
        while name in bots:
            name += "'"
        bots[name] = spec.spec
    return bots


def match_order(edition: str, names: Sequence[str], seed: str) -> MatchOrder:
    """The one match of a seed: the bots' own seeds and the id that they see follow from it too."""
    deal, name = Deal.from_text(seed).seed, match_name(edition, len(names))
    bot_seeds = tuple(bot_seed(deal, name, seat).hex() for seat in range(len(names)))
    return MatchOrder(name, opaque_id(deal, name), edition, len(names), deal.hex(), tuple(names), bot_seeds)


def edition_played(played: Played) -> str:
    """The id of the edition, which may have been named by a board file."""
    return Replay.from_text(played.replay).header.edition


def facts(played: Played, edition: str, seed: str) -> dict[str, Any]:
    """What `play --json` prints."""
    result = played.result
    return {
        "edition": edition,
        "players": len(result.seats),
        "seed": seed,
        "digest": result.digest,
        "seats": [seat.to_json() for seat in result.seats],
    }


def text(played: Played, edition: str, seed: str, out: Path | None) -> str:
    """The same for people."""
    result = played.result
    lines = [f"{edition}, {len(result.seats)} players, seed {seed}"]
    counts = Counter(fault.code for seat in result.seats for fault in seat.faults)
    lines += [f"faults: {faults_text(counts)}", f"digest {result.digest}"]
    if out is not None:
        lines.append(f"replay written to {out}; read it with: referee replay show {out}")
    return printed(match_table(result.seats)).lstrip("\n") + "\n".join(lines) + "\n"


def _check_writable(out: Path) -> None:
    """Find out before the match, not after it, that its replay cannot be written."""
    try:
        with out.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise OutputError(out, error) from None
