import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from referee.editions import load_edition
from referee.game import Deal, Edition
from referee.game.deal import stream
from referee.tournament.secret import Secret

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "deals.md").read_text(encoding="utf-8").partition("## Test vectors\n")[2]


def _vectors(page: str) -> dict[str, dict[str, str]]:
    """The blocks of the page by their titles, lines joined that go on indented."""
    found = {}
    for title, block in re.findall(r"^([^\n]+):\n\n```text\n(.*?)```", page, re.MULTILINE | re.DOTALL):
        lines = re.sub(r"\n +", " ", block).splitlines()
        found[title] = dict(line.split(": ", 1) for line in lines)
    return found


VECTORS = _vectors(PAGE)
MATCHES = {title: lines for title, lines in VECTORS.items() if title.startswith("Edition")}


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("deal_vectors", ROOT / "tools" / "deal_vectors.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_has_what_the_tool_prints() -> None:
    """The vectors of the page are those that the tool prints without the referee."""
    assert PAGE.rstrip().endswith(_tool().section())
    assert len(MATCHES) == 3


def test_the_stream_begins_as_printed() -> None:
    """The first words of a stream are those of the page."""
    lines = VECTORS["The first words of the stream of one seed and label"]
    words = stream(bytes.fromhex(lines["seed"]), lines["label"], 4)
    assert [f"{word:016x}" for word in words] == lines["words"].split()


def test_a_cup_has_the_printed_seeds() -> None:
    """Commitment and deals of a cup's text are those of the page."""
    lines = VECTORS["The seeds of a cup's deals"]
    secret = Secret(lines["text"])
    assert (secret.master.hex(), secret.commitment) == (lines["master"], lines["commitment"])
    for number in (0, 1, 10):
        assert secret.deal(number).hex() == lines[f"deal {number}"]


def _orders(edition: Edition, deal: Deal, line: str) -> list[str]:
    """What the engine gives for a line of a vector."""
    if line.startswith("tickets"):
        long = line == "tickets-long"
        tickets = [i for i, ticket in enumerate(edition.tickets) if ticket.long == long]
        return [edition.tickets[ticket].text for ticket in deal.tickets(tickets, long=long)]
    label, _, discard = line.partition(" of ")
    counts = list(edition.card_counts())
    if discard:
        named = dict(pair.split("*") for pair in discard.split())
        counts = [int(named.get(card, 0)) for card in edition.cards]
    return [edition.cards[card] for card in deal.cards(counts, int(label.removeprefix("cards/")))]


@pytest.mark.parametrize("title", MATCHES)
def test_matches_are_dealt_as_printed(title: str) -> None:
    """The decks of the page's matches and their first reshuffle are those that the engine gives."""
    words = re.fullmatch(r'Edition `(.+)`, `--seed "(.*)"`', title)
    assert words is not None
    edition, deal = load_edition(words[1]), Deal.from_text(words[2])
    assert deal.seed.hex() == MATCHES[title]["seed"]
    assert {"cards/0", "tickets"} < set(MATCHES[title])
    for line, order in list(MATCHES[title].items())[1:]:
        assert _orders(edition, deal, line) == order.split(), line
