"""Take 5 drawn as a Discord bot usually does it.

Fair, because it draws the same content at the same size as `bot/rendering/take5.py`, from the same view, and
leaves out what costs ours nothing any more: it smooths no edge, rounds no corner of the picture and learns no
palette. It opens its two fonts once a picture, draws every card anew with ImageDraw on an RGBA image (a rounded
box, the number, a polygon a bull head), and saves with Pillow's defaults, as the bots read for this do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot import rendering
from bot.bench.standards import Standards
from rules.engine import Seat
from rules.take5 import View, bull_heads, heads_of

FONTS = Path(rendering.__file__).parent / "fonts"
GROUND, WELL, RAISED, PAPER, BRIGHT, LAST, CAN, WARN = (
    "#1B2127",
    "#242C34",
    "#303A44",
    "#F1ECE1",
    "#ECE7DC",
    "#FFB938",
    "#5BD6C2",
    "#FF7A66",
)
FACES = {1: PAPER, 2: "#CCDEEC", 3: "#F6CF78", 5: "#EC8D73", 7: "#6A489C"}
INKS = {1: "#20262E", 2: "#1F4668", 3: "#5C3B00", 5: "#4A0F06", 7: "#FFF3D6"}
SEATS = ("#C0A2FF", "#4FCB9D", "#F2A6D2", "#C9D36A", "#6BA6FF", "#FF8578")
BULL = (
    (0.5, 0.3),
    (0.62, 0.27),
    (0.75, 0.22),
    (0.87, 0.02),
    (0.98, 0.25),
    (0.82, 0.42),
    (0.98, 0.48),
    (0.73, 0.55),
    (0.68, 0.8),
    (0.5, 0.99),
    (0.32, 0.8),
    (0.27, 0.55),
    (0.02, 0.48),
    (0.18, 0.42),
    (0.02, 0.25),
    (0.13, 0.02),
    (0.25, 0.22),
    (0.38, 0.27),
)


class Sheet:
    """One picture under way, with the fonts that were opened for it."""

    def __init__(self, height: int) -> None:
        self.image = Image.new("RGBA", (1080, height), GROUND)
        self.draw = ImageDraw.Draw(self.image)
        self.fonts = {
            size: ImageFont.truetype(FONTS / "InterDisplay-Bold.otf", size) for size in (24, 30, 34, 36, 64, 80)
        }

    def write(self, x: float, y: float, words: str, size: int, fill: str, anchor: str = "mm") -> None:
        self.draw.text((x, y), words, font=self.fonts[size], fill=fill, anchor=anchor)

    def bull(self, x: float, y: float, size: float, fill: str) -> None:
        left, top = x - size / 2, y - size / 2
        self.draw.polygon([(left + px * size, top + py * size) for px, py in BULL], fill=fill)

    def card(self, number: int, x: float, y: float, w: int, h: int, frame: str = "") -> None:
        heads = bull_heads(number)
        self.draw.rounded_rectangle((x, y, x + w, y + h), 14, fill=FACES[heads], outline=frame or None, width=5)
        self.write(x + w / 2, y + h * 0.35, str(number), 80 if w > 150 else 64, INKS[heads])
        size = min(h * 0.23, (w - 14) / (heads * 1.08))
        for k in range(heads):
            self.bull(x + w / 2 + (k - (heads - 1) / 2) * size * 1.08, y + h * 0.77, size, INKS[heads])

    def badge(self, seat: int, x: float, y: float, size: int = 46) -> None:
        colour, half = SEATS[seat % 6], size / 2
        self.draw.polygon([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], fill=colour)
        self.write(x, y, str(seat + 1), 24, GROUND)

    def png(self) -> bytes:
        out = BytesIO()
        self.image.save(out, "PNG")
        return out.getvalue()


def table(view: View) -> bytes:
    """The rows with their heads, the last trick's cards marked with who laid them, the cards that wait, the scores."""
    top = 36 + (106 if view.waiting else 0)
    columns = view.seats if view.seats <= 5 else -(-view.seats // 2)
    pitch = 68 if view.waiting else 58
    sheet = Sheet(top + 4 * 158 + 30 + -(-view.seats // columns) * pitch)
    for k, each in enumerate(view.waiting):
        sheet.card(each.card, 36 + k * 101, 36, 84, 80, LAST if k == 0 else "")
        sheet.badge(each.seat, 116 + k * 101, 36, 38)
    laid = {each.card: each.seat for each in view.played}
    for row, cards in enumerate(view.rows):
        _row(sheet, row, cards, laid, top + row * 158)
    gained = dict(view.gained)
    for index, (before, now) in enumerate(zip(view.totals, view.heads, strict=True)):
        x, y = 60 + index % columns * (1020 // columns), top + 4 * 158 + 34 + index // columns * pitch
        sheet.badge(index, x, y)
        if index in view.chosen:
            sheet.draw.ellipse((x + 6, y + 4, x + 30, y + 28), fill=CAN)
        sheet.write(x + 34, y, str(before + now), 34, BRIGHT, "lm")
        for seat, heads in gained.items():
            if seat == index:
                sheet.write(x + 90, y, f"+{heads}", 30, WARN, "lm")
    return sheet.png()


def _row(sheet: Sheet, row: int, cards: Sequence[int], laid: Mapping[int, Seat], y: int) -> None:
    full = len(cards) == 5
    sheet.draw.rounded_rectangle((36, y, 1044, y + 150), 20, fill=WELL, outline=WARN if full else None, width=5)
    sheet.write(66, y + 75, str(row + 1), 34, BRIGHT)
    for place in range(6):
        x = 96 + place * 141
        sheet.draw.rounded_rectangle((x, y + 14, x + 126, y + 136), 14, outline=RAISED, width=3)
    sheet.bull(96 + 5 * 141 + 63, y + 75, 56, RAISED)
    for place, number in enumerate(cards):
        x = 96 + place * 141
        sheet.card(number, x, y + 14, 126, 122, LAST if number in laid else "")
        if number in laid:
            sheet.badge(laid[number], x + 116, y + 23, 44)
    sheet.bull(963, y + 75, 38, BRIGHT)
    sheet.write(989, y + 75, str(heads_of(cards)), 36, BRIGHT, "lm")


def hand(view: View) -> bytes:
    """One player's cards in lines of five, the picked one framed."""
    lines = -(-len(view.hand) // 5) or 1
    sheet = Sheet(72 + lines * 175 - 19)
    for k, number in enumerate(view.hand):
        frame = LAST if number == view.pick else ""
        sheet.card(number, 36 + k % 5 * 205, 36 + k // 5 * 175, 186, 156, frame)
    return sheet.png()


STANDARDS = Standards(usual=(("table", table), ("hand", hand)))
