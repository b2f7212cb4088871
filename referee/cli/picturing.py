"""The work behind `referee cup report --format svg|png`: a plot of a cup as a picture. It parses no option."""

from enum import StrEnum
from pathlib import Path

from referee.cli.viewing import drawn, write
from referee.report.pictures import cross_table_svg, rating_plot_svg
from referee.tournament.figures import CupFigures
from referee.tournament.records import read


class Part(StrEnum):
    """What `--part` says."""

    RATINGS = "ratings"
    CROSS_TABLE = "cross-table"


def picture_cup(folder: Path, part: Part, form: str, out: Path | None, width: int | None) -> Path:
    """Write a plot of the whole cup; gives where, by default PART.FORM in its folder.

    Raises:
        StoreError: the folder holds no cup. PictureError: nothing to show yet, or no library for bitmaps.
        OutputError: the file cannot be written.
    """
    with read(folder) as records, records.at_one_moment():
        table, name = CupFigures(records).overall, records.config.name
        if part is Part.RATINGS:
            svg = rating_plot_svg(table.standings, name)
        else:
            svg = cross_table_svg(table.standings, table.encounters, name)
    place = out or folder / f"{part}.{form}"
    write(place, drawn(svg, form, width))
    return place
