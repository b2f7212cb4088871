"""Takes a picture of a page that the referee wrote, in a Chromium with the network off, and says how fast it was ready.

python tools/page_picture.py report.html -o report.png --width 1280 --height 900
"""

import argparse
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright


def main() -> int:
    """Open, wait until the page says that it is ready, take the picture; gives the exit status."""
    given = _arguments()
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        print("no Chromium on this machine (Debian: apt-get install chromium)", file=sys.stderr)
        return 2
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--headless", "--disable-gpu"])
        page = browser.new_page(
            viewport={"width": given.width, "height": given.height},
            color_scheme=given.scheme,
            reduced_motion="reduce",
            offline=True,
        )
        page.goto(given.page.resolve().as_uri() + given.fragment)
        page.wait_for_selector("html[data-ready]")
        ready = page.evaluate("document.documentElement.dataset.ready")
        if given.out:
            page.screenshot(path=given.out)
        browser.close()
    print(f"{given.page}: ready {ready} ms after opening")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("page", type=Path)
    parser.add_argument("-o", "--out", type=Path, help="a PNG file; without it nothing but the time is told")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--scheme", choices=("light", "dark"), default="light")
    parser.add_argument("--fragment", default="", help="such as '#step=57'")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
