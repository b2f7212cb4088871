"""Plays any legal action: the smallest complete bot, and the yardstick that every other bot should beat."""

from referee.botkit import Position, run


def choose(position: Position) -> int:
    """One of the legal action ids, by the bot's own seed: the same match gives the same choices again."""
    return position.rng.choice(position.legal)


if __name__ == "__main__":
    run(choose, name="random", version="1", max_in_flight=256)
