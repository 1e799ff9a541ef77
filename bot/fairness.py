"""The sealed deal: what is fixed before anybody joins, and how anybody can check it afterwards.

It shows that the bot fixed its share of the luck before it knew who would join, and could not fit it to who
did. It does not protect from the host, who holds the database.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence


def new_secret() -> str:
    """Make the bot's share of a match's luck: 16 random bytes, in hex."""
    return secrets.token_hex(16)


def seal(secret: str) -> str:
    """Return what the lobby shows of a secret: the SHA-256 of its bytes, in hex."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed(secret: str, match_id: int, start_id: int, join_ids: Sequence[int | None]) -> str:
    """Return the seed of a match's luck, in hex: the SHA-256 of `seed_text`."""
    return hashlib.sha256(seed_text(secret, match_id, start_id, join_ids).encode()).hexdigest()


def seed_text(secret: str, match_id: int, start_id: int, join_ids: Sequence[int | None]) -> str:
    """Return what a match's luck is made of, as text.

    The secret, the match's number, the id of the Start interaction and those of the Join interactions in seat order
    (`bot` for a bot), joined by slashes.
    """
    joins = [str(join) if join is not None else "bot" for join in join_ids]
    return "/".join([secret, str(match_id), str(start_id), *joins])
