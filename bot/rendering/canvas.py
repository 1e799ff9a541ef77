"""What every picture is made of: measures, type, sprites and the sheets they are built on.

A sprite is drawn once, kept by its arguments and never changed, so that any number of threads may lay it
down; at worst two of them draw it at the same time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot.rendering.colours import BRIGHT, GROUND, PAPER, PAPER_EDGE
from bot.rendering.shapes import Pen, Point

WIDTH = 1080  # three times a phone's 360, so that UNIT falls on whole pixels there
UNIT = 12
MARGIN = 3 * UNIT

_FONTS = Path(__file__).parent / "fonts"
_FILES = {"number": "InterDisplay-Bold.otf", "label": "Inter-SemiBold.otf"}
_CAPITALS = 0.364  # half the height of the capitals, in ems


@cache
def font(role: str, size: int) -> ImageFont.FreeTypeFont:
    """Return one of the two cuts; in basic layout, so that every machine sets the same line."""
    return ImageFont.truetype(_FONTS / _FILES[role], size, layout_engine=ImageFont.Layout.BASIC)


def text(
    image: Image.Image,
    xy: Point,
    words: str,
    size: int,
    fill: str = BRIGHT,
    *,
    role: str = "label",
    anchor: str = "mm",
) -> float:
    """Write a line and return its width; an anchor on `m` centres on the capitals."""
    face = font(role, size)
    x, y = xy
    if anchor[1] == "m":
        y, anchor = y + size * _CAPITALS, anchor[0] + "s"
    ImageDraw.Draw(image).text((x, y), words, font=face, fill=fill, anchor=anchor)
    return face.getlength(words)


def blank(height: int, width: int = WIDTH) -> Image.Image:
    """Return an empty picture."""
    return Image.new("RGB", (width, height), GROUND)


def stacked(*images: Image.Image) -> Image.Image:
    """Return one picture under the other: specimens are made of several."""
    whole, y = blank(sum(image.height for image in images)), 0
    for image in images:
        whole.paste(image, (0, y))
        y += image.height
    return whole


DIMMED = 0.58
"""How far a card that cannot be used now is drawn back."""


def dim(image: Image.Image, box: tuple[float, float, float, float], by: float = DIMMED) -> None:
    """Draw a part of the picture back into the ground: what cannot be used now."""
    left, top, right, foot = (round(v) for v in box)
    part = image.crop((left, top, right, foot))
    image.paste(Image.blend(part, Image.new("RGB", part.size, GROUND), by), (left, top))


@dataclass(frozen=True, slots=True)
class Sprite:
    """A finished piece of a picture: opaque colours and how much of them to lay down."""

    colours: Image.Image
    mask: Image.Image

    @property
    def size(self) -> tuple[int, int]:
        return self.colours.size

    def on(self, image: Image.Image, x: float, y: float) -> None:
        image.paste(self.colours, (round(x), round(y)), self.mask)

    def left(self, width: int) -> Sprite:
        """Return the left part of it, cut straight."""
        box = (0, 0, width, self.size[1])
        return Sprite(self.colours.crop(box), self.mask.crop(box))

    def centred(self, image: Image.Image, x: float, y: float) -> None:
        self.on(image, x - self.size[0] / 2, y - self.size[1] / 2)


@dataclass(frozen=True, slots=True)
class Stencil:
    """A piece of one colour, which is given only when it is laid down: much less to keep and to lay than a sprite."""

    mask: Image.Image
    left: int
    top: int
    """Where the mask begins; empty edges are cut off."""

    def on(self, image: Image.Image, x: float, y: float, colour: str) -> None:
        left, top = round(x) + self.left, round(y) + self.top
        image.paste(colour, (left, top, left + self.mask.width, top + self.mask.height), self.mask)


class Sheet:
    """A transparent layer on which a sprite is built."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = ceil(width), ceil(height)
        self.image = Image.new("RGBA", (self.width, self.height))

    def add(self, colour: str, draw: Callable[[Pen], object]) -> Sheet:
        """Lay a colour through whatever `draw` puts on a fresh mask."""
        pen = Pen(self.width, self.height)
        draw(pen)
        return self._lay(colour, pen.mask())

    def put(self, sprite: Sprite, x: float, y: float) -> Sheet:
        """Lay a finished sprite on the sheet."""
        layer = sprite.colours.convert("RGBA")
        layer.putalpha(sprite.mask)
        self.image.alpha_composite(layer, (round(x), round(y)))
        return self

    def write(
        self,
        xy: Point,
        words: str,
        size: int,
        fill: str,
        role: str = "number",
        squeeze: float = 1,
        halo: int = 0,
    ) -> Sheet:
        """Write centred on the capitals; `squeeze` narrows a line that is too wide for its place."""
        face = font(role, size)
        wide = ceil(face.getlength(words)) + 8 + 2 * halo
        glyphs = Image.new("L", (wide, 2 * size))
        at = (wide / 2, size * (1 + _CAPITALS))
        ImageDraw.Draw(glyphs).text(at, words, font=face, fill=255, anchor="ms", stroke_width=halo)
        if squeeze != 1:
            glyphs = glyphs.resize((round(wide * squeeze), 2 * size), Image.Resampling.LANCZOS)
        mask = Image.new("L", self.image.size)
        mask.paste(glyphs, (round(xy[0] - glyphs.width / 2), round(xy[1] - size)))
        return self._lay(fill, mask)

    def _lay(self, colour: str, mask: Image.Image) -> Sheet:
        layer = Image.new("RGBA", self.image.size, colour)
        layer.putalpha(mask)
        self.image.alpha_composite(layer)
        return self

    def sprite(self) -> Sprite:
        return Sprite(self.image.convert("RGB"), self.image.getchannel("A"))

    def stencil(self) -> Stencil:
        """Keep only the outline of what is on the sheet."""
        mask = self.image.getchannel("A")
        box = mask.getbbox() or (0, 0, 1, 1)
        return Stencil(mask.crop(box), *box[:2])


