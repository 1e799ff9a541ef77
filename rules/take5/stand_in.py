"""Who plays a seat of Take 5 when no person does."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import chain
from math import comb

from rules.take5.table import (
    FULL,
    ChooseRow,
    Move,
    Pick,
    View,
    cheapest_row,
    deck_of,
    heads_of,
    row_for,
)

EDGE = 0.5
"""What getting rid of the lowest or the highest card is worth, in heads; found by playing random seats."""


def stand_in(view: View, legal: Sequence[Move]) -> Move:
    """Lay the card that is likely to cost least; take the cheapest row."""
    if any(isinstance(move, ChooseRow) for move in legal):
        return ChooseRow(cheapest_row(view.rows))
    deck = deck_of(view.seats, view.options)
    known = {*chain(*view.rows), *view.hand, *(each.card for each in view.played)}
    unseen = [card for card in deck if card not in known]
    middle = len(deck) / 2

    def price(move: Move) -> float:
        card = move.card if isinstance(move, Pick) else 0
        return expected_heads(view, card, unseen) - EDGE * abs(card - middle) / middle

    return min(legal, key=price)


def timeout(view: View, legal: Sequence[Move]) -> Move:
    """N9: a card as the stand-in would lay it; of rows the cheapest."""
    return stand_in(view, legal)


def expected_heads(view: View, card: int, unseen: list[int]) -> float:
    """Guess what a card takes, as if every other seat laid one of the unseen cards (rising) at random.

    It takes a row when exactly as many cards fall between the row's end and itself as still fit there.
    """
    row = row_for(view.rows, card)
    if row is None:
        return heads_of(view.rows[cheapest_row(view.rows)])
    room = FULL - len(view.rows[row])
    others = view.seats - 1
    between = bisect(unseen, card) - bisect(unseen, view.rows[row][-1])
    share = between / max(len(unseen), 1)
    chance = comb(others, room) * share**room * (1 - share) ** max(others - room, 0)
    average = 171 / 104
    return chance * (heads_of(view.rows[row]) + room * average)
