"""One decision of a replay, as its seat was asked then. It starts no bot."""

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from referee.authoring.errors import NoSuchDecisionError
from referee.bots.questions import Question
from referee.game import ActionError, DecisionKind, Game, State, apply, decision, observe
from referee.replay import Replay, states

STOPPED: Final = "STOPPED"
"""The word in a replay for seats that went out because nobody wanted to see more. It is no fault of theirs."""


@frozen
class Recorded:
    """A decision that was made in a recorded match.

    Attributes:
        state: the truth before it, not to be changed. question: what the seat was asked, without a clock.
        before: the seat's earlier questions, in order.
        played: what stands in the replay: the action's text, or that the seat forfeited.
    """

    replay: Replay
    game: Game
    seat: int
    state: State
    question: Question
    before: tuple[Question, ...]
    played: str

    @property
    def kind(self) -> str:
        """What was asked, as a word."""
        return DecisionKind(self.question.view.kind).name

    @property
    def title(self) -> str:
        """`usa, 2 players, seat 1 (greedy), decision 57 (MAIN)`."""
        header = self.replay.header
        name = header.seats[self.seat]
        return (
            f"{header.edition}, {header.players} players, seat {self.seat} ({name}), "
            f"decision {self.question.number} ({self.kind})"
        )

    def text_of(self, action: int) -> str:
        """The text of an action id, or that there is none."""
        if 0 <= action < len(self.game.table):
            return self.game.table[action].text
        return "no action of this game"

    def refusal(self, action: int) -> ActionError | None:
        """Why an answer is not legal; None if it is."""
        try:
            apply(self.state.copy(), action)
        except ActionError as error:
            return error
        return None


def recorded(replay: Replay, game: Game, number: int) -> Recorded:
    """Decision `number` of a replay, all seats counted from 0.

    Raises:
        NoSuchDecisionError: the match had no such decision, or its seat was out. ReplayError: it cannot be played.
    """
    asked: dict[int, list[Question]] = {}
    for at, state in _questions(replay, game):
        seat = state.seat
        question = Question(at, observe(state, seat), decision(state).legal)
        if at == number:
            if state.out[seat] >= 0:
                raise NoSuchDecisionError(number, f"seat {seat} had forfeited before it, so no bot was asked")
            before = tuple(asked.get(seat, ()))
            return Recorded(replay, game, seat, state.copy(), question, before, _played(replay, number, seat))
        asked.setdefault(seat, []).append(question)
    last = replay.decisions - 1
    raise NoSuchDecisionError(number, f"the match has decisions 0 to {last}")


def _questions(replay: Replay, game: Game) -> Iterator[tuple[int, State]]:
    """Each position in which somebody was asked, as it was before a forfeit at that decision."""
    last = -1
    for at, state, _ in states(replay, game):
        if at != last and not state.over:
            last = at
            yield at, state


def _played(replay: Replay, number: int, seat: int) -> str:
    for forfeit in replay.forfeits:
        if forfeit.number == number:
            for guilty, fault in forfeit.faults:
                if guilty == seat:
                    return "nothing, the match was stopped here" if fault.code == STOPPED else f"forfeit, {fault.code}"
    for move in replay.moves:
        if move.number == number:
            return move.text
    return "nothing"
