"""What lies on a table of Take 5: cards and rows, options, moves, events, and what a seat sees."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.engine import IllegalMove, Outcome, Seat, option

ROWS = 4
FULL = 5
HAND = 10
HIGHEST = 104


@dataclass(frozen=True, slots=True)
class Options:
    """How a match is played; the defaults are the usual game."""

    target: int = option(66, (33, 66, 100, 150, 200))
    end_at: Literal["more_than", "reach"] = option("more_than", ("more_than", "reach"))
    rounds: int | None = option(None, (None, 1, 2, 3, 4, 5, 6, 8, 10))
    deck: Literal["full", "tactics"] = option("full", ("full", "tactics"))


@dataclass(frozen=True, slots=True)
class Played:
    """A card of the trick and the seat that laid it."""

    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is over, as everybody saw its end."""

    number: int
    rows: tuple[tuple[int, ...], ...]
    played: tuple[Played, ...]
    """The last trick, from the lowest card to the highest."""
    heads: tuple[int, ...]
    """What each seat took in this round."""
    totals: tuple[int, ...]
    """What each seat has taken in the match, this round included."""


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know, or with `seat` None what everybody may."""

    options: Options
    seats: int
    seat: Seat | None
    round: int
    trick: int
    """From 1 to 10 within the round; the trick being chosen, or the one whose row choice is open."""
    rows: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...]
    """Rising; empty for a spectator. A picked card is still in it."""
    pick: int | None
    """This seat's own card laid face down."""
    chosen: tuple[Seat, ...]
    """Who has laid a card face down in the present trick."""
    played: tuple[Played, ...]
    """The last trick shown, from the lowest card to the highest: those that wait included."""
    waiting: tuple[Played, ...]
    """While a row choice is open: the cards still to be placed, the low one first."""
    gained: tuple[tuple[Seat, int], ...]
    """Heads taken in the last trick shown, by seat."""
    heads: tuple[int, ...]
    """Heads taken so far in this round."""
    totals: tuple[int, ...]
    """Heads of the rounds that are over."""
    finished: Round | None
    """The round that ended with the last trick shown; None again once the next trick is shown."""
    outcome: Outcome | None


# Moves and events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pick:
    """Lay a card face down, or change the one that lies there."""

    card: int
    kind: Literal["pick"] = "pick"

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class ChooseRow:
    """Take the cards of a row with a card that fits behind none."""

    row: int
    """From 0; in notation from 1."""
    kind: Literal["row"] = "row"

    def __str__(self) -> str:
        return f"row {self.row + 1}"


Move: TypeAlias = Pick | ChooseRow


def parse(text: str) -> Move:
    """Read a move's notation: `55` or `row 2`."""
    found = re.fullmatch(r"(row *)?([1-9][0-9]{0,2})", text.strip().lower(), re.ASCII)
    if found is None:
        raise IllegalMove("That isn't a move of Take 5; write a card of your hand like 55, or a row like row 2.")
    number = int(found[2])
    return ChooseRow(number - 1) if found[1] else Pick(number)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round began."""

    round: int
    kind: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class Shown:
    """The cards of a trick were turned over."""

    cards: tuple[Played, ...]
    """From the lowest to the highest."""
    last: bool = False
    """The round's last cards, which nobody chose (N8)."""
    kind: Literal["shown"] = "shown"


@dataclass(frozen=True, slots=True)
class Placed:
    """A card went to the end of a row."""

    seat: Seat
    card: int
    row: int
    kind: Literal["placed"] = "placed"


@dataclass(frozen=True, slots=True)
class Took:
    """A seat took the cards of a row, and its card started the row anew."""

    seat: Seat
    card: int
    row: int
    heads: int
    why: Literal["sixth", "low"]
    kind: Literal["took"] = "took"


@dataclass(frozen=True, slots=True)
class RowAsked:
    """A card fits behind no row: its seat has to choose one."""

    seat: Seat
    card: int
    kind: Literal["asked"] = "asked"


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round was counted."""

    number: int
    heads: tuple[int, ...]
    totals: tuple[int, ...]
    kind: Literal["ended"] = "ended"


Event: TypeAlias = Dealt | Shown | Placed | Took | RowAsked | RoundEnded


# Cards and rows --------------------------------------------------------------------------------------


def deck_of(seats: int, options: Options) -> range:
    """Return the cards of a match; in tactics every one of them is in play."""
    return range(1, (HIGHEST if options.deck == "full" else HAND * seats + ROWS) + 1)


def bull_heads(card: int) -> int:
    """N1."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


def heads_of(cards: Iterable[int]) -> int:
    """Count the bull heads on some cards."""
    return sum(map(HEADS.__getitem__, cards))


HEADS = (0, *map(bull_heads, range(1, HIGHEST + 1)))


def row_for(rows: tuple[tuple[int, ...], ...], card: int) -> int | None:
    """Return the row whose last card is lower than this one and closest to it, or None: all are higher."""
    below = [(row[-1], index) for index, row in enumerate(rows) if row[-1] < card]
    return max(below)[1] if below else None


def cheapest_row(rows: tuple[tuple[int, ...], ...]) -> int:
    """Return the row with the fewest heads; ties go to the lowest number (N9)."""
    return min(range(len(rows)), key=lambda row: heads_of(rows[row]))
