"""The cards of Take 5: a number over its bull heads."""

from __future__ import annotations

from functools import cache, lru_cache

from bot.rendering.canvas import Sheet, Sprite, paper
from bot.rendering.colours import INK, PAPER, PAPER_EDGE
from bot.rendering.shapes import Pen, mirrored
from rules.take5 import bull_heads

# Paper, lip and ink by bull heads: the dearer, the darker, in any eyesight.
FACES = {
    1: (PAPER, PAPER_EDGE, INK),
    2: ("#CCDEEC", "#9DB6CB", "#1F4668"),
    3: ("#F6CF78", "#CDA146", "#5C3B00"),
    5: ("#EC8D73", "#BD5D45", "#4A0F06"),
    7: ("#6A489C", "#452B6C", "#FFF3D6"),
}

_BULL = mirrored(
    "M .5 .3 C .6 .3 .62 .27 .68 .26 C .79 .24 .86 .16 .87 .02 C 1 .14 1.01 .34 .82 .42 "
    "C .86 .41 .95 .43 .98 .48 C .93 .58 .8 .6 .73 .55 "
    "C .72 .68 .69 .76 .665 .83 C .64 .95 .58 .99 .5 .99"
)


def bull(pen: Pen, x: float, y: float, size: float) -> None:
    """A bull's head centred on a point; its eyes appear where there is room for them."""
    pen.figure(_BULL, x - size / 2, y - size / 2, size)
    if size > 22:
        for side in (-1, 1):
            pen.disc(x + side * size * 0.1, y + size * 0.02, size * 0.042, on=0)


@cache
def icon(size: int, colour: str) -> Sprite:
    """One head alone, to count with."""
    return Sheet(size, size).add(colour, lambda p: bull(p, size / 2, size / 2, size)).sprite()


@cache
def card(number: int, w: int, h: int) -> Sprite:
    """One of the 104 cards. There are few sizes, so that the sprites kept stay few."""
    return fresh_card(number, w, h)


@lru_cache(maxsize=1)
def fresh_card(number: int, w: int, h: int) -> Sprite:
    """Draw a card, for what is kept in other forms."""
    n = bull_heads(number)
    face, edge, ink = FACES[n]
    sheet = Sheet(w, h).put(paper(w, h, face, edge), 0, 0)
    lines: tuple[int, ...]
    if n == 7:  # four over three
        lines, top, size, y = (4, 3), 0.32, h * 0.19, h * 0.635
    else:
        lines, top, size, y = (n,), 0.36, min(h * 0.235, (w - 14) / (n * 1.08)), h * 0.765
    sheet.write((w / 2, h * top), str(number), round(h * 0.52), ink, squeeze=0.88 if number > 99 else 1)

    # On whole pixels each head of a card is the same to the last pixel: it looks so, and it packs better.
    head, step = icon(round(size), ink), round(size * 1.08)
    for line, count in enumerate(lines):
        left, mid = (w - step * (count - 1) - head.size[0]) // 2, round(y + line * size * 1.04)
        for k in range(count):
            sheet.put(head, left + k * step, mid - head.size[1] // 2)
    return sheet.sprite()
