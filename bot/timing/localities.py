"""Where on the clock somebody lives, as they name it: by a city, by their country, or so far from UTC."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, timedelta, timezone, tzinfo
from functools import cache
from importlib.resources import files
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.core import Locale

from bot.i18n import Refused

_OFFSET = re.compile(r"(?:(?:utc|gmt)_?([+-]?)|([+-]))_?(\d{1,2})(?::?([0-5]\d))?")
_FIXED = re.compile(r"UTC([+-])(\d\d):(\d\d)")
_FARTHEST = (-12 * 60, 14 * 60)
"""Minutes from UTC, west and east, that clocks go by."""
_ODD = re.compile(r"[^\w +/:.,–-]|_|(?<=/)/")
_LARGE = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
_NEAR = 0.8
"""How like what was typed has to be to what may have been meant, from 0 to 1."""
_SPELT = 4
"""Fewer letters are like too much."""


class Locality(NamedTuple):
    """A name by which people say where they live, and its zone; None where there are several."""

    name: str
    zone: str | None


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
    """Return the name of the zone that somebody means: by its IANA name, by a city, by a country that has one
    alone, or as `UTC+2`, `UTC+5:30`.
    """
    typed = _key(text)
    offset = _OFFSET.fullmatch(typed)
    if offset and (fixed := _fixed(offset)):
        return fixed
    localities = _localities()
    if typed in localities:
        return _zone_in(localities[typed])
    spelt = offset is None and len(typed) >= _SPELT
    if spelt and (near := difflib.get_close_matches(typed, localities, n=1, cutoff=_NEAR)):
        raise Refused(
            "I don't know the time zone {typed}. Did you mean {zone}?",
            typed=shown_typed(text),
            zone=_in_words(localities[near[0]]),
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


def _zone_in(locality: Locality) -> str:
    if locality.zone is None:
        raise Refused("In {country} people go by several clocks. Name a large city near you.", country=locality.name)
    return locality.zone


def _in_words(locality: Locality) -> str:
    """Return a locality with its zone, where that doesn't name it."""
    zone = None if locality.zone is None else zone_words(locality.zone)
    if zone is None or locality.name in zone:
        return zone or locality.name
    return f"{locality.name} ({zone})"


@cache
def _localities() -> dict[str, Locality]:
    """Return every locality by what people may call it. Where two have one name, the first of `_known` is meant."""
    called: dict[str, Locality] = {}
    for locality in _known():
        called.setdefault(_key(locality.name), locality)
    return called


def _known() -> Iterator[Locality]:
    """Yield the zones themselves with the cities they are named after, larger areas first; other large cities; and
    countries.
    """
    zones = files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()
    for zone in sorted(zones, key=lambda each: (each.split("/")[0] not in _LARGE, each.count("/"), each)):
        name = zone.replace("_", " ")
        yield Locality(name, zone)
        if not zone.startswith("Etc/"):  # there the signs are the other way round
            yield Locality(name.rpartition("/")[2], zone)
    for line in _lines("bot", "cities", "cities.txt"):
        zone, _, cities = line.partition(": ")
        yield from (Locality(city, zone) for city in cities.split(", "))
    yield from _countries()


def _countries() -> Iterator[Locality]:
    """Yield the countries."""
    own, shared = defaultdict(set), defaultdict(set)
    for line in _lines("tzdata", "zoneinfo", "zone1970.tab"):
        codes, _, zone = line.split("\t")[:3]
        first, *others = codes.split(",")
        own[first].add(zone)
        for code in others:  # they go by the clocks of the first
            shared[code].add(zone)
    for code, name in Locale("en").territories.items():
        zones = own[code] or shared[code]
        if zones:
            yield Locality(name, *zones) if len(zones) == 1 else Locality(name, None)


def _lines(package: str, *path: str) -> list[str]:
    text = files(package).joinpath(*path).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _key(text: str) -> str:
    plain = "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))
    return re.sub(r"[\s_]+", "_", plain.strip().casefold().replace("−", "-"))


def shown_typed(text: str) -> str:
    """Return what somebody typed so that it does nothing to a message."""
    return f"“{_ODD.sub('', text).strip()[:40]}”"
