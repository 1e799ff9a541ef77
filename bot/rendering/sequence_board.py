"""The board of Sequence: its spaces, the chips on them, the sequences as bands, and what is lit of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

from PIL import Image

from bot.rendering.canvas import Sheet, Sprite, Stencil, blank, paper_on_ground, ring, text
from bot.rendering.cards import ink_of, rank, suit
from bot.rendering.chips import chip, ghost
from bot.rendering.colours import CAN, INK, LAST, LINE, MUTED, PAPER, PAPER_DIM, PAPER_EDGE, TEAMS, WELL
from bot.rendering.marks import coin
from rules.cards import Card
from rules.sequence import CARD_ON, Made, Removed, Space, View, name_of

SIDE = 10
CELL, PITCH, LEFT, TOP = 95, 99, 60, 56
HEIGHT = TOP + SIDE * PITCH
RIGHT = LEFT + SIDE * PITCH - (PITCH - CELL)
CHIP_AT = 64  # a chip's centre in its space, from the left and from the top
RADIUS = 10
TINTS = ("#C9DCF7", "#C3EAD9", "#F6CFC9")  # the paper under a team's sequences
BACK = 0.6  # how far what cannot be chosen is drawn back
FRAMED = 12  # where more can be chosen, frames would only be noise


def board(view: View, foot: int, *, last: bool) -> Image.Image:
    """Draw the board as it lies over an empty foot; with `last` the latest chip is framed, or the rim of one gone."""
    image = blank(HEIGHT + foot)
    image.paste(_empty(), (0, 0))
    owners, faces = _owners(view), _faces(view)
    move = view.last if last else None
    gone = move if isinstance(move, Removed) else None
    if gone is not None:
        faces[gone.space] = PAPER
    for space, face in faces.items():
        _lay_space(image, space, face)
    _bands(image, view.sequences, faces)
    for space, team in owners.items():
        _on_place(chip(team), image, space)
    if gone is not None:
        _on_place(ghost(gone.team), image, gone.space)
    if move is not None:
        _frame(image, move.space, LAST)
    return image


def lit(view: View, foot: int, spaces: Collection[Space]) -> Image.Image:
    """Draw the board back save for some spaces, which are named at its edge and, where they are few, framed."""
    image = Image.blend(board(view, foot, last=False), blank(HEIGHT + foot), BACK)
    owners, faces = _owners(view), _faces(view)
    for space in spaces:  # on top of bands that run over them
        if space in owners:
            _lay_space(image, space, faces[space])
            _on_place(chip(owners[space]), image, space)
        else:
            x, y = _at(space)
            image.paste(_empty().crop((x, y, x + CELL, y + CELL)), (x, y))
    for axis in (0, 1):
        for i in {divmod(space, SIDE)[axis] for space in spaces}:
            _name(image, axis, i, CAN)
    if len(spaces) <= FRAMED:
        for space in spaces:
            _frame(image, space, CAN)
    return image


def _owners(view: View) -> dict[Space, int]:
    """Return the team of each chip."""
    return {space: team for team, spaces in enumerate(view.chips) for space in spaces}


def _faces(view: View) -> dict[Space, str]:
    """Return the papers of the spaces that are taken."""
    faces = {space: PAPER_DIM for spaces in view.chips for space in spaces}
    return faces | {space: TINTS[made.team] for made in view.sequences for space in made.spaces}


def warm_board() -> None:
    """Draw every piece that boards are made of."""
    _empty()
    for face in (PAPER, PAPER_DIM, *TINTS):
        _field(face)
    for card in CARD_ON:
        if card is not None:
            for taken in (False, True):
                _print(card, taken)
                _halo(card, taken)
    for step in (1, SIDE - 1, SIDE, SIDE + 1):
        _link(step)
    for team in range(len(TEAMS)):
        chip(team)
        ghost(team)


# Spaces -----------------------------------------------------------------------------------------------------


def _at(space: Space) -> tuple[int, int]:
    row, column = divmod(space, SIDE)
    return LEFT + column * PITCH, TOP + row * PITCH


def _name(image: Image.Image, axis: int, i: int, colour: str) -> None:
    """Name a row (axis 0) or a column (axis 1) at the board's edge."""
    if axis:
        text(image, (LEFT + i * PITCH + CELL / 2, TOP - 27), name_of(Space(i))[0].upper(), 28, colour)
    else:
        text(image, (LEFT - 30, TOP + i * PITCH + CELL / 2), str(i + 1), 28, colour)


