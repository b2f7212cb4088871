"""`python -m referee` is the command line; nothing else happens here."""

from referee.cli import main

if __name__ == "__main__":
    main()
