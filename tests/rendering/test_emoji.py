from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO

import pytest
from PIL import Image

from bot.rendering.emoji import SIZE, seat_badge, team_chip

DISCORD_LIMIT = 256 * 1024


BADGES = [*(partial(seat_badge, seat) for seat in range(12)), *(partial(team_chip, team) for team in range(3))]


@pytest.mark.parametrize("draw", BADGES)
def test_a_badge_is_an_emoji_that_discord_takes(draw: Callable[[], bytes]) -> None:
    data = draw()
    image = Image.open(BytesIO(data))
    assert (image.size, image.mode) == ((SIZE, SIZE), "RGBA")
    assert image.getchannel("A").getpixel((0, 0)) == 0
    assert len(data) < DISCORD_LIMIT


def test_no_two_badges_are_alike() -> None:
    assert len({draw() for draw in BADGES}) == len(BADGES)
