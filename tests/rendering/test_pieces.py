from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

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


def test_pieces_cover_those_laid_before_and_end_where_the_picture_does() -> None:
    layout = Layout(200, 300)
    high = 2 * HALF + 3

    def lay(tile: Tile, x: int, y: int) -> None:
        layout.lay(Piece(lambda: alone(fresh_tile(*tile, HALF, upright=True))), x, y)

    inside = ((100, 40), (120, 60), (90, 50), (130, 10), (100, 40))
    over_the_edge = ((-20, 20), (270, 30), (200, -50), (60, 150), (-HALF + 1, 199), (299, -high + 1))
    beside = ((-HALF, 50), (300, 50), (320, 60), (280, 200), (20, -high), (5, 260), (-400, -400))
    for tile, (x, y) in zip(TILES, (*over_the_edge, *inside, *beside), strict=False):
        lay(tile, x, y)
    assert layout.png(passing.specimen) == encode(layout.image(), palette_of(passing.specimen))


@pytest.mark.parametrize(("height", "width"), [(0, 80), (80, 0), (63, 80), (80, 63)])
def test_a_picture_without_room_for_its_corners_is_refused(height: int, width: int) -> None:
    with pytest.raises(ValueError, match="64 pixels"):
        Layout(height, width).png(passing.specimen)


def test_the_smallest_picture_is_all_corner() -> None:
    drawn = Image.open(BytesIO(Layout(64, 64).png(passing.specimen))).convert("RGBA").getchannel("A")
    assert drawn.size == (64, 64)
    assert [drawn.getpixel(at) for at in ((0, 0), (63, 0), (0, 63), (63, 63))] == [0] * 4
    assert [drawn.getpixel(at) for at in ((32, 0), (0, 32), (32, 32), (63, 31))] == [255] * 4


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
