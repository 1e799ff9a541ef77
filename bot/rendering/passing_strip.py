"""What stands under a train: how many tiles everybody holds, who drew or passed, and the boneyard."""

from __future__ import annotations

from PIL import Image

from bot.rendering.canvas import MARGIN, WIDTH, font, panel, text
from bot.rendering.chips import chip
from bot.rendering.colours import BRIGHT, LINE, MUTED, WELL
from bot.rendering.marks import awaited, badge
from bot.rendering.passing_tiles import MINI_H, heap, mini
from rules.engine import Seat
from rules.passing import View

STRIP_H = 96
CHIP = 38
ALONE, STEPS = 224, (56, 110, 14)
"""The width of a seat, and from where in it the small tile and the number stand; then the gap before a note."""
PAIR, PARTNER, PARTNER_STEPS, PAIR_GAP = 452, 194, (52, 102, 10), 8
"""Partners stand in one well, beside their chip: its width, the same of a seat, and the gap to the other well."""
WORD, SMALLEST = 26, 20


def partners(view: View) -> bool:
    """Tell whether anybody has a partner."""
    return len(set(view.sides)) < len(view.sides)


def strip(image: Image.Image, view: View, passed: str) -> None:
    """Tell of every seat; partners stand together."""
    y = image.height - 52
    since = {idle.seat: [each.did for each in view.since_last if each.seat == idle.seat] for idle in view.since_last}
    places: dict[int, float] = {}
    paired = partners(view)
    if paired:
        for side in range(2):
            well = MARGIN - 12 + side * (PAIR + PAIR_GAP)
            panel(PAIR, 84, WELL, 18).on(image, well, y - 42)
            chip(side, CHIP).on(image, well + 12, y - CHIP / 2)
            places |= {seat: well + 58 + seat // 2 * PARTNER for seat in (side, side + 2)}
    else:
        places = {seat: MARGIN + seat * ALONE for seat in range(view.seats)}
    for seat, x in places.items():
        did = since.get(Seat(seat), [])
        draws = did.count("drew")
        note = passed if did[-1:] == ["passed"] else f"+{draws}" if draws else ""
        if seat == view.active:
            awaited().on(image, x, y + 29)
        _seat(
            image, x, y, seat, view.counts[seat], note, PARTNER if paired else ALONE, PARTNER_STEPS if paired else STEPS
        )
    right, closed = WIDTH - MARGIN, not view.drawable
    number = text(image, (right, y), str(view.boneyard), 34, LINE if closed else MUTED, role="number", anchor="rm")
    heap(closed).on(image, right - number - 72, y - 21)


def _seat(
    image: Image.Image, x: float, y: float, seat: int, count: int, note: str, wide: int, steps: tuple[int, int, int]
) -> None:
    to_tile, to_number, gap = steps
    badge(seat).on(image, x, y - 23)
    mini(BRIGHT).on(image, x + to_tile, y - MINI_H / 2)
    number = text(image, (x + to_number, y), str(count), 34, BRIGHT, role="number", anchor="lm")
    start = to_number + number + gap
    if note:
        word, size = fitting(note, wide - start - 4)
        text(image, (x + start, y), word, size, MUTED, anchor="lm")


def fitting(word: str, room: float) -> tuple[str, int]:
    """Return a word and the size in which it has room, cut where it has in none."""
    for size in range(WORD, SMALLEST - 1, -1):
        if font("label", size).getlength(word) <= room:
            return word, size
    kept = word
    while kept and font("label", SMALLEST).getlength(f"{kept}…") > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…", SMALLEST


def warm_strip() -> None:
    """Draw every piece of strips."""
    for seat in range(4):
        badge(seat)
    for side in range(2):
        chip(side, CHIP)
    for closed in (False, True):
        heap(closed)
    mini(BRIGHT)
