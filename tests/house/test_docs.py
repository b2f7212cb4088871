import re
import tomllib
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from referee.authoring.trials import Facts, plan_for
from referee.authoring.verdicts import judge
from referee.bots import Detail, FaultCode
from referee.game import Deal
from referee.game.errors import Code
from referee.replay import ReplayCode

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    page
    for folder in ("", "docs/**/", "tests/", "results/", "sample_bots/", "sample_bots/*/", "sample_bots/python/*/")
    for page in ROOT.glob(f"{folder}*.md")
)


def _links(page: Path) -> Iterator[str]:
    """Targets inside the project; text in code blocks is no link."""
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not target.startswith(("http://", "https://", "#")):
            yield target.partition("#")[0]


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link of a page leads to a file or folder of the project."""
    assert [target for target in _links(page) if not (page.parent / target).exists()] == []


def test_each_rule_id_stands_once() -> None:
    """Each rule and edge case has one place in docs/rules.md, and the ids that other pages cite exist there."""
    ids = re.findall(
        r"^- \*\*([A-Z]{1,2}-\d+)\*\*", (ROOT / "docs" / "rules.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(ids) == len(set(ids)) > 200
    cited = {
        (page.name, rule)
        for page in PAGES
        for rule in re.findall(r"\b(?:C|U|T|L|A|N|EU|W|V|E)-\d{2}\b", page.read_text(encoding="utf-8"))
    }
    assert {place for place in cited if place[1] not in ids} == set()


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_toml_blocks_parse(page: Path) -> None:
    """Every TOML example in the docs is TOML."""
    for block in re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        assert tomllib.loads(block)


@pytest.mark.parametrize("size", [1, 2, 18, 110])
def test_the_code_of_the_deals_page_gives_the_same_deals(size: int) -> None:
    """The dozen lines that docs/deals.md prints shuffle exactly as the referee does."""
    (source,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "deals.md").read_text(encoding="utf-8"), re.DOTALL)
    page: dict[str, Any] = {}
    exec(source, page)
    for text in ("one", "two", ""):
        deal = Deal.from_text(text)
        printed = list(range(size))
        page["shuffle"](printed, deal.seed, "tickets")
        assert printed == deal.tickets(range(size))


@pytest.mark.parametrize("codes", [Code, FaultCode, Detail, ReplayCode])
def test_every_code_stands_on_the_errors_page(codes: type[StrEnum]) -> None:
    """Each stable code of actions, faults and replays is explained in docs/errors.md."""
    page = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([A-Za-z_]+)`", "\n".join(re.findall(r"^\| (`[^|]*) \|", page, re.MULTILINE))))
    assert set(codes) - named == set()


def test_every_check_stands_on_the_debugging_page() -> None:
    """Each check of `referee bot check` has its row in docs/debugging.md, in its order."""
    page = (ROOT / "docs" / "debugging.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \|", page, re.MULTILINE)
    assert rows == ["build", *(finding.name for finding in judge(Facts(plan_for(["usa"], quick=True))))]
