"""The work behind `referee replay view`: check the replay, make its page or picture, write it. It parses no option."""

from pathlib import Path

from attrs import evolve

from referee.cli.errors import OutputError
from referee.cli.sources import replay_text
from referee.game import Game
from referee.replay import Checkpoint, Replay, ReplayError, verify
from referee.report.drafts import draft_of
from referee.report.games import game_of
from referee.report.pictures import png, sized
from referee.report.viewer import HOPELESS, picture, replay_page, salvaged
from referee.wire import game_digest


class UnverifiedError(Exception):
    """A replay that does not stand up to verification; `error` says why."""

    def __init__(self, error: ReplayError) -> None:
        self.error = error
        super().__init__(str(error))


def view_one(
    source: str,
    *,
    board: Path | None,
    out: Path | None,
    form: str,
    as_seat: int | None,
    step: int | None,
    force: bool,
    width: int | None = None,
) -> Path:
    """Write the page or picture of a replay; gives where. `board` is as in `game_of`.

    Raises:
        UnverifiedError: it was altered or is not playable, and `force` is off.
        RefereeError: it cannot be read or shown, or the file cannot be written.
    """
    replay, game, warning = checked(replay_text(source), board, force=force)
    place = out or Path(f"{_stem(source)}.{form}")
    if form == "html":
        write(place, replay_page(replay, game, as_seat=as_seat, warning=warning).encode())
    else:
        write(place, drawn(picture(replay, game, step), form, width))
    return place


def open_page_of(source: Path) -> Path:
    """Write the page of a replay beside it and show it in a browser; gives where it is."""
    page = source.with_suffix(".html")
    view_one(str(source), board=None, out=page, form="html", as_seat=None, step=None, force=False)
    show(page)
    return page


def show(page: Path) -> None:
    """Open a page in the user's browser, if there is one."""
    import webbrowser

    webbrowser.open(page.resolve().as_uri())


def checked(text: str, board: Path | None, *, force: bool) -> tuple[Replay, Game, str]:
    """The replay, its game and what is wrong with it, "" if nothing is."""
    try:
        replay = Replay.from_text(text)
        game = game_of(replay, board).game
        verify(replay, game, game_digest=game_digest(game))
    except ReplayError as error:
        if error.code in HOPELESS:
            raise
        if not force:
            raise UnverifiedError(error) from error
        replay = _without_checks(salvaged(text))
        return replay, game_of(replay, board).game, f"This replay is not verified: {error}."
    return replay, game, ""


def _without_checks(replay: Replay) -> Replay:
    """Checksums would stop the picture of a position where the page goes on."""
    return evolve(replay, entries=tuple(entry for entry in replay.entries if not isinstance(entry, Checkpoint)))


def _stem(source: str) -> str:
    """A name in the working folder: the file's, or the match id's with its slashes replaced."""
    name = (
        source.rpartition(":")[2].replace("/", "-")
        if ":" in source and not Path(source).exists()
        else Path(source).stem
    )
    return name or "replay"


def drawn(svg: str, form: str, width: int | None) -> bytes:
    """The content of a picture's file: `form` is svg or png, `width` as in `--width`."""
    if form == "png":
        return png(svg) if width is None else png(svg, width)
    return (svg if width is None else sized(svg, width)).encode()


def write(place: Path, content: bytes) -> None:
    """Write a file whole or not at all.

    Raises:
        OutputError: it cannot be written.
    """
    try:
        with draft_of(place) as draft:
            draft.write_bytes(content)
    except OSError as error:
        raise OutputError(place, error) from None
