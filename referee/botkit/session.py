"""The bot's side of a session as a value: the referee's messages go in, the bot's come out. Opens no connection."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, final

from referee.botkit.bot import Bot, Mind, ask, mind_for, where
from referee.botkit.errors import KitError
from referee.botkit.match import Match, match_from, result_from
from referee.botkit.position import Position
from referee.game import Game
from referee.v1 import bot_pb2 as pb
from referee.wire import game_from_message, view_from

NOTES_LIMIT: Final = 16 * 1024
"""Most bytes of notes in one message (bot.proto)."""

PATIENCE: Final = 0.005
"""Seconds of thinking after which answers are sent and not held back for the rest of their message."""


@final
class Session:
    """What a bot process knows while it is connected.

    Questions of one message are answered in one message, in order, as long as the bot is quick: a slow bot's answers
    leave at once, since its clock runs from one answer to the next.

    Attributes:
        welcome, goodbye: what the referee said first and last, None before.
    """

    def __init__(
        self,
        bot: Bot,
        log: Callable[[str], object],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._log = log
        self._now = now
        self._games: dict[str, Game] = {}
        self._matches: dict[str, tuple[Match, Mind]] = {}
        self.welcome: pb.Welcome | None = None
        self.goodbye: pb.Goodbye | None = None
        self._receivers: dict[str, Callable[[Any], Iterator[pb.PlayRequest]]] = {
            "welcome": self._welcomed,
            "game": self._described,
            "match_start": self._started,
            "decisions": self._asked,
            "match_end": self._ended,
            "goodbye": self._dismissed,
        }

    def receive(self, message: pb.PlayResponse) -> Iterator[pb.PlayRequest]:
        """Take in one message and give the answers to it, each as soon as it is complete.

        Raises:
            KitError: the bot failed, or the referee spoke of a match that was never started.
        """
        name = message.WhichOneof("payload")
        if name is not None:
            yield from self._receivers[name](getattr(message, name))

    def _welcomed(self, message: pb.Welcome) -> Iterator[pb.PlayRequest]:
        self.welcome = message
        yield from ()

    def _described(self, message: Any) -> Iterator[pb.PlayRequest]:
        self._games[message.game_digest] = game_from_message(message)
        yield from ()

    def _started(self, message: pb.MatchStart) -> Iterator[pb.PlayRequest]:
        game = self._games.get(message.game_digest)
        if game is None:
            raise KitError(f"the referee started match {message.match_id} of a game that it never described")
        match = match_from(message, game)
        self._matches[match.id] = match, mind_for(self._bot, match)
        yield pb.PlayRequest(ready=pb.Ready(match_id=match.id))

    def _asked(self, message: pb.Decisions) -> Iterator[pb.PlayRequest]:
        moves: list[pb.Move] = []
        notes_size, started = 0, self._now()
        for decision in message.decisions:
            move = self._move(decision)
            notes_size += move.notes.ByteSize()
            if moves and notes_size > NOTES_LIMIT:
                yield _message(moves)
                moves, notes_size = [], move.notes.ByteSize()
            moves.append(move)
            if self._now() - started > PATIENCE:
                yield _message(moves)
                moves, notes_size, started = [], 0, self._now()
        if moves:
            yield _message(moves)

    def _move(self, decision: pb.Decision) -> pb.Move:
        match, mind = self._matches.get(decision.match_id, (None, None))
        if match is None or mind is None:
            raise KitError(f"the referee asked for a move in match {decision.match_id}, which it never started")
        self._tell(match, decision.faults)
        position = self._position(match, decision)
        action = ask(mind, position)
        if action not in position.legal:
            self._log(f"action {action} is not legal: {where(position)}")
        move = pb.Move(match_id=match.id, decision=decision.number, action=action)
        notes = position.notes()
        if notes is not None and notes.ByteSize() > NOTES_LIMIT:
            self._log(f"notes left out, {notes.ByteSize()} bytes are over {NOTES_LIMIT}: {match.title}")
        elif notes is not None:
            move.notes.CopyFrom(notes)
        return move

    def _position(self, match: Match, decision: pb.Decision) -> Position:
        deadline = self._now() + decision.left_ms / 1000 if decision.HasField("left_ms") else None
        return Position(
            match,
            decision.legal,
            partial(view_from, decision.observation),
            number=decision.number,
            strikes=decision.strikes,
            deadline=deadline,
        )

    def _ended(self, message: pb.MatchEnd) -> Iterator[pb.PlayRequest]:
        match, mind = self._matches.pop(message.match_id, (None, None))
        if match is not None and mind is not None:
            self._tell(match, message.faults)
            mind.finish(result_from(message, match))
        yield from ()

    def _dismissed(self, message: pb.Goodbye) -> Iterator[pb.PlayRequest]:
        self.goodbye = message
        yield from ()

    def _tell(self, match: Match, faults: Sequence[pb.Fault]) -> None:
        for fault in faults:
            code = pb.FaultCode.Name(fault.code).removeprefix("FAULT_CODE_")
            at = f" at decision {fault.decision}" if fault.HasField("decision") else ""
            self._log(f"fault {code} ({fault.reason}){at}: {fault.text}: {match.title}")


def _message(moves: Sequence[pb.Move]) -> pb.PlayRequest:
    return pb.PlayRequest(moves=pb.Moves(moves=moves))
