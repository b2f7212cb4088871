"""What a bot's author is given: a folder to start from, checks, single questions, a match that stops.

It judges bots, it teaches none how to play; printing is the command line's.
"""
