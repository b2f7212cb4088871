"""The live page of a cup in a real Chromium, served by a process of its own on loopback."""

import signal
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from attrs import frozen
from playwright.sync_api import Browser, BrowserContext, Page, expect

from referee.tournament.store import Store
from tests.report.watch.asking import commit_next, cup_store
from tests.report.watch.serving import watching

pytestmark = pytest.mark.browser


@frozen
class Live:
    """A cup that is being played, its page, and the context that holds the page."""

    store: Store
    context: BrowserContext
    page: Page


@pytest.fixture
def live(browser: Browser, tmp_path: Path) -> Iterator[Live]:
    """At the end of the test nothing may have been written to the console, nor asked of any other server."""
    heard: list[str] = []
    with cup_store(tmp_path, bots=3) as store, watching(tmp_path) as (_, place):
        context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 900})
        context.on("console", lambda message: heard.append(f"console: {message.text}"))
        context.on("weberror", lambda error: heard.append(f"error: {error.error}"))
        own = f"http://{place}/"
        context.on("request", lambda sent: None if sent.url.startswith(own) else heard.append(f"request: {sent.url}"))
        page = context.new_page()
        page.goto(own)
        page.wait_for_selector("html[data-ready]")
        page.evaluate("window.unchanged = true")
        yield Live(store, context, page)
        context.close()
    assert heard == []


def test_standings_change_without_a_reload(live: Live, screenshots: Path) -> None:
    """Commits appear in the page that is open; what the reader has chosen stays, and single matches come when open."""
    page, store = live.page, live.store
    expect(page.locator("#state")).to_have_text("running: 0 of 12 matches")
    expect(page.locator("#lead")).to_have_text("No match is finished yet.")
    page.fill("#f-text", "bot-1")
    page.select_option("#f-bot", "1")
    page.evaluate("window.option = document.querySelector('#f-bot option[value=\"1\"]')")
    page.click(".match.head .c-top button")
    (first, *_) = commit_next(store, 2, of=lambda match: match.deal == 0)
    expect(page.locator("#state")).to_have_text("running: 2 of 12 matches")
    expect(page.locator("#standings-table tbody tr")).to_have_count(3)
    expect(page.locator("#list-body .match.row")).to_have_count(0)
    commit_next(store, 4, of=lambda match: match.deal == 0)
    expect(page.locator("#list-body .match.row")).to_have_count(4)
    assert (page.input_value("#f-text"), page.input_value("#f-bot")) == ("bot-1", "1")
    assert page.evaluate("window.option.isConnected && document.activeElement.textContent") == "top score ↓"
    page.click("#filters button[type=reset]")
    expect(page.locator("#list-body .match.row")).to_have_count(6)
    assert first in page.locator("#list-body .c-id").all_text_contents()
    page.screenshot(path=screenshots / "live-running.png", full_page=True)
    commit_next(store, 6)
    expect(page.locator("#state")).to_have_text("finished")
    expect(page.locator("#live")).to_have_text("Live: this cup is finished.")
    expect(page.locator("#recomputed")).to_have_text("✓ agrees, recomputed by this page")
    expect(page.locator("#list-body .match.row")).to_have_count(12)
    assert page.evaluate("window.unchanged")


def test_a_match_opens_in_a_page_of_its_own(live: Live) -> None:
    """The replay page of a match whose deal is played out comes from the same server and works there."""
    commit_next(live.store, 6, of=lambda match: match.deal == 0)
    link = live.page.locator("#list-body .match.row a").first
    with live.context.expect_page() as opened:
        link.click()
    replay = opened.value
    replay.wait_for_selector("html[data-ready]")
    replay.keyboard.press("End")
    assert (replay.text_content("#text") or "").startswith("the match is over")


def test_a_server_that_has_ended_is_told(browser: Browser, tmp_path: Path) -> None:
    """When the server is gone the page keeps what it shows and says that it is not connected."""
    with browser.new_context() as context, cup_store(tmp_path) as store:
        page = context.new_page()
        commit_next(store, 2)
        with watching(tmp_path) as (process, place):
            page.goto(f"http://{place}/")
            page.wait_for_selector("html[data-ready]")
            expect(page.locator("#live")).to_have_text("Live.")
            process.send_signal(signal.SIGINT)
            process.wait(timeout=120)
            expect(page.locator("#live")).to_have_text("Not connected; trying again.")
            expect(page.locator("#standings-table tbody tr")).to_have_count(2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_live_page_is_as_careful_as_the_report(live: Live, screenshots: Path, scheme: str) -> None:
    """While a cup runs axe finds nothing serious, and at 360 pixels nothing is wider than the window."""
    page = live.page
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    commit_next(live.store, 6, of=lambda match: match.deal == 0)
    expect(page.locator("#list-body .match.row")).to_have_count(6)
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run().then((r) => r.violations)")
    assert [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in ("serious", "critical")] == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.screenshot(path=screenshots / f"live-phone-{scheme}.png")
