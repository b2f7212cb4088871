"""A cup's secret text and everything that follows from it: master, commitment, deals, bot seeds, ids that bots see.

All of it is pure arithmetic that anyone can repeat once the text is revealed; choosing and keeping a text is not done
here
except for drawing a fresh one.
"""

import hashlib
import hmac
import secrets

from attrs import frozen

OPAQUE_DIGITS = 16


@frozen
class Secret:
    """The text of a cup: 64 random hex digits, or the `seed` of an unrated cup's file."""

    text: str

    @classmethod
    def fresh(cls) -> "Secret":
        """A new unguessable text from the system's random source."""
        return cls(secrets.token_hex(32))

    @property
    def master(self) -> bytes:
        """SHA-256 of `referee-cup/1`, a zero byte and the text."""
        return hashlib.sha256(b"referee-cup/1\0" + self.text.encode()).digest()

    @property
    def commitment(self) -> str:
        """What is published before the first match: 64 hex digits of SHA-256 of the master."""
        return hashlib.sha256(self.master).hexdigest()

    def deal(self, number: int) -> bytes:
        """The 32-byte seed of deal `number` (from 0)."""
        return keyed(self.master, f"deal/{number}")

    def bot_seed(self, match_id: str, seat: int) -> bytes:
        """The seed that the bot at a seat gets for its own dice; it says nothing about the deal."""
        return keyed(self.master, f"bot/{match_id}/{seat}")

    def opaque(self, match_id: str) -> str:
        """The id under which bots know a match: 16 hex digits that name neither table nor deal."""
        return keyed(self.master, f"match/{match_id}").hex()[:OPAQUE_DIGITS]

    def order_seed(self, table: str, deal: int) -> bytes:
        """The seed of the base order in which a table's bots sit down for a deal."""
        return keyed(self.master, f"order/{table}/{deal}")


def keyed(key: bytes, text: str) -> bytes:
    """HMAC-SHA256 of a text under a key."""
    return hmac.digest(key, text.encode(), "sha256")
