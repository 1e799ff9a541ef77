"""What stands under the board of Sequence: how far each team is, the last card, the fives to choose from."""

from __future__ import annotations

from functools import cache

from PIL import Image

from bot.rendering.canvas import Sheet, Sprite, ring, text
from bot.rendering.cards import TAG_H, TAG_W, lay_tag
from bot.rendering.chips import chip
from bot.rendering.colours import CAN, GROUND, LAST, LINE, TEAMS
from bot.rendering.marks import awaited, coin
from bot.rendering.sequence_board import HEIGHT, LEFT, RIGHT
from bot.rendering.shapes import Pen
from rules.cards import Card
from rules.sequence import Five, Space, View, name_of

STRIP_H = 90
CHIP, COIN, APART = 50, 54, 26
PILLS = ((108, 10, 5), (44, 10, 0), (34, 8, 0))  # width, gap and dots; where many are needed, short bars without
ROOM = 800  # for the teams, so that the last card keeps its place
WINDOWS_H, WINDOW_STEP = 144, 26


def score(image: Image.Image, view: View) -> None:
    """One group a team: its chip, a pill for each sequence that it needs, and a coin if it has won."""
    y, x = HEIGHT + STRIP_H // 2 - 2, LEFT
    winners = {view.teams[seat] for seat in view.outcome.winners} if view.outcome else set()
    playing = None if view.active is None else view.teams[view.active]
    wide, gap, dots = _fitting(len(view.chips), view.needed, len(winners))
    for team, count in enumerate(view.counts):
        chip(team, CHIP).on(image, x, y - 25)
        if team == playing:
            awaited(CHIP).on(image, x, y + 30)
        for k in range(view.needed):
            pill(team if k < count else None, wide, dots=dots).on(image, x + 62 + k * (wide + gap), y - 16)
        x += 62 + view.needed * (wide + gap)
        if team in winners:
            coin(COIN).on(image, x, y - 27)
            x += COIN
        x += APART


def _fitting(teams: int, needed: int, winners: int) -> tuple[int, int, int]:
    """Return the largest pills that leave the last card its place."""
    rest = teams * (62 + APART) - APART + winners * COIN
    return next((size for size in PILLS if rest + teams * needed * (size[0] + size[1]) <= ROOM), PILLS[-1])


def last_card(image: Image.Image, view: View) -> None:
    """Name at the right the card played last and its space."""
    if view.last is not None:
        y = HEIGHT + STRIP_H // 2 - 2
        wide = text(image, (RIGHT, y), _name(view.last.space), 34, LAST, role="number", anchor="rm")
        lay_tag(image, view.last.card, RIGHT - wide - 16 - TAG_W, y - TAG_H / 2)


def picked_card(image: Image.Image, card: Card) -> None:
    """Show at the right the card that a space is sought for."""
    x, y = RIGHT - TAG_W - 6, HEIGHT + STRIP_H // 2 - 2
    lay_tag(image, card, x, y - TAG_H / 2)
    ring(TAG_W, TAG_H, CAN, 10, 6, 0).on(image, x - 6, y - TAG_H / 2 - 6)


def windows(image: Image.Image, fives: tuple[Five, ...], team: int) -> None:
    """Show each five as a part of its whole line, under the names of its ends, in the order of the fives."""
    line = sorted({space for five in fives for space in five})
    column = (RIGHT - LEFT) / len(fives)
    for k, five in enumerate(fives):
        middle, y = LEFT + column * (k + 0.5), HEIGHT + 34
        text(image, (middle, y), f"{_name(five[0])}–{_name(five[-1])}", 36, CAN, role="number")
        whole = _window(None, len(line))
        x, y = middle - whole.size[0] / 2, y + 36
        whole.on(image, x, y)
        _window(team, 5).on(image, x + 4 + WINDOW_STEP * line.index(five[0]), y + 4)


def _window(team: int | None, dots: int) -> Sprite:
    """A line, or as a smaller pill to lie in it the five of a team."""
    high = 40 if team is None else 32
    return pill(team, WINDOW_STEP * (dots - 1) + high + 4, high, dots, WINDOW_STEP)


@cache
def pill(team: int | None, wide: int, high: int = 32, dots: int = 5, step: int = 18) -> Sprite:
    """A sequence that a team has made, or with None one that is missing: its chips in a row."""
    tone = None if team is None else TEAMS[team]
    sheet = Sheet(wide, high).add(tone.fill if tone else LINE, lambda p: p.box(0, 0, wide, high, high / 2))
    if tone is None:
        sheet.add(GROUND, lambda p: p.box(4, 4, wide - 4, high - 4, high / 2 - 4))

    def chips(pen: Pen) -> None:
        for k in range(dots):
            pen.disc(wide / 2 + (k - (dots - 1) / 2) * step, high / 2, step * 0.3)

    return sheet.add(tone.mark if tone else LINE, chips).sprite()


def warm_strip() -> None:
    """Draw every piece of strips."""
    for team in (*range(len(TEAMS)), None):
        for wide, _, dots in PILLS:
            pill(team, wide, dots=dots)
    for team in range(len(TEAMS)):
        chip(team, CHIP)
        _window(team, 5)
    for length in (6, 7, 8):
        _window(None, length)


def _name(space: Space) -> str:
    return name_of(space).upper()
