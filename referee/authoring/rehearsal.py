"""A recorded match between stand-ins, so that a new bot can be asked something before it has played. Starts no bot."""

import trio

from referee.authoring.lots import bot_seed, match_name
from referee.authoring.table import STAND_IN, StandIn, Table
from referee.match import MatchSettings, play_match
from referee.replay import Recorder, Replay, header_of
from referee.wire import game_digest


def rehearse(seed: str) -> Replay:
    """One match of two on the USA board; any text is a seed."""
    table = Table("usa", 2, 0, seed)
    game, deal = table.game, table.deal
    name = match_name(table.edition, table.players)
    players = [StandIn(game, bot_seed(deal.seed, name, seat)) for seat in range(table.players)]
    recorder = Recorder(header_of(game, (STAND_IN,) * table.players, deal.seed, game_digest=game_digest(game)))
    return trio.run(play_match, game, deal, players, MatchSettings(), recorder).replay
