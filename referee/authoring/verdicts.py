"""Judges the facts of a bot's trials: one function a check, from facts to a finding. Pure; it starts nothing."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from referee.authoring.findings import Finding, Verdict
from referee.authoring.table import Sitting
from referee.authoring.trials import DESERTED_S, TINY_MS, Facts
from referee.bots.faults import FaultCode
from referee.bots.output import remark
from referee.match import MatchFault

_START_MS: Final = 10_000
_KILLED: Final = -9
_MIB: Final = 1024 * 1024
_LEAK: Final = 8 * _MIB
"""Growth for each match that fails: a cup's hundred matches would fill what a bot may use."""

_DRIP: Final = _MIB // 2
_UNLUCKY: Final = 0.05
"""The share of late answers that a busy machine explains."""

_HELP: Final = {
    FaultCode.TIMEOUT: "keep to the clock (time left comes with each question)",
    FaultCode.CRASHED: "read its stderr above; `referee bot ask` brings the question into a debugger",
    FaultCode.PROTOCOL_ERROR: "docs/protocol.md says which messages may come when, and their limits",
    FaultCode.START_FAILURE: "answer each MatchStart with Ready",
}


def judge(facts: Facts) -> list[Finding]:
    """The findings of all checks, in their fixed order."""
    return [check(facts) for check in CHECKS]


def _named(name: str) -> Callable[[Callable[[Facts], Finding | None]], Callable[[Facts], Finding]]:
    """A check that is skipped where it has nothing to judge."""

    def wrap(check: Callable[[Facts], Finding | None]) -> Callable[[Facts], Finding]:
        def named(facts: Facts) -> Finding:
            return check(facts) or Finding(name, Verdict.SKIP, "could not be tried: an earlier failure ended the bot")

        return named

    return wrap


def start(facts: Facts) -> Finding:
    """It says Hello in time, best in half of it."""
    if facts.no_show is not None:
        said = f"{facts.no_show.code}: {facts.no_show.text}"
        evidence = "".join(f"\n| {line}" for line in facts.no_show.evidence.splitlines())
        return Finding(
            "start", Verdict.FAIL, said + evidence, "run its command by hand; docs/debugging.md, 'It does not start'"
        )
    text = f"said Hello after {facts.start_s * 1e3:.0f} ms; the limit is {_START_MS} ms"
    if facts.start_s * 1e3 > _START_MS / 2:
        return Finding("start", Verdict.WARN, text, "load less before Hello; a busy machine may take twice as long")
    return Finding("start", Verdict.PASS, text)


@_named("hello")
def hello(facts: Facts) -> Finding | None:
    """It says who it is."""
    said = facts.hello
    if said is None:
        return None
    name, version, kit = remark(said.name) or "no name", remark(said.version) or "-", remark(said.kit) or "-"
    text = f"{name}, version {version}, kit {kit}, protocol {said.protocol_version}"
    if not said.name or not said.version:
        return Finding("hello", Verdict.WARN, text, "set name and version in Hello: logs and reports show them")
    return Finding("hello", Verdict.PASS, text)


@_named("editions")
def editions(facts: Facts) -> Finding | None:
    """It plays every table of the plan to its end."""
    if not facts.tour:
        return None
    wanted = len(facts.plan.tables)
    lost = [sitting for sitting in facts.tour if any(fault.forfeit for fault in sitting.faults)]
    text = f"{len(facts.tour) - len(lost)} of {wanted} tables played to the end"
    if lost:
        return _shown("editions", Verdict.FAIL, f"{text}; forfeited at {_places(lost)}", lost)
    if len(facts.tour) < wanted:
        return Finding("editions", Verdict.FAIL, f"{text}; given up after repeated faults", "see the checks below")
    return Finding("editions", Verdict.PASS, text)


@_named("legal")
def legal(facts: Facts) -> Finding | None:
    """Every answer is legal."""
    return _faultless(
        facts,
        "legal",
        "illegal answers",
        lambda code: code is FaultCode.ILLEGAL_ACTION,
        "answer with an id out of the question's `legal` list; ids of another edition or number of players differ",
    )


