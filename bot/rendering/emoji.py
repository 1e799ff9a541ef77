"""The marks that stand before names in texts: the badges of the pictures, as emoji of the application."""

from __future__ import annotations

from bot.rendering.chips import chip
from bot.rendering.marks import badge
from bot.rendering.png import encode_sprite

SIZE = 96
TEAM_NAMES = ("blue", "green", "red")
"""The teams in the order of their chips."""


def seat_badge(seat: int, size: int = SIZE, wear: int | None = None) -> bytes:
    """Return the badge of a seat (0 to 11) as a square PNG; `wear` gives it another seat's outline."""
    return encode_sprite(badge(seat, size, wear))


def team_chip(team: int, size: int = SIZE) -> bytes:
    """Return the chip of a team (0 blue, 1 green, 2 red) as a square PNG."""
    return encode_sprite(chip(team, size))
