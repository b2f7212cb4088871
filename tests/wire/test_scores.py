from referee.game import SeatScore, score
from referee.wire import score_from, score_message
from tests.wire.positions import game_of, position


def test_scores_survive_the_wire() -> None:
    """The scores of a finished match come back equal, seat by seat."""
    scores = score(position(game_of("europe", 3), "scores", 10_000))
    messages = [score_message(seat, result) for seat, result in enumerate(scores)]
    assert [message.seat for message in messages] == [0, 1, 2]
    assert tuple(map(score_from, messages)) == scores


def test_every_bonus_has_a_kind() -> None:
    """Each bonus of the rules has a place in a score's message, and they come in one order."""
    names = ["longest_trail", "globetrotter", "stations", "districts", "merchandise", "attractions", "depots"]
    result = SeatScore(1, 40, 0, 0, 0, {name: i + 1 for i, name in enumerate(reversed(names))}, forfeited=True)
    message = score_message(0, result)
    assert score_from(message) == result
    assert [bonus.kind for bonus in message.bonuses] == sorted(bonus.kind for bonus in message.bonuses)
