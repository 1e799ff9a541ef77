"""A hand of Sequence: its cards, and under each whether its two spaces are open."""

from __future__ import annotations

from functools import cache

from PIL import Image

from bot.rendering.canvas import MARGIN, Sheet, Sprite, blank, dim, panel
from bot.rendering.cards import CARD_H, CARD_W, lay_card
from bot.rendering.colours import CAN, GROUND, LINE, RAISED, WARN
from rules.cards import CARDS
from rules.sequence import HAND, Held, View

GAP = 14
DOT, DOT_GAP, DOTS_DOWN = 22, 8, 18
SEAL = 64


def cards(view: View) -> Image.Image:
    """Draw a hand in its order, and an outline for each card that it is short of."""
    foot = DOTS_DOWN + DOT + 28 if view.options.hints else MARGIN
    image = blank(MARGIN + CARD_H + foot)
    places = max(HAND[view.seats], len(view.hand))
    x = (image.width - places * (CARD_W + GAP) + GAP) // 2
    for held in view.hand:
        lay_card(image, held.card, x, MARGIN, wild=view.options.jacks == "all_wild")
        if view.options.hints:
            _hint(image, held, x)
        x += CARD_W + GAP
    for _ in range(places - len(view.hand)):
        panel(CARD_W, CARD_H, "", 14, RAISED, 3).on(image, x, MARGIN)
        x += CARD_W + GAP
    return image


def _hint(image: Image.Image, held: Held, x: int) -> None:
    """Fill a square for each open space, and seal a card that has none; of a jack there is nothing to say."""
    if held.open is None:
        return
    middle = x + CARD_W / 2
    if held.dead:
        dim(image, (x, MARGIN, x + CARD_W, MARGIN + CARD_H))
        seal().centred(image, middle, MARGIN + CARD_H / 2 + 30)
    for k in range(2):
        left = middle - DOT - DOT_GAP / 2 + k * (DOT + DOT_GAP)
        dot(k < len(held.open)).on(image, left, MARGIN + CARD_H + DOTS_DOWN)


@cache
def dot(filled: bool) -> Sprite:
    """One of a card's two spaces, still open or covered."""
    sheet = Sheet(DOT, DOT).add(CAN if filled else LINE, lambda p: p.box(0, 0, DOT, DOT, 5))
    return (sheet if filled else sheet.add(GROUND, lambda p: p.box(4, 4, DOT - 4, DOT - 4, 2))).sprite()


@cache
def seal() -> Sprite:
    """The mark of a dead card."""
    sheet = Sheet(SEAL, SEAL).add(GROUND, lambda p: p.disc(32, 32, 32)).add(WARN, lambda p: p.disc(32, 32, 28))
    return sheet.add(GROUND, lambda p: p.line([(22, 22), (42, 42)], 7).line([(42, 22), (22, 42)], 7)).sprite()


def warm_hand() -> None:
    """Draw every card."""
    image = blank(MARGIN + CARD_H)
    for card in CARDS:
        for wild in (False, True):
            lay_card(image, card, MARGIN, MARGIN, wild=wild)
    for filled in (False, True):
        dot(filled)
    seal()
