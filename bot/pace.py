"""How long a turn may take. The lengths of windows and orders are those of RULES.md, K12."""

from __future__ import annotations

from dataclasses import dataclass

from bot.i18n import Say
from rules.engine import Wait

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


@dataclass(frozen=True, slots=True)
class Pace:
    """The clock of a match; lengths in milliseconds."""

    key: str
    turn: int | None
    """None: a turn may take for ever."""
    window: int
    reminder: int | None
    """How long after the turn began the one reminder comes."""

    def length(self, wait: Wait) -> int | None:
        """Return how long a seat has, or None for no clock."""
        return self.turn if wait == "turn" else self.window


PACES = {
    pace.key: pace
    for pace in (
        Pace("live", 2 * MINUTE, 30 * SECOND, None),
        Pace("day", DAY, 12 * HOUR, DAY // 2),
        Pace("three_days", 3 * DAY, DAY, 3 * DAY // 2),
        Pace("none", None, HOUR, None),
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
