"""When a person is reminded: the ladder, quiet hours, the last one, being away."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.timing.pace import DAY, HOUR, MINUTE
from bot.timing.reminders import APART, BEFORE_QUIET, ENOUGH, MOST, after_sending, ladder_of, replanned
from bot.timing.zones import quiet_of
from db.records import DeadlineRecord, Habits, Ladder

BERLIN = "Europe/Berlin"


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(BERLIN)).timestamp()) * 1000


NOON = at("2026-06-10T12:00")
USUAL = Habits()


def night(start: int = 22, end: int = 8, ladder: Ladder = "both") -> Habits:
    return Habits(ladder, BERLIN, start * 60, end * 60)


def asked(now: int = NOON, habits: Habits = USUAL, due: int | None = None) -> DeadlineRecord:
    """Return the reminder of a turn of a day that is asked now."""
    return ladder_of(DeadlineRecord(1, 0, "turn", 7, now, due or now + DAY), DAY, habits, now, 1)


def course(now: int, habits: Habits, due: int | None = None, *, late: int = 0) -> list[int]:
    """Return when reminders of a turn that is asked now go out, each served so late."""
    return times_of(asked(now, habits, due), due or now + DAY, habits, late)


def times_of(row: DeadlineRecord, due: int, habits: Habits, late: int) -> list[int]:
    sent: list[int] = []
    while row.due is not None:
        now = row.due + late
        row = replanned(row, due, DAY, habits, now)
        if row.due is not None and row.due <= now:
            sent.append(now)
            row = after_sending(row, due, DAY, habits, now)
    return sent


# The ladder ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ladder", "times"),
    [
        ("both", [NOON + DAY // 2, NOON + DAY * 7 // 8]),
        ("half", [NOON + DAY // 2]),
        ("end", [NOON + DAY * 7 // 8]),
        ("none", []),
    ],
)
def test_each_ladder_has_its_steps(ladder: Ladder, times: list[int]) -> None:
    assert course(NOON, Habits(ladder)) == times


def test_what_was_slept_through_is_caught_up_once() -> None:
    row, due = asked(), NOON + DAY
    late = due - HOUR
    row = replanned(row, due, DAY, Habits(), late)
    assert row.due == late
    row = after_sending(row, due, DAY, Habits(), late)
    assert (row.due, row.sent, row.rung) == (None, 1, 2)


def test_nothing_comes_once_the_time_is_over() -> None:
    assert replanned(asked(), NOON + DAY, DAY, Habits(), NOON + DAY).due is None


def test_a_change_of_mind_holds_for_what_is_still_to_come() -> None:
    row, due = asked(), NOON + DAY
    row = after_sending(row, due, DAY, Habits(), NOON + DAY // 2)
    assert replanned(row, due, DAY, Habits("half"), NOON + DAY // 2).due is None
    assert replanned(row, due, DAY, Habits("none"), NOON + DAY // 2).due is None
    assert replanned(row, due, DAY, Habits("end"), NOON + DAY // 2).due == due - DAY // 8
    silent = asked(NOON, Habits("none"))
    assert silent.due is None
    assert replanned(silent, due, DAY, Habits(), NOON + HOUR).due == NOON + DAY // 2


def test_a_step_that_is_behind_does_not_come_again_when_the_deadline_moves() -> None:
    row = after_sending(asked(), NOON + DAY, DAY, USUAL, NOON + DAY // 2)
    later = NOON + 3 * DAY
    assert times_of(replanned(row, later, DAY, USUAL, NOON + DAY // 2), later, USUAL, 0) == [later - DAY // 8]


def test_without_a_clock_there_is_no_reminder() -> None:
    row = DeadlineRecord(1, 0, "reminder", 7, NOON, None)
    assert replanned(row, None, None, Habits(), NOON).due is None


# Quiet hours -----------------------------------------------------------------------------------------------


def test_a_reminder_due_in_quiet_hours_comes_at_their_end() -> None:
    """Half time is midnight."""
    assert course(NOON, night()) == [at("2026-06-11T08:00"), NOON + DAY * 7 // 8]


def test_where_too_little_time_is_left_then_it_comes_just_before_they_begin() -> None:
    now = at("2026-06-10T08:15")  # due in a quarter of an hour after they end; near the end is 5:15
    habits = night(ladder="end")
    assert course(now, habits) == [at("2026-06-10T22:00") - BEFORE_QUIET]


def test_two_that_would_come_just_before_quiet_hours_are_one() -> None:
    now = at("2026-06-10T10:15")  # half time is 22:15
    assert course(now, night(22, 10)) == [at("2026-06-10T22:00") - BEFORE_QUIET]


def test_where_quiet_hours_have_begun_by_then_it_does_not_come_at_all() -> None:
    row, now, due = asked(), at("2026-06-10T23:00"), at("2026-06-11T08:10")
    assert replanned(row, due, DAY, night(), now).due is None


def test_one_that_is_served_late_is_still_none_in_quiet_hours() -> None:
    now = at("2026-06-10T08:15")
    habits = night(ladder="end")
    assert course(now, habits, late=BEFORE_QUIET - 1) == [at("2026-06-10T22:00") - 1]
    assert course(now, habits, late=BEFORE_QUIET) == []


def test_quiet_hours_chosen_meanwhile_hold_back_what_was_planned() -> None:
    row, due = asked(), NOON + DAY
    assert replanned(row, due, DAY, night(), NOON + DAY // 2).due == at("2026-06-11T08:00")


@pytest.mark.parametrize(("eve", "half"), [("2026-03-28", "2026-03-29T08:00"), ("2026-10-24", "2026-10-25T08:00")])
def test_quiet_hours_end_by_the_clock_on_the_wall_also_when_that_is_changed(eve: str, half: str) -> None:
    now = at(f"{eve}T15:00")
    assert course(now, night())[0] == at(half)


def test_no_reminder_comes_right_after_the_turn_was_asked() -> None:
    now = at("2026-06-10T21:20")
    assert course(now, night(22, 21)) == [], "just before they begin is in half an hour"


# The last one ----------------------------------------------------------------------------------------------


def last(row: DeadlineRecord, now: int, habits: Habits = USUAL) -> DeadlineRecord:
    return replanned(replace(row, last_at=now), NOON + DAY, DAY, habits, now)


def test_the_last_one_is_told_at_once() -> None:
    now = NOON + 3 * HOUR
    assert last(asked(), now).due == now


def test_the_last_one_is_told_an_hour_after_their_turn_was_asked_at_the_soonest() -> None:
    assert last(asked(), NOON + MINUTE).due == NOON + HOUR


def test_that_counts_as_one_of_the_two() -> None:
    row = after_sending(last(asked(), NOON + 3 * HOUR), NOON + DAY, DAY, Habits(), NOON + 3 * HOUR)
    assert (row.sent, row.last_at, row.due) == (1, None, NOON + DAY // 2)
    row = after_sending(row, NOON + DAY, DAY, Habits(), NOON + DAY // 2)
    assert (row.sent, row.due) == (MOST, None)


def test_within_an_hour_of_a_reminder_it_is_not_told() -> None:
    half = NOON + DAY // 2
    row = after_sending(asked(), NOON + DAY, DAY, Habits(), half)
    assert last(row, half + APART - 1).due == NOON + DAY * 7 // 8, "that of the ladder comes alone"
    assert last(row, half + APART).due == half + APART


def test_the_last_one_sleeps_in_quiet_hours_and_is_told_nothing_while_away_or_who_wants_nothing() -> None:
    now = at("2026-06-10T23:00")
    assert last(asked(), now, night()).due == at("2026-06-11T08:00")
    assert last(asked(), now, Habits("none")).due is None
    away = Habits(away_until=NOON + 10 * DAY)
    assert last(asked(), now, away).due is None


# Away ------------------------------------------------------------------------------------------------------


def test_who_is_away_is_reminded_when_they_are_back_if_there_is_time() -> None:
    until, due = NOON + 2 * DAY, NOON + 3 * DAY
    assert course(NOON, Habits(away_until=until), due) == [due - DAY // 2, due - DAY // 8]
    late = NOON + DAY - HOUR
    assert course(NOON, Habits(away_until=late)) == [late + 1]
    assert course(NOON, Habits(away_until=NOON + DAY - ENOUGH)) == []
    assert course(NOON, Habits(away_until=NOON + 9 * DAY)) == []


# Whatever somebody prefers ---------------------------------------------------------------------------------


@given(
    start=st.integers(0, 24 * 60 - 1),
    end=st.integers(0, 24 * 60 - 1),
    ladder=st.sampled_from(["both", "half", "end", "none"]),
    zone=st.sampled_from([BERLIN, "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"]),
    now=st.integers(NOON, NOON + 366 * DAY),
    away=st.none() | st.integers(0, 2 * DAY),
    last_after=st.none() | st.integers(0, DAY),
    late=st.integers(0, 20 * MINUTE),
)
def test_at_most_two_come_an_hour_apart_in_time_outside_of_quiet_hours_and_not_to_who_is_away(
    start: int, end: int, ladder: Ladder, zone: str, now: int, away: int | None, last_after: int | None, late: int
) -> None:
    quiet_from, quiet_to = (start, end) if start != end else (None, None)
    habits = Habits(ladder, zone, quiet_from, quiet_to, None if away is None else now + away)
    row = asked(now, habits)
    if last_after is not None:
        row = replanned(replace(row, last_at=now + last_after), now + DAY, DAY, habits, now + last_after)
    sent = times_of(row, now + DAY, habits, late)
    quiet = quiet_of(habits)
    assert len(sent) <= MOST
    assert ladder != "none" or not sent
    assert all(now + APART <= each < now + DAY for each in sent)
    assert all(later - sooner >= APART for sooner, later in pairwise(sent))
    assert not any(quiet.around(each) for each in sent if quiet)
    assert not any(habits.away_until and each <= habits.away_until for each in sent)
