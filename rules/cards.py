"""The 52 cards that most card games are played with, and the two letters that each is written with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NewType

Card = NewType("Card", str)
"""A rank and a suit, as `7h`; the ten is `t`."""

SUITS = "cdhs"
RANKS = "23456789tjqka"
"""From the lowest to the highest, the ace."""
CARDS = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""In the order of a sorted hand."""
PLACE = {card: place for place, card in enumerate(CARDS)}
SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))
LETTERS = {sign: suit for suit, sign in SIGNS.items()}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards as a hand shows them: by suit, then by rank."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def rank_of(card: Card) -> int:
    """Return how high a card is, from 0 for a two to 12 for an ace."""
    return RANKS.index(card[0])


def sign(card: Card) -> str:
    """Write a card as people see it: `7♥`, `10♠`."""
    return ("10" if card[0] == "t" else card[0].upper()) + SIGNS[card[1]]


def read_card(text: str) -> Card | None:
    """Read `7h`, `TH`, `10h` or `7♥`; None if it is no card."""
    found = re.fullmatch(r"(10|[2-9tjqka])([cdhs♣♦♥♠])", text.lower())
    if found is None:
        return None
    return Card(("t" if found[1] == "10" else found[1]) + LETTERS.get(found[2], found[2]))
