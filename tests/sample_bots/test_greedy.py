import pytest

from referee.botkit import DecisionKind, Match, Position
from referee.botkit.testing import play_locally
from referee.editions import editions, load_edition
from referee.game import Deal, Game, State, apply, decision, find_action, observe
from tests.sample_bots.samples import sample

greedy = sample("greedy")
anything = sample("random").choose


@pytest.mark.slow
def test_it_beats_random_in_at_least_95_of_100_matches() -> None:
    """Two players, the USA board, both seats in turn: what makes it a yardstick."""
    wins = 0
    for number in range(100):
        seat = number % 2
        bots = [greedy.choose, anything] if seat == 0 else [anything, greedy.choose]
        wins += play_locally(bots, edition="usa", seed=f"bar {number}").winners == (seat,)
    assert wins >= 95


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_plays_sensibly_at_larger_tables(players: int) -> None:
    """Among its likes it completes more tickets than it fails, and its routes score well."""
    scores = [s for n in range(10) for s in play_locally([greedy.choose] * players, seed=f"table {n}").scores]
    assert sum(score.tickets for score in scores) / len(scores) > 10
    assert sum(score.routes for score in scores) / len(scores) > 40


@pytest.mark.parametrize("edition", editions())
def test_it_plays_every_edition(edition: str) -> None:
    """It answers all questions of an edition with legal actions, and beats a bot that plays anything."""
    assert play_locally([greedy.choose, anything], edition=edition, seed="all").winners == (0,)


def test_it_answers_every_kind_of_question() -> None:
    """No kind of decision is without an answer, those of coming editions included."""
    assert set(greedy.CHOICES) == set(DecisionKind) - {DecisionKind.OVER}


def position(state: State) -> Position:
    """The open question of a state."""
    asked = decision(state)
    match = Match("0" * 16, state.game, asked.seat, ("a", "b"), bytes(32))
    return Position(match, asked.legal, lambda: observe(state, asked.seat))


def playing(hand: dict[str, int], tickets: list[str]) -> State:
    """Seat 0's first main decision on the USA board with this hand, these tickets and no locomotive in the row."""
    game = Game.of(load_edition("usa"), 2)
    state = game.start(Deal.from_text("greedy"))
    while decision(state).kind == DecisionKind.KEEP_TICKETS:
        apply(state, find_action(state, "keep 1 2"))
    state.hands[0] = [hand.get(card, 0) for card in game.cards]
    state.row = [game.cards.index(card) for card in ("red", "red", "blue", "green", "black")]
    texts = [ticket.text for ticket in game.edition.tickets]
    state.tickets[0] = tuple(texts.index(ticket) for ticket in tickets)
    state.refresh()
    return state


def chosen(state: State) -> str:
    """What the bot does, as text."""
    return str(greedy.choose(position(state)).text)


def test_it_claims_what_its_ticket_needs() -> None:
    """Denver to El Paso leads over Santa Fe: two grey routes of two."""
    ways = {"claim denver.santa-fe pink*2", "claim el-paso.santa-fe pink*2"}
    assert chosen(playing({"pink": 2}, ["denver.el-paso"])) in ways


def test_it_draws_a_card_that_its_ticket_needs() -> None:
    """With one of two red cards in hand it takes the other from the row."""
    assert chosen(playing({"red": 1}, ["denver.el-paso"])) == "draw red"


def test_it_keeps_the_tickets_that_its_trains_can_connect() -> None:
    """With trains for two of three tickets it refuses the one across the board."""
    state = Game.of(load_edition("usa"), 2).start(Deal.from_text("greedy"))
    texts = [ticket.text for ticket in state.game.edition.tickets]
    state.offers[0] = tuple(texts.index(text) for text in ["denver.el-paso", "boston.miami", "helena.los-angeles"])
    assert chosen(state) == "keep 1 2 3"
    state.trains[0] = 14
    state.refresh()
    assert chosen(state) == "keep 1 3"


def test_it_takes_tickets_while_the_game_is_young_and_its_own_are_done() -> None:
    """Without a ticket to complete it looks for new ones."""
    assert chosen(playing({"pink": 1}, [])) == "tickets"


def test_in_the_last_round_it_claims_what_scores_most() -> None:
    """With one turn left it takes the most points, a ticket that the claim completes counted twice."""
    state = playing({"pink": 6}, [])
    state.turns_left = 2
    state.refresh()
    longest = {route.text for route in state.game.edition.board.routes if route.length == 6}
    assert chosen(state).split()[1] in longest
