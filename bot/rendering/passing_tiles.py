"""The pieces of The Passing Game: tiles in any size, the marks of open ends, tiles in small to count with."""

from __future__ import annotations

from functools import cache, lru_cache

from bot.rendering.canvas import Sheet, Sprite, paper
from bot.rendering.colours import CAN, GROUND, INK, LINE, MUTED, PAPER_EDGE
from bot.rendering.shapes import Pen, Point
from rules.passing import Tile

PIPS: tuple[tuple[Point, ...], ...] = (
    (),
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
)
"""Where the pips of a number stand on an upright half, in steps from its middle."""
INKS = (INK, INK, "#1F4F8F", "#A3301F", "#0F624A", "#6B3A8C", "#8A5200")
"""Each number has an ink of its own, dark enough to be black to whoever can't tell them apart."""
MINI_W, MINI_H = 46, 26


def corner(half: int) -> int:
    """Return the radius of the corners of a tile."""
    return round(half * 0.17)


def lip_of(half: int) -> int:
    """Return how far a tile is thicker than its two squares."""
    return max(3, half // 20)


@cache
def tile(first: int, second: int, half: int, upright: bool = False) -> Sprite:
    """Return a tile of two squares, `first` left or on top; it is kept."""
    return fresh_tile(first, second, half, upright)


@lru_cache(maxsize=1)
def fresh_tile(first: int, second: int, half: int, upright: bool) -> Sprite:
    """Draw a tile, for what is kept in other forms."""
    wide, high, lip = (half, 2 * half, lip_of(half)) if upright else (2 * half, half, lip_of(half))
    sheet = Sheet(wide, high + lip).put(paper(wide, high + lip, radius=corner(half), lip=lip), 0, 0)
    thin, long = (half - 1.5, half + 1.5), (half * 0.16, half * 0.84)
    (left, right), (top, foot) = (long, thin) if upright else (thin, long)
    sheet.add(PAPER_EDGE, lambda p: p.box(left, top, right, foot, 1))
    for place, number in enumerate((first, second)):
        _pips(sheet, number, half, place, upright)
    return sheet.sprite()


def _pips(sheet: Sheet, number: int, half: int, place: int, upright: bool) -> None:
    x, y = (half / 2, half * (place + 0.5)) if upright else (half * (place + 0.5), half / 2)

    def spots(pen: Pen) -> None:
        for dx, dy in PIPS[number]:
            dx, dy = (dx, dy) if upright else (dy, -dx)
            pen.disc(x + dx * half * 0.275, y + dy * half * 0.275, half * 0.11)

    sheet.add(INKS[number], spots)


def upright(held: Tile, half: int) -> Sprite:
    """Draw a tile of a hand."""
    return tile(*held, half, upright=True)


@cache
def end(number: int, size: int) -> Sprite:
    """Mark an open end with the number that it asks for, in the colour of what can be done."""
    middle = size / 2
    sheet = Sheet(size, size).add(CAN, lambda p: p.disc(middle, middle, middle).disc(middle, middle, size * 0.42, on=0))
    return sheet.write((middle, middle), str(number), round(size * 0.58), CAN).sprite()


@cache
def mini(colour: str) -> Sprite:
    """Draw a tile in small, to count with."""
    return (
        Sheet(MINI_W, MINI_H)
        .add(GROUND, lambda p: p.box(0, 0, MINI_W, MINI_H, 7))
        .add(colour, lambda p: p.box(2, 2, MINI_W - 2, MINI_H - 2, 5))
        .add(GROUND, lambda p: p.box(22, 6, 24, 20, 1).disc(12.5, 13, 3).disc(33.5, 13, 3))
        .sprite()
    )


@cache
def heap(closed: bool) -> Sprite:
    """Draw the boneyard; `closed` when nothing more can be drawn from it."""
    sheet = Sheet(MINI_W + 12, MINI_H + 16)
    for k in range(3):
        sheet.put(mini(MUTED if k == 2 and not closed else LINE), 6 * k, 8 * k)
    return sheet.sprite()
