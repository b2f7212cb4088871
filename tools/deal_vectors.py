"""Prints the test vectors of docs/deals.md from the board files, the standard library and nothing of the referee.

`python tools/deal_vectors.py` prints the section; a test holds the page and the referee to it.
"""

import hashlib
import hmac
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CASES = (("usa", "usa", "one"), ("europe", "europe-mega", "Zürich"), ("london", "london", ""))
"""Board, edition, text of `--seed`."""

STREAM_SEED = bytes(range(32))
CUP_TEXT = "0123456789abcdef" * 4


def main() -> None:
    """Print all vectors as they stand on the page."""
    print(section())


def section() -> str:
    """All vectors: the beginning of one stream, the seeds of a cup, the orders of three matches."""
    return "\n\n".join([_stream_vector(), _cup_vector(), *(_match_vector(*case) for case in CASES)])


def words(seed: bytes, label: str) -> Iterator[int]:
    """The words of a stream."""
    raw = hashlib.shake_256(b"referee/1\0" + seed + b"\0" + label.encode("ascii")).digest(80_000)
    for start in range(0, len(raw), 8):
        yield int.from_bytes(raw[start : start + 8], "little")


def shuffled(items: list[str], seed: bytes, label: str) -> list[str]:
    """Fisher-Yates from the last index down, with rejection."""
    order, stream = items[:], words(seed, label)
    for last in range(len(order) - 1, 0, -1):
        fair = 2**64 - 2**64 % (last + 1)
        word = next(word for word in stream if word < fair)
        chosen = word % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def _stream_vector() -> str:
    stream = words(STREAM_SEED, "cards/0")
    shown = " ".join(f"{next(stream):016x}" for _ in range(4))
    return _block(
        "The first words of the stream of one seed and label:",
        [("seed", STREAM_SEED.hex()), ("label", "cards/0"), ("words", shown)],
    )


def _cup_vector() -> str:
    master = hashlib.sha256(b"referee-cup/1\0" + CUP_TEXT.encode("ascii")).digest()
    lines = [("text", CUP_TEXT), ("master", master.hex()), ("commitment", hashlib.sha256(master).hexdigest())]
    lines += [(f"deal {n}", hmac.digest(master, f"deal/{n}".encode("ascii"), "sha256").hex()) for n in (0, 1, 10)]
    return _block("The seeds of a cup's deals:", lines)


def _match_vector(board_name: str, edition_id: str, text: str) -> str:
    board = tomllib.loads((ROOT / "maps" / f"{board_name}.toml").read_text(encoding="utf-8"))
    edition = next(table for table in board["editions"] if table["id"] == edition_id)
    seed = hashlib.sha256(b"referee-play/1\0" + text.encode("utf-8")).digest()
    numbers = board["numbers"]
    cards = [colour for colour in numbers["colours"] for _ in range(numbers["cards_per_colour"])]
    cards += ["locomotive"] * numbers["locomotives"]
    first, second = numbers["colours"][:2]
    discard = [first] * 3 + [second] * 4 + ["locomotive"] * 2
    lines = [("seed", seed.hex()), ("cards/0", " ".join(shuffled(cards, seed, "cards/0")))]
    lines.append((f"cards/1 of {first}*3 {second}*4 locomotive*2", " ".join(shuffled(discard, seed, "cards/1"))))
    chosen = list(_tickets(board, edition))
    ordinary = [name for name, long in chosen if not long]
    lines.append(("tickets", " ".join(shuffled(ordinary, seed, "tickets"))))
    if len(ordinary) < len(chosen):
        longs = [name for name, long in chosen if long]
        lines.append(("tickets-long", " ".join(shuffled(longs, seed, "tickets-long"))))
    return _block(f'Edition `{edition_id}`, `--seed "{text}"`:', lines)


def _tickets(board: dict[str, Any], edition: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Each ticket of the edition as `city.city`, and whether it is a long one."""
    slugs = {city["name"]: _slug(city.get("ascii", city["name"])) for city in board["cities"]}
    for choice in edition["tickets"]:
        assert set(choice) == {"group"}, "these editions take whole groups at their printed values"
        for line in board["tickets"][choice["group"]]:
            yield ".".join(sorted(slugs[name] for name in line["cities"])), line.get("long", False)


def _slug(name: str) -> str:
    kept = "".join(letter for letter in name.lower() if letter not in "'.")
    return "-".join("".join(letter if letter.isalnum() else " " for letter in kept).split())


def _block(title: str, lines: list[tuple[str, str]]) -> str:
    """A fenced block of `key: value`, long values wrapped and indented."""
    wrapped = (
        textwrap.fill(f"{key}: {value}", 110, subsequent_indent="    ", break_on_hyphens=False) for key, value in lines
    )
    return "\n".join([title, "", "```text", *wrapped, "```"])


if __name__ == "__main__":
    main()
