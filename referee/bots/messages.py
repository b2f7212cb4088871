"""Builds the referee's messages of the conversation from plain values. Sends nothing and times nothing."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

import referee
from referee.bots.clock import MS, ClockSettings
from referee.bots.questions import Ending, MatchCall, Question, ToldFault
from referee.game import Game
from referee.v1 import bot_pb2 as pb
from referee.v1 import game_pb2
from referee.wire import game_digest, game_message, observation_fields, score_message

Reason: TypeAlias = "pb.GoodbyeReason.ValueType"
PROTOCOL_VERSION: Final = 1
MOST_DECISIONS: Final = 256
MOST_BYTES: Final = 1024 * 1024
_TEXT: Final = 4096
_ENVELOPE: Final = 16
"""Bytes that a Decisions message needs around its decisions, at most."""


def welcome(most_in_flight: int, resume_key: str | None) -> pb.PlayResponse:
    """The session is open."""
    return pb.PlayResponse(
        welcome=pb.Welcome(
            referee_version=referee.__version__,
            protocol_version=PROTOCOL_VERSION,
            max_in_flight=most_in_flight,
            resume_key=resume_key,
        )
    )


def goodbye(reason: Reason, text: str) -> pb.PlayResponse:
    """The session is over."""
    return pb.PlayResponse(
        goodbye=pb.Goodbye(
            reason=reason,
            text=text[:_TEXT],
            protocol_version_minimum=PROTOCOL_VERSION,
            protocol_version_maximum=PROTOCOL_VERSION,
        )
    )


def game(described: Game) -> pb.PlayResponse:
    """The description of a game."""
    return pb.PlayResponse(game=game_message(described))


def match_start(call: MatchCall) -> pb.PlayResponse:
    """A match begins."""
    return pb.PlayResponse(
        match_start=pb.MatchStart(
            match_id=call.match_id,
            game_digest=game_digest(call.game),
            seat=call.seat,
            names=[name[:64] for name in call.names],
            clock=_clock(call.clock),
            bot_seed=call.bot_seed,
        )
    )


def _clock(clock: ClockSettings) -> pb.Clock:
    if clock.disabled:
        return pb.Clock(disabled=True)
    return pb.Clock(
        decision_ms=clock.decision_ms,
        grace_ms=clock.grace_ms,
        match_ms=clock.match_ms,
        increment_ms=clock.increment_ms,
        ready_ms=clock.ready_ms,
        strikes=clock.strikes,
    )


def questions(asked: Iterable[tuple[MatchCall, Question]]) -> Iterator[tuple[pb.PlayResponse, int]]:
    """Questions in as few messages as hold them, each with how many it has.

    A message has at most 256 decisions and 1 MiB; a single larger one goes alone.
    """
    message, count, size = pb.PlayResponse(), 0, _ENVELOPE
    for call, question in asked:
        # Made inside the message: it would be copied into it, which costs as much again.
        one = message.decisions.decisions.add(**_decision_fields(call, question))
        cost = one.ByteSize() + _ENVELOPE
        if count and (count == MOST_DECISIONS or size + cost > MOST_BYTES):
            following = pb.PlayResponse(decisions=pb.Decisions(decisions=[one]))
            del message.decisions.decisions[-1]
            yield message, count
            message, count, size = following, 0, _ENVELOPE
        count += 1
        size += cost
    if count:
        yield message, count


def _decision_fields(call: MatchCall, question: Question) -> dict[str, Any]:
    return {
        "match_id": call.match_id,
        "number": question.number,
        "used_ms": question.used_ns // MS,
        "left_ms": None if question.limit_ns is None else question.limit_ns // MS,
        "match_left_ms": None if question.bank_ns is None else question.bank_ns // MS,
        "strikes": question.strikes,
        "observation": observation_fields(question.view),
        "legal": question.legal,
        "faults": [_told(fault) for fault in question.faults],
    }


def match_end(call: MatchCall, ending: Ending) -> pb.PlayResponse:
    """A match has ended."""
    return pb.PlayResponse(
        match_end=pb.MatchEnd(
            match_id=call.match_id,
            reason=game_pb2.EndReason.Value(f"END_REASON_{ending.reason.upper()}"),
            scores=[score_message(seat, score) for seat, score in enumerate(ending.scores)],
            forfeits=[pb.Forfeit(seat=seat, code=_code(code)) for seat, code in ending.forfeits],
            faults=[_told(fault) for fault in ending.faults],
        )
    )


def _told(told: ToldFault) -> pb.Fault:
    return pb.Fault(
        decision=told.decision,
        code=_code(told.fault.code),
        reason=told.fault.detail[:64],
        text=told.fault.text[:_TEXT],
        substituted=told.substituted,
    )


def _code(code: str) -> "pb.FaultCode.ValueType":
    return pb.FaultCode.Value(f"FAULT_CODE_{code}")
