"""Pictures for papers: the rating plot and the cross table of a cup as SVG that stands alone, and any SVG as a bitmap.

The picture of a position is `viewer`'s. All are pure functions; paper holds what they share.
"""

from referee.report.pictures.cross_table import cross_table_svg
from referee.report.pictures.paper import PictureError, png, sized
from referee.report.pictures.rating_plot import rating_plot_svg

__all__ = ["PictureError", "cross_table_svg", "png", "rating_plot_svg", "sized"]
