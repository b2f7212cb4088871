"""Plays guessed positions to their end, and follows the planner unless that shows something better."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "planner" / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))

from referee.botkit import run
from searching.mind import Searcher

Bot = Searcher

if __name__ == "__main__":
    guesses = os.environ.get("SEARCHER_GUESSES", "0")
    if not guesses.isdecimal():
        sys.exit(f"searcher: SEARCHER_GUESSES must be a whole number, not {guesses!r}")
    Searcher.guesses = int(guesses)
    run(Searcher, name="searcher", version="1")
