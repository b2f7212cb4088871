"""Plays bots against each other in this process, through the protocol's messages but without a referee: for unit tests.

No clock runs and no fault is forgiven: an illegal action raises.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from referee.botkit.bot import Bot
from referee.botkit.errors import KitError
from referee.botkit.run import log
from referee.botkit.session import Session
from referee.game import ActionError, Deal, Game, SeatScore, State, apply, decision, observe, score
from referee.v1 import bot_pb2 as pb
from referee.v1 import game_pb2
from referee.wire import game_message, observation, score_message

MATCH_ID: Final = "0" * 16

_REASONS: Final = {
    "last_round": game_pb2.END_REASON_LAST_ROUND,
    "all_passed": game_pb2.END_REASON_ALL_PASSED,
}


@frozen
class LocalMatch:
    """A match that was played.

    Attributes:
        scores: by seat. moves: seat and action text of each decision in order. final: the true state at the end.
    """

    scores: tuple[SeatScore, ...]
    moves: tuple[tuple[int, str], ...]
    final: State

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1."""
        return tuple(seat for seat, result in enumerate(self.scores) if result.rank == 1)


def play_locally(bots: Sequence[Bot], *, edition: str = "usa", seed: str = "local") -> LocalMatch:
    """Play one match, bots by seat; `seed` is the deal that `referee play --seed` gives for the same text.

    Raises:
        KitError: a bot failed or chose an illegal action; the text says at which decision.
        RefereeError: there is no such edition, or it takes another number of players.

    """
    from referee.editions import load_edition

    game = Game.of(load_edition(edition), len(bots))
    sessions = [_opened(bot, game, seat, seed) for seat, bot in enumerate(bots)]
    state, moves = game.start(Deal.from_text(seed)), list[tuple[int, str]]()
    while not state.over:
        seat = state.seat
        action = _asked(sessions[seat], state, len(moves))
        try:
            apply(state, action)
        except ActionError as error:
            raise KitError(f"seat {seat}, decision {len(moves)} of {edition} with seed {seed!r}: {error}") from error
        moves.append((seat, game.table[action].text))
    scores = score(state)
    for session in sessions:
        _tell(session, pb.PlayResponse(match_end=_end(state, scores)))
    return LocalMatch(scores, tuple(moves), state)


def _opened(bot: Bot, game: Game, seat: int, seed: str) -> Session:
    session, description = Session(bot, log), game_message(game)
    start = pb.MatchStart(
        match_id=MATCH_ID,
        game_digest=description.game_digest,
        seat=seat,
        names=[f"seat {i}" for i in range(game.players)],
        clock=pb.Clock(disabled=True),
        bot_seed=hashlib.sha256(f"{seed}/{seat}".encode()).digest(),
    )
    _tell(session, pb.PlayResponse(game=description))
    _tell(session, pb.PlayResponse(match_start=start))
    return session


def _asked(session: Session, state: State, number: int) -> int:
    question = decision(state)
    message = pb.Decision(
        match_id=MATCH_ID,
        number=number,
        observation=observation(observe(state, question.seat)),
        legal=question.legal,
    )
    (request,) = _tell(session, pb.PlayResponse(decisions=pb.Decisions(decisions=[message])))
    return request.moves.moves[0].action


def _end(state: State, scores: Sequence[SeatScore]) -> pb.MatchEnd:
    messages = [score_message(seat, result) for seat, result in enumerate(scores)]
    return pb.MatchEnd(match_id=MATCH_ID, reason=_REASONS[state.reason], scores=messages)


def _tell(session: Session, message: pb.PlayResponse) -> list[pb.PlayRequest]:
    return list(session.receive(message))
