"""What can be made of the cards in sight within one turn of Sequence Stacks, and what that is worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from rules.stacks.moves import Lay, Source
from rules.stacks.table import (
    FULL,
    PILES,
    PLACE,
    Card,
    Chips,
    Options,
    View,
    colour_of,
    is_action,
    least_of,
    places_of,
    starts,
    wins,
    with_chip,
)

Heights: TypeAlias = tuple[int, ...]
Cards: TypeAlias = tuple[Card, ...]

# All worths are in parts of a chip that is needed, and were found by playing against seats that do otherwise.
NEEDED, SPARE, WIN = 100.0, 4.0, 10_000.0
RISK = (0.0, 3.0, 6.0, 14.0, 40.0)
"""What a pile so high costs when the turn is over: the next player may complete it."""
PLAYED = 5.0
"""What it is worth to have a card less in hand: another comes for it."""
UNCOVERED = 3.0
"""What it is worth to have played the top of one's own discard pile."""
EMPTIED = 25.0
"""What five new cards in the same turn are worth."""
WILD = 16.0
"""What a wild is worth in the hand."""
MOST = 600
"""So many positions are looked at, at most."""


def lacking(options: Options, chips: Chips) -> int:
    """Return how many chips more are needed to win, of the right colours."""
    least, (red, blue) = least_of(options), chips
    return max(options.chips_to_win - red - blue, max(least - red, 0) + max(least - blue, 0))


def worth_of_chip(options: Options, chips: Chips, pile: int) -> float:
    """Return what a chip of a pile's colour is worth to who has these."""
    after = with_chip(chips, colour_of(pile))
    if wins(options, after):
        return WIN
    return NEEDED if lacking(options, after) < lacking(options, chips) else SPARE


@dataclass(slots=True)
class Planner:
    """Looks for the best row of plays from hand and discard pile, as far as no card is drawn."""

    view: View
    seen: dict[tuple[Heights, Cards, int, Chips], tuple[float, Lay | None]] = field(default_factory=dict)

    def best(self) -> tuple[float, Lay | None]:
        """Return what the rest of the turn is worth, and its first card; None: nothing more is laid."""
        view = self.view
        assert view.seat is not None  # noqa: S101 - a spectator plays nothing
        return self._best(tuple(map(len, view.piles)), view.hand, len(view.discards[view.seat]), view.chips[view.seat])

    def _best(self, heights: Heights, hand: Cards, buried: int, chips: Chips) -> tuple[float, Lay | None]:
        if not hand:
            return EMPTIED - self._risk(heights) / 2, None
        key = heights, hand, buried, chips
        if key in self.seen:
            return self.seen[key]
        best: tuple[float, Lay | None] = -self._risk(heights), None
        if len(self.seen) < MOST:
            self.seen[key] = best
            for lay in self._lays(heights, hand, buried):
                worth = self._worth(lay, heights, hand, buried, chips)
                if worth > best[0]:
                    best = worth, lay
        self.seen[key] = best
        return best

    def _lays(self, heights: Heights, hand: Cards, buried: int) -> list[Lay]:
        cards: list[tuple[Source, Card]] = [("h", card) for card in dict.fromkeys(hand)]
        if buried:
            cards.append(("d", self._discards[buried - 1]))
        lays: list[Lay] = []
        for source, card in cards:
            if is_action(card):
                continue
            places = places_of(card)
            lays += [Lay(source, card, pile) for pile in places if heights[pile] and fits(card, heights[pile])]
            if starts(card) and not all(heights[pile] for pile in places):
                lays.append(Lay(source, card, None))
        return lays

    def _worth(self, lay: Lay, heights: Heights, hand: Cards, buried: int, chips: Chips) -> float:
        """Return what a card is worth with the best that can follow it."""
        pile = lay.pile
        if pile is None:
            pile = next(place for place in places_of(lay.card) if not heights[place])
        after, worth = list(heights), 0.0
        after[pile] += 1
        if after[pile] == FULL:
            worth += worth_of_chip(self.view.options, chips, pile)
            chips, after[pile] = with_chip(chips, colour_of(pile)), 0
        if lay.source == "h":
            place = hand.index(lay.card)
            hand = (*hand[:place], *hand[place + 1 :])
            worth += PLAYED
        else:
            buried -= 1
            worth += UNCOVERED
        if lay.card[1] == "w":
            worth -= WILD
        return worth + self._best(tuple(after), hand, buried, chips)[0]

    @property
    def _discards(self) -> Cards:
        return self.view.discards[self.view.seat or 0]

    def _risk(self, heights: Heights) -> float:
        return sum(RISK[height] for height in heights)


def fits(card: Card, height: int) -> bool:
    """Tell whether a card is the next of a pile so high."""
    return card[1] in ("w", str(height + 1))


def keeping(view: View, card: Card) -> float:
    """Return what a card is worth in the hand, to find the one to discard."""
    if is_action(card):
        return 100.0 + PLACE[card]
    if card[1] == "w":
        return 200.0
    number = int(card[1])
    away = [(number - len(view.piles[pile]) - 1) % FULL for pile in PILES if pile in places_of(card)]
    return 10.0 - min(away) - 3.0 * (view.hand.count(card) - 1)
