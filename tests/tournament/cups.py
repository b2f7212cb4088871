"""Small cups for the tests of the tournament: files, results with and without a game, a stand-in for a worker."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from referee.editions import load_edition
from referee.game import Deal, Game, apply, decision, default_action, forfeit
from referee.replay import Fault, Header, Recorder
from referee.tournament.cup_file import Cup, load_cup
from referee.tournament.errors import WorkerError
from referee.tournament.orders import MatchOrder, UnitOrder
from referee.tournament.results import FaultLine, MatchResult, Played, SeatResult, result_of
from referee.wire import game_digest

CUP = """
name = "Small cup"
editions = ["{edition}"]
seats = {seats}
deals = {deals}
seed = "small"
{keys}
"""


def cup_text(bots: int = 3, seats: str = "2", deals: int = 2, keys: str = "", edition: str = "usa") -> str:
    """A cup file without mistakes; its bots are programs that exist and are never started."""
    entries = [f'[[bots]]\nname = "bot-{number}"\nspec = "true"\n' for number in range(bots)]
    return CUP.format(seats=seats, deals=deals, keys=keys, edition=edition) + "\n".join(entries)


def small_cup(
    folder: Path, bots: int = 3, seats: str = "2", deals: int = 2, keys: str = "", edition: str = "usa"
) -> Cup:
    """The cup of `cup_text`, read from a file in a folder."""
    file = folder / "small.toml"
    file.write_text(cup_text(bots, seats, deals, keys, edition), encoding="utf-8")
    return load_cup(file)


def seat(
    bot: str, rank: int, score: int = 50, *, forfeit: bool = False, faults: Sequence[FaultLine] = ()
) -> SeatResult:
    """A result with figures that matter to no test but by rank, score, forfeit and faults."""
    return SeatResult(bot, rank, score, 30, 10, 1, {"longest_trail": 10}, forfeit, tuple(faults))


def played(order: MatchOrder) -> Played:
    """A match that the lowest seat won, with a replay that is no replay but says which match it is of."""
    seats = tuple(seat(bot, rank, 90 - rank) for rank, bot in enumerate(order.seats, 1))
    return Played(MatchResult(order.id, order.deal, seats), f"replay of {order.id}\n")


def played_at_random(order: MatchOrder) -> Played:
    """A whole match of random actions with the replay that proves it; in some a seat gets a strike, or goes out."""
    dice = random.Random(order.id)
    game = Game.of(load_edition(order.edition), order.players)
    recorder = Recorder(Header(order.edition, order.seats, order.deal, game_digest(game), order.id))
    state, struck, gone = game.start(Deal(bytes.fromhex(order.deal))), dice.randrange(200), dice.randrange(200)
    while not state.over:
        if recorder.decisions == gone:
            fault = Fault("CRASHED", detail="crashed", text="the process was killed by signal 9")
            recorder.forfeit({state.seat: fault})
            forfeit(state, [state.seat])
            continue
        strike = Fault("ILLEGAL_ACTION", 999, text="it is not legal") if recorder.decisions == struck else None
        legal = decision(state).legal
        action = default_action(state) if strike or state.out[state.seat] >= 0 else dice.choice(legal)
        recorder.decision(state, state.seat, action, strike, think_ns=1000)
        apply(state, action)
    replay = recorder.finish(state, {"isolation": "process"})
    return Played(result_of(order.id, replay), replay.to_text(description=False))


class Player:
    """Plays units at once and by the book, but for the orders at which it is told to fail."""

    def __init__(self, fails: Callable[[UnitOrder], bool] = lambda _: False) -> None:
        self.fails = fails
        self.asked: list[str] = []

    async def play(self, order: UnitOrder, on_played: Callable[[MatchResult], None]) -> list[Played]:
        """The results of the unit's matches, or a platform fault."""
        self.asked.append(order.unit)
        if self.fails(order):
            raise WorkerError("the worker process was killed by signal 9")
        results = [played(match) for match in order.matches]
        for each in results:
            on_played(each.result)
        return results
