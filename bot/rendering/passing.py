"""The Passing Game: the train for everybody, a round's score, and one player's tiles and choice of an end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from typing import Literal

from PIL import Image

from bot.rendering.canvas import DIMMED, MARGIN, WIDTH, blank, panel, ring, stacked
from bot.rendering.colours import CAN, LAST, RAISED
from bot.rendering.passing_score import score, warm_score
from bot.rendering.passing_strip import STRIP_H, strip, warm_strip
from bot.rendering.passing_tiles import corner, end, fresh_tile, lip_of, tile
from bot.rendering.passing_train import SIZES, Laid, Spot, laid
from bot.rendering.pieces import Layout, Piece, alone
from bot.rendering.png import encode, palette_of
from rules.engine import Outcome, Seat
from rules.passing import GAME, TILES, Idle, Last, Options, Round, Tile, View, fits

BIG, SMALL = (124, 144, 7), (84, 101, 10)
"""Tiles of a hand: half a tile, from tile to tile, how many a line; more than a line of big ones are small."""
LINE_GAP = 24
Look = Literal["plain", "lit", "back"]
LOOKS: tuple[Look, ...] = ("plain", "lit", "back")
PICKED, PICKED_H = 88, 136
EMPTY_H = 334


def table(view: View, passed: str = "") -> bytes:
    """Draw what the whole table sees: the train, its open ends, what everybody holds; `passed` is the word for it."""
    return _png(_table(view, passed))


def scoring(view: View) -> bytes:
    """Draw how the round ended that is just over: the train, all hands, what they count."""
    if view.finished is None:
        raise ValueError("no round has just ended")
    return _png(_scoring(view, view.finished))


def hand(view: View) -> bytes:
    """Draw one player's tiles as their buttons stand; in turn, those that can be laid are lit."""
    return _hand(view).png(specimen)


def choice(view: View, picked: Tile) -> bytes:
    """Draw the train to the player who has picked a tile for one of its ends."""
    if view.ends is None:
        raise ValueError("an empty train has no ends to choose from")
    return _png(_choice(view, picked))


def warm_up() -> None:
    """Learn the palette and draw every piece beforehand; takes a moment, so do it in a thread."""
    palette_of(specimen)
    for size in SIZES[:1]:  # the others as they come: a train of a size is seldom long enough to take long
        for low, high in TILES:
            tile(low, high, size.half, upright=low == high)
    for held in TILES:
        for half, *_ in (BIG, SMALL):
            for look in LOOKS:
                held_tile(held, half, look).found(specimen)
    warm_strip()
    warm_score()


def _png(image: Image.Image) -> bytes:
    return encode(image, palette_of(specimen))


# The train --------------------------------------------------------------------------------------------------


def _table(view: View, passed: str) -> Image.Image:
    image = _train(view.train, view.first, view.last, STRIP_H) if view.train else _nothing_laid()
    strip(image, view, passed)
    return image


def _nothing_laid() -> Image.Image:
    """The place of the first tile."""
    image, half = blank(EMPTY_H), SIZES[0].half
    panel(2 * half, half, "", corner(half), RAISED, 3).centred(image, WIDTH / 2, (EMPTY_H - STRIP_H + MARGIN) / 2)
    return image


def _train(train: Sequence[Tile], first: int, last: Last | None, foot: int, *, ends: bool = True) -> Image.Image:
    """Lay a train and mark its open ends, with room for what stands under it."""
    lying = laid(train, first)
    pitch = lying.size.pitch
    top = MARGIN + pitch * 0.55
    image = blank(round(top + (lying.lines + 1.55) * pitch + foot))
    for index, (each, spot) in enumerate(zip(train, lying.spots, strict=True)):
        x, y = _at(lying, spot)
        across = (spot.way[1] == 0) == (each[0] == each[1])
        piece = tile(*(each[::-1] if spot.way[0] < 0 else each), lying.size.half, across)
        piece.centred(image, x, y)
        if last is not None and index == last.index:
            ring(*piece.size, LAST, corner(lying.size.half), 6, 0).centred(image, x, y)
    if ends:
        for number, spot in ((train[0][0], lying.left), (train[-1][1], lying.right)):
            end(number, round(pitch * 0.78)).centred(image, *_at(lying, spot))
    return image


