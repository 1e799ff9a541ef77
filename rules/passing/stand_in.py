"""Who plays a seat of The Passing Game when no person does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from rules.passing.scoring import all_laid
from rules.passing.table import (
    TILES,
    Ends,
    Keep,
    Move,
    Pass,
    Play,
    Tile,
    View,
    fits,
    laid,
    low_first,
    pips_of,
)

BLUFF = 0.2
"""How likely a tile is, against others, to be in the hand of somebody who could have played it and didn't."""
ROOM, SHUT = 2.0, 25.0
"""What a tile of one's own that fits the new ends is worth, and an opponent who can't play, in pips laid.

Found, as all here, by playing against seats that do otherwise.
"""
DECIDED = 1_000.0
"""More than anything else is worth: the round is over."""


def stand_in(view: View, legal: Sequence[Move]) -> Move:
    """Count tiles: lay what gets rid of pips, leaves room for one's own and shuts others out.

    Else pass: a tile drawn costs more than it brings, even where a pass loses the round.
    """
    guess = guessed(view)
    plays = [move for move in legal if isinstance(move, Play)]
    best = max(plays, key=lambda move: worth(view, guess, move), default=None)
    others = [move for move in legal if not isinstance(move, Play)]
    if best is not None and (not others or worth(view, guess, best) > -DECIDED):
        return best
    return others[-1]


def timeout(view: View, legal: Sequence[Move]) -> Move:
    """P12: pass; asked about a drawn tile, keep it; leading, play as the stand-in would."""
    for move in legal:
        if isinstance(move, (Pass, Keep)):
            return move
    return stand_in(view, legal)


@dataclass(frozen=True, slots=True)
class Guess:
    """How likely each seat holds each of the tiles that this seat doesn't see."""

    unseen: tuple[Tile, ...]
    odds: tuple[tuple[float, ...], ...]
    """By seat, then in the order of `unseen`; nothing for one's own seat."""

    def pips(self, seat: int) -> float:
        return sum(odds * sum(tile) for odds, tile in zip(self.odds[seat], self.unseen, strict=True))

    def shut(self, seat: int, ends: Ends) -> float:
        """Return how likely a seat holds nothing that fits."""
        return prod(
            max(1 - odds, 0) for odds, tile in zip(self.odds[seat], self.unseen, strict=True) if fits(tile, ends)
        )


def guessed(view: View) -> Guess:
    """Spread the unseen tiles over the other hands and the boneyard, by what each seat did when it laid none."""
    seen = {*view.hand, *map(low_first, view.train)}
    unseen = tuple(tile for tile in TILES if tile not in seen)
    holders = [*(0 if seat == view.seat else count for seat, count in enumerate(view.counts)), view.boneyard]
    table = [[1.0] * len(unseen) for _ in holders]
    for seat in range(view.seats):
        lack = lacking(view, seat)
        table[seat] = [lack[low] * lack[high] for low, high in unseen]
    # Each hand holds its number of tiles, and each tile is in one place.
    for _ in range(4):
        for row, count in zip(table, holders, strict=True):
            scale = count / (sum(row) or 1)
            row[:] = [odds * scale for odds in row]
        whole = [sum(column) or 1 for column in zip(*table, strict=True)]
        for row in table:
            row[:] = [odds / all_odds for odds, all_odds in zip(row, whole, strict=True)]
    return Guess(unseen, tuple(map(tuple, table)))


def lacking(view: View, seat: int) -> list[float]:
    """Return for each number how likely a seat holds a tile with it, against others.

    Who drew or passed lacked what the ends asked for, or was bluffing; tiles drawn since may have mended it.
    """
    likely, drawn = [1.0] * 7, 0
    for idle in reversed(view.idles):
        if idle.seat != seat:
            continue
        drawn += idle.did == "drew"
        new = min(drawn / max(view.counts[seat], 1), 1)
        for end in idle.ends:
            likely[end] = min(likely[end], new + (1 - new) * BLUFF)
    return likely


def margin(view: View, guess: Guess, hand: Sequence[Tile]) -> float:
    """Guess by how many pips a hand of this seat, or its side's two hands, is lower than the lowest of the others."""
    pips = [pips_of(hand) if seat == view.seat else guess.pips(seat) for seat in range(view.seats)]
    if view.options.partners and view.options.partner_scoring == "side":
        sides = [pips[0] + pips[2], pips[1] + pips[3]]
        mine = view.sides[view.active or 0]
        return sides[1 - mine] - sides[mine]
    return min(each for seat, each in enumerate(pips) if seat != view.seat) - pips_of(hand)


def worth(view: View, guess: Guess, move: Play) -> float:
    """Return what a play is worth, in pips."""
    train, _ = laid(view.train, move)
    rest = [tile for tile in view.hand if tile != move.tile]
    if not rest or all_laid(train):
        return DECIDED if margin(view, guess, rest) > 0 else -DECIDED
    ends = train[0][0], train[-1][1]
    value = sum(move.tile) + ROOM * sum(fits(tile, ends) for tile in rest)
    for seat in range(view.seats):
        if seat != view.seat:
            partner = view.sides[seat] == view.sides[view.active or 0]
            value += (-SHUT if partner else SHUT) * guess.shut(seat, ends)
    return value
