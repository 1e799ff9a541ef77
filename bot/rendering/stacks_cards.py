"""The cards of Sequence Stacks: numbers, wilds and actions, their backs, and the places of piles."""

from __future__ import annotations

from functools import cache, partial

from bot.rendering.canvas import Sheet, Sprite, paper
from bot.rendering.colours import BRASS, GROUND, LINE, PAPER, PAPER_EDGE, TEAMS, Tone
from bot.rendering.shapes import Pen, mirrored, regular
from rules.stacks import BLOCK, CHIP, REVERSE, SKIP, TAKE, Card, Colour, colour_of, is_action

TEAM = {"r": 2, "b": 0}
"""Red and blue are the teams' of Sequence: a triangle and a disc."""
DARK = "#39434E"
"""The field of an action."""
LIGHT = {"r": "#FF8578", "b": "#6BA6FF"}
"""What a pile could begin with, on the ground."""
BACKS = (("#3C4A57", PAPER, PAPER_EDGE), ("#2B343D", "#5A6774", "#414C57"))
"""Field, paper and lip of a card's back; the second of one that is out of play."""

_SHIELD = mirrored("M .5 .02 C .62 .1 .78 .14 .93 .14 C .96 .55 .82 .84 .5 1")
_STAR = regular(8, inner=0.27)
_TO_RIGHT, _TO_LEFT, _DOWN = ((0, 0), (1, 0.5), (0, 1)), ((1, 0), (0, 0.5), (1, 1)), ((0, 0), (0.5, 1), (1, 0))


def tone_of(colour: Colour) -> Tone:
    return TEAMS[TEAM[colour]]


@cache
def card(which: Card, width: int, height: int, number: int | None = None) -> Sprite:
    """A card; a wild that was played wears the number it was played as."""
    sheet = Sheet(width, height).put(paper(width, height), 0, 0)
    border = max(5, width * 0.05)
    field = DARK if is_action(which) else tone_of(colour_of_card(which)).fill
    sheet.add(field, lambda p: p.box(border, border, width - border, height - 4 - border, 10))
    if is_action(which):
        return sheet.add(BRASS, lambda p: symbol(p, which, width / 2, (height - 4) / 2, width * 0.58)).sprite()
    wild = which[1] == "w"
    return _print(sheet, tone_of(colour_of_card(which)), border, wild, number if wild else int(which[1])).sprite()


def colour_of_card(which: Card) -> Colour:
    return "r" if which[0] == "r" else "b"


def _print(sheet: Sheet, tone: Tone, border: float, wild: bool, number: int | None) -> Sheet:
    """Print the shape of the colour, the number with as many dots, and the star of a wild."""
    width, height = sheet.width, sheet.height
    r = width * 0.105
    middle, corner = border + r * 1.75, border + r * 1.75
    sheet.add(tone.mark, lambda p: p.shape(tone.shape, corner, corner, r))
    if wild:
        size = width * (0.28 if number else 0.62)
        x, y = (width - border - r * 1.9, middle) if number else (width / 2, height * 0.47)
        sheet.add(BRASS, lambda p: p.figure(_STAR, x - size / 2, y - size / 2, size, blunt=size * 0.04))
    if number:
        sheet.write((width / 2, height * 0.5), str(number), round(height * 0.5), tone.mark)
    foot = height - 4 - border - width * 0.12
    for colour, count in ((tone.edge, 5), (tone.mark, number or 0)):
        sheet.add(colour, partial(_dots, count=count, width=width, y=foot))
    return sheet


def _dots(pen: Pen, count: int, width: float, y: float) -> None:
    for k in range(count):
        pen.disc(width / 2 + (k - 2) * width * 0.145, y, width * 0.045)


def symbol(pen: Pen, action: Card, x: float, y: float, size: float) -> None:
    """Draw the symbol of an action centred on a point."""
    line = size * 0.1
    if action == SKIP:
        for dx in (-0.46, -0.06):
            pen.figure(_TO_RIGHT, x + dx * size, y - 0.32 * size, 0.42 * size, 0.64 * size, blunt=line * 0.6)
        pen.box(x + 0.36 * size, y - 0.32 * size, x + 0.48 * size, y + 0.32 * size, line * 0.4)
    elif action == REVERSE:
        _level(pen, x - 0.42 * size, x + 0.48 * size, y - 0.2 * size, line * 1.3)
        _level(pen, x + 0.42 * size, x - 0.48 * size, y + 0.2 * size, line * 1.3)
    elif action == TAKE:
        pen.box(x - 0.25 * size, y - 0.66 * size, x + 0.25 * size, y + 0.02 * size, line)
        pen.figure(regular(4), x - 0.13 * size, y - 0.48 * size, 0.26 * size, 0.34 * size, on=0)
        _falling(pen, x, y + 0.2 * size, y + 0.66 * size, line * 1.5)
    elif action == CHIP:
        for radius, on in ((0.34, 255), (0.23, 0), (0.16, 255)):
            pen.disc(x, y - 0.32 * size, radius * size, on)
        _falling(pen, x, y + 0.2 * size, y + 0.66 * size, line * 1.5)
    elif action == BLOCK:
        pen.figure(_SHIELD, x - 0.42 * size, y - 0.5 * size, 0.84 * size, size)
        for side in (-1, 1):
            ends = [(x - side * 0.15 * size, y - 0.2 * size), (x + side * 0.15 * size, y + 0.12 * size)]
            pen.line(ends, line, 0)


def _level(pen: Pen, start: float, end: float, y: float, line: float) -> None:
    """Draw a level arrow."""
    head, way = line * 1.9, 1 if end > start else -1
    pen.line([(start, y), (end - way * head, y)], line)
    left = end - (head if way == 1 else 0)
    pen.figure(_TO_RIGHT if way == 1 else _TO_LEFT, left, y - head * 0.9, head, head * 1.8, blunt=line * 0.35)


def _falling(pen: Pen, x: float, start: float, end: float, line: float) -> None:
    """Draw an arrow down."""
    head = line * 1.9
    pen.line([(x, start), (x, end - head)], line)
    pen.figure(_DOWN, x - head * 0.9, end - head, head * 1.8, head, blunt=line * 0.35)


@cache
def back(width: int, height: int, *, out: bool = False) -> Sprite:
    """A card's back; `out` of play it is darker."""
    field, face, lip = BACKS[out]
    border = max(5, width * 0.05)
    sheet = Sheet(width, height).put(paper(width, height, face, lip), 0, 0)
    return sheet.add(field, lambda p: p.box(border, border, width - border, height - 4 - border, 10)).sprite()


@cache
def free_place(pile: int, width: int, height: int) -> Sprite:
    """Where a pile may begin, with the shape of its colour."""
    colour = colour_of(pile)
    shape, light, low = tone_of(colour).shape, LIGHT[colour], width * 0.02 * (colour == "r")
    return (
        Sheet(width, height)
        .add(LINE, lambda p: p.box(0, 0, width, height, 14).box(3, 3, width - 3, height - 3, 11, on=0))
        .add(light, lambda p: p.shape(shape, width / 2, height / 2, width * 0.22))
        .add(GROUND, lambda p: p.shape(shape, width / 2, height / 2, width * 0.18))
        .write((width / 2, height / 2 + low), "1", round(width * 0.22), light)
        .sprite()
    )
