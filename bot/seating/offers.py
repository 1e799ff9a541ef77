"""Offers of a seat, as they are kept: from its person, by vote, or from the server's staff."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import TypeAdapter

OFFER = "offer"


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat that somebody else may take; the notice's person is the one it is offered to, None: anybody."""

    seat: int
    by: Literal["owner", "vote", "staff"]
    outcome: Literal["taken", "declined", "withdrawn", "replaced", "back"] | None = None
    """What became of it; None, once it isn't open: the match ended."""
    again: bool = False
    """That person was offered the seat before, and isn't called once more."""


MOST_OFFERS = 3
"""So often a seat is offered by its person in one turn: each calls somebody."""
_OFFER = TypeAdapter(Offer)


def load_offer(text: str) -> Offer:
    return _OFFER.validate_json(text)


def dump_offer(offer: Offer) -> str:
    return _OFFER.dump_json(offer).decode()
