"""What clocks show in a time zone: the end of a day, quiet hours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from bot.i18n import Refused
from bot.timing.localities import shown_typed, zone_of
from bot.timing.pace import MINUTE
from db.records import Habits

_HOUR = r"(\d{1,2})(?:[:.h](\d{2})|h)?\s*([ap]m)?"
_HOURS = re.compile(rf"{_HOUR}\s*(?:-|–|—|to|until|till)\s*{_HOUR}")


# Days ------------------------------------------------------------------------------------------------------


def today(now: int, zone: tzinfo) -> date:
    """Return the date in a zone."""
    return _local(now, zone).date()


def end_of(day: date, zone: tzinfo) -> int:
    """Return the last second of a day in a zone, in milliseconds."""
    return _instant(day + timedelta(days=1), 0, zone) - 1_000


def clock_words(now: int, zone: tzinfo) -> str:
    """Return what a clock on the wall of a zone shows."""
    return f"{_local(now, zone):%H:%M}"


# Quiet hours -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours of each day in which nobody is reminded: `start` and `end` in minutes after midnight of a zone."""

    start: int
    end: int
    zone: tzinfo

    def around(self, moment: int) -> tuple[int, int] | None:
        """Return when the quiet hours that a moment lies in began and end; None where it lies in none."""
        day = _local(moment, self.zone).date()
        for first in (day - timedelta(days=1), day):
            last = first if self.start < self.end else first + timedelta(days=1)
            begins, ends = _instant(first, self.start, self.zone), _instant(last, self.end, self.zone)
            if begins <= moment < ends:
                return begins, ends
        return None


def quiet_of(habits: Habits) -> Quiet | None:
    """Return a person's quiet hours."""
    if habits.quiet_from is None or habits.quiet_to is None:
        return None
    return Quiet(habits.quiet_from, habits.quiet_to, zone_of(habits.zone))


def hours_meant(text: str) -> tuple[int, int] | None:
    """Return the hours that somebody means, as `22-8`, in minutes after midnight; None for no hours."""
    typed = text.strip().casefold()
    if typed in ("", "-", "–", "0", "no", "none", "off"):
        return None
    found = _HOURS.fullmatch(typed)
    start, end = (_minutes(*found.groups()[at : at + 3]) for at in (0, 3)) if found else (None, None)
    if found and found[6] and not found[3] and int(found[1]) <= 12:  # 10-8pm: in the morning, or at night?
        start = None
    if start is None or end is None or start == end:
        raise Refused(
            "I don't understand the quiet hours {typed}. Write them as 22-8 or 22:30-7:15.", typed=shown_typed(text)
        )
    return start, end


def hours_words(start: int, end: int) -> tuple[str, str]:
    """Return two times of a day as on a clock."""
    return f"{start // 60:02}:{start % 60:02}", f"{end // 60:02}:{end % 60:02}"


def _minutes(hour: str, minute: str | None, half: str | None) -> int | None:
    hours, minutes = int(hour), int(minute or 0)
    if half:
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + (12 if half == "pm" else 0)
    return None if hours * 60 + minutes > 24 * 60 or minutes > 59 else (hours * 60 + minutes) % (24 * 60)


# Inside ----------------------------------------------------------------------------------------------------


def _local(moment: int, zone: tzinfo) -> datetime:
    return datetime.fromtimestamp(moment / 1000, zone)


def _instant(day: date, minutes: int, zone: tzinfo) -> int:
    """Return when a clock on the wall shows a time; of a time that is skipped, the first moment after it."""
    wall = datetime.combine(day, time(minutes // 60, minutes % 60), zone)
    moment = round(wall.timestamp()) * 1000
    skipped = _local(moment, zone).replace(tzinfo=None) != wall.replace(tzinfo=None)
    return moment if not skipped else _after_gap(moment, zone)


def _after_gap(moment: int, zone: tzinfo) -> int:
    """Return the change of the clocks before a moment that was reckoned by how they went before it."""
    while _local(moment - MINUTE, zone).utcoffset() == _local(moment, zone).utcoffset():
        moment -= MINUTE
    return moment
