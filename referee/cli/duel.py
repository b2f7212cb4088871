"""`referee duel`: known, and refused until the sequential test is built."""

from referee.cli.commands import not_yet

duel = not_yet("duel", "Compare two bots with a sequential test that stops when decided")
