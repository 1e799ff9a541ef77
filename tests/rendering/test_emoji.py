from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.rendering.emoji import SIZE, seat_badge

DISCORD_LIMIT = 256 * 1024


@pytest.mark.parametrize("seat", range(12))
def test_a_badge_is_an_emoji_that_discord_takes(seat: int) -> None:
    data = seat_badge(seat)
    image = Image.open(BytesIO(data))
    assert (image.size, image.mode) == ((SIZE, SIZE), "RGBA")
    assert image.getchannel("A").getpixel((0, 0)) == 0
    assert len(data) < DISCORD_LIMIT


def test_no_two_badges_are_alike() -> None:
    assert len({seat_badge(seat) for seat in range(12)}) == 12
