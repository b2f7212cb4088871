from collections.abc import Mapping
from pathlib import Path

import pytest
from attrs import evolve

from referee.authoring.examine import examine
from referee.authoring.findings import Finding, Verdict
from referee.authoring.memory import resident_bytes
from referee.authoring.trials import Facts, plan_for
from referee.authoring.verdicts import CHECKS, judge
from referee.bots import BotSpec, Detail, Fault, FaultCode
from tests.authoring.places import abuse, odd

PLAN = evolve(plan_for(["usa"], quick=True, decision_ms=20_000), rounds=3)
FAIL, WARN, SKIP = Verdict.FAIL, Verdict.WARN, Verdict.SKIP


def _found(spec: BotSpec) -> Mapping[str, Finding]:
    return {finding.name: finding for finding in examine(spec, PLAN, lambda _: None)}


@pytest.mark.slow
def test_an_honest_bot_passes() -> None:
    """Nothing fails and nothing is skipped for a bot that does all as it should."""
    found = _found(odd("honest"))
    assert [name for name, finding in found.items() if finding.verdict in (FAIL, SKIP)] == []
    assert len(found) == len(CHECKS) + 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "check", "verdict", "words"),
    [
        (odd("dice"), "repeatable", WARN, "decision"),
        (odd("prints"), "stdout", WARN, "thinking about"),
        (odd("mixes", 8), "at-once", WARN, "then"),
        (odd("hoards"), "memory", FAIL, "MiB a match"),
        (odd("stays"), "goodbye", FAIL, "still running"),
        (odd("stays"), "referee-gone", FAIL, "still running"),
        (odd("fails_late"), "editions", FAIL, "CRASHED"),
        (odd("fails_late"), "faults", FAIL, "RuntimeError: the plan has no next step"),
        (odd("illegal"), "legal", FAIL, "illegal answers"),
        (abuse("protocol", "illegal"), "legal", FAIL, "PASS_NOT_FORCED"),
        (abuse("protocol", "foreign_match"), "faults", FAIL, "none of its matches"),
        (abuse("process", "segfaults"), "faults", FAIL, "SIGSEGV"),
        (abuse("process", "ignores_goodbye"), "goodbye", FAIL, "killed"),
        (abuse("process", "binary_output"), "stdout", WARN, "bytes on stdout"),
        (abuse("start", "raises"), "start", FAIL, "RuntimeError: no weights found"),
        (abuse("start", "future_version"), "start", FAIL, "version 2"),
    ],
    ids=lambda value: value.argv[-1] if isinstance(value, BotSpec) else str(value).replace(" ", "-"),
)
def test_a_habit_is_found(spec: BotSpec, check: str, verdict: Verdict, words: str) -> None:
    """Each habit comes out of its own check, with the facts and with what to do."""
    finding = _found(spec)[check]
    assert finding.verdict is verdict
    assert words in finding.text
    assert finding.advice


def test_a_bot_that_never_starts_is_judged_no_further() -> None:
    """After a start that failed everything else is skipped, and the reason stands in one place."""
    facts = Facts(
        PLAN, no_show=Fault(FaultCode.START_FAILURE, Detail.NO_SHOW, "did not say Hello", "stderr: no module")
    )
    start, *rest = judge(facts)
    assert (start.verdict, {finding.verdict for finding in rest}) == (FAIL, {SKIP})
    assert "| stderr: no module" in start.text


def test_memory_that_creeps_is_a_warning() -> None:
    """Growth of a megabyte a match warns, of ten fails, and a few kilobytes pass."""
    mib = 1024 * 1024
    for growth, verdict in ((0.01, Verdict.PASS), (1.0, WARN), (10.0, FAIL)):
        facts = Facts(PLAN, memory=[int((50 + growth * match) * mib) for match in range(8)])
        assert {finding.name: finding for finding in judge(facts)}["memory"].verdict is verdict


def test_a_start_that_takes_half_of_the_limit_is_a_warning() -> None:
    """Six seconds of ten are in time, and too close."""
    assert judge(Facts(PLAN, start_s=6.0))[0].verdict is WARN


def test_a_build_that_fails_ends_the_checks(tmp_path: Path) -> None:
    """The compiler's last lines and the command are shown, and nothing is started."""
    (tmp_path / "bot.toml").write_text("", encoding="utf-8")
    spec = evolve(odd("honest"), cwd=tmp_path, build=("sh", "-c", "echo 'bot.c:3: no such thing'; exit 2"))
    [finding] = examine(spec, PLAN, lambda _: None)
    assert (finding.name, finding.verdict) == ("build", FAIL)
    assert "bot.c:3: no such thing" in finding.text
    assert "ended with status 2" in finding.text


def test_memory_of_a_process_that_is_gone_is_unknown() -> None:
    """A process id that nobody has gives no figure instead of an error."""
    assert resident_bytes(2**22 + 1) is None
