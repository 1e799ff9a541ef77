"""From a picture to its bytes: one palette for each kind of picture, learned once."""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cache
from io import BytesIO
from threading import Lock

from PIL import Image, ImageColor
from zlib_ng import zlib_ng

from bot.rendering.canvas import Sprite
from bot.rendering.colours import GROUND, NAMED
from bot.rendering.shapes import Pen

CORNER = 32  # radius of a picture's outer corners
QUICK, TIGHT = 2, 6  # levels of zlib-ng: 6 takes three to four times the time for 20 to 25 % fewer bytes
COLOURS, EXACT, STEPS = 240, 64, 8
PLAIN = 0
"""Where every palette has the ground: it is the first colour that has a name."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
ENDING = 24
"""Bytes of a file around its packed rows: a chunk's frame, and the last chunk."""

Colour = tuple[int, int, int]
Specimen = Callable[[], Image.Image]


@cache
def _left_ends() -> tuple[bytes, ...]:
    """Return how each line of the corner at the top left begins, as far as the corner cuts anything off.

    The last entries of the palette are the ground at eight strengths; only the corners use them.
    """
    pen = Pen(CORNER, CORNER).box(0, 0, 2 * CORNER, 2 * CORNER, CORNER)
    strengths = pen.mask().point([round(v / 255 * (STEPS - 1)) for v in range(256)])
    whole = bytes([STEPS - 1])
    cut = (line.rstrip(whole) for line in lines_of(strengths))
    return tuple(bytes(COLOURS + strength for strength in line) for line in cut)


def _round_off(lines: list[bytes]) -> None:
    """Cut off the four outer corners."""
    last = len(lines) - 1
    for y, end in enumerate(_left_ends()):
        if end:
            for line in (y, last - y):
                lines[line] = end + lines[line][len(end) : -len(end)] + end[::-1]


_LEARNING = Lock()


def palette_of(specimen: Specimen) -> Image.Image:
    """Return the palette of a kind of picture, learned when it is first asked for, by one thread."""
    with _LEARNING:
        return _learned(specimen)


@cache
def _learned(specimen: Specimen) -> Image.Image:
    """Learn 240 colours from a picture that shows everything a kind of picture can show.

    The look's own colours and the specimen's commonest are kept exactly, so that flat areas stay true; the
    rest serves the smooth edges. Learning once is far quicker than choosing colours for each picture, and the
    same position always gives the same bytes. A colour that the specimen lacks comes out wrong.
    """
    image = specimen()
    counts = image.getcolors(image.width * image.height) or ()
    ranked = [c for _, c in sorted(counts, reverse=True) if isinstance(c, tuple)]
    chosen: list[Colour] = []
    for colour in (*map(ImageColor.getrgb, NAMED), *ranked[:EXACT]):
        if not _steals(colour, chosen):
            chosen.append(colour)
    edges = [colour for colour in ranked if not _steals(colour, chosen)]
    line = Image.new("RGB", (len(edges), 1))
    line.putdata(edges)
    # Coverage, not the median: an edge that is rare in the specimen may be common in a picture.
    spare = line.quantize(COLOURS - len(chosen), Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    values = spare.getpalette() or []
    rest = zip(values[::3], values[1::3], values[2::3], strict=True)
    chosen += [colour for colour in rest if not _steals(colour, chosen)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in chosen for value in colour])
    return palette


def _steals(colour: Colour, chosen: list[Colour]) -> bool:
    """Whether a new colour would take the pixels of one that is to be kept exactly.

    Pillow rounds a pixel's channels down to fours before it seeks the nearest colour of a palette.
    """
    red, green, blue = colour
    for r, g, b in chosen:
        in_red, in_green, in_blue = r & 3, g & 3, b & 3  # what the rounding takes away
        new = (red - r + in_red) ** 2 + (green - g + in_green) ** 2 + (blue - b + in_blue) ** 2
        if new <= in_red * in_red + in_green * in_green + in_blue * in_blue:
            return True
    return False


def in_palette(image: Image.Image, palette: Image.Image) -> Image.Image:
    """Return a picture with each pixel as the place of its nearest colour in a palette."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def lines_of(flat: Image.Image) -> list[bytes]:
    """Return the lines of a picture of a byte a pixel."""
    data, width = flat.tobytes(), flat.width
    return [data[start : start + width] for start in range(0, len(data), width)]


def encode(image: Image.Image, palette: Image.Image, most: int | None = None) -> bytes:
    """Make a palette PNG with smooth, transparent outer corners; what is longer than `most` is packed more tightly."""
    return pack(lines_of(in_palette(image, palette)), palette, most)


def pack(lines: list[bytes], palette: Image.Image, most: int | None = None) -> bytes:
    """Do the same with the lines of a picture that is in the palette already; their corners are cut off.

    Raises ValueError where a picture is too small for four corners.
    """
    if min(len(lines), len(lines[0]) if lines else 0) < 2 * CORNER:
        raise ValueError(f"a picture is at least {2 * CORNER} pixels wide and high")
    _round_off(lines)
    # A zero before each line says "no filter", the best for flat colours.
    rows = b"\0" + b"\0".join(lines)
    head = struct.pack(">2I5B", len(lines[0]), len(lines), 8, 3, 0, 0, 0)
    start = SIGNATURE + _chunk(b"IHDR", head) + _colours(tuple(palette.getpalette() or ())[: 3 * COLOURS])
    packed = zlib_ng.compress(rows, QUICK)
    if most is not None and len(start) + len(packed) + ENDING > most:
        packed = zlib_ng.compress(rows, TIGHT)
    return start + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


@cache
def _colours(chosen: tuple[int, ...]) -> bytes:
    """Return the chunks that tell the colours of a palette, and at what strength each is laid."""
    ground = bytes(ImageColor.getrgb(GROUND)) * STEPS
    strengths = bytes([255] * COLOURS + [round(v / (STEPS - 1) * 255) for v in range(STEPS)])
    return _chunk(b"PLTE", bytes(chosen).ljust(3 * COLOURS, b"\0") + ground) + _chunk(b"tRNS", strengths)


def _chunk(kind: bytes, data: bytes) -> bytes:
    """Return a piece of a PNG file: its length, its kind, what it holds, its sum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib_ng.crc32(kind + data))


def encode_sprite(sprite: Sprite) -> bytes:
    """Make a PNG in full colour of one piece, all round it transparent."""
    image = sprite.colours.convert("RGBA")
    image.putalpha(sprite.mask)
    out = BytesIO()
    image.save(out, "PNG", compress_level=9)
    return out.getvalue()
