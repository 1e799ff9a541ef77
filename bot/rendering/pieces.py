"""Pictures of pieces that lie apart from each other: each is found in the palette once, then only copied.

What is laid over something else needs all its colours to be mixed; on the bare ground nothing is mixed, so that neither
masks nor the search for each pixel's colour have to be paid for again with every picture. The pixels are the same.

They are put together line by line, as bytes: Pillow lets other threads run at each paste, and then has to wait for its
turn again, which costs more than joining lines where many are drawn at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from PIL import Image

from bot.rendering.canvas import WIDTH, Sprite, blank, dim
from bot.rendering.colours import GROUND
from bot.rendering.png import PLAIN, Specimen, in_palette, lines_of, pack, palette_of

Lines = Sequence[bytes]


class Piece:
    """An opaque part of a picture, drawn when it is first laid, and kept in the colours of a palette alone.

    `around` is how far a frame reaches beyond the place where the piece lies.
    """

    def __init__(self, draw: Callable[[], Image.Image], around: int = 0) -> None:
        self.draw = draw
        self.around = around
        self._found: dict[Specimen, Lines] = {}

    def found(self, specimen: Specimen) -> Lines:
        """Return its lines in the palette of a kind of picture."""
        known = self._found.get(specimen)
        if known is None:
            known = self._found[specimen] = lines_of(in_palette(self.draw(), palette_of(specimen)))
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
        laid = [(piece.found(specimen), x, y) for piece, x, y in self._laid]
        ends = {end for lines, _, y in laid for end in (y, y + len(lines)) if 0 < end < self.height}
        made: list[bytes] = []
        for top, bottom in pairwise(sorted({0, *ends, self.height})):
            band = [(lines[top - y : bottom - y], x) for lines, x, y in laid if y <= top < y + len(lines)]
            made += map(b"".join, zip(*_seen(band, self.width, bottom - top), strict=True))
        return pack(made, palette_of(specimen), most)


def _seen(band: Sequence[tuple[Lines, int]], width: int, height: int) -> Iterator[Lines]:
    """Yield what is seen of a band across the picture, from left to right; of its pieces later ones lie on top."""
    spans: list[tuple[int, int, Lines, int]] = [(0, width, (), 0)]  # the ground, which has no lines of its own
    for lines, x in band:
        begin, end = max(x, 0), min(x + len(lines[0]), width)
        if begin >= end:  # beside the picture
            continue
        left = [(start, min(stop, begin), under, at) for start, stop, under, at in spans if start < begin]
        right = [(max(start, end), stop, under, at) for start, stop, under, at in spans if stop > end]
        spans = [*left, (begin, end, lines, x), *right]
    for start, stop, lines, x in spans:
        if not lines:
            yield [bytes([PLAIN]) * (stop - start)] * height
        elif stop - start == len(lines[0]):
            yield lines
        else:
            yield [line[start - x : stop - x] for line in lines]


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
