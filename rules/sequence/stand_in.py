"""Who plays a seat of Sequence when no person does."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cards import Card
from rules.sequence.board import BOTH, CORNERS, FIVES, THROUGH, Space, mask_of
from rules.sequence.lines import completed
from rules.sequence.moves import Choose, DrawFor, Drop, Exchange, Move, Pass, Place, Remove
from rules.sequence.position import View

# All worths were found by playing matches against random seats and each other.
OWN = (0, 1, 4, 16, 64, 0)
"""What a line of five is worth by its own chips, while no opponent is in it; five are counted as a sequence."""
THEIRS = (0, 1, 4, 16, 300, 0)
"""What it is worth to be in the way of an opponent's line."""
SEQUENCE = 5_000
WIN = 1_000_000
TWO_EYED_COST, ONE_EYED_COST = 50, 30
"""What a jack is worth in the hand: it is spent where it brings more."""


def timeout(view: View, legal: Sequence[Move]) -> Move:
    """S22: as the stand-in plays; of a line the first five (S7)."""
    fives = [move for move in legal if isinstance(move, Choose)]
    return fives[0] if fives else stand_in(view, legal)


def stand_in(view: View, legal: Sequence[Move]) -> Move:
    """Choose, pay, draw and exchange what there is; else play where it completes, builds or blocks most."""
    table = _Table(view)
    for asked, worth in ((Choose, table.of_choice), (Drop, table.of_drop)):
        moves = [move for move in legal if isinstance(move, asked)]
        if moves:
            return max(moves, key=worth)
    for free in (DrawFor, Exchange):
        for move in legal:
            if isinstance(move, free):
                return move
    return max(legal, key=table.of_play)


def best_first(view: View, moves: Sequence[Move]) -> list[Move]:
    """Sort plays by what the stand-in thinks of them, the best first."""
    return sorted(moves, key=_Table(view).of_play, reverse=True)


class _Table:
    """A view as masks, and what moves are worth on it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.team = view.teams[view.seat or 0]
        self.chips = [mask_of(spaces) for spaces in view.chips]
        self.own = self.chips[self.team]
        self.others = [chips for team, chips in enumerate(self.chips) if team != self.team]
        self.declared = [
            [FIVES[made.spaces] for made in view.sequences if made.team == team] for team in range(len(self.chips))
        ]

    def of_play(self, move: Move) -> float:
        """Return what a card played is worth."""
        if isinstance(move, Remove):
            return self.taking(move.space) - ONE_EYED_COST
        if isinstance(move, Place):
            return self.putting(move.space) - (0 if BOTH[move.card] else TWO_EYED_COST)
        return -WIN if isinstance(move, Pass) else -WIN / 2

    def putting(self, space: Space) -> float:
        """Return what a chip of one's own is worth on an open space."""
        worth = 0.0
        made, asked = completed(self.own | 1 << space, space, self.declared[self.team])
        if new := len(made) + len(asked):
            worth += WIN if self.view.counts[self.team] + new >= self.view.needed else SEQUENCE * new
        for mask in THROUGH[space]:
            worth += self.line(mask, self.team, OWN, added=1)
            for team in range(len(self.chips)):
                if team != self.team:
                    worth += self.line(mask, team, THEIRS, added=0)
        return worth

    def taking(self, space: Space) -> float:
        """Return what it is worth to take an opponent's chip away: their lines through it, own ones freed."""
        team = next(team for team, chips in enumerate(self.chips) if chips >> space & 1)
        bit, worth = 1 << space, 0.0
        self.chips[team] &= ~bit
        for mask in THROUGH[space]:
            worth += self.line(mask, team, THEIRS, added=1) + self.line(mask, self.team, OWN, added=0) / 2
        self.chips[team] |= bit
        return worth

    def line(self, mask: int, team: int, worth: Sequence[int], added: int) -> float:
        """Return what a line is worth to a team, or with `added` how much more it is by a chip more."""
        for other, chips in enumerate(self.chips):
            if other != team and chips & mask:
                return 0.0
        for declared in self.declared[team]:
            if (mask & declared).bit_count() > 1:
                return 0.0
        count = (mask & (self.chips[team] | CORNERS)).bit_count()
        if added:
            return worth[count + 1] - worth[count] if count < 4 else 0.0
        return worth[count]

    def of_choice(self, move: Move) -> float:
        """Return how much of the rest a choice of five leaves for another sequence."""
        if not isinstance(move, Choose):
            return 0.0
        mask = next(mask for five, mask in FIVES.items() if (five[0], five[-1]) == (move.first, move.last))
        others = [*self.declared[self.team], mask]
        have = self.own | CORNERS
        return sum(
            OWN[min((each & have).bit_count(), 4)]
            for each in FIVES.values()
            if all((each & other).bit_count() <= 1 for other in others)
            and not any(each & chips for chips in self.others)
        )

    def of_drop(self, move: Move) -> float:
        """Return how little a card in hand is worth."""
        if not isinstance(move, Drop):
            return 0.0
        return -self.of_card(move.card)

    def of_card(self, card: Card) -> float:
        spaces = next(held.open for held in self.view.hand if held.card == card)
        if spaces is None:
            return TWO_EYED_COST
        return max(map(self.putting, spaces), default=-1.0)
