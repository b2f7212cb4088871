"""`referee host`: known, and refused until remote bots may dial in."""

from referee.cli.commands import not_yet

host = not_yet("host", "Play with remote bots that connect by themselves")
