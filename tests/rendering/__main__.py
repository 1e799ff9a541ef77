"""Look at the pictures: `python -m tests.rendering FOLDER`, from the top of the project.

Draws every position of `take5_positions` into the folder: as it is sent, and as `NAME_360.png` as wide as on
a phone, on Discord's dark theme and on white. `python -m tests.rendering --golden` keeps the present look as
the one to compare with, except for the pictures `look_*`, which are the design's own.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image

from .take5_positions import POSITIONS, drawn

GOLDEN = Path(__file__).parent / "golden"
PHONE, EDGE, DARK, LIGHT = 360, 12, "#313338", "#FFFFFF"


def on_a_phone(data: bytes) -> Image.Image:
    """Show a picture at a phone's width on both themes."""
    full = Image.open(BytesIO(data)).convert("RGBA")
    size = (PHONE, round(full.height * PHONE / full.width))
    small, wide = full.resize(size, Image.Resampling.LANCZOS), PHONE + 2 * EDGE
    sheet = Image.new("RGB", (2 * wide, small.height + 2 * EDGE), DARK)
    sheet.paste(LIGHT, (wide, 0, 2 * wide, sheet.height))
    for left in (EDGE, wide + EDGE):
        sheet.paste(small, (left, EDGE), small)
    return sheet


def main(arguments: list[str]) -> None:
    if len(arguments) != 1:
        sys.exit(__doc__)
    golden = arguments[0] == "--golden"
    folder = GOLDEN if golden else Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name in POSITIONS:
        if golden and name.startswith("look_"):
            continue
        data = drawn(name)
        (folder / f"{name}.png").write_bytes(data)
        if not golden:
            on_a_phone(data).save(folder / f"{name}_360.png")


if __name__ == "__main__":
    main(sys.argv[1:])
