"""What a bot is given for its dice in a single match. It follows from the deal, so it can be given again."""

from referee.tournament.secret import OPAQUE_DIGITS, keyed


def match_name(edition: str, players: int) -> str:
    """What a match that belongs to no cup is called: `usa-2p/play`."""
    return f"{edition}-{players}p/play"


def opaque_id(deal: bytes, name: str) -> str:
    """The id that bots see, 16 hex digits, from the deal's seed and the match's name."""
    return keyed(deal, f"match/{name}").hex()[:OPAQUE_DIGITS]


def bot_seed(deal: bytes, name: str, seat: int) -> bytes:
    """32 bytes for the bot at a seat."""
    return keyed(deal, f"bot/{name}/{seat}")
