"""Pictures compared by their pixels: another zlib may pack the same picture otherwise."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops, ImageColor

LEVELS = 20


def opened(data: bytes) -> Image.Image:
    """Read a picture; its transparent corners come out in the colour of the ground."""
    return Image.open(BytesIO(data)).convert("RGBA").convert("RGB")


def pixels_off(one: Image.Image, other: Image.Image) -> int:
    """Count the pixels that differ by more than 20 levels in any channel."""
    assert one.size == other.size
    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[LEVELS + 1 :])


def pixels_of(image: Image.Image, colour: str) -> int:
    """Count the pixels of exactly this colour."""
    plain = Image.new("RGB", image.size, ImageColor.getrgb(colour))
    red, green, blue = ImageChops.difference(image, plain).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()[0]
