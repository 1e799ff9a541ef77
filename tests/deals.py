"""Deals that are the same in each run: a test that some cards could fail fails always, or never.

`CHEZA_DEALS=2 make test` runs every test on other deals.
"""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Callable, Sequence

import pytest

from bot import fairness, lobbies

WHICH = os.environ.get("CHEZA_DEALS", "1")


def secrets_for(name: str) -> Callable[[], str]:
    """Stand in for `new_secret`: give one secret after the other, the same ones for the same name."""
    numbers = itertools.count()
    return lambda: hashlib.sha256(f"{WHICH}/{name}/{next(numbers)}".encode()).hexdigest()[:32]


def text_of_secret(secret: str, match_id: int, start_id: int, join_ids: Sequence[int | None]) -> str:
    """Stand in for `seed_text` where interactions have the sandbox's ids, which grow with the clock."""
    return secret


def deal_alike(patch: pytest.MonkeyPatch, name: str) -> None:
    """Let matches have the secrets that belong to a name."""
    patch.setattr(lobbies, "new_secret", secrets_for(name))


def deal_by_secret(patch: pytest.MonkeyPatch) -> None:
    """Let the secret alone decide the deal."""
    patch.setattr(fairness, "seed_text", text_of_secret)