@cache
def _empty() -> Image.Image:
    """The board without chips: drawn once, copied for every picture."""
    image = blank(HEIGHT)
    for i in range(SIDE):
        _name(image, 0, i, MUTED)
        _name(image, 1, i, MUTED)
    for space, card in enumerate(CARD_ON):
        if card is None:
            _corner().on(image, *_at(Space(space)))
        else:
            _lay_space(image, Space(space), "")
    return image


@cache
def _corner() -> Sprite:
    """The free space: a printed chip that counts for everybody."""
    sheet = Sheet(CELL, CELL).add(LINE, lambda p: p.box(0, 0, CELL, CELL, RADIUS))
    return sheet.add(WELL, lambda p: p.box(3, 3, CELL - 3, CELL - 3, 8)).put(coin(), 15, 15).sprite()


def _field(face: str) -> Image.Image:
    return paper_on_ground(CELL, CELL, face, PAPER_EDGE, RADIUS, 3)


def _lay_space(image: Image.Image, space: Space, face: str) -> None:
    """Lay down a space; on any `face` its suit moves under the rank and leaves its place to a chip."""
    card = CARD_ON[space]
    if card is not None:
        image.paste(_field(face or PAPER), _at(space))
        _print(card, bool(face)).on(image, *_at(space), ink_of(card))


def _suit_at(taken: bool) -> tuple[int, int, int]:
    return (21, 65, 24) if taken else (63, 61, 46)


@cache
def _print(card: Card, taken: bool) -> Stencil:
    x, y, size = _suit_at(taken)
    return rank(Sheet(CELL, CELL), card, 9, 26, 43).add(INK, lambda p: suit(p, card, x, y, size)).stencil()


@cache
def _halo(card: Card, taken: bool) -> Stencil:
    """What a print covers of a band that runs under it."""
    x, y, size = _suit_at(taken)
    sheet = rank(Sheet(CELL, CELL), card, 9, 26, 43, halo=5)
    return sheet.add(INK, lambda p: suit(p, card, x, y, size + 10)).stencil()


def _on_place(sprite: Sprite, image: Image.Image, space: Space) -> None:
    x, y = _at(space)
    sprite.centred(image, x + CHIP_AT, y + CHIP_AT)


def _frame(image: Image.Image, space: Space, colour: str) -> None:
    """The mark of a state; it lies in the gaps of the board, flush with the paper."""
    x, y = _at(space)
    ring(CELL, CELL, colour, RADIUS, 7, 0).on(image, x - 7, y - 7)


# Sequences --------------------------------------------------------------------------------------------------


def _bands(image: Image.Image, sequences: Iterable[Made], faces: dict[Space, str]) -> None:
    """Join the spaces of each sequence, then print again what the bands run over."""
    crossed: set[Space] = set()
    for made in sequences:
        step, tone = made.spaces[1] - made.spaces[0], TEAMS[made.team]
        edge, fill = _link(step)
        for stencil, colour in ((edge, tone.edge), (fill, tone.fill)):
            for space in made.spaces[:-1]:
                x, y = _at(space)
                stencil.on(image, x + CHIP_AT - REACH, y + CHIP_AT - REACH, colour)
        crossed.update(made.spaces)
        if step == SIDE - 1:  # a band down to the left runs over the ranks of the spaces below its own
            crossed.update(Space(space + SIDE) for space in made.spaces[:-1])
    for space in crossed:
        x, y = _at(space)
        card, face = CARD_ON[space], faces.get(space, "")
        if card is None:
            coin().on(image, x + 15, y + 15)
        else:
            _halo(card, bool(face)).on(image, x, y, face or PAPER)
            _print(card, bool(face)).on(image, x, y, ink_of(card))


REACH = PITCH + 20


@cache
def _link(step: int) -> tuple[Stencil, Stencil]:
    """The rim and the body of a band from one chip to the next, about the first; chips cover the joints."""
    right = {1: 1, SIDE - 1: -1, SIDE: 0, SIDE + 1: 1}[step]
    ends = [(REACH, REACH), (REACH + right * PITCH, REACH + (step > 1) * PITCH)]
    edge = Sheet(2 * REACH, 2 * REACH).add(INK, lambda p: p.line(ends, 26)).stencil()
    fill = Sheet(2 * REACH, 2 * REACH).add(INK, lambda p: p.line(ends, 18)).stencil()
    return edge, fill