@cache
def panel(width: int, height: int, colour: str, radius: int = 16, outline: str = "", stroke: int = 4) -> Sprite:
    """A rounded field, filled or (with colour "") only outlined."""
    sheet, inset = Sheet(width, height), 0
    right, foot, inner = width - stroke, height - stroke, radius - stroke
    if outline:
        inset = stroke
        sheet.add(
            outline,
            lambda p: p.box(0, 0, width, height, radius).box(stroke, stroke, right, foot, inner, on=0),
        )
    if colour:
        sheet.add(colour, lambda p: p.box(inset, inset, width - inset, height - inset, radius - inset))
    return sheet.sprite()


@cache
def paper(
    width: int, height: int, colour: str = PAPER, edge: str = PAPER_EDGE, radius: int = 14, lip: int = 4
) -> Sprite:
    """A blank card or tile: flat, with a darker lip at its foot instead of a shadow."""
    sheet = Sheet(width, height).add(edge, lambda p: p.box(0, 0, width, height, radius))
    return sheet.add(colour, lambda p: p.box(0, 0, width, height - lip, radius)).sprite()


@cache
def paper_on_ground(
    width: int, height: int, colour: str = PAPER, edge: str = PAPER_EDGE, radius: int = 14, lip: int = 4
) -> Image.Image:
    """The same as a picture, to be pasted without a mask where there is nothing but ground: much quicker."""
    image = blank(height, width)
    paper(width, height, colour, edge, radius, lip).on(image, 0, 0)
    return image


@cache
def ring(width: int, height: int, colour: str, radius: int = 14, stroke: int = 6, gap: int = 3) -> Sprite:
    """The mark of a state: a frame to lay centred over a card of that size, a hair of ground between them."""
    out = stroke + gap
    return panel(width + 2 * out, height + 2 * out, "", radius + out, colour, stroke)
