"""Sequence Stacks drawn as a Discord bot usually does it.

Fair, because it draws the same content at the same size as `bot/rendering/stacks.py`, from the same view, and leaves
out what costs ours nothing any more: no smooth edges, no rounded corners of the picture, no palette. It opens its font
once a picture, draws every card and chip anew with ImageDraw on an RGBA image, and saves with Pillow's defaults, as
the bots read for this do. The hand is drawn from the legal moves too, so only the table is measured.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot import rendering
from bot.bench.standards import Standards
from rules.stacks import Card, View, is_action

FONTS = Path(rendering.__file__).parent / "fonts"
GROUND, WELL, PAPER, LIP, BRIGHT, MUTED, LINE, LAST, BACK, GOLD = (
    "#1B2127",
    "#242C34",
    "#F1ECE1",
    "#C9C1B1",
    "#ECE7DC",
    "#97A3AF",
    "#414C58",
    "#FFB938",
    "#3E4A55",
    "#E6CB8F",
)
COLOURS = {"r": "#CF4036", "b": "#2A6CD6"}
PALE = {"r": "#FFE3DE", "b": "#E1EBFF"}
SEATS = ("#C0A2FF", "#4FCB9D", "#F2A6D2", "#C9D36A", "#C0A2FF", "#4FCB9D")
SIZES = (24, 28, 32, 44, 48, 110)


class Sheet:
    """One picture under way, with the fonts that were opened for it."""

    def __init__(self, height: int) -> None:
        self.image = Image.new("RGBA", (1080, height), GROUND)
        self.draw = ImageDraw.Draw(self.image)
        self.fonts = {size: ImageFont.truetype(FONTS / "InterDisplay-Bold.otf", size) for size in SIZES}

    def write(self, x: float, y: float, words: str, size: int, fill: str, anchor: str = "mm") -> None:
        self.draw.text((x, y), words, font=self.fonts[size], fill=fill, anchor=anchor)

    def mark(self, colour: str, x: float, y: float, size: float, fill: str, *, outline: bool = False) -> None:
        """Draw a colour's shape: red a triangle, blue a disc."""
        r = size / 2
        if colour == "r":
            corners = [(x, y - r), (x + r, y + r), (x - r, y + r)]
            self.draw.polygon(corners, fill=None if outline else fill, outline=fill, width=3)
        else:
            self.draw.ellipse((x - r, y - r, x + r, y + r), fill=None if outline else fill, outline=fill, width=3)

    def card(self, which: Card, x: int, y: int, w: int, h: int, number: int | None = None) -> None:
        """Draw a number with its dots, a wild with its star, an action with its sign."""
        draw, small = self.draw, w < 100
        draw.rounded_rectangle((x, y, x + w, y + h + 4), 14, fill=LIP)
        draw.rounded_rectangle((x, y, x + w, y + h), 14, fill=PAPER)
        if is_action(which):
            draw.rounded_rectangle((x + 6, y + 6, x + w - 6, y + h - 6), 10, fill=BACK)
            draw.polygon(
                [(x + w * 0.3, y + h * 0.4), (x + w * 0.7, y + h * 0.5), (x + w * 0.3, y + h * 0.6)], fill=GOLD
            )
            return
        colour, wild = which[0], which[1] == "w"
        draw.rounded_rectangle((x + 6, y + 6, x + w - 6, y + h - 6), 10, fill=COLOURS[colour])
        self.mark(colour, x + w * 0.24, y + h * 0.17, w * 0.2, PALE[colour])
        shown = number if wild else int(which[1])
        if wild:
            cx, cy, r = (x + w / 2, y + h / 2, w * 0.25) if shown is None else (x + w * 0.75, y + h * 0.17, w * 0.13)
            draw.regular_polygon((cx, cy, r), 8, fill=GOLD)
        if shown is not None:
            self.write(x + w / 2, y + h * 0.53, str(shown), 48 if small else 110, PALE[colour])
        for k in range(5):
            cx, cy, r = x + w * (0.22 + 0.14 * k), y + h * 0.86, w * 0.045
            fill = PALE[colour] if shown is not None and k < shown else "#7A1F19" if colour == "r" else "#1B3F85"
            draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=fill)

    def png(self) -> bytes:
        out = BytesIO()
        self.image.save(out, "PNG")
        return out.getvalue()


