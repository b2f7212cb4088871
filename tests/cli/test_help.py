"""What `--help` says, of every command."""

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from referee.cli.app import referee


def commands(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Each command below a group, groups too, with the words that call it."""
    for name, command in group.commands.items():
        yield (*words, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("words", [(), *(words for words, _ in commands(referee))], ids=" ".join)
def test_help_fits_and_is_whole(words: tuple[str, ...], width: int) -> None:
    """No line is wider than the terminal, and no sentence is cut."""
    told = CliRunner().invoke(referee, [*words, "--help"], terminal_width=width)
    assert told.exit_code == 0
    assert max(map(len, told.output.splitlines())) <= width
    assert "..." not in told.output.partition("Options:")[2]


@pytest.mark.parametrize("words", [words for words, _ in commands(referee)], ids=" ".join)
def test_every_option_says_what_it_does(words: tuple[str, ...]) -> None:
    """An option without a word of help, or without a default that speaks for itself, is found here."""
    command = dict(commands(referee))[words]
    options = [param for param in command.params if isinstance(param, click.Option) and not param.hidden]
    silent = [option.opts[0] for option in options if not (option.help or option.show_default or option.required)]
    assert silent == []
