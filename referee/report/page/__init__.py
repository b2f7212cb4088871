"""The report of a cup: one page with standings, figures, faults and matches, and the pages of some matches beside it.

Read in this order: tables turns figures into plain values, matches lists what was played, about says what is needed
to believe it; facts collects them; page puts all into one sheet; report.js shows it; choice says which matches get
pages, publish writes them.
"""

from referee.report.page.choice import Shown
from referee.report.page.page import cup_page
from referee.report.page.publish import Published, Publisher

__all__ = ["Published", "Publisher", "Shown", "cup_page"]
