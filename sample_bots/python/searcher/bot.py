"""Plays guessed positions to their end, and follows the planner unless that shows something better."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "src"), str(HERE.parent / "planner" / "src")]

from referee.botkit import run
from searching.mind import Searcher

Bot = Searcher

if __name__ == "__main__":
    run(Searcher, name="searcher", version="1")
