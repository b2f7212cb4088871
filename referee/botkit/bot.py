"""What counts as a bot: a function, or a class of which every match gets its own object. Starts and times nothing."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Protocol

from attrs import frozen

from referee.botkit.errors import AnswerError, BotFailedError
from referee.botkit.match import Match, Result
from referee.botkit.position import Position
from referee.game import Action

Answer = int | str | Action
"""An action: its id, its text form, or the action itself."""

MAX_ID = 2**32 - 1
NAMED = 12
"""Legal actions named in an error text."""


class MatchBot(Protocol):
    """A bot with a memory. It may also have `finish(result)`, which is called once when the match has ended."""

    def choose(self, position: Position) -> Answer:
        """The action to play."""


Bot = Callable[[Position], Answer] | Callable[[Match], MatchBot]
"""`choose(position)`, or a class: called with the Match before the match's clock runs, its objects have `choose`."""


@frozen
class Mind:
    """The bot in one match.

    Attributes:
        choose: answers a position. finish: hears the result.
    """

    choose: Callable[[Position], Answer]
    finish: Callable[[Result], object]


def mind_for(bot: Bot, match: Match) -> Mind:
    """The bot's mind for a match: the function itself, or a new object of the class.

    Raises:
        BotFailedError: the class could not be called with the match.
    """
    if not isinstance(bot, type):
        return Mind(bot, lambda _result: None)  # type: ignore[arg-type]  # a callable that is no class takes positions
    try:
        made = bot(match)
    except Exception as error:
        raise BotFailedError(f"{bot.__name__}(match) failed: {match.title}") from error
    return Mind(made.choose, getattr(made, "finish", lambda _result: None))


def ask(mind: Mind, position: Position) -> int:
    """The id of the action that the bot chooses; legal or not, the referee judges that.

    Raises:
        BotFailedError: the bot's code raised, or gave back something that names no action.
    """
    try:
        return _action_id(mind.choose(position), position)
    except Exception as error:
        raise BotFailedError(f"choose(position) failed: {where(position)}") from error


def where(position: Position) -> str:
    """Match, decision and legal actions in one line."""
    texts = [action.text for action in position.actions[:NAMED]]
    more = f" and {len(position.legal) - NAMED} more" if len(position.legal) > NAMED else ""
    return f"{position.match.title}, decision {position.number} ({position.kind.name}), legal: {', '.join(texts)}{more}"


def _action_id(answer: object, position: Position) -> int:
    if isinstance(answer, Action):
        answer = answer.text
    ids = position.game.table.ids
    if isinstance(answer, str):
        if answer in ids:
            return ids[answer]
        near = get_close_matches(answer, [action.text for action in position.actions], 3, 0)
        raise AnswerError(f"{answer!r} is no action of {position.game.edition.id}; legal near it: {', '.join(near)}")
    if isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer <= MAX_ID:
        return answer
    raise AnswerError(f"the answer must be an action, its id or its text, not {answer!r}")