@_named("faults")
def faults(facts: Facts) -> Finding | None:
    """No other fault in any match."""
    codes = [fault.fault.code for sitting in facts.sittings for fault in sitting.faults]
    worst = next((code for code in codes if code is not FaultCode.ILLEGAL_ACTION), FaultCode.CRASHED)
    advice = _HELP.get(worst, "docs/errors.md says what each fault means")
    return _faultless(facts, "faults", "other faults", lambda code: code is not FaultCode.ILLEGAL_ACTION, advice)


def _faultless(facts: Facts, name: str, what: str, counts: Callable[[FaultCode], bool], advice: str) -> Finding | None:
    if not facts.sittings:
        return None
    guilty = [(s, f) for s in facts.sittings for f in s.faults if counts(f.fault.code)]
    if not guilty:
        decisions = sum(len(sitting.think_us) for sitting in facts.sittings)
        return Finding(name, Verdict.PASS, f"no {what} in {decisions} decisions of {len(facts.sittings)} matches")
    sitting, first = guilty[0]
    kinds = ", ".join(f"{code} {count}" for code, count in Counter(f.fault.code for _, f in guilty).items())
    evidence = "".join(f"\n| {line}" for line in first.fault.evidence.splitlines()[-12:])
    text = f"{len(guilty)} {what} ({kinds}); the first at {_place(sitting, first)}: {first.fault.text}{evidence}"
    return Finding(name, Verdict.FAIL, text, advice, sitting, max(0, first.decision))