def _at(lying: Laid, spot: Spot) -> tuple[float, float]:
    """Return where the middle of a spot is in the picture."""
    pitch = lying.size.pitch
    return lying.size.left + (spot.x + 0.5) * pitch, MARGIN + (spot.y - lying.top + 1.05) * pitch


def _choice(view: View, picked: Tile) -> Image.Image:
    image = _train(view.train, view.first, None, PICKED_H)
    piece = tile(*picked, PICKED)
    y = image.height - MARGIN - piece.size[1] / 2
    piece.centred(image, WIDTH / 2, y)
    ring(*piece.size, CAN, corner(PICKED)).centred(image, WIDTH / 2, y)
    return image


def _scoring(view: View, finished: Round) -> Image.Image:
    image = _train(finished.train, finished.first, finished.last, 0)
    winners = view.outcome.winners if view.outcome is not None else ()
    return stacked(image, score(view, finished, winners))


# For one player ---------------------------------------------------------------------------------------------


def _hand(view: View) -> Layout:
    """Lay a hand upright in lines; whoever is in turn sees what can be laid lit, and the rest drawn back."""
    half, pitch, most = BIG if len(view.hand) <= BIG[2] else SMALL
    lines = [view.hand[i : i + most] for i in range(0, len(view.hand), most)] or [()]
    line_pitch = 2 * half + lip_of(half) + LINE_GAP
    layout = Layout(2 * MARGIN + len(lines) * line_pitch - LINE_GAP)
    playable, choosing = _playable(view), view.seat is not None and view.seat == view.active
    for row, line in enumerate(lines):
        left, y = (WIDTH - len(line) * pitch + pitch - half) // 2, MARGIN + row * line_pitch
        for place, each in enumerate(line):
            look: Look = "lit" if each in playable else "back" if choosing and each != view.drawn else "plain"
            layout.lay(held_tile(each, half, look), left + place * pitch, y)
    return layout


@cache
def held_tile(each: Tile, half: int, look: Look) -> Piece:
    """Return a tile of a hand: as it is, in the frame of what can be laid, or drawn back."""
    if look == "lit":
        frame = ring(half, 2 * half + lip_of(half), CAN, corner(half))
        return Piece(lambda: alone(fresh_tile(*each, half, upright=True), frame), (frame.size[0] - half) // 2)
    return Piece(lambda: alone(fresh_tile(*each, half, upright=True), back=DIMMED if look == "back" else 0))


def _playable(view: View) -> Collection[Tile]:
    """Return the tiles of a hand that its seat may lay now."""
    if view.seat is None or view.seat != view.active:
        return ()
    offered = view.hand if view.drawn is None else (view.drawn,)
    return [each for each in offered if view.ends is None or fits(each, view.ends)]


# Every colour -----------------------------------------------------------------------------------------------


def specimen() -> Image.Image:
    """Everything that the pictures of this game can show."""
    doubles: tuple[Tile, ...] = tuple((n, n) for n in range(7))
    four = tuple(map(Seat, range(4)))
    state, _ = GAME.deal(4, Options(partners=True), "specimen")
    view = replace(
        state.view(None),
        train=(*doubles, (0, 1), (2, 3), (4, 5), (6, 0)),
        last=Last(four[0], 3),
        idles=(Idle(four[1], "passed", (0, 0), 11), Idle(four[2], "drew", (0, 0), 11)),
        active=four[0],
    )
    alone = replace(view, options=Options(), sides=(0, 1, 2, 3), points=(1, 2, 3, 4), boneyard=2, drawable=0)
    hands = (doubles, doubles[:1], doubles[1:3], doubles[3:])
    outcome = Outcome((1, 2, 2, 2), (30, 0, 0, 0), "target")
    pictures = [_table(view, "pass"), _choice(view, (2, 3))]
    for each in (view, alone):
        points = (61, 30, 0, 10)[: len(each.points)]
        finished = Round(1, view.train, 4, Last(four[1], 0), "out", None, hands, (42, 0, 6, 36), four[:1], 30, points)
        scored = replace(each, points=points, finished=finished, outcome=outcome)
        pictures += [_table(replace(each, train=()), "pass"), _scoring(scored, finished)]
    for held in (view, replace(view, seat=four[1]), replace(view, seat=four[0], train=())):
        pictures.append(_hand(replace(held, hand=doubles)).image())
    pictures.append(_hand(replace(view, seat=four[0], train=((1, 2),), hand=doubles)).image())
    return stacked(*pictures)
