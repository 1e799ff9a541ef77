"""A round's score: every hand with its pips, and what each side has now."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image

from bot.rendering.canvas import MARGIN, WIDTH, blank, panel, text
from bot.rendering.chips import chip
from bot.rendering.colours import BRIGHT, LINE, MUTED, RAISED, WELL
from bot.rendering.marks import badge, coin
from bot.rendering.passing_strip import CHIP, partners
from bot.rendering.passing_tiles import upright
from rules.engine import Seat
from rules.passing import TILES, Round, Tile, View

HALF, PITCH, LINE_H = 44, 51, 102
GAP, PAD = 12, 16
SEAT_W, PIPS_W = 74, 84
FOOT_H = 62


def score(view: View, finished: Round, winners: Collection[Seat]) -> Image.Image:
    """Draw a field a side: its hands, the pips of each, its points, and how far they are on the way to the target."""
    sides = [tuple(seat for seat in range(view.seats) if view.sides[seat] == side) for side in range(len(view.points))]
    columns = 2 if view.seats == 4 else 1
    wide = (WIDTH - 2 * MARGIN - GAP * (columns - 1)) // columns
    room = (wide - SEAT_W - PIPS_W) // PITCH
    heights = [sum(_lines(finished.hands[seat], room) * LINE_H for seat in seats) + PAD + FOOT_H for seats in sides]
    rows = [max(heights[i : i + columns]) for i in range(0, len(sides), columns)]
    image = blank(sum(rows) + GAP * (len(rows) - 1) + MARGIN)
    for side, seats in enumerate(sides):
        x = MARGIN + side % columns * (wide + GAP)
        y = sum(rows[: side // columns]) + GAP * (side // columns)
        high = rows[side // columns]
        panel(wide, high, WELL, 16).on(image, x, y)
        line = y + PAD
        for seat in seats:
            _held(image, x, line, wide, seat, finished, room)
            line += _lines(finished.hands[seat], room) * LINE_H
        gained = finished.score if finished.best and finished.best[0] in seats else 0
        _points(image, x, y + high - FOOT_H, wide, view, side, finished.points[side], gained, won=seats[0] in winners)
    return image


def _lines(hand: tuple[Tile, ...], room: int) -> int:
    return max(1, -(-len(hand) // room))


def _held(image: Image.Image, x: float, y: float, wide: int, seat: int, finished: Round, room: int) -> None:
    """A seat's tiles and their pips; the hand that won has them bright."""
    badge(seat).on(image, x + PAD, y + 22)
    hand = finished.hands[seat]
    for index, each in enumerate(hand):
        upright(each, HALF).on(image, x + SEAT_W + index % room * PITCH, y + index // room * LINE_H)
    if not hand:
        panel(HALF, 2 * HALF + 3, "", 8, RAISED, 3).on(image, x + SEAT_W, y)
    ink = BRIGHT if seat in finished.best else MUTED
    text(image, (x + wide - PAD, y + 45), str(finished.pips[seat]), 40, ink, role="number", anchor="rm")


def _points(
    image: Image.Image, x: float, y: float, wide: int, view: View, side: int, now: int, gained: int, *, won: bool
) -> None:
    """A side's points, with what this round brought and the way that is left."""
    left, middle = x + PAD, y + FOOT_H / 2
    if partners(view):
        chip(side, CHIP).on(image, left, middle - CHIP / 2)
    if won:
        coin(46).on(image, left + (CHIP + 8 if partners(view) else 0), middle - 23)
    left = x + SEAT_W + (CHIP + 8 if partners(view) and won else 0)
    long = text(image, (left, middle), str(now), 46, BRIGHT, role="number", anchor="lm")
    if gained:
        text(image, (left + long + 12, middle), f"+{gained}", 32, BRIGHT, role="number", anchor="lm")
    start = x + SEAT_W + 210
    way = round(wide - PAD - (start - x))
    for share, colour in ((1.0, LINE), (now / view.target, BRIGHT), ((now - gained) / view.target, MUTED)):
        panel(way, 8, colour, 4).left(round(way * min(share, 1))).on(image, start, middle - 4)


def warm_score() -> None:
    """Draw every tile in the size of a score."""
    for held in TILES:
        upright(held, HALF)
