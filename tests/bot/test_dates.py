"""Dates as people type them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from babel.core import Locale
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import Refused
from bot.timing.dates import FARTHEST, date_meant, date_words

TUESDAY = date(2026, 9, 22)
GERMAN, ENGLISH = Locale("de"), Locale("en")


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2026-12-24", date(2026, 12, 24)),
        ("2026/12/24", date(2026, 12, 24)),
        ("24.12.", date(2026, 12, 24)),
        ("24. 12. 2026", date(2026, 12, 24)),
        ("24/12", date(2026, 12, 24)),
        ("12/24/2026", date(2026, 12, 24)),
        ("24 Dec", date(2026, 12, 24)),
        ("December 24th, 2026", date(2026, 12, 24)),
        ("24. Dezember", date(2026, 12, 24)),
        ("1.9.", date(2027, 9, 1)),
        ("22.9.", TUESDAY),
        ("today", TUESDAY),
        ("Tomorrow", date(2026, 9, 23)),
        ("friday", date(2026, 9, 25)),
        ("Freitag", date(2026, 9, 25)),
        ("Tue", date(2026, 9, 29)),
        ("3 days", date(2026, 9, 25)),
        ("in 2 weeks", date(2026, 10, 6)),
        ("10d", date(2026, 10, 2)),
    ],
)
def test_a_date_is_understood_as_people_write_it(typed: str, day: date) -> None:
    assert date_meant(f"  {typed} ", TUESDAY, GERMAN) == day


@pytest.mark.parametrize("typed", ["3/4", "31.2.", "2026-13-01", "29 Feb", "Smarch 3", "soon", "", "0.0.", "2026", "٣"])
def test_what_is_no_date_or_could_be_two_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(Refused, match="2026-09-29"):
        date_meant(typed, TUESDAY, ENGLISH)


@pytest.mark.parametrize("typed", ["2026-09-21", "21.9.2026", "1999-01-01"])
def test_a_day_that_is_over_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match="is over"):
        date_meant(typed, TUESDAY, ENGLISH)


@pytest.mark.parametrize("typed", ["2036-09-22", "9999-12-31", "500 days", "99 weeks"])
def test_a_day_years_ahead_is_taken_for_a_slip(typed: str) -> None:
    with pytest.raises(Refused, match="more than a year ahead"):
        date_meant(typed, TUESDAY, ENGLISH)


@given(st.integers(0, FARTHEST), st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_every_day_within_a_year_is_understood_in_each_way_of_writing_it(ahead: int, today: date) -> None:
    day = today + timedelta(days=ahead)
    for typed in (day.isoformat(), f"{day:%d.%m.%Y}", f"{day:%d %b %Y}", f"{day:%B %d, %Y}", f"{ahead} days"):
        assert date_meant(typed, today, ENGLISH) == day


@given(st.text(max_size=30))
def test_whatever_is_typed_leads_to_a_day_within_a_year_or_to_a_refusal(typed: str) -> None:
    try:
        day = date_meant(typed, TUESDAY, GERMAN)
    except Refused as refused:
        assert not {"*", "<", "@", "`"} & set(str(refused))
    else:
        assert 0 <= (day - TUESDAY).days <= FARTHEST


def test_a_date_in_words_says_the_day_of_the_week_and_the_year() -> None:
    assert date_words(date(2026, 12, 24), ENGLISH) == "Thu 24 Dec 2026"
