"""Pictures of pieces that lie apart from each other: each is found in the palette once, then only copied.

What is laid over something else needs all its colours to be mixed; on the bare ground nothing is mixed, so that neither
masks nor the search for each pixel's colour have to be paid for again with every picture. The pixels are the same.
"""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from bot.rendering.canvas import WIDTH, Sprite, blank, dim
from bot.rendering.colours import GROUND
from bot.rendering.png import PLAIN, Specimen, in_palette, pack, palette_of


class Piece:
    """An opaque part of a picture, drawn when it is first laid, and kept in the colours of a palette alone.

    `around` is how far a frame reaches beyond the place where the piece lies.
    """

    def __init__(self, draw: Callable[[], Image.Image], around: int = 0) -> None:
        self.draw = draw
        self.around = around
        self._found: dict[Specimen, Image.Image] = {}

    def found(self, specimen: Specimen) -> Image.Image:
        """Return it in the palette of a kind of picture."""
        known = self._found.get(specimen)
        if known is None:
            known = self._found[specimen] = in_palette(self.draw(), palette_of(specimen))
        return known


class Layout:
    """A picture of pieces under way."""

    def __init__(self, height: int, width: int = WIDTH) -> None:
        self.width, self.height = width, height
        self._laid: list[tuple[Piece, int, int]] = []

    def lay(self, piece: Piece, x: int, y: int) -> None:
        """Lay a piece on the ground; what it covers is gone."""
        self._laid.append((piece, x - piece.around, y - piece.around))

    def image(self) -> Image.Image:
        """Return the picture in full colour, for specimens."""
        image = blank(self.height, self.width)
        for piece, x, y in self._laid:
            image.paste(piece.draw(), (x, y))
        return image

    def png(self, specimen: Specimen, most: int | None = None) -> bytes:
        """Return the picture as a palette PNG, as `png.encode` does."""
        image = Image.new("P", (self.width, self.height), PLAIN)
        for piece, x, y in self._laid:
            image.paste(piece.found(specimen), (x, y))
        return pack(image, palette_of(specimen), most)


def alone(sprite: Sprite, frame: Sprite | None = None, *, ground: str = GROUND, back: float = 0) -> Image.Image:
    """Return a sprite on nothing but ground: in the middle of a frame, or drawn back into the ground."""
    wide, high = sprite.size if frame is None else frame.size
    image = Image.new("RGB", (wide, high), ground)
    sprite.centred(image, wide / 2, high / 2)
    if frame is not None:
        frame.on(image, 0, 0)
    if back:
        dim(image, (0, 0, wide, high), back)
    return image
