"""The board of Sequence drawn as a Discord bot usually does it.

Fair, because it draws the same content at the same size as `bot/rendering/sequence.py`, from the same view, and leaves
out what costs ours nothing any more: no smooth edges, no bands under finished sequences, suits as plain polygons. It
opens its fonts once a picture, draws every space anew with ImageDraw on an RGBA image, and saves with Pillow's
defaults, as the bots read for this do.
"""

from __future__ import annotations

from io import BytesIO
from math import cos, pi, sin
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot import rendering
from bot.bench.standards import Standards
from rules.cards import Card
from rules.sequence import CARD_ON, Space, View, name_of

FONTS = Path(rendering.__file__).parent / "fonts"
GROUND, WELL, PAPER, TAKEN, LIP, LAST, BRIGHT = (
    "#1B2127",
    "#242C34",
    "#F1ECE1",
    "#DDD6C8",
    "#C9C1B1",
    "#FFB938",
    "#ECE7DC",
)
INKS = {"s": "#1E2733", "h": "#C0303F", "d": "#AD5309", "c": "#2F6470"}
CHIPS = (("#2B6CD4", "#173F86", "#E4EEFF"), ("#15946D", "#084A37", "#DFF7EC"), ("#D2423A", "#86211D", "#FFE6E0"))
PITCH, CELL, LEFT, TOP = 99, 95, 62, 58


def table(view: View) -> bytes:
    """The hundred spaces with their cards, the chips, the last one framed, both counts below."""
    image = Image.new("RGBA", (1080, 1136), GROUND)
    draw = ImageDraw.Draw(image)
    big = ImageFont.truetype(FONTS / "InterDisplay-Bold.otf", 43)
    small = ImageFont.truetype(FONTS / "Inter-SemiBold.otf", 28)
    team_at = {space: team for team, spaces in enumerate(view.chips) for space in spaces}
    for index in range(10):
        draw.text((LEFT + index * PITCH + 47, 30), "ABCDEFGHIJ"[index], font=small, fill=BRIGHT, anchor="mm")
        draw.text((30, TOP + index * PITCH + 47), str(index + 1), font=small, fill=BRIGHT, anchor="mm")
    for space, card in enumerate(CARD_ON):
        row, column = divmod(space, 10)
        x, y = LEFT + column * PITCH, TOP + row * PITCH
        taken = space in team_at
        draw.rounded_rectangle((x, y, x + CELL, y + CELL), 10, fill=LIP)
        draw.rounded_rectangle(
            (x, y, x + CELL, y + CELL - 3), 10, fill=WELL if card is None else TAKEN if taken else PAPER
        )
        if card is not None:
            _card(draw, big, card, x, y, small_suit=taken)
        if taken:
            _chip(draw, team_at[Space(space)], x + 62, y + 62)
        if view.last is not None and view.last.space == space:
            draw.rounded_rectangle((x - 2, y - 2, x + CELL + 2, y + CELL + 2), 12, outline=LAST, width=6)
    for team, count in enumerate(view.counts):
        _chip(draw, team, 90 + team * 280, 1095)
        draw.text((130 + team * 280, 1095), f"{count} / {view.needed}", font=small, fill=BRIGHT, anchor="lm")
    if view.last is not None:
        draw.text((980, 1095), name_of(view.last.space).upper(), font=big, fill=LAST, anchor="mm")
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _card(
    draw: ImageDraw.ImageDraw, font: ImageFont.FreeTypeFont, card: Card, x: int, y: int, *, small_suit: bool
) -> None:
    ink = INKS[card[1]]
    draw.text((x + 8, y + 2), "10" if card[0] == "t" else card[0].upper(), font=font, fill=ink)
    size, cx, cy = (22, x + 20, y + 66) if small_suit else (44, x + 64, y + 62)
    half = size / 2
    if card[1] == "d":
        draw.polygon([(cx, cy - half), (cx + half * 0.8, cy), (cx, cy + half), (cx - half * 0.8, cy)], fill=ink)
    else:
        points = [(cx + half * cos(2 * pi * k / 24), cy + half * sin(2 * pi * k / 24)) for k in range(24)]
        draw.polygon(points, fill=ink)


def _chip(draw: ImageDraw.ImageDraw, team: int, x: float, y: float) -> None:
    fill, rim, inlay = CHIPS[team]
    for radius, colour in ((27, rim), (23, fill), (15, inlay), (12, fill)):
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


STANDARDS = Standards(wins_of_two=0.95, picture_time=1 / 5, picture_bytes=110 * 1000, usual=(("table", table),))
