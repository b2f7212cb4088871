"""Live pages of a cup: a small web server that reads a results folder and writes nothing.

Read in this order: address says where it listens, guard who may ask, feed what is known now, app what is answered,
server holds them together.
"""

from referee.report.watch.address import Address, ListenError, parse_address
from referee.report.watch.server import MissingStackError, Visit, watch

__all__ = ["Address", "ListenError", "MissingStackError", "Visit", "parse_address", "watch"]
