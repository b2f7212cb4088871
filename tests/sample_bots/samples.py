"""The Python sample bots as modules, each under a name of its own: all files are called `bot.py`."""

import importlib.util
import sys
from types import ModuleType

from referee.botkit.bot import Bot
from referee.resources import resource


def sample(name: str) -> ModuleType:
    """The module of a sample bot, loaded from its file."""
    known = f"sample_bot_{name}"
    if known not in sys.modules:
        spec = importlib.util.spec_from_file_location(known, resource("sample_bots", "python", name, "bot.py"))
        assert spec is not None
        assert spec.loader is not None
        sys.modules[known] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[known])
    return sys.modules[known]


def searcher(rounds: int) -> Bot:
    """A searcher that looks at so many guesses in each decision: equal work, and so equal play, on every machine."""
    sample("searcher")
    from searching.mind import Searcher

    class Counting(Searcher):
        guesses = rounds

    return Counting
