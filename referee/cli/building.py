"""Builds the bots of a command before its first match, and says so: a first build may take minutes."""

import shlex
from collections.abc import Iterable
from pathlib import Path

import click

from referee.bots.builds import build
from referee.bots.spec import BotSpec


def build_bots(specs: Iterable[BotSpec]) -> None:
    """Build each folder once, in the order given; bots without a `build` need nothing.

    Raises:
        BuildError: the first build that fails.

    """
    built: set[Path] = set()
    for spec in specs:
        if spec.build and spec.cwd not in built:
            click.echo(f"building {spec.name}: {shlex.join(spec.build)}", err=True)
            build(spec)
            built.add(spec.cwd)
