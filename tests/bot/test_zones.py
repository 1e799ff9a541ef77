"""Time zones as people name them, days and quiet hours in them, also when clocks are changed."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import Refused
from bot.timing.localities import _localities, zone_meant, zone_of, zone_words
from bot.timing.pace import DAY, HOUR, MINUTE
from bot.timing.zones import Quiet, clock_words, end_of, hours_meant, hours_words, quiet_of, today
from db.records import Habits

from .room import NOON

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")


def at(text: str, zone: ZoneInfo = BERLIN, *, fold: int = 0) -> int:
    """Return the milliseconds of a time on the wall."""
    return round(datetime.fromisoformat(text).replace(tzinfo=zone, fold=fold).timestamp()) * 1000


# Zones -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Berlin", "Europe/Berlin"),
        ("  new york ", "America/New_York"),
        ("NEW_YORK", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("europe/paris", "Europe/Paris"),
        ("Japan", "Japan"),
        ("UTC", "UTC"),
        ("utc+2", "Etc/GMT-2"),
        ("GMT-03:00", "Etc/GMT+3"),
        ("+0", "UTC"),
        ("utc 2", "Etc/GMT-2"),
        ("UTC −3", "Etc/GMT+3"),
        ("UTC+14", "Etc/GMT-14"),
        ("UTC+5:30", "UTC+05:30"),
        ("GMT -0330", "UTC-03:30"),
        ("Mumbai", "Asia/Kolkata"),
        ("beijing", "Asia/Shanghai"),
        ("Munich", "Europe/Berlin"),
        ("San Francisco", "America/Los_Angeles"),
        ("St. Petersburg", "Europe/Moscow"),
        ("Hyderabad", "Asia/Kolkata"),
        ("Germany", "Europe/Berlin"),
        ("sweden", "Europe/Berlin"),
        ("India", "Asia/Kolkata"),
        ("united kingdom", "Europe/London"),
        ("Etc/GMT+5", "Etc/GMT+5"),
    ],
)
def test_a_zone_is_understood_by_its_city_its_name_or_its_distance(typed: str, name: str) -> None:
    assert zone_meant(typed) == name
    assert zone_meant(zone_words(name)) == name, "and as it is shown"
    assert zone_of(name).utcoffset(None) is not None or isinstance(zone_of(name), ZoneInfo)


def test_a_distance_lies_on_the_side_that_it_says() -> None:
    noon = at("2026-01-05T12:00", ZoneInfo("UTC"))
    for typed, shown in (("UTC+2", "14:00"), ("UTC-3", "09:00"), ("UTC+5:45", "17:45"), ("UTC-3:30", "08:30")):
        assert clock_words(noon, zone_of(zone_meant(typed))) == shown


def test_every_city_is_in_a_zone_that_is_known() -> None:
    zones = {zone for _, zone in _localities().values() if zone and zone_of(zone) is UTC}
    assert zones <= {"UTC", "Etc/UTC"}
    assert len(_localities()) > 3000


@pytest.mark.parametrize(
    "typed",
    [
        "Mordor",
        "Narnia",
        "United States",
        "pst",
        "UTC+20",
        "UTC+14:15",
        "-12:30",
        "2",
        "",
        "x" * 40,
        "<@1> **x** https://y.z",
    ],
)
def test_an_unknown_zone_is_refused_with_a_way_to_name_it_and_pings_or_formats_nothing(typed: str) -> None:
    with pytest.raises(Refused, match="Name a large city") as refused:
        zone_meant(typed)
    said = str(refused.value)
    assert not {"*", "<", "@", "_"} & set(said) and "//" not in said


@pytest.mark.parametrize("typed", ["United States", "china", "Russia", "Australia", "Mexico", "Brazil"])
def test_a_country_of_several_zones_is_none(typed: str) -> None:
    with pytest.raises(Refused, match="go by several clocks"):
        zone_meant(typed)


def test_a_slip_of_the_pen_brings_the_zone_that_is_near() -> None:
    for typed, meant in (("Berln", "Europe/Berlin"), ("Munch", r"Munich \(Europe/Berlin\)"), ("Indja", "India")):
        with pytest.raises(Refused, match=f"Did you mean {meant}"):
            zone_meant(typed)


@pytest.mark.parametrize("name", [None, "", "Europe/Nowhere", "../etc", "Europe"])
def test_without_a_zone_or_with_one_that_is_gone_it_is_utc(name: str | None) -> None:
    assert zone_of(name) is UTC


# Days ------------------------------------------------------------------------------------------------------


def test_a_day_ends_by_the_clocks_of_its_zone() -> None:
    assert end_of(date(2026, 12, 24), BERLIN) == at("2026-12-24T23:59:59")
    assert end_of(date(2026, 12, 24), UTC) - end_of(date(2026, 12, 24), BERLIN) == HOUR
    assert today(at("2026-12-24T23:59:59"), BERLIN) == date(2026, 12, 24)
    assert today(at("2026-12-24T23:59:59"), ZoneInfo("Asia/Tokyo")) == date(2026, 12, 25)


def test_a_day_on_which_clocks_change_is_an_hour_shorter_or_longer() -> None:
    for day, hours in ((date(2026, 3, 29), 23), (date(2026, 10, 25), 25), (date(2026, 7, 1), 24)):
        assert end_of(day, BERLIN) - end_of(date.fromordinal(day.toordinal() - 1), BERLIN) == hours * HOUR


def test_a_day_ends_where_the_next_one_has_no_midnight() -> None:
    beirut = ZoneInfo("Asia/Beirut")  # at the end of March 28, 2026 clocks go from 24:00 to 1:00
    assert end_of(date(2026, 3, 28), beirut) + 1000 == at("2026-03-29T01:00", beirut)


# Quiet hours -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        ("22-8", ("22:00", "08:00")),
        ("22:30-7:15", ("22:30", "07:15")),
        ("22.30 – 7h15", ("22:30", "07:15")),
        ("10pm-8 am", ("22:00", "08:00")),
        ("12am to 12 pm", ("00:00", "12:00")),
        ("24-6", ("00:00", "06:00")),
        ("9 to 17", ("09:00", "17:00")),
        ("22—8", ("22:00", "08:00")),
        ("22h-8h", ("22:00", "08:00")),
        ("22-8am", ("22:00", "08:00")),
    ],
)
def test_hours_are_understood_as_people_write_them(typed: str, hours: tuple[str, str]) -> None:
    meant = hours_meant(typed)
    assert meant is not None
    assert hours_words(*meant) == hours
    assert hours_meant("-".join(hours)) == meant, "and as the form shows them"


@pytest.mark.parametrize("typed", ["", "  ", "none", "-", "off"])
def test_there_need_be_no_quiet_hours(typed: str) -> None:
    assert hours_meant(typed) is None


@pytest.mark.parametrize(
    "typed", ["8-8", "25-3", "22", "22:70-8", "13pm-2am", "0am-8", "24:30-7", "10-8pm", "10-8am", "night", "22-8-9"]
)
def test_hours_that_cannot_be_are_refused_with_an_example(typed: str) -> None:
    with pytest.raises(Refused, match="22-8"):
        hours_meant(typed)


def test_hours_over_midnight_belong_to_the_night() -> None:
    night = Quiet(22 * 60, 8 * 60, BERLIN)
    hours = (at("2026-06-10T22:00"), at("2026-06-11T08:00"))
    for moment in ("2026-06-10T22:00", "2026-06-10T23:59", "2026-06-11T00:00", "2026-06-11T07:59"):
        assert night.around(at(moment)) == hours
    for moment in ("2026-06-10T21:59", "2026-06-11T08:00", "2026-06-11T12:00"):
        assert night.around(at(moment)) is None


def test_hours_within_a_day_belong_to_that_day() -> None:
    work = Quiet(9 * 60, 17 * 60 + 30, NEW_YORK)
    hours = (at("2026-06-10T09:00", NEW_YORK), at("2026-06-10T17:30", NEW_YORK))
    assert work.around(at("2026-06-10T12:00", NEW_YORK)) == hours
    assert work.around(at("2026-06-10T08:59", NEW_YORK)) is None
    assert work.around(at("2026-06-10T17:30", NEW_YORK)) is None


@pytest.mark.parametrize(("eve", "hours"), [("2026-03-28", 9), ("2026-10-24", 11), ("2026-06-10", 10)])
def test_a_night_in_which_clocks_change_is_an_hour_shorter_or_longer(eve: str, hours: int) -> None:
    begins = at(f"{eve}T22:00")
    assert Quiet(22 * 60, 8 * 60, BERLIN).around(begins + 5 * HOUR) == (begins, begins + hours * HOUR)


def test_hours_that_end_in_an_hour_that_is_skipped_end_with_the_change() -> None:
    quiet = Quiet(22 * 60, 2 * 60 + 30, BERLIN)
    changed = at("2026-03-29T03:00")
    assert quiet.around(changed - MINUTE) == (at("2026-03-28T22:00"), changed)
    assert quiet.around(changed) is None


def test_hours_that_end_in_an_hour_that_comes_twice_end_the_first_time() -> None:
    quiet = Quiet(22 * 60, 2 * 60 + 30, BERLIN)
    first = at("2026-10-25T02:30")
    assert quiet.around(first - MINUTE) == (at("2026-10-24T22:00"), first)
    assert quiet.around(first + HOUR - MINUTE) is None


@given(
    st.integers(0, 24 * 60 - 1),
    st.integers(0, 24 * 60 - 1),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]),
    st.integers(0, 366 * DAY),
)
def test_quiet_hours_hold_the_moment_and_end_within_a_day(start: int, end: int, zone: str, ahead: int) -> None:
    if start == end:
        return
    moment = NOON + ahead
    hours = Quiet(start, end, ZoneInfo(zone)).around(moment)
    if hours is not None:
        assert hours[0] <= moment < hours[1] <= hours[0] + DAY + HOUR
    around = [datetime.fromtimestamp((moment + day * DAY) / 1000, ZoneInfo(zone)) for day in (-1, 0, 1)]
    if len({each.utcoffset() for each in around}) == 1:  # then the wall alone says it
        minute = around[1].hour * 60 + around[1].minute
        inside = start <= minute < end if start < end else minute >= start or minute < end
        assert inside == (hours is not None)


def test_only_who_chose_both_ends_has_quiet_hours() -> None:
    assert quiet_of(Habits()) is None
    assert quiet_of(Habits(quiet_from=60)) is None
    assert quiet_of(Habits(zone="Europe/Berlin", quiet_from=60, quiet_to=0)) == Quiet(60, 0, BERLIN)
