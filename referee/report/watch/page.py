"""The live page of a cup: its report, with a script that asks the server for news and shows them in place."""

import re
from pathlib import Path
from typing import Final

from referee.report.page.page import cup_sheet
from referee.report.watch.feed import News

_FOLDER: Final = Path(__file__).parent
_POLICY: Final = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')


def live_page(news: News) -> str:
    """The page as text, showing what is known now."""
    style, script = ((_FOLDER / name).read_text(encoding="utf-8") for name in ("live.css", "live.js"))
    return cup_sheet({**news.facts, "version": news.version}, style=style, script=script, asks=True)


def policy_of(page: str) -> str:
    """The policy that stands in a page, for its header: there it can forbid frames too."""
    found = _POLICY.search(page)
    assert found
    return f"{found[1]}; frame-ancestors 'none'"