def table(view: View) -> bytes:
    """The piles with the last one framed, the heaps beside them, and every player's field."""
    columns = view.seats if view.seats < 5 else 3
    lines = -(-view.seats // columns)
    sheet = Sheet(270 + lines * 182 - 14 + 36)
    for place, pile in enumerate(view.piles):
        x, colour = 36 + place * 156, "rrbb"[place]
        if pile:
            sheet.card(pile[-1], x, 36, 140, 198, len(pile))
        else:
            sheet.draw.rounded_rectangle((x, 36, x + 140, 234), 14, outline=LINE, width=3)
            sheet.mark(colour, x + 70, 135, 60, COLOURS[colour], outline=True)
            sheet.write(x + 70, 140, "1", 32, COLOURS[colour])
    if view.last is not None:
        x = 36 + view.last.pile * 156
        sheet.draw.rounded_rectangle((x - 9, 27, x + 149, 243), 20, outline=LAST, width=7)
    _heaps(sheet, view)
    wide = (1008 - 14 * (columns - 1)) // columns
    for seat in range(view.seats):
        _field(sheet, view, seat, 36 + seat % columns * (wide + 14), 270 + seat // columns * 182, wide)
    return sheet.png()


def _heaps(sheet: Sheet, view: View) -> None:
    for k, (count, name) in enumerate(((view.draw, "draw"), (view.aside, "set aside"), (None, "actions"))):
        x = 678 + k * 130
        if count is not None:
            sheet.draw.rounded_rectangle((x, 36, x + 106, 186), 14, fill=BACK, outline=PAPER, width=5)
            sheet.write(x + 53, 109, str(count), 44, BRIGHT)
        elif view.actions:
            sheet.card(view.actions[-1], x, 36, 106, 150)
        else:
            sheet.draw.rounded_rectangle((x, 36, x + 106, 186), 14, outline=LINE, width=3)
        sheet.write(x + 53, 216, name, 24, MUTED)


def _field(sheet: Sheet, view: View, seat: int, x: int, y: int, wide: int) -> None:
    awaited = view.active is not None and (seat == view.active) == (view.window is None)
    frame = BRIGHT if awaited else None
    sheet.draw.rounded_rectangle((x, y, x + wide, y + 168), 18, fill=WELL, outline=frame, width=4)
    cx, cy = x + 37, y + 37
    sheet.draw.polygon([(cx, cy - 23), (cx + 23, cy), (cx, cy + 23), (cx - 23, cy)], fill=SEATS[seat])
    sheet.write(cx, cy, str(seat + 1), 24, GROUND)
    sheet.draw.rounded_rectangle((x + 72, y + 19, x + 98, y + 55), 6, fill=BRIGHT)
    sheet.write(x + 108, y + 37, str(view.counts[seat]), 32, BRIGHT, "lm")
    for row, (colour, count) in enumerate(zip("rb", view.chips[seat], strict=True)):
        places = max(count, 2)
        step = min(38.0, 84 / max(places - 1, 1))
        for k in range(places):
            middle = x + 32 + k * step, y + 92 + row * 42
            if k < count:
                sheet.mark(colour, *middle, 36, COLOURS[colour])
                sheet.mark(colour, *middle, 24, PALE[colour], outline=True)
            else:
                sheet.mark(colour, *middle, 34, LINE, outline=True)
    left, top = x + wide - 78, y + 62
    if view.discards[seat]:
        sheet.card(view.discards[seat][-1], left, top, 64, 92)
    else:
        sheet.draw.rounded_rectangle((left, top, left + 64, top + 92), 12, outline=LINE, width=3)


STANDARDS = Standards(wins_of_two=0.90, usual=(("table", table),))
