"""The work behind `referee bot check`: the examination, its lines, and the replay that shows what failed."""

import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from referee.authoring.examine import examine
from referee.authoring.findings import Finding, Verdict
from referee.authoring.trials import plan_for
from referee.bots.spec import resolve
from referee.cli.commands import print_json
from referee.cli.crash import state_folder
from referee.cli.errors import OutputError
from referee.editions import editions
from referee.game import slug
from referee.report.exports import full_text

_WIDTH = 13


def usual_editions(*, quick: bool) -> tuple[str, ...]:
    """What a bot is tried on unless its author says otherwise: everything, and depots on two boards."""
    return ("usa", "europe", "london+depots") if quick else (*editions(), "usa+depots", "europe+depots")


def check_bot(text: str, names: Sequence[str], *, quick: bool, decision_ms: int, as_json: bool) -> bool:
    """Examine a bot and print what was found; gives whether nothing failed.

    Raises:
        RefereeError: no such bot or edition, or a replay that cannot be written.
    """
    spec = resolve(text)
    plan = plan_for(names, quick=quick, decision_ms=decision_ms)
    findings = examine(spec, plan, _say)
    folder = state_folder() / "check" / (slug(spec.name) or "bot")
    commands = {finding.name: _kept(finding, folder, text) for finding in findings if finding.sitting is not None}
    if as_json:
        print_json(_facts(spec.name, findings, commands))
    else:
        for number, finding in enumerate(findings, 1):
            click.echo("\n".join(_lines(number, finding, commands.get(finding.name))))
        click.echo(_summary(findings))
    return all(finding.verdict is not Verdict.FAIL for finding in findings)


def _say(doing: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{doing[:100]}", err=True, nl=False)


def _kept(finding: Finding, folder: Path, spec: str) -> str:
    """Write the match that shows a finding; gives the command that asks the bot again."""
    sitting = finding.sitting
    assert sitting is not None
    file = folder / f"{finding.name}.replay"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(full_text(sitting.outcome.replay, sitting.table.game, timing=True), encoding="utf-8")
    except OSError as error:
        raise OutputError(file, error) from None
    return f"referee bot ask {shlex.quote(spec)} --replay {shlex.quote(str(file))} --step {finding.step}"


def _lines(number: int, finding: Finding, command: str | None) -> list[str]:
    word = finding.verdict.upper() if finding.verdict is Verdict.FAIL else finding.verdict.value
    first, *rest = finding.text.splitlines()
    lines = [f"{number:>2} {word}  {finding.name:<{_WIDTH}} {first}", *(f"{'':>{9 + _WIDTH}}{line}" for line in rest)]
    if finding.advice:
        lines.append(f"{'':>{9 + _WIDTH}}do: {finding.advice}")
    if command:
        lines.append(f"{'':>{9 + _WIDTH}}see: {command}")
    return lines


def _summary(findings: Sequence[Finding]) -> str:
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", err=True, nl=False)
    counts = Counter(finding.verdict for finding in findings)
    return f"{len(findings)} checks: " + ", ".join(
        f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict]
    )


def _facts(bot: str, findings: Sequence[Finding], commands: dict[str, str]) -> dict[str, Any]:
    return {
        "bot": bot,
        "ok": all(finding.verdict is not Verdict.FAIL for finding in findings),
        "checks": [
            {**finding.to_json(number), "see": commands.get(finding.name)} for number, finding in enumerate(findings, 1)
        ],
    }
