import random
import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.game import SPECTATOR, Game, State
from referee.replay import Replay, position_text, states
from referee.report.viewer import replay_page
from tests.browser.matches import (
    EDITIONS,
    HOSTILE,
    decoded,
    hostile_match,
    match_of,
    page_of,
    without_coordinates,
)

pytestmark = pytest.mark.browser

Open = Callable[..., Page]

MOVING = "#map, #now, #row, #chart, #slider, .controls, #seats > *, .panel"


def go(page: Page, step: int) -> None:
    """Go to a step as typing its number does."""
    page.evaluate(
        "(s) => { const g = document.getElementById('goto'); g.value = s; g.dispatchEvent(new Event('change')) }", step
    )


def text(page: Page) -> str:
    """The position as the page tells it to a screen reader."""
    return page.text_content("#text") or ""


def expected(state: State, as_seat: int | None) -> str:
    """The referee's text of a position without the legal actions, each fact on one line."""
    lines: list[str] = []
    for line in position_text(state, as_seat):
        if line.startswith("        ") or (line.startswith("    ") and lines and lines[-1].startswith("legal ")):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(line for line in lines if not line.startswith("legal "))


def final_states(replay: Replay, game: Any) -> Iterator[tuple[int, State]]:
    """The last state of each step."""
    last: tuple[int, State] | None = None
    for step, state, _ in states(replay, game):
        if last and last[0] != step:
            yield last
        last = step, state.copy()
    assert last
    yield last


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_edition_opens_alone(open_page: Open, screenshots: Path, edition: str) -> None:
    """A page of every edition opens from disk, says nothing on the console, requests nothing, and shows its cities."""
    game, replay = match_of(edition)
    step = replay.decisions * 2 // 3
    page = open_page(page_of(edition), f"#step={step}&view=all")
    assert text(page).startswith("asked: seat ")
    assert page.locator("#map .labels text").all_text_contents() == [city.name for city in game.edition.board.cities]
    page.screenshot(path=screenshots / f"{edition}.png")


@pytest.mark.parametrize("edition", EDITIONS)
def test_labels_do_not_overlap(open_page: Open, edition: str) -> None:
    """No name of a city touches another one or a city, and none leaves the map, in the fonts of this machine."""
    assert misplaced_labels(open_page(page_of(edition))) == ([], [])


@pytest.mark.parametrize("edition", ["new-york", "europe"])
def test_a_board_without_coordinates_is_laid_out(open_page: Open, screenshots: Path, edition: str) -> None:
    """Where no city has coordinates the map can be read, and the page says that its places are invented."""
    game, replay = match_of(edition)
    page = open_page(replay_page(replay, Game.of(without_coordinates(game.edition), game.players)), "#step=60")
    assert misplaced_labels(page) == ([], [])
    page.click("#to-about")
    assert "this board has no coordinates: the places of its cities are invented" in (
        page.text_content("#tab-about") or ""
    )
    page.screenshot(path=screenshots / f"{edition}-without-coordinates.png")


def misplaced_labels(page: Page) -> tuple[list[tuple[str, str]], list[str]]:
    """Names of cities that touch another name or a city, and those that leave the map."""
    boxes = page.evaluate(
        """() => [...document.querySelectorAll('#map .labels text')].map((t) => {
            const b = t.getBBox();
            return [t.textContent, b.x, b.y + b.height * .16, b.x + b.width, b.y + b.height * .84] })"""
    )
    dots = page.evaluate(
        """() => [...document.querySelectorAll('#map .cities circle')].map((c) => {
            const b = c.getBBox(); return ['city', b.x, b.y, b.x + b.width, b.y + b.height] })"""
    )
    view = page.evaluate(
        "() => { const b = document.getElementById('map').viewBox.baseVal; return [b.width, b.height] }"
    )
    meets = [
        (a[0], b[0])
        for i, a in enumerate(boxes)
        for b in [*boxes[:i], *dots]
        if a[1] < b[3] and b[1] < a[3] and a[2] < b[4] and b[2] < a[4]
    ]
    return meets, [b[0] for b in boxes if b[1] < 0 or b[2] < 0 or b[3] > view[0] or b[4] > view[1]]


def test_key_click_and_hash_lead_to_the_same_position(open_page: Open) -> None:
    """Step 7 looks the same whether it was reached by keys, by a click in the log, by the slider or by a link."""
    page = open_page(page_of("usa"))
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    by_key = text(page)
    page.keyboard.press("Home")
    page.click("#e7")
    expect(page.locator("#goto")).to_have_value("7")
    by_click = text(page)
    page.keyboard.press("End")
    page.keyboard.press("g")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    by_number = text(page)
    by_link = text(open_page(page_of("usa"), "#step=7&view=all"))
    assert by_key == by_click == by_number == by_link != ""


