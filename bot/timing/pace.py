"""How long a turn may take. The lengths of windows and orders are those of RULES.md, K12."""

from __future__ import annotations

from dataclasses import dataclass

from bot.i18n import Say

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
EDITED_WITHIN = 55 * MINUTE
"""A post older than this is edited within its turn for moved deadlines alone: edits of old ones are dear (30046)."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The clock of a match; lengths in milliseconds."""

    key: str
    turn: int | None
    """None: a turn may take for ever."""
    window: int
    order: int
    """After this time a window is answered for who left a standing order, and by stand-ins."""
    reminds: bool
    """Whether people are reminded of a turn."""
    away: int
    """How long a seat's clock may stand still in a match while its person is away, in all."""

    @property
    def slow(self) -> bool:
        """Whether nobody is expected to sit and wait."""
        return self.key != "live"


PACES = {
    pace.key: pace
    for pace in (
        Pace("live", 2 * MINUTE, 30 * SECOND, 10 * SECOND, reminds=False, away=0),
        Pace("day", DAY, 12 * HOUR, HOUR, reminds=True, away=5 * DAY),
        Pace("three_days", 3 * DAY, DAY, 2 * HOUR, reminds=True, away=10 * DAY),
        Pace("none", None, HOUR, HOUR, reminds=False, away=0),
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
