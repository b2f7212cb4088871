"""Step 1: claim the longest route that can be paid, else draw from the deck."""

from referee.botkit import Action, ActionKind, DecisionKind, Position, run


def choose(position: Position) -> Action:
    """As few tickets as possible, and then points."""
    if position.kind == DecisionKind.KEEP_TICKETS:
        return min(position.actions, key=lambda action: action.keep.bit_count())
    return longest(position) or drawn(position)


def longest(position: Position) -> Action | None:
    """The longest route that the hand can pay, with as few locomotives as possible; None if there is none."""
    claims = position.of_kind(ActionKind.CLAIM)
    return max(claims, key=lambda claim: (position.route(claim).length, -claim.locomotives), default=None)


def drawn(position: Position) -> Action:
    """The top card of the deck; where that is not what is asked, the first legal action."""
    return next(iter(position.of_kind(ActionKind.DRAW_DECK)), position.actions[0])


if __name__ == "__main__":
    run(choose, name="step1")
