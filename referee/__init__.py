"""Referee for bot competitions in the Ticket to Ride family of games.

Holds the version and nothing else: importing it costs nothing and pulls in no other module.
"""

__version__ = "0.1.0"
