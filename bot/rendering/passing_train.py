"""How a train of The Passing Game winds over the table.

It grows from the leader's tile, which stays where it is: the right end to the right and down, the left end, the same
turned by half, to the left and up. So growing an end leaves the other where it was, as long as the tiles keep their
size and no line is added above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rendering.canvas import MARGIN, WIDTH
from rules.passing import Tile

APART = 3
"""Lines lie so many squares below each other."""
ROOM = 520
"""How high the lines of a train may get before its tiles are laid smaller."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large tiles are laid: pixels from square to square, squares a line, the leader's first square."""

    pitch: int
    columns: int
    start: int

    @property
    def half(self) -> int:
        """The side of half a tile; a hair of ground stays between tiles."""
        return round(self.pitch * 0.92)

    @property
    def left(self) -> float:
        """Where the first square of a line begins."""
        return (WIDTH - self.columns * self.pitch) / 2


SIZES = tuple(
    Size(pitch, int((WIDTH - 2 * MARGIN - pitch * 0.4) // pitch), start)
    for pitch, start in ((96, 4), (84, 4), (74, 6), (66, 6), (62, 7), (58, 7), (54, 8))
)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a tile lies, in squares: the middle of it, and the way the train runs through it, from left to right."""

    x: float
    y: float
    way: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Laid:
    """A train on the table: a spot for each tile, and where the next one would begin at each end."""

    size: Size
    spots: tuple[Spot, ...]
    left: Spot
    right: Spot
    top: float
    lines: float
    """From the highest spot to the lowest, in squares."""


def laid(train: Sequence[Tile], first: int) -> Laid:
    """Lay a train as large as it fits; `first` is the leader's tile in it."""
    doubles = tuple(a == b for a, b in train)
    for size in SIZES:
        found = _laid(doubles, first, size)
        if (found.lines + 1.5) * size.pitch < ROOM:
            break
    return found


def _laid(doubles: tuple[bool, ...], first: int, size: Size) -> Laid:
    wide = 1 if doubles[first] else 2
    middle = Spot(size.start + (wide - 1) / 2, 0, (1, 0))
    *after, right = arm(doubles[first + 1 :], size.columns, size.start + wide)
    # The left arm is a right one on the table turned by half; read from left to right, its way stays.
    turned = arm(doubles[:first][::-1], size.columns, size.columns - size.start)
    *before, left = [Spot(size.columns - 1 - spot.x, -spot.y, spot.way) for spot in turned]
    spots = (*reversed(before), middle, *after)
    heights = [spot.y for spot in (*spots, left, right)]
    return Laid(size, spots, left, right, min(heights), max(heights) - min(heights))


def arm(doubles: Sequence[bool], columns: int, x: int) -> list[Spot]:
    """Wind tiles from a square of the first line to and fro; the last spot is where the next tile would begin.

    A tile takes two squares of the path and a double one, lying across. A double never lies on a bend, where it would
    cover its neighbour: the path bends a square earlier at the top of a bend, a square later at its foot.
    """
    spots: list[Spot] = []
    y = line = 0
    side, down = 1, False
    for double in (*doubles, None):
        room = columns - x if side > 0 else x + 1
        if not down and (room == 0 or (room == 1 and double)):
            x, y, down = x - side, y + 1, True
        elif not down and room == 1 and double is False:
            down = True
        if down and (y - line > APART or (y - line == APART and not double)):
            line, side, down = y, -side, False
        way = (0, 1) if down else (side, 0)
        long = 1 if double or double is None else 2
        spots.append(Spot(x + way[0] * (long - 1) / 2, y + way[1] * (long - 1) / 2, way))
        x, y = x + way[0] * long, y + way[1] * long
        if down and y - line == APART + 1 and not double:  # the tile ended on the foot of the bend
            line, side, down = y - 1, -side, False
            x, y = x + side, y - 1
    return spots
