"""The board of Sequence: a hundred spaces, and every five of them in a line.

Chips are sets of spaces, kept as integers of 100 bits: bit `s` is space `s`. A set of spaces is called a mask.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NewType, TypeAlias

from rules.cards import CARDS, Card

Space = NewType("Space", int)
"""A space, row by row from 0 at the top left, A1, to 99 at the bottom right, J10."""

Five: TypeAlias = tuple[Space, ...]
"""Five spaces in a line, rising."""

SIDE = 10
LAYOUT = """
    **  2S  3S  4S  5S  6S  7S  8S  9S  **
    6C  5C  4C  3C  2C  AH  KH  QH  TH  TS
    7C  AS  2D  3D  4D  5D  6D  7D  9H  QS
    8C  KS  6C  5C  4C  3C  2C  8D  8H  KS
    9C  QS  7C  6H  5H  4H  AH  9D  7H  AS
    TC  TS  8C  7H  2H  3H  KH  TD  6H  2D
    QC  9S  9C  8H  9H  TH  QH  QD  5H  3D
    KC  8S  TC  QC  KC  AC  AD  KD  4H  4D
    AC  7S  6S  5S  4S  3S  2S  2H  3H  5D
    **  AD  KD  QD  TD  9D  8D  7D  6D  **
"""
COLUMNS = "abcdefghij"

CARD_ON: tuple[Card | None, ...] = tuple(
    None if printed == "**" else Card(printed.lower()) for printed in LAYOUT.split()
)
"""The card on each space; None on the corners, which count for everybody."""
SPACES = tuple(map(Space, range(SIDE * SIDE)))
SPACES_OF: dict[Card, tuple[Space, ...]] = {
    card: tuple(space for space in SPACES if CARD_ON[space] == card) for card in CARDS
}
"""The two spaces of each card; none for a jack."""
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Row, column, down-right, down-left: the order in which a player is asked (S7)."""


ZERO_ONE = bytes.maketrans(b"01", b"\0\1")


def mask_of(spaces: Iterable[Space]) -> int:
    """Return spaces as a mask."""
    mask = 0
    for space in spaces:
        mask |= 1 << space
    return mask


def spaces_in(mask: int) -> tuple[Space, ...]:
    """Return the spaces of a mask, rising."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(Space(lowest.bit_length() - 1))
        mask ^= lowest
    return tuple(found)


def flags(mask: int) -> bytes:
    """Return a mask as a hundred bytes, 1 for each of its spaces: the quickest way to pick what stands beside them."""
    return f"{mask:0100b}"[::-1].encode().translate(ZERO_ONE)


CORNERS = mask_of(space for space in SPACES if CARD_ON[space] is None)
BOTH: dict[Card, int] = {card: mask_of(spaces) for card, spaces in SPACES_OF.items()}
"""The spaces of each card as a mask."""


def _fives(direction: tuple[int, int]) -> Iterable[Five]:
    down, right = direction
    for space in SPACES:
        row, column = divmod(space, SIDE)
        if row + 4 * down < SIDE and 0 <= column + 4 * right < SIDE:
            yield tuple(Space(space + step * (SIDE * down + right)) for step in range(5))


FIVES: dict[Five, int] = {five: mask_of(five) for direction in DIRECTIONS for five in _fives(direction)}
"""Every five in a line, with its mask: 192 of them."""
LINES: tuple[tuple[tuple[tuple[int, Five], ...], ...], ...] = tuple(
    tuple(
        tuple((mask_of(five), five) for five in _fives(direction) if space in five)  # the first in reading order first
        for direction in DIRECTIONS
    )
    for space in SPACES
)
"""For each space and each direction, the fives through it with their masks."""
THROUGH: tuple[tuple[int, ...], ...] = tuple(tuple(mask for line in lines for mask, _ in line) for lines in LINES)
"""For each space the masks of all fives through it."""
STAR: tuple[tuple[int, ...], ...] = tuple(
    tuple(mask_of(space for _, five in line for space in five) for line in lines if line) for lines in LINES
)
"""For each space and each direction that has fives through it, the mask of all spaces of these."""


def name_of(space: Space) -> str:
    """Write a space as in a move: `d6`."""
    row, column = divmod(space, SIDE)
    return f"{COLUMNS[column]}{row + 1}"


def read_space(text: str) -> Space | None:
    """Read `d6` or `D6`; None if there is no such space."""
    found = re.fullmatch(r"([a-j])([1-9]|10)", text.lower(), re.ASCII)
    return None if found is None else Space(SIDE * (int(found[2]) - 1) + COLUMNS.index(found[1]))
