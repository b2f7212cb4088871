"""The Python sample bots in every edition; those of other languages are in tests/languages."""

import pytest

from referee.botkit.testing import play_locally
from referee.game import Game
from tests.languages.tables import every_game
from tests.sample_bots.samples import sample, searcher

pytestmark = pytest.mark.slow

GAMES = [pytest.param(game, id=f"{game.edition.id}-{game.players}") for game in every_game()]


@pytest.mark.parametrize("game", GAMES)
def test_searcher_and_planner_play_every_edition_at_every_size(game: Game) -> None:
    """Without and with depots, beside greedy bots at larger tables, they answer legally to the end; else it raises."""
    bots = [searcher(1), sample("planner").Bot, *[sample("greedy").choose] * 3]
    assert play_locally(bots[: game.players], edition=game.edition.id, seed=f"all {game.players}").final.over


@pytest.mark.parametrize("game", GAMES)
def test_greedy_and_random_play_every_edition_at_every_size(game: Game) -> None:
    """Without and with depots, one greedy bot among random ones answers legally to the end."""
    bots = [sample("greedy").choose, *[sample("random").choose] * 4]
    assert play_locally(bots[: game.players], edition=game.edition.id, seed=f"all {game.players}").final.over
