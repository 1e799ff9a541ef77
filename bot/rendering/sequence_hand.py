"""A hand of Sequence: its cards, and under each whether its two spaces are open."""

from __future__ import annotations

from functools import cache

from PIL import Image

from bot.rendering.canvas import MARGIN, Sheet, Sprite, blank, dim, panel
from bot.rendering.cards import CARD_H, CARD_W, lay_card
from bot.rendering.colours import CAN, GROUND, LINE, RAISED, WARN
from bot.rendering.pieces import Layout, Piece, alone
from bot.rendering.png import Specimen
from rules.cards import CARDS, Card
from rules.sequence import HAND, View

GAP = 14
DOT, DOT_GAP, DOTS_DOWN = 22, 8, 18
SEAL = 64


def cards(view: View) -> Layout:
    """Draw a hand in its order, and an outline for each card that it is short of."""
    hints = view.options.hints
    layout = Layout(MARGIN + CARD_H + (DOTS_DOWN + DOT + 28 if hints else MARGIN))
    places = max(HAND[view.seats], len(view.hand))
    x = (layout.width - places * (CARD_W + GAP) + GAP) // 2
    wild = view.options.jacks == "all_wild"
    for held in view.hand:
        layout.lay(held_card(held.card, wild and held.card[0] == "j", dead=hints and held.dead), x, MARGIN)
        for k in range(2 if hints and held.open is not None else 0):
            left = x + CARD_W // 2 - DOT - DOT_GAP // 2 + k * (DOT + DOT_GAP)
            layout.lay(_hint(k < len(held.open or ())), left, MARGIN + CARD_H + DOTS_DOWN)
        x += CARD_W + GAP
    for _ in range(places - len(view.hand)):
        layout.lay(_no_card(), x, MARGIN)
        x += CARD_W + GAP
    return layout


@cache
def held_card(card: Card, wild: bool, *, dead: bool) -> Piece:
    """A card; a dead one is drawn back and sealed."""

    def draw() -> Image.Image:
        image = blank(CARD_H, CARD_W)
        lay_card(image, card, 0, 0, wild=wild)
        if dead:
            dim(image, (0, 0, CARD_W, CARD_H))
            seal().centred(image, CARD_W / 2, CARD_H / 2 + 30)
        return image

    return Piece(draw)


@cache
def _no_card() -> Piece:
    return Piece(lambda: alone(panel(CARD_W, CARD_H, "", 14, RAISED, 3)))


@cache
def _hint(filled: bool) -> Piece:
    return Piece(lambda: alone(dot(filled)))


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


def warm_hand(specimen: Specimen) -> None:
    """Draw every card."""
    for card in CARDS:
        for wild in (False, True) if card[0] == "j" else (False,):
            held_card(card, wild, dead=False).found(specimen)
    for each in (_no_card(), _hint(False), _hint(True)):
        each.found(specimen)
    seal()
