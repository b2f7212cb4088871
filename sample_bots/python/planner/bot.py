"""Plans a network for its tickets, draws the cards that it takes, and times the end of the game."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))

from planning.mind import Planner
from referee.botkit import run

Bot = Planner

if __name__ == "__main__":
    run(Planner, name="planner", version="1", max_in_flight=256)
