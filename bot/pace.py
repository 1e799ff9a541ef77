"""How long a turn may take. The lengths of windows and orders are those of RULES.md, K12."""

from __future__ import annotations

from dataclasses import dataclass

from bot.i18n import Say

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
EDITED_WITHIN = 55 * MINUTE
"""A post older than this is not edited for what changes within its turn: edits of old messages are dear (30046)."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The clock of a match; lengths in milliseconds."""

    key: str
    turn: int | None
    """None: a turn may take for ever."""
    window: int
    order: int
    """After this time a window is answered for who left a standing order, and by stand-ins."""
    reminder: int | None
    """How long after the turn began the one reminder comes."""

    @property
    def slow(self) -> bool:
        """Whether nobody is expected to sit and wait."""
        return self.key != "live"


PACES = {
    pace.key: pace
    for pace in (
        Pace("live", 2 * MINUTE, 30 * SECOND, 10 * SECOND, None),
        Pace("day", DAY, 12 * HOUR, HOUR, DAY // 2),
        Pace("three_days", 3 * DAY, DAY, 2 * HOUR, 3 * DAY // 2),
        Pace("none", None, HOUR, HOUR, None),
    )
}
USUAL = "day"


def pace_words(key: str, say: Say) -> str:
    """Name a pace as in the lobby's small print."""
    return {
        "live": say("live, two minutes per turn"),
        "day": say("a day per turn"),
        "three_days": say("three days per turn"),
        "none": say("no clock"),
    }[key]
