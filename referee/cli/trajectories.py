"""`referee cup export --trajectories`: brings together what the report writes and what the environments see."""

from pathlib import Path

import click

FILE = "trajectories.jsonl"


def export(folder: Path, pattern: str, out: Path | None) -> None:
    """Write the file and say what is in it.

    Raises:
        RefereeError: the extra `rl` is missing, the folder holds no cup, or the file cannot be written.
    """
    from referee.env import Observer
    from referee.game import Game, State
    from referee.report.cups import unfinished_text
    from referee.report.trajectories import Look, export_trajectories
    from referee.tournament.records import read

    def looks(game: Game) -> Look:
        observer = Observer(game)

        def look(state: State) -> list[float]:
            seen: list[float] = observer.one(state, state.seat).tolist()
            return seen

        return look

    with read(folder) as records:
        written = export_trajectories(records, pattern, out or folder / FILE, looks)
        unfinished = unfinished_text(records)
    click.echo(f"{written.decisions} decisions of {written.matches} matches written to {written.path}")
    if unfinished:
        click.echo(unfinished, err=True)
    if written.withheld:
        click.echo(f"{written.withheld} matches withheld until their deals are played out", err=True)
