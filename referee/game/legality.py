"""Why an action is refused: the first check that fails, with the rule, the facts and the nearest legal actions.

The masks decide what is legal (game.py); this module only explains a refusal, so it may be slow.
"""

from collections.abc import Callable, Iterator
from difflib import get_close_matches

from referee.game.actions import ActionKind, DecisionKind
from referee.game.board import GRAY
from referee.game.errors import ActionError, Code
from referee.game.state import State
from referee.game.text import Cards, Said, read
from referee.game.tickets import keep_limits
from referee.game.turn import in_start

Finding = tuple[Code, str, str]
"""A failed check: code, rule, facts."""

Check = Callable[[State, Said], Finding | None]

_NEAREST = 5


def find_action(state: State, text: str) -> int:
    """The id of a legal action given as text.

    Raises:
        ActionError: it cannot be read or is not legal now; the code is the first check that fails (docs/errors.md).
    """
    action = state.game.table.ids.get(text)
    if action is not None and state.legal_mask() >> action & 1:
        return action
    raise _error(state, text, _finding(state, text))


def refusal(state: State, action: int) -> ActionError:
    """The error for an id that is not legal now."""
    table = state.game.table
    if not 0 <= action < len(table):
        facts = f"there is no action {action}; ids go from 0 to {len(table) - 1}"
        return _error(state, str(action), (Code.ILLEGAL_ACTION, "", facts))
    text = table[action].text
    return _error(state, text, _finding(state, text))


def _error(state: State, text: str, finding: Finding) -> ActionError:
    code, rule, facts = finding
    return ActionError(code, text, rule, facts, nearest(state, text))


def nearest(state: State, text: str) -> list[str]:
    """Up to five legal actions, the most similar texts first."""
    legal = [state.game.table[action].text for action in state.game.bit_lists(state.legal_mask())]
    verb = text.partition(" ")[0]
    close = get_close_matches(text, legal, n=_NEAREST, cutoff=0.5)
    same = [other for other in legal if other.partition(" ")[0] == verb and other not in close]
    rest = [other for other in legal if other not in close and other not in same]
    return (close + same + rest)[:_NEAREST]


def _finding(state: State, text: str) -> Finding:
    said = read(state.game, text)
    if said is None:
        return Code.UNPARSABLE, "", "this is no action in the canonical text form"
    return _wrong_decision(state, said) or _failed_check(state, said) or _unexplained(state)


def _failed_check(state: State, said: Said) -> Finding | None:
    check = state.game.checks.get(said.kind)
    return check(state, said) if check else None


def _unexplained(state: State) -> Finding:
    return Code.ILLEGAL_ACTION, "", f"not legal at {DecisionKind(state.phase).name} of seat {state.seat}"


def _wrong_decision(state: State, said: Said) -> Finding | None:
    if state.over:
        return Code.WRONG_DECISION, "C-51", "the match has ended"
    kind, seat = DecisionKind(state.phase), state.seat
    if kind == DecisionKind.MAIN and state.out[seat] >= 0:
        return Code.WRONG_DECISION, "C-12", f"seat {seat} has forfeited and can only pass"
    if kind == DecisionKind.MAIN and said.kind == ActionKind.PASS:
        return Code.PASS_NOT_FORCED, "C-12", "another action is legal"
    if said.kind not in state.game.answers[kind](state):
        return Code.WRONG_DECISION, "C-11", f"seat {seat} is asked {kind.name}, which {said.kind.name} does not answer"
    return None


def check_deck(state: State, _said: Said) -> Finding | None:
    """Checks of `draw deck`."""
    return None if state.deck else (Code.NOTHING_TO_DRAW, "C-28", "deck and discard are empty")


def check_card(state: State, said: Said) -> Finding | None:
    """Checks of `draw COLOUR`."""
    if said.card not in state.row:
        return Code.NOT_IN_ROW, "C-20", f"no {state.game.cards[said.card]} lies open"
    if state.phase == DecisionKind.SECOND_CARD and said.card == state.game.locomotive:
        return Code.SECOND_CARD_LOCOMOTIVE, "C-23", "the second card may not be an open locomotive"
    return None


