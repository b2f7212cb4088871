"""Makes the last section of docs/rules.md: each rule and edge case with the tests that show it. Runs no test.

    python tools/rule_table.py            write the section
    python tools/rule_table.py --check    compare only: exit status 1 if a rule has no test or the page is stale

A scenario names its rules in `rules = [...]`, a test function in its docstring (`C-22`, `C-30 to C-34`).
"""

import argparse
import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = Path("docs", "rules.md")

REMARKS = {
    "E-14": "cannot occur while three open locomotives replace the row; the scenario shows what happens instead",
    "E-43": "no rule of the game; a seat that leaves has forfeited",
    "E-48": "only on a board of one's own: the printed one has as many cards as cart routes",
}
"""What a reader of the table should know of a rule. A rule with a remark may do without a test."""

BEGIN = "<!-- Made by tools/rule_table.py; never edited. -->"

INTRODUCTION = """## Tests of each rule

Scenarios are `tests/scenarios/*.toml` (how many of a file cite the rule, if more than one); other tests are named as
pytest does, below `tests/`. `make check` fails when a rule has none, and when this table is stale: then run
`python tools/rule_table.py`.
"""

HEAD = "| rule | scenarios | other tests |\n|---|---|---|"

RULE = r"(?:C|U|T|L|A|N|EU|W|V|E)-\d{2}"

Tests = dict[str, list[str]]
"""Names of tests by rule."""


class TableError(Exception):
    """The page cannot be made; the text says why."""


def rules_of(page: str) -> list[str]:
    """The ids of all rules and edge cases, in the order of the page."""
    return re.findall(rf"^- \*\*({RULE})\*\*", page, re.MULTILINE)


def scenarios(root: Path) -> Tests:
    """By rule, the scenario files that cite it and how often."""
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for file in sorted((root / "tests" / "scenarios").glob("*.toml")):
        content = tomllib.loads(file.read_text(encoding="utf-8"))
        for scenario in content.get("scenario", [content]):
            for rule in scenario.get("rules", []):
                counts[rule][file.stem] += 1
    return {
        rule: [f"{name} × {count}" if count > 1 else name for name, count in files.items()]
        for rule, files in counts.items()
    }


def functions(root: Path, known: list[str]) -> Tests:
    """By rule, the test functions whose docstrings cite it."""
    found: Tests = defaultdict(list)
    for file in sorted((root / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for rule in cited(ast.get_docstring(node) or "", known):
                    found[rule].append(f"{file.relative_to(root / 'tests').as_posix()}::{node.name}")
    return found


def cited(text: str, known: list[str]) -> Iterator[str]:
    """The rules that a text names, each once; `C-30 to C-34` names what stands between them on the page too."""
    names = set(re.findall(rf"\b{RULE}\b", text))
    for first, last in re.findall(rf"\b({RULE}) to ({RULE})\b", text):
        if first in known and last in known:
            names.update(known[known.index(first) : known.index(last) + 1])
    return iter(sorted(names))


def table(known: list[str], columns: Iterable[Mapping[str, list[str]]]) -> str:
    """The section, from the names of tests by rule. Raises TableError for rules without a test or without a place."""
    shown, others = columns
    unknown = sorted((shown.keys() | others.keys() | REMARKS.keys()) - set(known))
    if unknown:
        raise TableError(f"tests cite {', '.join(unknown)}, which {PAGE} does not have")
    bare = [rule for rule in known if not shown.get(rule) and not others.get(rule) and rule not in REMARKS]
    if bare:
        raise TableError(f"no scenario and no test cites {', '.join(bare)}")
    rows = [_row(rule, shown.get(rule, []), others.get(rule, [])) for rule in known]
    return "\n".join([BEGIN, "", INTRODUCTION, HEAD, *rows, ""])


def _row(rule: str, shown: list[str], others: list[str]) -> str:
    names = [f"`{name}`" for name in others]
    if rule in REMARKS:
        names.append(f"({REMARKS[rule]})")
    return f"| {rule} | {', '.join(shown)} | {'; '.join(names)} |"


def fresh_page(root: Path) -> str:
    """The page with a new table. Raises TableError."""
    old = (root / PAGE).read_text(encoding="utf-8")
    known = rules_of(old)
    text = old.partition(BEGIN)[0].rstrip("\n")
    return f"{text}\n\n{table(known, (scenarios(root), functions(root, known)))}"


def main() -> int:
    """Exit status: 0 done, 1 a rule has no test, or the page is stale."""
    parser = argparse.ArgumentParser(description="Make the table of rules and their tests.")
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    arguments = parser.parse_args()
    try:
        page = fresh_page(ROOT)
    except TableError as error:
        print(f"rule_table: {error}", file=sys.stderr)
        return 1
    if not arguments.check:
        (ROOT / PAGE).write_text(page, encoding="utf-8")
    elif page != (ROOT / PAGE).read_text(encoding="utf-8"):
        print(f"rule_table: {PAGE} is stale; run `python tools/rule_table.py` and commit the result", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
