"""Cups: the file that describes one, its schedule, the units that workers play, the store and the standings.

It asks `match` for each game and never looks into one; it draws no page and parses no command line.
"""
