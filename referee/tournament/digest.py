"""The one figure that stands for a whole cup, to be published before anyone could want to alter it."""

import hashlib
from collections.abc import Mapping


def cup_digest(digests: Mapping[str, str]) -> str:
    """SHA-256, 64 hex digits, over one line `MATCH_ID DIGEST` for each match, sorted by id."""
    lines = (f"{match_id} {digest}\n" for match_id, digest in sorted(digests.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()
