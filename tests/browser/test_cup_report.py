"""The report of a cup in a real Chromium."""

import csv
import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.report.page import Publisher, Shown
from referee.tournament.records import read
from tests.browser.matches import decoded
from tests.report.page.cups import HOSTILE, filled, page

pytestmark = pytest.mark.browser

Open = Callable[..., Page]

SIZES = [(1280, "light"), (1280, "dark"), (360, "light"), (360, "dark")]


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a finished cup."""
    return page(filled(tmp_path_factory.mktemp("finished"), deals=4))


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a cup whose bots have names that try to be more than text."""
    return page(filled(tmp_path_factory.mktemp("hostile"), names=HOSTILE))


def ids(opened: Page) -> list[str]:
    """The matches that stand in the list, as far as it is drawn."""
    return opened.locator("#list-body .c-id").all_text_contents()


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_it_opens_alone_at_any_width(open_page: Open, cup: str, screenshots: Path, width: int, scheme: str) -> None:
    """From disk, without a word on the console or a request, and no wider than the window."""
    opened = open_page(cup, width=width, scheme=scheme)
    assert opened.locator("#standings-table tbody tr").count() == 3
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    opened.screenshot(path=screenshots / f"cup-report-{width}-{scheme}.png", full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_no_serious_fault(open_page: Open, cup: str, width: int, scheme: str) -> None:
    """The accessibility checker axe finds nothing serious or critical, with a match open and without."""
    opened = open_page(cup, width=width, scheme=scheme)
    opened.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    for step in ("nothing", "match"):
        if step == "match":
            opened.locator("#list-body .match.row").first.click()
        found = opened.evaluate("axe.run().then((r) => r.violations)")
        assert [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in ("serious", "critical")] == []


def test_the_standings_are_the_referees(open_page: Open, cup: str) -> None:
    """Names, points and ranks of the table are those of the data."""
    opened = open_page(cup)
    facts = decoded(cup)
    rows = facts["tables"][0]["rows"]
    shown = [row.locator("td").all_text_contents() for row in opened.locator("#standings-table tbody tr").all()]
    assert [row[1] for row in shown] == [facts["bots"][row["bot"]] for row in rows]
    assert [row[3] for row in shown] == [f"{row['points'] / row['matches']:.3f}" for row in rows]
    assert opened.locator("#recomputed").text_content() == "✓ agrees, recomputed by this page"


def test_sort_and_filter_by_keyboard(open_page: Open, cup: str) -> None:
    """With keys alone the list is sorted both ways, filtered by text, bot and faults, walked through and opened."""
    opened = open_page(cup)
    facts = decoded(cup)["match_list"]
    everything = ids(opened)
    assert opened.get_attribute("#list", "aria-rowcount") == f"{len(facts['kind']) + 1}"
    opened.focus(".match.head .c-top button")
    opened.keyboard.press("Enter")
    tops = [int(text) for text in opened.locator("#list-body .c-top").all_text_contents()]
    assert tops == sorted(tops, reverse=True)
    assert opened.get_attribute(".match.head .c-top", "aria-sort") == "descending"
    opened.keyboard.press("Enter")
    assert [int(text) for text in opened.locator("#list-body .c-top").all_text_contents()] != tops
    assert opened.get_attribute(".match.head .c-top", "aria-sort") == "ascending"
    opened.focus("#f-text")
    opened.keyboard.type("d0001 bot-2")
    expect(opened.locator("#found")).to_contain_text("4 of 24 matches")
    assert all("/d0001/" in match for match in ids(opened))
    opened.keyboard.press("Control+a")
    opened.keyboard.press("Delete")
    opened.focus("#f-faults")
    opened.keyboard.type("CRASHED")
    expect(opened.locator("#found")).to_contain_text("1 of 24 matches")
    opened.focus("#filters [type=reset]")
    opened.keyboard.press("Enter")
    expect(opened.locator("#found")).to_contain_text("24 of 24 matches")
    opened.focus(".match.head .c-id button")
    opened.keyboard.press("Enter")
    assert ids(opened) == everything
    opened.focus("#list")
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "End"):
        opened.keyboard.press(key)
    assert opened.evaluate("document.activeElement.getAttribute('aria-rowindex')") == "25"
    opened.keyboard.press("Enter")
    assert opened.locator("#match[open] #match-title").text_content() == "new-york-2p/t0002/d0003/o1"
    opened.keyboard.press("Escape")
    assert opened.locator("#match[open]").count() == 0


def test_filters_by_seat_and_result(open_page: Open, cup: str) -> None:
    """A bot on a seat that was first: exactly the matches of which the data say that."""
    opened = open_page(cup)
    facts = decoded(cup)["match_list"]["seats"]
    wins = sum(
        facts["bot"][seat] == 0 and facts["rank"][seat] == 1 and not facts["out"][seat]
        for seat in range(1, len(facts["bot"]), 2)
    )
    opened.select_option("#f-bot", "0")
    opened.select_option("#f-seat", "1")
    opened.select_option("#f-result", "won")
    expect(opened.locator("#found")).to_contain_text(f"{wins} of 24 matches")


