"""Playing cards: suits, ranks, crowns and eyes; a card in a hand, and one in small to name it by.

A card's print has one colour, so what is kept of it is a stencil to be laid on paper.
"""

from __future__ import annotations

from functools import cache

from PIL import Image

from bot.rendering.canvas import Sheet, Stencil, font, paper_on_ground
from bot.rendering.colours import INK
from bot.rendering.shapes import Pen, mirrored, path
from rules.cards import Card

# Four hues, all duller and darker than the chips that may lie beside them.
SUIT_INK = {"s": "#1E2733", "h": "#C0303F", "d": "#AD5309", "c": "#2F6470"}

_STEM = "C .565 .86 .6 .93 .68 .97 L .5 .97"
_SUITS = {
    "s": mirrored("M .5 .02 C .55 .17 .97 .38 .97 .64 C .97 .78 .86 .85 .76 .85 C .66 .85 .58 .8 .54 .72 " + _STEM),
    "h": mirrored("M .5 .22 C .54 .11 .63 .05 .74 .05 C .89 .05 .99 .15 .99 .32 C .99 .56 .72 .76 .5 .96"),
    "d": mirrored("M .5 .01 C .6 .19 .73 .36 .89 .5 C .73 .64 .6 .81 .5 .99"),
    "c": mirrored("M .5 .55 C .53 .62 .535 .68 .54 .74 " + _STEM),
}
_LEAVES = ((0.5, 0.25), (0.235, 0.58), (0.765, 0.58))
_BETWEEN = ((0.5, 0.3), (0.66, 0.62), (0.34, 0.62))
_CROWNS = {
    "k": mirrored(
        "M .5 .05 L .54 .05 L .54 .12 L .61 .12 L .61 .2 L .54 .2 L .54 .28 C .6 .35 .64 .42 .68 .47 "
        "C .76 .4 .84 .33 .93 .32 C .98 .44 .92 .62 .84 .78 L .5 .78"
    ),
    "q": mirrored("M .5 .22 L .6 .5 L .76 .28 L .78 .54 L .96 .4 L .85 .78 L .5 .78"),
}
_PEARLS = ((0, 92), (-26, 98), (26, 98), (-45, 109), (45, 109))
_EYE = path("M 0 .5 C .25 .08 .75 .08 1 .5 C .75 .92 .25 .92 0 .5")

CARD_W, CARD_H = 132, 196
TAG_W, TAG_H = 88, 54


def ink_of(card: Card) -> str:
    return SUIT_INK[card[1]]


def suit(pen: Pen, card: Card, x: float, y: float, size: float) -> Pen:
    """Draw the suit of a card, centred on a point."""
    left, top = x - size / 2, y - size / 2
    if card[1] == "c":
        for leaf_x, leaf_y in _LEAVES:
            pen.disc(left + leaf_x * size, top + leaf_y * size, size * 0.232)
        pen.fill([(left + px * size, top + py * size) for px, py in _BETWEEN])
    return pen.figure(_SUITS[card[1]], left, top, size)


def rank(sheet: Sheet, card: Card, left: float, middle: float, size: int, halo: int = 0) -> Sheet:
    """Write the rank of a card with its ink, not its side bearing, on a left edge; a ten is narrowed to keep there."""
    words = "10" if card[0] == "t" else card[0].upper()
    face, squeeze = font("number", size), 0.8 if card[0] == "t" else 1
    centre = left + (face.getlength(words) / 2 - face.getbbox(words)[0]) * squeeze
    return sheet.write((centre, middle), words, size, INK, squeeze=squeeze, halo=halo)


def lay_card(image: Image.Image, card: Card, x: float, y: float, *, wild: bool = False) -> None:
    """Lay a card of a hand on the ground; `wild` gives any jack two eyes and a plus."""
    image.paste(paper_on_ground(CARD_W, CARD_H), (round(x), round(y)))
    _face(card, wild and card[0] == "j").on(image, x, y, ink_of(card))


def lay_tag(image: Image.Image, card: Card, x: float, y: float) -> None:
    """Lay a card in small on the ground: rank and suit side by side."""
    image.paste(paper_on_ground(TAG_W, TAG_H, radius=10, lip=3), (round(x), round(y)))
    _tag(card).on(image, x, y, ink_of(card))


@cache
def _tag(card: Card) -> Stencil:
    sheet = rank(Sheet(TAG_W, TAG_H), card, 10, 26, 38)
    return sheet.add(INK, lambda p: suit(p, card, 63, 26, 32)).stencil()


@cache
def _face(card: Card, wild: bool) -> Stencil:
    """Rank and suit in the corners, one large figure."""
    sheet = rank(Sheet(CARD_W, CARD_H), card, 14, 40, 64)
    if card[0] not in "jqk":
        return sheet.add(INK, lambda p: suit(p, card, CARD_W / 2, 130, 84)).stencil()
    sheet.add(INK, lambda p: suit(p, card, CARD_W - 34, 40, 36))
    if card[0] == "j":
        _jack(sheet, two_eyed=wild or card[1] in "cd")
    else:
        _crown(sheet, card[0])
    return sheet.stencil()


def _jack(sheet: Sheet, *, two_eyed: bool) -> None:
    """Two eyes over a plus put a chip anywhere, one eye over a minus takes one away."""
    middle = CARD_W / 2

    def draw(pen: Pen) -> None:
        for x in (CARD_W * 0.28, CARD_W * 0.72) if two_eyed else (middle,):
            pen.figure(_EYE, x - 22, 80, 44, 34).disc(x, 97, 11, on=0).disc(x, 97, 6.5)
        pen.disc(middle, 150, 27).disc(middle, 150, 21, on=0)
        pen.line([(middle - 10, 150), (middle + 10, 150)], 6)
        if two_eyed:
            pen.line([(middle, 140), (middle, 160)], 6)

    sheet.add(INK, draw)


def _crown(sheet: Sheet, letter: str) -> None:
    """A cross for the king, pearls for the queen."""
    middle = CARD_W / 2

    def draw(pen: Pen) -> None:
        pen.figure(_CROWNS[letter], middle - 48, 74, 96)
        for dx, y in _PEARLS if letter == "q" else ():
            pen.disc(middle + dx, y, 6)
        pen.box(middle - 33, 156, middle + 33, 167, 5)

    sheet.add(INK, draw)
