"""Writes the report of a cup and the pages of its matches beside it. It decides nothing about their contents."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import final

from attrs import frozen

from referee.game import Game
from referee.game.errors import RefereeError
from referee.replay import Replay, verify
from referee.report.drafts import draft_of
from referee.report.page.choice import Shown, chosen
from referee.report.page.facts import Beside, open_results
from referee.report.page.page import cup_page
from referee.report.viewer import replay_page
from referee.tournament.figures import CupFigures
from referee.tournament.records import Records
from referee.wire import game_digest

Progress = Callable[[Iterable[str]], Iterable[str]]
"""Goes through the ids of matches and may show how far it is."""


@frozen
class Published:
    """What was written.

    Attributes:
        played, matches: of the cup. finished: whether nothing is left to play. pages: of single matches.
        unsound: matches whose replay could not be verified, which have no page.
    """

    played: int
    matches: int
    finished: bool
    pages: int
    unsound: tuple[str, ...]


@final
class Publisher:
    """Writes a cup's report, once or again and again; the page of a match once, for a match never changes."""

    def __init__(self, out: Path, shown: Shown) -> None:
        self._out = out
        self._shown = shown
        self._folder = out.with_name(f"{out.stem}-replays")
        self._written: set[str] = set()
        self._unsound: list[str] = []

    def publish(self, records: Records, progress: Progress = iter) -> Published:
        """Write the report as the cup is now.

        Raises:
            OSError: it cannot be written. TournamentError: the cup cannot be read.
        """
        with records.at_one_moment():
            figures = CupFigures(records)
            wanted = chosen(self._shown, [result for _, result in open_results(figures)])
            known = {*self._written, *self._unsound}
            for match_id in progress([match_id for match_id in wanted if match_id not in known]):
                self._write_match(records, match_id)
            ids = frozenset(wanted) & self._written
            beside = Beside(self._folder.name, ids, str(self._shown), tuple(self._unsound))
            _write(self._out, cup_page(records, figures, beside))
            played, matches = len(figures.overall.results), len(records.schedule.matches)
            return Published(played, matches, records.finished, len(ids), tuple(self._unsound))

    def _write_match(self, records: Records, match_id: str) -> None:
        game = records.game(records.match(match_id))
        try:
            page = match_page(records.sealed_replay(match_id), game)
        except RefereeError:
            self._unsound.append(match_id)
            return
        self._folder.mkdir(exist_ok=True)
        _write(self._folder / page_name(match_id), page)
        self._written.add(match_id)


def match_page(text: str, game: Game) -> str:
    """The page of a match by its replay's text, which is verified first.

    Raises:
        ReplayError: the replay was altered.
    """
    replay = Replay.from_text(text)
    verify(replay, game, game_digest=game_digest(game))
    return replay_page(replay, game)


def page_name(match_id: str) -> str:
    """The file of a match's page: its id with dashes for slashes."""
    return f"{match_id.replace('/', '-')}.html"


def _write(place: Path, text: str) -> None:
    try:
        with draft_of(place) as draft:
            draft.write_text(text, encoding="utf-8")
    except OSError as error:
        error.filename = str(place)  # the draft is nobody's concern
        raise
