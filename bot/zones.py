"""Where on the clock somebody lives: time zones as people name them, the end of a day, quiet hours."""

from __future__ import annotations

import difflib
import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.i18n import Refused
from bot.pace import MINUTE
from db.records import Habits

_OFFSET = re.compile(r"(?:(?:utc|gmt)_?([+-]?)|([+-]))_?(\d{1,2})(?::?([0-5]\d))?")
_FIXED = re.compile(r"UTC([+-])(\d\d):(\d\d)")
_FARTHEST = (-12 * 60, 14 * 60)
"""Minutes from UTC, west and east, that clocks go by."""
_HOUR = r"(\d{1,2})(?:[:.h](\d{2}))?\s*([ap]m)?"
_HOURS = re.compile(rf"{_HOUR}\s*(?:-|–|—|to|until|till)\s*{_HOUR}")
_ODD = re.compile(r"[^\w +/:.,–-]|_|(?<=/)/")
_LARGE = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


# Zones -----------------------------------------------------------------------------------------------------


def zone_of(name: str | None) -> tzinfo:
    """Return a time zone by what `zone_meant` names it; UTC for none, and for one that is known no more."""
    if name is not None and (fixed := _FIXED.fullmatch(name)):
        minutes = int(fixed[2]) * 60 + int(fixed[3])
        return timezone(timedelta(minutes=minutes if fixed[1] == "+" else -minutes))
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def zone_meant(text: str) -> str:
    """Return the name of the zone that somebody means: by its IANA name, by a city, or as `UTC+2`, `UTC+5:30`."""
    typed = _key(text)
    if (offset := _OFFSET.fullmatch(typed)) and (fixed := _fixed(offset)):
        return fixed
    zones = _zones()
    if typed in zones:
        return zones[typed]
    near = difflib.get_close_matches(typed, zones, n=1, cutoff=0.75)
    if near:
        raise Refused(
            "I don't know the time zone {typed}. Did you mean {zone}?",
            typed=shown_typed(text),
            zone=zone_words(zones[near[0]]),
        )
    raise Refused(
        "I don't know the time zone {typed}. Name a large city in it, as Berlin or New York, or write it as UTC+5:30.",
        typed=shown_typed(text),
    )


def zone_words(name: str | None) -> str:
    """Return a zone as people read it."""
    if name is None:
        return "UTC"
    if name.startswith("Etc/GMT"):
        return f"UTC{-int(name.removeprefix('Etc/GMT') or 0):+d}"
    if fixed := _FIXED.fullmatch(name):
        return f"UTC{fixed[1]}{int(fixed[2])}:{fixed[3]}"
    return name.replace("_", " ")


def _fixed(offset: re.Match[str]) -> str | None:
    """Return the zone that is always so far from UTC; None where no clock is."""
    minutes = int(offset[3]) * 60 + int(offset[4] or 0)
    if "-" in (offset[1], offset[2]):
        minutes = -minutes
    if not _FARTHEST[0] <= minutes <= _FARTHEST[1]:
        return None
    if minutes == 0:
        return "UTC"
    if minutes % 60 == 0:
        return f"Etc/GMT{-minutes // 60:+d}"  # their sign is the other way round
    return f"UTC{'+' if minutes > 0 else '-'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


@cache
def _zones() -> dict[str, str]:
    """Return every zone by what people may call it: its name, the city in it, other large cities.

    Where two of the cities that zones are named after have one name, it is that of the larger area.
    """
    names = files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()
    called: dict[str, str] = {}
    for name in sorted(names, key=lambda each: (each.split("/")[0] not in _LARGE, each.count("/"), each)):
        for way in (name, name.rpartition("/")[2]):
            called.setdefault(_key(way), name)
    for line in files("bot").joinpath("cities", "cities.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, _, cities = line.partition(": ")
            for city in cities.split(", "):
                called.setdefault(_key(city), name)
    return called


def _key(text: str) -> str:
    plain = "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))
    return re.sub(r"[\s_]+", "_", plain.strip().casefold().replace("−", "-"))


def shown_typed(text: str) -> str:
    """Return what somebody typed so that it does nothing to a message."""
    return f"“{_ODD.sub('', text).strip()[:40]}”"


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