def check_tickets(state: State, _said: Said) -> Finding | None:
    """Checks of `tickets`."""
    return None if state.ticket_deck else (Code.TICKET_DECK_EMPTY, "C-42", "no ticket is left to draw")


def check_keep(state: State, said: Said) -> Finding | None:
    """Checks of `keep ...`."""
    size, kept = len(state.offers[state.seat]), len(said.keep)
    least, most = keep_limits(state)
    rule = "C-03" if in_start(state) else "C-40"
    if any(place > size for place in said.keep):
        return Code.KEEP_UNKNOWN, rule, f"the offer is {_counted(size, 'ticket')}"
    if kept < least:
        return Code.KEEP_TOO_FEW, rule, f"at least {least} of {size} must be kept, not {kept}"
    if kept > most:
        return Code.KEEP_TOO_MANY, "V-11", f"at most {most} of {size} may be kept, not {kept}"
    return None


def check_claim(state: State, said: Said) -> Finding | None:
    """Checks of `claim ...`, in the order of docs/rules.md section 3."""
    game, seat = state.game, state.seat
    index = game.edition.board.route(said.name)
    if index is None:
        return Code.UNKNOWN_ROUTE, "C-31", f"there is no route {said.name} on board {game.edition.board.id}"
    taken = _taken(state, index)
    if taken:
        return taken
    route = game.edition.board.routes[index]
    if state.trains[seat] < route.length:
        facts = f"it needs {_counted(route.length, 'train')}, seat {seat} has {state.trains[seat]}"
        return Code.NOT_ENOUGH_TRAINS, "C-35", facts
    return check_payment(state, said.cards, route.length, route.colour, route.locomotives)


def _taken(state: State, route: int) -> Finding | None:
    owner, sibling = state.owner(route), state.game.edition.board.routes[route].sibling
    if owner >= 0:
        return Code.ROUTE_TAKEN, "C-31", f"seat {owner} owns it"
    other = state.owner(sibling) if sibling >= 0 else -1
    if other == state.seat:
        return Code.DOUBLE_OWNED, "C-37", f"seat {other} owns the other track"
    if other >= 0 and state.game.one_track:
        return Code.DOUBLE_CLOSED, "C-38", f"seat {other} owns the other track, and {state.game.players} play"
    return None


def check_payment(
    state: State, cards: Cards, count: int, colour: int, locomotives: int = 0, rule: str = ""
) -> Finding | None:
    """The payment checks in their order: `count` cards of `colour` (GRAY: any one), at least so many locomotives.

    `rule` is the one that asks for the payment where no route is claimed with it.
    """
    for code, of_claims, facts in _payment_findings(state, cards, count, colour, locomotives):
        return code, rule or of_claims, facts
    return None


def _payment_findings(state: State, cards: Cards, count: int, colour: int, locomotives: int) -> Iterator[Finding]:
    names, hand = state.game.cards, state.hands[state.seat]
    for card, wanted in cards:
        if hand[card] < wanted:
            yield Code.CARDS_NOT_IN_HAND, "C-32", f"the hand has {hand[card]} {names[card]}, not {wanted}"
    paid = sum(wanted for _, wanted in cards)
    if paid != count:
        yield Code.WRONG_COUNT, "C-32", f"it takes exactly {_counted(count, 'card')}, not {paid}"
    colours = [card for card, _ in cards if card != state.game.locomotive]
    if len(colours) > 1:
        yield Code.MIXED_COLOURS, "C-33", "all cards but locomotives must have one colour"
    if colours and colour not in (GRAY, colours[0]):
        yield Code.WRONG_COLOUR, "C-33", f"it takes {names[colour]}, not {names[colours[0]]}"
    wild = sum(wanted for card, wanted in cards if card == state.game.locomotive)
    if wild < locomotives:
        yield Code.TOO_FEW_LOCOMOTIVES, "EU-05", f"it takes at least {_counted(locomotives, 'locomotive')}, not {wild}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"
