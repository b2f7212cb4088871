"""Whole matches for the tests of replays: a simple policy that depends on nothing but the position."""

from collections.abc import Callable, Mapping

from referee.editions import load_edition
from referee.game import ActionKind, Deal, DecisionKind, Game, State, apply, decision, default_action, forfeit
from referee.game.events import GameOver
from referee.replay import Fault, Header, Recorder, Replay

Policy = Callable[[State], int]


def choose(state: State) -> int:
    """Claims the longest route with the fewest locomotives; draws tickets now and then, else its best colour."""
    table = state.game.table
    asked = decision(state)
    if asked.kind == DecisionKind.KEEP_TICKETS:
        return asked.legal[-1] if state.turn == 0 else asked.legal[0]
    claims = [a for a in asked.legal if table[a].kind == ActionKind.CLAIM]
    if claims:
        lengths = state.game.lengths
        return min(claims, key=lambda a: (-lengths[table[a].route], table[a].locomotives, a))
    if state.turn % 9 == 8 and state.game.table.ids["tickets"] in asked.legal:
        return state.game.table.ids["tickets"]
    hand = state.hands[asked.seat]
    cards = [a for a in asked.legal if table[a].kind == ActionKind.DRAW_CARD]
    wanted = [a for a in cards if hand[table[a].card] >= 2]
    return max(wanted, key=lambda a: (hand[table[a].card], -a)) if wanted else asked.legal[0]


def play(
    players: int,
    seed: str,
    edition: str = "usa",
    *,
    faults: Mapping[int, Fault] | None = None,
    forfeits: Mapping[int, Mapping[int, Fault]] | None = None,
    policy: Policy = choose,
) -> tuple[Game, Replay]:
    """One recorded match; `faults` are strikes by decision, `forfeits` go before a decision."""
    game = Game.of(load_edition(edition), players)
    deal = Deal.from_text(seed)
    names = tuple(f"bot {seat}" for seat in range(players))
    recorder = Recorder(Header(edition, names, deal.seed.hex(), referee_version="0.0.0"))
    state = game.start(deal)
    while not state.over:
        number = recorder.decisions
        out = (forfeits or {}).get(number)
        if out:
            recorder.forfeit(out)
            if any(isinstance(event, GameOver) for event in forfeit(state, out)):
                break
        fault = (faults or {}).get(number)
        by_default = state.out[state.seat] >= 0 or (fault is not None and fault.substituted)
        action = default_action(state) if by_default else policy(state)
        recorder.decision(state, state.seat, action, fault, think_ns=1_000 * number)
        apply(state, action)
    return game, recorder.finish(state, {"isolation": "process", "started": "2026-01-01T00:00:00.000Z"})
