"""Plays one match to its end. On the path of a decision stands nothing but the question, the answer, and the rules."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Final, final

import structlog
import trio
from attrs import evolve, field, frozen

from referee.bots.clock import MS, ClockSettings
from referee.bots.errors import BotFault
from referee.bots.faults import Detail, Fault, FaultCode
from referee.bots.questions import Answer, Ending, Question, ToldFault
from referee.bots.seat import SEND_NS
from referee.game import ActionError, Deal, Game, apply, decision, default_action, forfeit, observe, score
from referee.match.account import Account
from referee.match.entries import fault_entry, notes_entry
from referee.match.errors import MatchVoid
from referee.match.outcome import MatchFault, MatchOutcome
from referee.match.player import Player, Recorder, Seated

_MOST_DECISIONS: Final = 5000
"""Far more than any match has; what the bound of the whole match is reckoned from."""

_log = structlog.get_logger()


@frozen
class MatchSettings:
    """How a match is played.

    Attributes:
        clock: the time limits. match_id: as the bots know it, for logs and errors.
        about: facts for the second section of the replay. description: the game's, for its first one, or empty.
        bound_s: most seconds that the whole match may take before it is void; None without a clock.
    """

    clock: ClockSettings = field(factory=ClockSettings)
    match_id: str = ""
    about: Mapping[str, str] = field(factory=dict)
    description: str = ""
    bound_s: float | None = field()

    @bound_s.default
    def _bound(self) -> float | None:
        # Every wait has a deadline of its own; this one holds if one of them should fail to.
        clock = self.clock
        if clock.disabled:
            return None
        return 60 + _MOST_DECISIONS * ((clock.decision_ms + clock.grace_ms) / 1e3 + SEND_NS / 1e9)


async def play_match(
    game: Game, deal: Deal, players: Sequence[Seated], settings: MatchSettings, recorder: Recorder
) -> MatchOutcome:
    """Play a match; all players are ready, and a seat whose bot failed before is given by its fault.

    Raises:
        MatchVoid: it did not end within its bound.
    """
    match = _Match(game, deal, players, settings, recorder)
    try:
        with trio.fail_after(float("inf") if settings.bound_s is None else settings.bound_s):
            await match.play()
    except trio.TooSlowError as error:
        await match.tell_void()
        raise MatchVoid(settings.match_id, match.number, f"it did not end within {settings.bound_s:g} s") from error
    except BaseException:
        with trio.CancelScope(shield=True):
            await match.tell_void()
        raise
    return await match.end()


@final
class _Match:
    def __init__(
        self, game: Game, deal: Deal, players: Sequence[Seated], settings: MatchSettings, recorder: Recorder
    ) -> None:
        self.number = 0
        self._state = game.start(deal)
        self._board: Final = game.edition.board
        self._settings: Final = settings
        self._players: Final = players
        self._recorder = recorder
        self._accounts: Final = [Account(settings.clock) for _ in players]
        self._faults: list[MatchFault] = []
        self._log = _log.bind(match=settings.match_id)

    async def play(self) -> None:
        """Until nothing is legal."""
        absent = [MatchFault(s, -1, p, forfeit=True) for s, p in enumerate(self._players) if isinstance(p, Fault)]
        if absent:
            self._put_out(absent)
        while not self._state.over:
            asked = decision(self._state)
            player = self._players[asked.seat]
            if self._state.out[asked.seat] >= 0 or isinstance(player, Fault):
                self._apply(asked.seat, default_action(self._state))
                await trio.lowlevel.checkpoint()
            else:
                await self._ask(player, asked.seat, asked.legal)

    async def _ask(self, player: Player, seat: int, legal: Sequence[int]) -> None:
        account = self._accounts[seat]
        question = Question(
            number=self.number,
            view=observe(self._state, seat),
            legal=legal,
            limit_ns=account.limit_ns,
            grace_ns=account.grace_ns,
            used_ns=account.used_ns,
            bank_ns=account.bank_ns,
            strikes=account.strikes,
            faults=account.take_untold(),
        )
        try:
            answer = await player.ask(question)
        except BotFault as error:
            self._unanswered(seat, error.fault)
            return
        account.charge(answer.think_ns)
        if _contains(legal, answer.action):
            self._play(seat, question, answer)
        else:
            self._unanswered(seat, self._illegal(answer.action), answer)

    def _play(self, seat: int, question: Question, answer: Answer) -> None:
        if not answer.late:
            self._apply(seat, answer.action, None, answer)
            return
        fault = MatchFault(seat, self.number, _late(question, answer), answer.action)
        if self._accounts[seat].strike() and not self._ends_with(answer.action):
            self._apply(seat, answer.action, None, answer)
            self._put_out([evolve(fault, forfeit=True)])
        else:
            self._note(fault)
            self._apply(seat, answer.action, fault, answer)

    def _ends_with(self, action: int) -> bool:
        after = self._state.copy()
        apply(after, action)
        return after.over

    def _unanswered(self, seat: int, fault: Fault, answer: Answer | None = None) -> None:
        """Nothing that can be played came: a strike with a default action, or the end of the match for this seat."""
        sent = -1 if answer is None else answer.action
        if not fault.code.strikes or self._accounts[seat].strike():
            self._put_out([MatchFault(seat, self.number, fault, sent, forfeit=True)])
            return
        if answer is None and fault.code is FaultCode.TIMEOUT:
            self._charge_timeout(seat)
        action = default_action(self._state)
        struck = MatchFault(seat, self.number, fault, sent, action)
        self._note(struck)
        self._apply(seat, action, struck, answer)

    def _charge_timeout(self, seat: int) -> None:
        account = self._accounts[seat]
        account.charge((account.limit_ns or 0) + account.grace_ns)

    def _illegal(self, action: int) -> Fault:
        try:
            apply(self._state, action)
        except ActionError as error:
            return Fault(FaultCode.ILLEGAL_ACTION, error.code, str(error), f"action id {action}")
        raise AssertionError(f"action {action} is legal to apply and not to decision")

    def _apply(self, seat: int, action: int, fault: MatchFault | None = None, answer: Answer | None = None) -> None:
        self._recorder.decision(
            self._state,
            seat,
            action,
            None if fault is None else fault_entry(fault),
            think_ns=0 if answer is None else answer.think_ns,
            notes=None if answer is None else notes_entry(answer.notes, self._board),
        )
        apply(self._state, action)
        self.number += 1

    def _put_out(self, faults: list[MatchFault]) -> None:
        for fault in faults:
            self._note(fault)
        self._recorder.forfeit({fault.seat: fault_entry(fault) for fault in faults})
        forfeit(self._state, [fault.seat for fault in faults])

    def _note(self, fault: MatchFault) -> None:
        self._faults.append(fault)
        at = None if fault.decision < 0 else fault.decision
        self._accounts[fault.seat].tell(ToldFault(fault.fault, at, fault.substituted))
        self._log.warning(
            "match_fault",
            seat=fault.seat,
            decision=at,
            code=fault.fault.code,
            detail=fault.fault.detail,
            forfeit=fault.forfeit,
            text=fault.fault.text,
        )

    # -- the end

    async def end(self) -> MatchOutcome:
        """Make the replay, then tell the players."""
        state, scores = self._state, score(self._state)
        replay = self._recorder.finish(state, self._settings.about, description=self._settings.description)
        forfeits = tuple((f.seat, f.fault.code.value) for f in self._faults if f.forfeit)
        for seat, player in enumerate(self._players):
            if not isinstance(player, Fault):
                untold = self._accounts[seat].take_untold()
                await player.finish(Ending(state.reason, scores, forfeits, untold))
        used = tuple(account.used_ns for account in self._accounts)
        return MatchOutcome(replay, scores, tuple(self._faults), state.reason, self.number, used)

    async def tell_void(self) -> None:
        """Tell the players that the match does not count."""
        for player in self._players:
            if not isinstance(player, Fault):
                await player.finish(Ending("void"))


def _contains(legal: Sequence[int], action: int) -> bool:
    at = bisect_left(legal, action)
    return at < len(legal) and legal[at] == action


def _late(question: Question, answer: Answer) -> Fault:
    limit = (question.limit_ns or 0) // MS
    text = f"answer to decision {question.number} after {answer.think_ns // MS} ms, within the grace; limit {limit} ms"
    return Fault(FaultCode.TIMEOUT, Detail.TIMEOUT, text)
