"""A report and the pages beside it, as files."""

import gzip
import sqlite3
from pathlib import Path

import pytest

from referee.report.page import Published, Publisher, Shown
from referee.tournament.records import read
from tests.browser.matches import decoded
from tests.report.page.cups import filled


def publish(folder: Path, publisher: Publisher) -> Published:
    """Write the report of a results folder."""
    with read(folder) as records:
        return publisher.publish(records)


def test_every_page_that_is_linked_is_there(tmp_path: Path) -> None:
    """`all` writes a page for each match, under the name by which the report links it."""
    folder, out = filled(tmp_path), tmp_path / "report.html"
    assert publish(folder, Publisher(out, Shown.ALL)) == Published(12, 12, finished=True, pages=12, unsound=())
    facts = decoded(out.read_text(encoding="utf-8"))
    assert facts["pages"]["at"] == list(range(12))
    names = {f"new-york-2p-{rest.replace('/', '-')}.html" for rest in facts["match_list"]["id"].split("\n")}
    assert {file.name for file in (tmp_path / facts["pages"]["folder"]).iterdir()} == names


def test_nothing_lies_beside_a_report_without_pages(tmp_path: Path) -> None:
    """`none` writes one file."""
    folder = filled(tmp_path)
    (tmp_path / "out").mkdir()
    assert publish(folder, Publisher(tmp_path / "out" / "cup.html", Shown.NONE)).pages == 0
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["cup.html"]


def test_a_match_is_drawn_once(tmp_path: Path) -> None:
    """Publishing again writes the report, and of the pages only those of new matches."""
    out = tmp_path / "report.html"
    publisher = Publisher(out, Shown.ALL)
    assert publish(filled(tmp_path, count=6), publisher).pages == 6
    old = {file: file.stat().st_mtime_ns for file in (tmp_path / "report-replays").iterdir()}
    for file in old:
        file.write_text("kept", encoding="utf-8")
    assert publish(filled(tmp_path), publisher).pages == 12
    assert all(file.read_text(encoding="utf-8") == "kept" for file in old)


def test_a_running_cup_has_pages_of_open_matches_only(tmp_path: Path) -> None:
    """No page is written of a match whose deal is still being played."""
    published = publish(filled(tmp_path, count=8), Publisher(tmp_path / "report.html", Shown.ALL))
    assert (published.finished, published.played, published.pages) == (False, 8, 6)


def test_a_replay_that_does_not_verify_has_no_page(tmp_path: Path) -> None:
    """A replay that was put in another's place is named on the report instead of being shown."""
    folder, out = filled(tmp_path), tmp_path / "report.html"
    with sqlite3.connect(folder / "cup.sqlite3") as connection:
        match, text = connection.execute("SELECT match, text FROM replays ORDER BY match LIMIT 1").fetchone()
        forged = gzip.compress(gzip.decompress(text).replace(b"\n1 1 ", b"\n1 0 ", 1))
        connection.execute("UPDATE replays SET text = ? WHERE match = ?", (forged, match))
    connection.close()
    assert publish(folder, Publisher(out, Shown.ALL)).unsound == (match,)
    pages = decoded(out.read_text(encoding="utf-8"))["pages"]
    assert (pages["unsound"], len(pages["at"])) == ([match], 11)


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    """A folder that is not there is told by the report's own name."""
    with pytest.raises(FileNotFoundError) as caught:
        publish(filled(tmp_path), Publisher(tmp_path / "none" / "report.html", Shown.NONE))
    assert caught.value.filename == str(tmp_path / "none" / "report.html")
