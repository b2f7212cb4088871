"""What may change in a cup that was begun: bots added at its end, changed bots if the organiser says so. It judges and
writes nothing.
"""

from collections.abc import Mapping

from attrs import frozen

from referee.tournament.changes import differences
from referee.tournament.config import CupConfig
from referee.tournament.cup_file import Cup
from referee.tournament.errors import ChangedCupError, ClosedError, ExtensionError
from referee.tournament.records import Records
from referee.tournament.schedule import is_sample, schedule, whole_size


@frozen
class Wish:
    """What the organiser allows: new bots, changed bots, another try at what is unresolved. By default none of it."""

    extend: bool = False
    accept_bots: bool = False
    retry_unresolved: bool = False


SAME = Wish()


@frozen
class Admission:
    """What is new, for the record: names of bots that were added, a line for each change that was accepted."""

    added: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()


def admit(records: Records, cup: Cup, fingerprints: Mapping[str, str], wish: Wish = SAME) -> Admission:
    """What is new in a cup file against its folder, if the wish covers it.

    Raises:
        ChangedCupError: something else differs. ClosedError: no match can be added any more.
        ExtensionError: nothing is added, or not so that all matches before stay what they are.

    """
    config = _without_additions(records.config, cup.config) if wish.extend else cup.config
    found = differences(records, config, cup.boards, fingerprints)
    refused = [each for each in found if not (wish.accept_bots and each.of_bot)]
    if refused:
        advice = _advice(records, cup, fingerprints, wish)
        raise ChangedCupError(records.folder, [each.text for each in refused], advice)
    accepted = tuple(each.text for each in found)
    return Admission(_added(records, cup), accepted) if wish.extend else Admission((), accepted)


def _without_additions(before: CupConfig, now: CupConfig) -> CupConfig:
    names = {bot.name for bot in before.bots}
    kept = {
        "bots": [bot for bot in now.bots if bot.name in names],
        "challengers": [name for name in now.challengers if name in names],
        "max_matches": before.max_matches,
    }
    return now.model_copy(update=kept)


def _advice(records: Records, cup: Cup, fingerprints: Mapping[str, str], wish: Wish) -> str:
    """The command that takes all that differs, if there is one: advice that is followed must not be refused again."""
    before = {bot.name for bot in records.config.bots}
    more = not wish.extend and before < {bot.name for bot in cup.config.bots}
    config = _without_additions(records.config, cup.config) if more or wish.extend else cup.config
    left = differences(records, config, cup.boards, fingerprints)
    if not all(each.of_bot for each in left):
        return ""
    switch = "--accept-changed-bots"
    if more:
        command = f"referee cup extend {records.folder} {cup.path}{f' {switch}' if left else ''}"
        return f"Bots are added by: {command}"
    return f"Changed bots are accepted, and that is recorded, with {switch}."


def _added(records: Records, cup: Cup) -> tuple[str, ...]:
    before, now = [[bot.name for bot in config.bots] for config in (records.config, cup.config)]
    added = tuple(name for name in now if name not in before)
    if records.closed:
        raise ClosedError(f"{records.folder} is closed: its secret is public, so no fair match can be added")
    if not added:
        raise ExtensionError(f"{cup.path} adds no bot to {records.folder}, which has {', '.join(before)}")
    if now[: len(before)] != before:
        raise ExtensionError(f"{cup.path}: new bots go to the end of the file, after {before[-1]}: {', '.join(added)}")
    if not {*records.schedule.units} <= {*schedule(cup.config, records.secret).units}:
        raise ExtensionError(_sampled(records, cup))
    return added


def _sampled(records: Records, cup: Cup) -> str:
    """Only a sample can lose matches by new bots."""
    if is_sample(records.config):
        return f"{records.folder} is a sample of its matches, and new bots would change which; begin another cup"
    return (
        f"{cup.path}: max_matches would leave out matches that are planned already; "
        f"allowed: {whole_size(cup.config)} or more, or no max_matches"
    )
