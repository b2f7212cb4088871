"""Plays guessed positions to their end, and follows the planner unless that shows something better."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "planner" / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))

from referee.botkit import run
from searching.mind import Searcher

Bot = Searcher

if __name__ == "__main__":
    run(Searcher, name="searcher", version="1")