@_named("time")
def time(facts: Facts) -> Finding | None:
    """The slowest hundredth of its answers stays well inside the limit."""
    thought = sorted(us for sitting in facts.sittings for us in sitting.think_us)
    if not thought:
        return None
    median, late = thought[len(thought) // 2] / 1e3, thought[len(thought) * 99 // 100] / 1e3
    limit = facts.plan.decision_ms
    text = (
        f"median {median:.1f} ms, 99 of 100 within {late:.1f} ms, longest {thought[-1] / 1e3:.1f} ms; limit {limit} ms"
    )
    if late > limit:
        return Finding("time", Verdict.FAIL, text, "think less: more than one answer in a hundred comes too late")
    if thought[-1] / 1e3 > limit / 2:
        return Finding("time", Verdict.WARN, text, "leave room: the machine of a cup may be slower or busier")
    return Finding("time", Verdict.PASS, text)


@_named("repeatable")
def repeatable(facts: Facts) -> Finding | None:
    """The same deal and seed give the same match in a fresh process."""
    if facts.again is None or not facts.tour:
        return None
    return _same("repeatable", facts.tour[:1], [facts.again], "played twice, the first match is the same", _DICE)


_DICE: Final = (
    "use the seed of MatchStart for all dice, order no choice by hash or time; a bot under a clock may differ"
)
_MIXED: Final = "keep what belongs to a match apart by its id, or say max_in_flight 1"


@_named("at-once")
def at_once(facts: Facts) -> Finding | None:
    """Matches that it plays at once go as they go one after the other."""
    if facts.again is not None and facts.in_flight == 1:
        return Finding("at-once", Verdict.PASS, "plays one match at a time (max_in_flight of Hello and of bot.toml)")
    if not facts.together:
        return None
    alone = facts.alone[: len(facts.together)]
    return _same("at-once", alone, facts.together, f"{len(alone)} matches at once go as they go alone", _MIXED)


def _same(name: str, first: Sequence[Sitting], second: Sequence[Sitting], text: str, advice: str) -> Finding:
    for one, other in zip(first, second, strict=True):
        pairs = zip(one.answers, other.answers, strict=False)
        differing = next((pair for pair in pairs if pair[0] != pair[1]), None)
        if differing is not None:
            (number, _, was), (_, _, now) = differing
            found = f"{one.table.title}: decision {number} is {was!r}, then {now!r}"
            return Finding(name, Verdict.WARN, found, advice, one, number)
    return Finding(name, Verdict.PASS, text)


@_named("memory")
def memory(facts: Facts) -> Finding | None:
    """Its memory does not grow with every match."""
    sizes = facts.memory
    if len(sizes) < 3:
        return None
    growth = (sizes[-1] - sizes[1]) / (len(sizes) - 2)
    text = f"{sizes[-1] / _MIB:.0f} MiB after {len(facts.sittings)} matches, {growth / _MIB:+.2f} MiB a match"
    if growth > _LEAK:
        return Finding("memory", Verdict.FAIL, text, "forget a match when MatchEnd comes; a cup has hundreds of them")
    if growth > _DRIP and sizes[-1] - sizes[1] > 4 * _MIB:
        return Finding("memory", Verdict.WARN, text, "look at what it keeps of matches that are over")
    return Finding("memory", Verdict.PASS, text)


@_named("tiny-clock")
def tiny_clock(facts: Facts) -> Finding | None:
    """With hardly any time it is late at most, and lives."""
    if facts.tiny is None:
        return None
    late = [fault for fault in facts.tiny.faults if fault.fault.code is FaultCode.TIMEOUT]
    worse = [fault for fault in facts.tiny.faults if not fault.fault.code.strikes]
    if worse:
        place = _place(facts.tiny, worse[0])
        text = f"with {TINY_MS} ms a decision: {worse[0].fault.code} at {place}: {worse[0].fault.text}"
        return Finding(
            "tiny-clock", Verdict.FAIL, text, _HELP[FaultCode.TIMEOUT], facts.tiny, max(0, worse[0].decision)
        )
    text = f"{len(late)} of its {len(facts.tiny.think_us)} answers late with {TINY_MS} ms a decision"
    if len(late) > len(facts.tiny.think_us) * _UNLUCKY:
        return Finding("tiny-clock", Verdict.WARN, text, _HELP[FaultCode.TIMEOUT])
    return Finding("tiny-clock", Verdict.PASS, text)


@_named("referee-gone")
def referee_gone(facts: Facts) -> Finding | None:
    """It ends by itself when its referee has died."""
    if not facts.deserted:
        return None
    if facts.deserted_s is None:
        text = f"still running {DESERTED_S:.0f} s after its referee had gone"
        return Finding("referee-gone", Verdict.FAIL, text, "exit when the stream ends or breaks, whatever the reason")
    return Finding("referee-gone", Verdict.PASS, f"ended {facts.deserted_s:.1f} s after its referee had gone")


@_named("goodbye")
def goodbye(facts: Facts) -> Finding | None:
    """It exits by itself after Goodbye."""
    if facts.leaving is None:
        return None
    status = facts.leaving.status
    if status == _KILLED:
        text = "still running two seconds after Goodbye, and killed"
        return Finding(
            "goodbye", Verdict.FAIL, text, "close the stream and exit on Goodbye; end threads and children too"
        )
    text = f"exited with {status} after Goodbye"
    if status:
        return Finding("goodbye", Verdict.WARN, text, "exit with 0 after a Goodbye with reason DONE")
    return Finding("goodbye", Verdict.PASS, text)


@_named("stdout")
def stdout(facts: Facts) -> Finding | None:
    """It prints nothing to stdout."""
    if facts.leaving is None:
        return None
    kept = facts.leaving.output.stdout
    size = len(kept.content)
    if not size:
        return Finding("stdout", Verdict.PASS, "nothing printed to stdout")
    text = f"{size} bytes on stdout, the last line: {(kept.last_lines(1) or [''])[0][:80]}"
    return Finding("stdout", Verdict.WARN, text, "print to stderr: it is kept with each match, and nobody reads stdout")


CHECKS: Final[tuple[Callable[[Facts], Finding], ...]] = (
    start, hello, editions, legal, faults, time, repeatable, at_once, memory, tiny_clock, referee_gone, goodbye, stdout,
)  # fmt: skip


def _shown(name: str, verdict: Verdict, text: str, lost: Sequence[Sitting]) -> Finding:
    first = next(fault for fault in lost[0].faults if fault.forfeit)
    why = f"{text}. The first: {first.fault.code}: {first.fault.text}"
    return Finding(name, verdict, why, "see the checks below, and the question itself", lost[0], max(0, first.decision))


def _places(sittings: Iterable[Sitting]) -> str:
    return ", ".join(f"{sitting.table.edition} with {sitting.table.players} players" for sitting in sittings)


def _place(sitting: Sitting, fault: MatchFault) -> str:
    return f"{sitting.table.title}, decision {fault.decision}"
