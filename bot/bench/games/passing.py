"""The Passing Game drawn as a Discord bot usually does it.

Fair, because it draws the same content at the same size as `bot/rendering/passing.py`, from the same view, with the
tiles lying in the same places, and leaves out what costs ours nothing any more: no smooth edges, no rounded corners of
the picture, no palette. It opens its fonts once a picture, draws every tile anew with ImageDraw on an RGBA image, and
saves with Pillow's defaults, as the bots read for this do.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot import rendering
from bot.bench.standards import Standards
from bot.rendering.passing_train import laid
from rules.passing import Tile, View, fits

FONTS = Path(rendering.__file__).parent / "fonts"
GROUND, PAPER, LIP, BRIGHT, MUTED, LAST, CAN, RAISED = (
    "#1B2127",
    "#F1ECE1",
    "#C9C1B1",
    "#ECE7DC",
    "#97A3AF",
    "#FFB938",
    "#5BD6C2",
    "#303A44",
)
INKS = ("#20262E", "#20262E", "#1F4F8F", "#A3301F", "#0F624A", "#6B3A8C", "#8A5200")
SEATS = ("#C0A2FF", "#4FCB9D", "#F2A6D2", "#C9D36A")
PIPS = (
    (),
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
)


class Sheet:
    """One picture under way, with the fonts that were opened for it."""

    def __init__(self, height: int) -> None:
        self.image = Image.new("RGBA", (1080, height), GROUND)
        self.draw = ImageDraw.Draw(self.image)
        self.fonts = {size: ImageFont.truetype(FONTS / "InterDisplay-Bold.otf", size) for size in (24, 26, 34, 48)}

    def write(self, x: float, y: float, words: str, size: int, fill: str, anchor: str = "mm") -> None:
        self.draw.text((x, y), words, font=self.fonts[size], fill=fill, anchor=anchor)

    def tile(self, each: Tile, x: float, y: float, half: int, *, upright: bool, frame: str = "") -> None:
        """Draw a tile about its middle."""
        wide, high = (half, 2 * half) if upright else (2 * half, half)
        left, top = x - wide / 2, y - high / 2
        self.draw.rounded_rectangle((left, top, left + wide, top + high + 4), half * 0.17, fill=LIP)
        self.draw.rounded_rectangle((left, top, left + wide, top + high), half * 0.17, fill=PAPER)
        if frame:
            self.draw.rounded_rectangle(
                (left - 6, top - 6, left + wide + 6, top + high + 6), half * 0.2, outline=frame, width=6
            )
        bar = (left + 8, y - 1, left + wide - 8, y + 1) if upright else (x - 1, top + 8, x + 1, top + high - 8)
        self.draw.rectangle(bar, fill=LIP)
        for place, number in enumerate(each):
            cx, cy = (x, top + half * (place + 0.5)) if upright else (left + half * (place + 0.5), y)
            for dx, dy in PIPS[number]:
                px, py = (dx, dy) if upright else (dy, -dx)
                sx, sy, r = cx + px * half * 0.275, cy + py * half * 0.275, half * 0.11
                self.draw.ellipse((sx - r, sy - r, sx + r, sy + r), fill=INKS[number])

    def png(self) -> bytes:
        out = BytesIO()
        self.image.save(out, "PNG")
        return out.getvalue()


def table(view: View) -> bytes:
    """The train with its last tile framed and its ends named, the hands and the boneyard counted."""
    if not view.train:
        sheet = Sheet(334)
        sheet.draw.rounded_rectangle((452, 93, 628, 181), 15, outline=RAISED, width=3)
        return _counted(sheet, view)
    lying = laid(view.train, view.first)
    pitch = lying.size.pitch
    sheet = Sheet(round(36 + pitch * 0.55 + (lying.lines + 1.55) * pitch + 96))

    def at(x: float, y: float) -> tuple[float, float]:
        return lying.size.left + (x + 0.5) * pitch, 36 + (y - lying.top + 1.05) * pitch

    for index, (each, spot) in enumerate(zip(view.train, lying.spots, strict=True)):
        upright = (spot.way[1] == 0) == (each[0] == each[1])
        frame = LAST if view.last is not None and index == view.last.index else ""
        lies = each[::-1] if spot.way[0] < 0 else each
        sheet.tile(lies, *at(spot.x, spot.y), lying.size.half, upright=upright, frame=frame)
    for number, spot in ((view.train[0][0], lying.left), (view.train[-1][1], lying.right)):
        x, y = at(spot.x, spot.y)
        r = pitch * 0.39
        sheet.draw.ellipse((x - r, y - r, x + r, y + r), outline=CAN, width=6)
        sheet.write(x, y, str(number), 34 if pitch < 80 else 48, CAN)
    return _counted(sheet, view)


def _counted(sheet: Sheet, view: View) -> bytes:
    y = sheet.image.height - 52
    passed = {idle.seat for idle in view.since_last if idle.did == "passed"}
    for seat, count in enumerate(view.counts):
        x = 59 + seat * 224
        sheet.draw.polygon([(x, y - 23), (x + 23, y), (x, y + 23), (x - 23, y)], fill=SEATS[seat])
        sheet.write(x, y, str(seat + 1), 24, GROUND)
        if seat == view.active:
            sheet.draw.rounded_rectangle((x - 23, y + 29, x + 23, y + 35), 3, fill=BRIGHT)
        sheet.draw.rounded_rectangle((x + 35, y - 11, x + 77, y + 11), 5, fill=BRIGHT)
        sheet.write(x + 87, y, str(count), 34, BRIGHT, "lm")
        if seat in passed:
            sheet.write(x + 130, y, "pass", 26, MUTED, "lm")
    sheet.draw.rounded_rectangle((940, y - 11, 982, y + 11), 5, fill=MUTED)
    sheet.write(1044, y, str(view.boneyard), 34, MUTED, "rm")
    return sheet.png()


def hand(view: View) -> bytes:
    """One player's tiles, those that can be laid framed."""
    half, pitch, most = (124, 144, 7) if len(view.hand) <= 7 else (84, 101, 10)
    lines = [view.hand[i : i + most] for i in range(0, len(view.hand), most)] or [()]
    high = 2 * half + max(3, half // 20)
    sheet = Sheet(72 + len(lines) * (high + 24) - 24)
    for row, line in enumerate(lines):
        left = (1080 - len(line) * pitch + pitch - half) // 2
        for place, each in enumerate(line):
            frame = CAN if view.ends is None or fits(each, view.ends) else ""
            x, y = left + place * pitch + half / 2, 36 + row * (high + 24) + half
            sheet.tile(each, x, y, half, upright=True, frame=frame)
    return sheet.png()


STANDARDS = Standards(wins_of_two=0.65, usual=(("table", table), ("hand", hand)))
