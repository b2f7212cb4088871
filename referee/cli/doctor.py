"""`referee doctor`: what this machine has that the referee can use, and what each missing thing costs."""

import os
import platform
import shutil
import socket
import sqlite3
import sys
from typing import Final

import click

from referee.cli.commands import print_json

_TOOLS: Final = (
    ("sandbox", ("bwrap",), "bots run at level process: trust them, they can read your files"),
    ("containers", ("podman", "docker"), "bots run at level process: trust them, they can read your files"),
    ("go", ("go",), "bots written in Go cannot be built here"),
    ("rust", ("cargo",), "bots written in Rust cannot be built here"),
    ("java", ("javac",), "bots written in Java cannot be built here"),
    ("typescript", ("node",), "bots written in TypeScript cannot run here"),
    ("c++", ("g++", "clang++"), "bots written in C++ cannot be built here"),
    (
        "browser",
        ("chromium", "chromium-browser", "google-chrome"),
        "pages cannot be tested here; they open in any browser",
    ),
)

_LIBRARIES: Final = (
    ("live pages", ("hypercorn", "starlette"), "no referee watch: pip install 'ticket-referee[watch]'"),
    ("png pictures", ("cairosvg",), "pictures are SVG only: pip install 'ticket-referee[pictures]'"),
    ("cluster", ("distributed",), "cups run on this machine only: pip install 'ticket-referee[cluster]'"),
    ("learning", ("gymnasium", "pettingzoo"), "no referee.env: pip install 'ticket-referee[rl]'"),
)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def doctor(*, as_json: bool) -> None:
    """What this machine has, and what each missing thing costs. Programs and libraries are looked up, not run."""
    lines = [*_base(), *(_tool(*tool) for tool in _TOOLS), *(_library(*each) for each in _LIBRARIES)]
    if as_json:
        print_json([{"what": what, "found": found, "cost": cost} for what, found, cost in lines])
        return
    for what, found, cost in lines:
        click.echo(f"{'ok  ' if found else 'none'} {what:<14}{found or cost}")


def _base() -> list[tuple[str, str, str]]:
    unix = hasattr(socket, "AF_UNIX")
    return [
        ("python", platform.python_version(), ""),
        ("system", f"{platform.system()} {platform.release()}", ""),
        ("cores", str(os.cpu_count()), ""),
        ("sqlite", sqlite3.sqlite_version, ""),
        ("unix sockets", "yes" if unix else "", "bots connect over loopback TCP"),
        ("pidfd", "yes" if hasattr(os, "pidfd_open") else "", "a thread waits for each bot process"),
        ("tested on", "this system" if sys.platform == "linux" else "", "the referee is tested on Linux only"),
    ]


def _tool(what: str, programs: tuple[str, ...], cost: str) -> tuple[str, str, str]:
    return what, next((path for name in programs if (path := shutil.which(name))), ""), cost


def _library(what: str, names: tuple[str, ...], cost: str) -> tuple[str, str, str]:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return what, ", ".join(f"{name} {version(name)}" for name in names), cost
    except PackageNotFoundError:
        return what, "", cost
