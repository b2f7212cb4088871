"""The command line: one command a file, thin. It parses, calls the room that does the work, prints, and sets the exit
status.
"""

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave the process with its exit status (0 done, 1 check failed, 2 wrong usage, 130
    stopped).
    """
    from referee.cli.app import run

    raise SystemExit(run(arguments))
