"""The Python kit for bot authors: a bot is one function from a position to an action, and `run` does the rest.

    from referee.botkit import run

    def choose(position):
        return position.rng.choice(position.legal)

    run(choose)

The kit speaks the protocol and keeps the time; it decides nothing and knows no strategy.
"""

from referee.botkit.bot import Answer, Bot, MatchBot
from referee.botkit.errors import AnswerError, BotFailedError, KitError
from referee.botkit.match import Clock, Match, Result
from referee.botkit.position import Position
from referee.botkit.run import run
from referee.game import Action, ActionKind, DecisionKind, Game, View

__all__ = [
    "Action",
    "ActionKind",
    "Answer",
    "AnswerError",
    "Bot",
    "BotFailedError",
    "Clock",
    "DecisionKind",
    "Game",
    "KitError",
    "Match",
    "MatchBot",
    "Position",
    "Result",
    "View",
    "run",
]
