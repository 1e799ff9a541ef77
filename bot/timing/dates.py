"""Dates as people type them: 2026-12-24, 24.12., 24 Dec, tomorrow, Friday, 3 days."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from babel.core import Locale
from babel.dates import format_date, get_day_names, get_month_names

from bot.i18n import Refused
from bot.timing.localities import shown_typed

FARTHEST = 366
"""Days ahead that a date may lie; more is a slip of the pen."""

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\. ?(\d{1,2})\.?(?: ?(\d{4}))?")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}))?")
_SPAN = re.compile(r"(?:in )?(\d{1,3}) ?(days?|d|weeks?|w)")
_WORDS = re.compile(
    r"(?:(\d{1,2})(?:st|nd|rd|th|\.)? ([^\W\d]+)\.?|([^\W\d]+)\.? (\d{1,2})(?:st|nd|rd|th|\.)?)(?:,? (\d{4}))?"
)


def date_meant(text: str, today: date, locale: Locale) -> date:
    """Return the day that somebody means, from today on; raises a refusal that says how to write it."""
    typed = " ".join(text.casefold().split())
    day = next((day for day in _read(typed, today, locale) if day is not None), None)
    if day is None:
        raise Refused(
            "I don't understand the date {typed}. Pick one from the list, or write it as {example}.",
            typed=shown_typed(text),
            example=(today + timedelta(days=7)).isoformat(),
        )
    if day < today:
        raise Refused("{date} is over. Give the last day you're away, today or later.", date=day.isoformat())
    if (day - today).days > FARTHEST:
        raise Refused("{date} is more than a year ahead. Give a day within a year.", date=day.isoformat())
    return day


def date_words(day: date, locale: Locale) -> str:
    """Return a date in words, with its day of the week."""
    return str(format_date(day, "EEE d MMM y", locale=locale))


def _read(typed: str, today: date, locale: Locale) -> Iterator[date | None]:
    """Yield what a text may mean, way by way."""
    if typed == "today":
        yield today
    if typed == "tomorrow":
        yield today + timedelta(days=1)
    for at, names in enumerate(_days(locale)):
        if typed in names:
            yield today + timedelta(days=(at - today.weekday() - 1) % 7 + 1)
    if found := _SPAN.fullmatch(typed):
        yield today + timedelta(days=int(found[1]) * (7 if found[2].startswith("w") else 1))
    if found := _ISO.fullmatch(typed):
        yield _day(int(found[1]), int(found[2]), int(found[3]))
    if found := _DOTTED.fullmatch(typed):
        yield _next(int(found[2]), int(found[1]), found[3], today)
    if found := _SLASHED.fullmatch(typed):
        first, second = int(found[1]), int(found[2])
        if first > 12 or first == second:  # else nobody can tell the day from the month
            yield _next(second, first, found[3], today)
        elif second > 12:
            yield _next(first, second, found[3], today)
    if found := _WORDS.fullmatch(typed):
        day, name = (found[1], found[2]) if found[1] else (found[4], found[3])
        for at, names in enumerate(_months(locale), start=1):
            if name in names:
                yield _next(at, int(day), found[5], today)


def _next(month: int, day: int, year: str | None, today: date) -> date | None:
    """Return a day of a year, or the next such day where no year is given."""
    if year is not None:
        return _day(int(year), month, day)
    this, next = _day(today.year, month, day), _day(today.year + 1, month, day)
    return this if this is not None and this >= today else next


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _days(locale: Locale) -> list[set[str]]:
    """Return what the days of the week are called, in a language and in English, from Monday on."""
    return [_called(get_day_names, locale, at) for at in range(7)]


def _months(locale: Locale) -> list[set[str]]:
    return [_called(get_month_names, locale, at) for at in range(1, 13)]


def _called(names: object, locale: Locale, at: int) -> set[str]:
    assert callable(names)  # noqa: S101 - one of Babel's two
    ways = (names(width, "format", each)[at] for width in ("wide", "abbreviated") for each in (locale, "en"))
    return {way.casefold().rstrip(".") for way in ways}