def test_a_link_to_the_address_that_still_stands_there(open_page: Open) -> None:
    """Who leaves a step and at once clicks its line is back at it, though the address has not changed meanwhile."""
    page = open_page(page_of("usa"), "#step=7&view=all")
    expect(page.locator("#goto")).to_have_value("7")
    page.evaluate("document.getElementById('first').click(), document.getElementById('e7').click()")
    expect(page.locator("#goto")).to_have_value("7")


def test_every_key_does_what_the_help_says(open_page: Open) -> None:
    """All keys of the help move as it says, and a link follows."""
    game, replay = hostile_match()
    page = open_page(replay_page(replay, game))
    here = "+document.getElementById('goto').value"

    def press(key: str) -> int:
        page.keyboard.press(key)
        return int(page.evaluate(here))

    assert [press(key) for key in ("End", "Home", "PageDown", "PageUp", "ArrowRight", "ArrowLeft")] == [
        replay.decisions,
        0,
        10,
        0,
        1,
        0,
    ]
    assert [press("!"), press("!"), press("!")] == [31, 42, 60]
    facts = decoded(replay_page(replay, game))
    marks = sorted({mark[0] for mark in facts["marks"]})
    press("Home")
    assert press("e") == next(step for step in marks if step > 0)
    press("End")
    assert press("q") == [step for step in marks if step < replay.decisions][-1]
    press("Home")
    turn = press("Shift+ArrowRight")
    assert [facts["steps"][s].get("turn") for s in range(1, turn + 1)][-1] == 1
    assert press("Shift+ArrowLeft") < turn
    page.keyboard.press("5")
    assert page.input_value("#speed") == "5"
    page.keyboard.press("v")
    assert page.input_value("#view") == "0"
    page.wait_for_url(re.compile("view=0$"))
    page.select_option("#view", "all")
    go(page, 11)
    assert page.locator("#weights > *").count() == 3
    page.keyboard.press("n")
    assert page.locator("#weights > *").count() == 0
    page.keyboard.press("?")
    assert page.locator("#help[open]").count() == 1


def test_play_runs_to_the_end_and_pauses(open_page: Open) -> None:
    """Space plays, step by step, and the button tells what it would do next."""
    page = open_page(page_of("new-york"))
    page.keyboard.press("7")
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-label") == "Pause"
    page.wait_for_selector("#play[aria-label=Play]")
    assert page.input_value("#goto") == page.get_attribute("#goto", "max")


@pytest.mark.parametrize("number", range(20))
def test_the_text_of_a_step_is_the_referees(open_page: Open, number: int) -> None:
    """At thirty random steps the page tells the same position as the referee does, in each perspective."""
    chance = random.Random(number)
    edition, seed = EDITIONS[number % len(EDITIONS)], f"text {number}"
    game, replay = match_of(edition, seed)
    views = {"all": None, "spectator": SPECTATOR, "1": 1}
    view = chance.choice(sorted(views))
    page = open_page(page_of(edition, None, seed), f"#step=0&view={view}")
    wanted = {0, replay.decisions, *(chance.randrange(replay.decisions + 1) for _ in range(28))}
    for step, state in final_states(replay, game):
        if step in wanted:
            go(page, step)
            assert text(page) == expected(state, views[view])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_last_step_has_the_recorded_scores(open_page: Open, edition: str) -> None:
    """The scores beside the seats at the end, and those of the result, are the record's."""
    _, replay = match_of(edition)
    page = open_page(page_of(edition))
    page.keyboard.press("End")
    recorded = [str(score.score) for score in replay.scores]
    assert page.locator("#seats .score").all_text_contents() == recorded
    page.click("#to-result")
    ranked = sorted(range(len(recorded)), key=lambda seat: replay.scores[seat].rank)
    assert page.locator("#tab-result .head > b").all_text_contents() == [recorded[seat] for seat in ranked]


def test_the_page_of_a_seat_shows_only_what_it_knew(open_page: Open) -> None:
    """A seat's page tells what `show --as` tells, and offers no other view."""
    game, replay = match_of("europe")
    page = open_page(page_of("europe", 1), "#step=40&view=all")
    assert page.locator("#view option").all_text_contents() == ["Seat 1"]
    state = dict(final_states(replay, game))[40]
    assert text(page) == expected(state, 1)


