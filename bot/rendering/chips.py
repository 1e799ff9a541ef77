"""The chips of teams: an outline for each, so that they are told apart in any eyesight."""

from __future__ import annotations

from functools import cache

from bot.rendering.canvas import Sheet, Sprite
from bot.rendering.colours import TEAMS

CHIP = 55
"""How large a chip is on a board."""


@cache
def chip(team: int, size: int = CHIP) -> Sprite:
    """A team's chip: its own outline, a dark rim, and its outline again as a light inlay."""
    tone = TEAMS[team]
    c, r, low = size / 2, size / 2 - 0.5, size * 0.02 * (tone.shape == "triangle")
    return (
        Sheet(size, size)
        .add(tone.edge, lambda p: p.shape(tone.shape, c, c, r))
        .add(tone.fill, lambda p: p.shape(tone.shape, c, c, r * 0.88))
        .add(tone.mark, lambda p: p.shape(tone.shape, c, c + low, r * 0.66))
        .add(tone.fill, lambda p: p.shape(tone.shape, c, c + low, r * 0.53))
        .sprite()
    )


@cache
def ghost(team: int, size: int = CHIP) -> Sprite:
    """The rim that a chip leaves behind when it has been taken away."""
    tone, c, r = TEAMS[team], size / 2, size / 2 - 0.5
    sheet = Sheet(size, size)
    return sheet.add(tone.fill, lambda p: p.shape(tone.shape, c, c, r).shape(tone.shape, c, c, r * 0.86, on=0)).sprite()