def test_the_heat_map_is_read_with_keys(open_page: Open, cup: str) -> None:
    """Arrow keys go from cell to cell, and a sentence tells what the colours and the number mean."""
    opened = open_page(cup)
    opened.focus("#cross-box")
    opened.keyboard.press("ArrowRight")
    opened.keyboard.press("ArrowRight")
    said = opened.text_content("#cross-note") or ""
    assert "ahead in" in said
    assert "of 8 matches" in said
    assert opened.locator("#cross-table td.on").count() == 1


def test_strangers_names_are_texts(open_page: Open, hostile: str) -> None:
    """Names and fault texts that look like HTML are shown as they were written, everywhere."""
    opened = open_page(hostile, width=360)
    assert opened.title() == "Small cup"
    assert opened.locator("img, #faults-table b, #match-body b").count() == 0
    text = opened.text_content("#standings-table") or ""
    assert all(HOSTILE[bot] in text for bot in ("bot-0", "bot-1"))
    opened.fill("#f-text", "onerror")
    expect(opened.locator("#found")).to_contain_text("8 of 12 matches")
    assert "<b>bold</b> is no action" in (opened.text_content("#faults-table") or "")
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_links_lead_to_the_pages_beside_it(open_page: Open, tmp_path: Path) -> None:
    """Each link of the list is the page of its match, which opens and is of that match."""
    out = tmp_path / "out" / "the report.html"
    out.parent.mkdir()
    with read(filled(tmp_path)) as records:
        Publisher(out, Shown.BEST).publish(records)
    opened = open_page(out.read_text(encoding="utf-8"))
    opened.check("#f-page")
    hrefs = opened.locator("#list-body a").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
    assert len(hrefs) == len(list((out.parent / "the report-replays").iterdir())) > 0
    for href, match in zip(hrefs, ids(opened), strict=True):
        folder, _, name = href.partition("/")
        assert folder == "the%20report-replays"
        beside = out.parent / "the report-replays" / name
        assert decoded(beside.read_text(encoding="utf-8"))["names"]
        assert name == f"{match.replace('/', '-')}.html"
    viewer = open_page(beside.read_text(encoding="utf-8"))
    assert viewer.locator("#map").count() == 1


def test_downloads_are_made_of_the_data(open_page: Open, cup: str, tmp_path: Path) -> None:
    """The CSV files and the JSON that the page offers hold every row of it."""
    opened = open_page(cup)
    saved = {}
    for button in opened.locator("#downloads button").all():
        with opened.expect_download() as waiting:
            button.click()
        waiting.value.save_as(tmp_path / waiting.value.suggested_filename)
        saved[waiting.value.suggested_filename] = (tmp_path / waiting.value.suggested_filename).read_text()
    matches = list(csv.DictReader(saved["matches.csv"].splitlines()))
    standings = list(csv.DictReader(saved["standings.csv"].splitlines()))
    facts = json.loads(saved["cup.json"])
    assert len(matches) == 48
    assert sum(int(row["forfeit"]) for row in matches) == 1
    assert [row["bot"] for row in standings] == [row["bot"] for row in facts["tables"][0]["rows"]]
    assert {row["digest"] for row in matches} == {match["digest"] for match in facts["matches_shown"]}


def test_a_cup_without_a_finished_match(open_page: Open, tmp_path: Path, screenshots: Path) -> None:
    """The page says that nothing is finished yet, and shows no empty picture as if it were a result."""
    opened = open_page(page(filled(tmp_path, count=0)))
    assert opened.text_content("#lead") == "No match is finished yet."
    assert opened.text_content("#state") == "running: 0 of 12 matches"
    assert "No match may be shown yet" in (opened.text_content("#list") or "")
    opened.screenshot(path=screenshots / "cup-report-empty.png")


def test_a_running_cup_says_what_it_withholds(open_page: Open, tmp_path: Path) -> None:
    """While a cup runs the page says how far it is and how many matches it may not list."""
    opened = open_page(page(filled(tmp_path, count=8)))
    assert opened.text_content("#state") == "running: 8 of 12 matches"
    assert "2 more are withheld" in (opened.text_content("#matches-why") or "")
    assert len(ids(opened)) == 6


def test_a_long_list_is_drawn_in_part(open_page: Open, tmp_path: Path) -> None:
    """Of many rows only those in sight are elements, also after going to the end, and none is lost."""
    text = page(filled(tmp_path, deals=30))
    opened = open_page(text, height=700)
    assert opened.locator("#list-body .match.row").count() < 60
    opened.focus("#list")
    opened.keyboard.press("End")
    assert opened.locator("#list-body .match.row").last.get_attribute("aria-rowindex") == "181"
    assert opened.locator("#list-body .match.row").count() < 60
