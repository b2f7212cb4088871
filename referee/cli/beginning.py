"""The work behind `referee bot new`: the folder, a recorded match to ask about, and what to do next."""

from pathlib import Path

import click

from referee.authoring.kits import known_languages, new_bot
from referee.authoring.rehearsal import rehearse
from referee.cli.errors import OutputError
from referee.tournament.nearest import did_you_mean

SAMPLE = "sample.replay"


def begin(name: str, language: str) -> None:
    """Write the folder and say what comes next.

    Raises:
        RefereeError: the folder is there, the name is none, or the language's kit is missing.
        click.BadParameter: an unknown language.
    """
    known = known_languages()
    if language not in known:
        meant = did_you_mean(_ALIASES.get(language.lower(), language), known)
        raise click.BadParameter(
            f"{language!r} is no language with a kit{meant}; there are: {', '.join(known)}. "
            f"Any other language can speak the protocol: docs/bots-in-other-languages.md",
            param_hint="--language",
        )
    folder = Path(name)
    try:
        recipe = new_bot(folder, language)
        (folder / SAMPLE).write_text(rehearse(folder.name).to_text(), encoding="utf-8")
    except OSError as error:
        raise OutputError(folder, error) from None
    click.echo(f"{folder} holds a bot in {recipe.title}; its function is in {recipe.bot}. Next:")
    click.echo(f"    cd {folder}")
    for command in (recipe.test, "referee play --edition usa --bot . --bot greedy", "referee bot check . --quick"):
        click.echo(f"    {command}")


_ALIASES = {"js": "typescript", "javascript": "typescript", "ts": "typescript", "node": "typescript"}
_ALIASES |= {"c++": "cpp", "cxx": "cpp", "golang": "go", "py": "python", "rs": "rust", "kotlin": "java"}
