"""What is said of a seat, the same in every game: who, awaited, ready, winner."""

from __future__ import annotations

from functools import cache

from bot.rendering.canvas import Sheet, Sprite, panel
from bot.rendering.colours import BRASS, BRIGHT, CAN, GROUND, RAISED, SEATS
from bot.rendering.shapes import regular

BADGE = 46
"""How large a badge is in the strip under a table."""


@cache
def badge(seat: int, size: int = BADGE, wear: int | None = None) -> Sprite:
    """A seat: colour, shape and number. Seats 7 to 12 wear the first six outlines hollow.

    `wear` gives a seat another one's outline, where its own would be taken for a piece of the game.
    """
    wear = seat if wear is None else wear
    tone, hollow = SEATS[wear % 6], wear >= 6
    c, r = size / 2, size / 2 - 1
    sheet = Sheet(size, size).add(tone.fill, lambda p: p.shape(tone.shape, c, c, r))
    if hollow:
        sheet.add(GROUND, lambda p: p.shape(tone.shape, c, c, r * 0.8))
    down = size * 0.05 if tone.shape == "triangle" else 0
    ink, squeeze = tone.fill if hollow else GROUND, 0.86 if seat > 8 else 1
    return sheet.write((c, c + down), str(seat + 1), round(size * 0.52), ink, squeeze=squeeze).sprite()


@cache
def awaited(width: int = BADGE) -> Sprite:
    """The bar under the seat or team that the table waits for."""
    return panel(width, 6, BRIGHT, 3)


@cache
def tick() -> Sprite:
    """A seat has chosen; laid over the foot of its badge."""
    return (
        Sheet(28, 28)
        .add(GROUND, lambda p: p.disc(14, 14, 14))
        .add(CAN, lambda p: p.disc(14, 14, 11))
        .add(GROUND, lambda p: p.line([(9, 14.5), (12.5, 18), (19, 10.5)], 3.4))
        .sprite()
    )


@cache
def coin(size: int = 66) -> Sprite:
    """A printed chip that belongs to nobody: a free corner of a board; small, a winner's mark."""
    c = size / 2
    return (
        Sheet(size, size)
        .add(BRASS, lambda p: p.disc(c, c, c))
        .add(RAISED, lambda p: p.disc(c, c, c * 0.85))
        .add(BRASS, lambda p: p.figure(regular(5, inner=0.21), c * 0.4, c * 0.36, c * 1.2))
        .sprite()
    )
