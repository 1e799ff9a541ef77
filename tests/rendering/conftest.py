from __future__ import annotations

import pytest
from PIL import Image

from bot.rendering import png
from bot.rendering.pieces import Layout


@pytest.fixture
def in_full_colour(monkeypatch: pytest.MonkeyPatch) -> list[Image.Image]:
    """Keep each picture that is drawn as it was before its colours were sought in the palette, the newest last."""
    kept: list[Image.Image] = []
    sought, packed = png.in_palette, Layout.png

    def seek(image: Image.Image, palette: Image.Image) -> Image.Image:
        kept.append(image)
        return sought(image, palette)

    def pack(layout: Layout, specimen: png.Specimen, most: int | None = None) -> bytes:
        kept.append(layout.image())
        return packed(layout, specimen, most)

    monkeypatch.setattr(png, "in_palette", seek)
    monkeypatch.setattr(Layout, "png", pack)
    return kept
