"""A player of Sequence Stacks as everybody sees them: cards in hand, chips and what they lack, the top discard."""

from __future__ import annotations

from functools import cache

from PIL import Image

from bot.rendering.canvas import MARGIN, WIDTH, Sheet, Sprite, panel, text
from bot.rendering.chips import chip
from bot.rendering.colours import BRIGHT, LINE, MUTED, TEAMS, WELL
from bot.rendering.marks import badge, coin
from bot.rendering.stacks_cards import TEAM, card
from rules.stacks import CARDS, COLOURS, Colour, View, least_of

FIELD_H, FIELD_GAP = 168, 14
DISCARD_W, DISCARD_H = 64, 92
CHIP_W, CHIP_STEP, CHIPS_WIDE = 36, 38, 132
CLOSEST = 20
"""Chips that would lap over each other more than this are told by their number."""
WEAR = (0, 1, 2, 3, 6, 7)
"""Seats 5 and 6 wear a hollow outline: a disc or a triangle would be taken for a chip."""


def width_of(columns: int) -> int:
    """Return how wide a field is where so many stand in a line."""
    return (WIDTH - 2 * MARGIN - FIELD_GAP * (columns - 1)) // columns


def discard_at(wide: int) -> tuple[int, int]:
    """Return where in a field the top discard lies."""
    return wide - DISCARD_W - 14, FIELD_H - DISCARD_H - 14


def field(image: Image.Image, view: View, seat: int, at: tuple[int, int], *, awaited: bool) -> None:
    """Draw one player's field; red chips stand over blue ones, each with holes for those that are needed of it."""
    (x, y), wide = at, width_of(view.seats if view.seats < 5 else 3)
    panel(wide, FIELD_H, WELL, 18, BRIGHT if awaited else "", 4).on(image, x, y)
    badge(seat, wear=WEAR[seat]).on(image, x + 14, y + 14)
    panel(26, 36, BRIGHT, 6).on(image, x + 72, y + 19)
    right = x + 108 + text(image, (x + 108, y + 37), str(view.counts[seat]), 32, BRIGHT, role="number", anchor="lm")
    won = view.outcome is not None and seat in view.outcome.winners
    if won:
        coin(46).on(image, x + wide - 60, y + 8)
    elif not view.options.colours:  # without holes nothing else says how many are needed
        count = f"{sum(view.chips[seat])}/{view.options.chips_to_win}"
        text(image, (right + 24, y + 37), count, 28, MUTED, role="number", anchor="lm")
    for colour in COLOURS:
        _chips(image, view, seat, colour, at, wide)
    left, top = discard_at(wide)
    if view.discards[seat]:
        card(view.discards[seat][-1], DISCARD_W, DISCARD_H).on(image, x + left, y + top)
    else:
        panel(DISCARD_W, DISCARD_H, "", 12, LINE, 3).on(image, x + left, y + top)


def _count(view: View, seat: int, colour: Colour) -> int:
    return view.chips[seat][COLOURS.index(colour)]


def _step(count: int, wide: int) -> float:
    """Return how far chips lie apart: many of them lap over each other, off the discard pile."""
    room = min(CHIPS_WIDE, wide - DISCARD_W - 28 - CHIP_W - 12)
    return min(CHIP_STEP, room / max(count - 1, 1))


def _chips(image: Image.Image, view: View, seat: int, colour: Colour, at: tuple[int, int], wide: int) -> None:
    """Lay the chips of a colour in a row; too many to be counted are one with their number."""
    count, team = _count(view, seat, colour), TEAM[colour]
    places = max(count, least_of(view.options))
    x, y = at[0] + 14, at[1] + 74 + COLOURS.index(colour) * 42
    if _step(places, wide) < CLOSEST:
        chip(team, CHIP_W).on(image, x, y)
        text(image, (x + CHIP_W + 10, y + CHIP_W / 2), str(count), 30, BRIGHT, role="number", anchor="lm")
        return
    for k in range(places):
        piece = chip(team, CHIP_W) if k < count else hole(team, CHIP_W)
        piece.on(image, x + k * _step(places, wide), y)


def chip_row(view: View, seat: int, colour: Colour, wide: int) -> tuple[int, int, int, int]:
    """Return where in a field the chips of a colour lie: left, top, width, height."""
    count = _count(view, seat, colour)
    step = _step(max(count, least_of(view.options)), wide)
    more = (count - 1) * step if step >= CLOSEST else CHIP_STEP + 8
    return 14, 74 + COLOURS.index(colour) * 42, round(more + CHIP_W), CHIP_W


@cache
def hole(team: int, size: int) -> Sprite:
    """A chip still to be won."""
    shape, c = TEAMS[team].shape, size / 2
    sheet = Sheet(size, size).add(LINE, lambda p: p.shape(shape, c, c, c - 1))
    return sheet.add(WELL, lambda p: p.shape(shape, c, c, c - 4)).sprite()


def warm_fields() -> None:
    """Draw what fields are made of."""
    for which in CARDS:
        card(which, DISCARD_W, DISCARD_H)
    for seat, wear in enumerate(WEAR):
        badge(seat, wear=wear)
    for team in TEAM.values():
        chip(team, CHIP_W)
        hole(team, CHIP_W)
    coin(46)
