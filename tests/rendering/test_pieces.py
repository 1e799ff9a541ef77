from __future__ import annotations

import pytest

from bot.rendering import passing, sequence, stacks, take5
from bot.rendering.canvas import DIMMED, blank, ring
from bot.rendering.colours import CAN
from bot.rendering.passing_tiles import corner, fresh_tile
from bot.rendering.pieces import Layout, Piece, alone
from bot.rendering.png import PLAIN, Specimen, encode, in_palette, palette_of
from bot.rendering.sequence_hand import cards
from rules.passing import TILES, Tile

from .sequence_positions import HAND, TWO, holding

SPECIMENS = (take5.specimen, sequence.specimen, sequence.choice_specimen, passing.specimen, stacks.specimen)
HALF = 60


def tiles() -> Layout:
    """Tiles as they are, framed, and drawn back, by turns."""
    layout = Layout(400)
    frame = ring(HALF, 2 * HALF + 3, CAN, corner(HALF))

    def piece(each: Tile, kind: int) -> Piece:
        if kind == 0:
            return Piece(lambda: alone(fresh_tile(*each, HALF, upright=True), frame), (frame.size[0] - HALF) // 2)
        return Piece(lambda: alone(fresh_tile(*each, HALF, upright=True), back=DIMMED if kind == 1 else 0))

    for k, each in enumerate(TILES):
        layout.lay(piece(each, k % 3), 40 + k % 10 * 90, 20 + k // 10 * 125)
    return layout


@pytest.mark.parametrize(
    ("layout", "specimen"), [(tiles(), passing.specimen), (cards(holding(TWO, HAND)), sequence.specimen)]
)
def test_a_picture_of_pieces_is_to_the_byte_the_one_whose_every_pixel_is_sought(
    layout: Layout, specimen: Specimen
) -> None:
    assert layout.png(specimen) == encode(layout.image(), palette_of(specimen))


@pytest.mark.parametrize("specimen", SPECIMENS)
def test_every_palette_begins_with_the_ground(specimen: Specimen) -> None:
    assert in_palette(blank(1, 1), palette_of(specimen)).getpixel((0, 0)) == PLAIN


def test_a_frame_reaches_around_the_place_of_its_piece() -> None:
    frame = ring(HALF, HALF, CAN)
    around = (frame.size[0] - HALF) // 2
    layout = Layout(200)
    layout.lay(Piece(lambda: alone(frame), around), 50, 40)
    assert layout.image().getbbox() is not None
    drawn = [x for x in range(200) if layout.image().getpixel((x, 40 + HALF // 2)) != blank(1, 1).getpixel((0, 0))]
    assert (min(drawn), max(drawn)) == (50 - around, 50 + HALF + around - 1)
