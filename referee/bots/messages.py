"""Builds the referee's messages of the conversation from plain values. Sends nothing and times nothing."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

import referee
from referee.bots.clock import MS, ClockSettings
from referee.bots.questions import Ending, MatchCall, Question, ToldFault
from referee.game import Game
from referee.v1 import bot_pb2 as pb
from referee.v1 import game_pb2
from referee.wire import game_digest, game_message, observation, score_message

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


def decision(call: MatchCall, question: Question) -> pb.Decision:
    """One question."""
    return pb.Decision(
        match_id=call.match_id,
        number=question.number,
        used_ms=question.used_ns // MS,
        left_ms=None if question.limit_ns is None else question.limit_ns // MS,
        match_left_ms=None if question.bank_ns is None else question.bank_ns // MS,
        strikes=question.strikes,
        observation=observation(question.view),
        legal=question.legal,
        faults=[_told(fault) for fault in question.faults],
    )


def questions(batch: list[pb.Decision]) -> pb.PlayResponse:
    """Questions that wait, in one message."""
    return pb.PlayResponse(decisions=pb.Decisions(decisions=batch))


def batches(decisions: Iterable[pb.Decision]) -> Iterator[list[pb.Decision]]:
    """Cut a list of questions into messages of at most 256 decisions and 1 MiB; a single larger one goes alone."""
    batch: list[pb.Decision] = []
    size = _ENVELOPE
    for one in decisions:
        cost = one.ByteSize() + _ENVELOPE
        if batch and (len(batch) == MOST_DECISIONS or size + cost > MOST_BYTES):
            yield batch
            batch, size = [], _ENVELOPE
        batch.append(one)
        size += cost
    if batch:
        yield batch


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
