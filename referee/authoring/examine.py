"""All checks of one bot in their order: its build, then what its processes do. It prints nothing."""

import shlex
from collections.abc import Callable

import trio

from referee.authoring.findings import Finding, Verdict
from referee.authoring.trials import Plan, gather
from referee.authoring.verdicts import judge
from referee.bots.builds import build
from referee.bots.errors import BuildError
from referee.bots.spec import BotSpec


def examine(spec: BotSpec, plan: Plan, say: Callable[[str], object]) -> list[Finding]:
    """Build a bot, put it through the plan and judge it; the list ends with a build that fails."""
    first = _built(spec, say)
    if first.verdict is Verdict.FAIL:
        return [first]
    return [first, *judge(trio.run(gather, spec, plan, say))]


def _built(spec: BotSpec, say: Callable[[str], object]) -> Finding:
    if not spec.build:
        return Finding("build", Verdict.PASS, "nothing to build")
    say(f"building it: {shlex.join(spec.build)}")
    try:
        build(spec)
    except BuildError as error:
        return Finding("build", Verdict.FAIL, str(error), "make this command work by hand, in that folder")
    return Finding("build", Verdict.PASS, f"{shlex.join(spec.build)}: done")
