"""A real Chromium, started once a worker; each test gets a page of its own that must stay silent and alone."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

ARGUMENTS: Final = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

Open = Callable[..., Page]

expect.set_options(timeout=60_000)  # a live page gives way to whatever else the machine does


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests in a browser run on one worker, so that one browser serves them all."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium. Without one the tests are skipped on a desk and fail in CI."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chromium: CI must install Debian's package chromium")
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens a page from disk with the network off: `open_page(html, "#step=3", width=360)`.

    At the end of the test nothing may have been written to the console and nothing but the file requested.
    """
    context = browser.new_context(offline=True, reduced_motion="reduce")
    heard: list[str] = []

    def opened(html: str, fragment: str = "", *, width: int = 1440, height: int = 900, scheme: str = "light") -> Page:
        file = tmp_path / f"page{len(list(tmp_path.iterdir()))}.html"
        file.write_text(html, encoding="utf-8")
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.on("console", lambda message: heard.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: heard.append(f"error: {error}"))
        page.on(
            "request", lambda sent: None if sent.url.startswith(file.as_uri()) else heard.append(f"request: {sent.url}")
        )
        page.on("dialog", lambda dialog: heard.append(f"dialog: {dialog.message}"))
        page.goto(file.as_uri() + fragment)
        page.wait_for_selector("html[data-ready]")
        return page

    yield opened
    context.close()
    assert heard == []


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """Where pictures of pages are kept for people: REFEREE_SCREENSHOTS, or results/screenshots of the checkout."""
    usual = Path(__file__).resolve().parents[2] / "results" / "screenshots"
    folder = Path(os.environ.get("REFEREE_SCREENSHOTS", usual))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