def test_strangers_texts_are_texts(open_page: Open) -> None:
    """Names, notes and fault texts that look like HTML are shown as they were written, and cut if endless."""
    game, replay = hostile_match()
    page = open_page(replay_page(replay, game), "#step=31&view=all")
    assert page.title().startswith("USA: <img src=x onerror=alert(1)>, </script>")
    assert page.locator("#seats h3").first.text_content() == HOSTILE[0]
    assert page.locator("#map-box img, body img, #log i, #log b").count() == 0
    page.click("#to-faults")
    evidence = page.locator("#tab-faults").text_content() or ""
    assert HOSTILE[0] in evidence
    assert "more characters" in evidence
    page.click("#to-log")
    assert HOSTILE[0] in (page.text_content("#e11") or "")
    assert len(page.text_content("#e12") or "") < 2_000
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("edition", ["usa", "europe+depots", "london"])
def test_nothing_jumps(open_page: Open, edition: str) -> None:
    """While a match plays, no part of the page changes its place or size."""
    page = open_page(page_of(edition))
    places = """(parts) => [...document.querySelectorAll(parts)].map((n) => {
        const b = n.getBoundingClientRect();
        return [n.id || n.className.split(' ', 2).join(' '), ...[b.x, b.y, b.width, b.height].map(Math.round)] })"""
    before = page.evaluate(places, MOVING)
    last = int(page.get_attribute("#goto", "max") or 0)
    for step in (*range(0, last, 5), last - 1, last):
        go(page, step)
        assert page.evaluate(places, MOVING) == before, step


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_needs_no_sideways_scrolling(open_page: Open, screenshots: Path, scheme: str) -> None:
    """At 360 pixels the page fits; only the map scrolls inside its frame, and every control can be reached."""
    page = open_page(page_of("europe"), "#step=60", width=360, height=740, scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("#play").is_visible()
    page.click("#on")
    assert page.input_value("#goto") == "61"
    page.screenshot(path=screenshots / f"phone-{scheme}.png", full_page=True)
    page.press("body", "End")
    assert "left" in (page.text_content("#decks") or "")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("edition", ["usa", "europe+depots", "london", "amsterdam", "new-york"])
def test_the_dark_page_is_drawn_too(open_page: Open, screenshots: Path, edition: str) -> None:
    """A reader who prefers dark gets dark colours, and the button turns them."""
    page = open_page(page_of(edition), "#step=60", scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.screenshot(path=screenshots / f"{edition}-dark.png")
    page.click("#theme")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark


def test_a_ticket_shows_its_cities_and_way(open_page: Open, screenshots: Path) -> None:
    """Focus on a finished ticket rings its two cities and lights a way of the seat's own routes between them."""
    page = open_page(page_of("usa"))
    page.keyboard.press("End")
    ticket = page.locator("#seats button.d").first
    seat = ticket.get_attribute("data-seat")
    ticket.focus()
    assert page.locator("#map .aim").count() == 2
    owners = page.locator("#aim > g").evaluate_all("(all) => all.map((g) => g.getAttribute('class'))")
    assert owners
    assert all(f"own s{seat}" in owner for owner in owners)
    page.screenshot(path=screenshots / "ticket.png")
    ticket.blur()
    assert page.locator("#map .aim, #aim > g").count() == 0


def test_the_keyboard_alone_reaches_everything(open_page: Open) -> None:
    """Tab goes through tools, map, slider, controls, tickets and tabs."""
    page = open_page(page_of("new-york"), "#step=20")
    seen = set()
    for _ in range(45):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.id || document.activeElement.className"))
    assert {"view", "theme", "help-button", "map-box", "slider", "play", "goto", "speed", "to-log", "to-about"} <= seen
    assert seen & {"o", "d", "l"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("edition", ["europe+depots", "london"])
def test_axe_finds_no_serious_fault(open_page: Open, edition: str, scheme: str) -> None:
    """The accessibility checker axe finds nothing serious or critical, with each tab open."""
    page = open_page(page_of(edition), "#step=60", scheme=scheme)
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    for tab in ("log", "result", "faults", "about"):
        page.click(f"#to-{tab}")
        found = page.evaluate("axe.run().then((r) => r.violations)")
        assert [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in ("serious", "critical")] == []


def test_a_warning_stands_above_an_unverified_match(open_page: Open, screenshots: Path) -> None:
    """What is wrong with a replay stands in a banner that is announced."""
    game, replay = match_of("usa")
    page = open_page(replay_page(replay, game, warning="This replay is not verified: ALTERED."))
    assert page.locator("#warning[role=alert]").text_content() == "This replay is not verified: ALTERED."
    assert page.locator("#warning").is_visible()
    page.screenshot(path=screenshots / "warning.png")
