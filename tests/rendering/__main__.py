"""Look at the pictures: `python -m tests.rendering FOLDER`, from the top of the project.

Draws every position of every game into the folder: as it is sent, and as `NAME_360.png` as wide as on a phone,
on Discord's dark theme and on white. `python -m tests.rendering --golden GAME` keeps the present look of a game as
the one to compare with: of the pictures that are kept, except for `look_*`, which are the design's own.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image

from .games import PICTURES

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
    golden = arguments[:1] == ["--golden"]
    if len(arguments) != (2 if golden else 1):
        sys.exit(__doc__)
    folder = GOLDEN if golden else Path(arguments[0])
    for name, draw in PICTURES.items():
        file = folder / f"{name}.png"
        if golden and (not name.startswith(f"{arguments[1]}/") or "/look_" in name or not file.exists()):
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        data = draw()
        file.write_bytes(data)
        if not golden:
            on_a_phone(data).save(folder / f"{name}_360.png")


if __name__ == "__main__":
    main(sys.argv[1:])
