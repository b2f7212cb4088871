"""The replay viewer: a page that plays one match, and pictures of positions. It plays by no rules of its own.

Read in this order: places, tracks, labels, ground make a board's geometry; drawing makes it SVG; snapshots and story
say what happened; match collects that; page puts all into one file; viewer.js shows it.
"""

from referee.report.viewer.page import replay_page
from referee.report.viewer.picture import picture
from referee.report.viewer.salvage import HOPELESS, salvaged

__all__ = ["HOPELESS", "picture", "replay_page", "salvaged"]
