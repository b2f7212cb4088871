"""The match's branch of the error tree.

RefereeError
+-- MatchError
    +-- MatchVoid       the match cannot go on through no fault of a bot; it may be played again
"""

from referee.game.errors import RefereeError


class MatchError(RefereeError):
    """A match went wrong on the referee's side."""


class MatchVoid(MatchError):  # noqa: N818  # what a match is called that does not count
    """The match cannot go on through no fault of a bot.

    Attributes:
        match_id: as the bots know it. decision: the number of the decision at which it stopped.
    """

    def __init__(self, match_id: str, decision: int, reason: str) -> None:
        self.match_id = match_id
        self.decision = decision
        super().__init__(f"match {match_id} is void at decision {decision}: {reason}")
