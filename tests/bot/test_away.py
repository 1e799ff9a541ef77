"""/away: clocks that stand still, within a budget a seat and match, and what isn't used is given back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.seating.seats import Seats
from bot.timing.away import paused, released
from bot.timing.heeding import heed
from bot.timing.pace import DAY, HOUR, MINUTE, PACES
from db.records import DeadlineRecord
from db.repositories import ClockRepository, PeopleRepository
from tests.rules.take5_table import lay

from .room import NOON, Room
from .test_absences import misses, pick, put
from .test_grace import pass_due, reminders, turns
from .test_windows import opened

BUDGET = PACES["day"].away
TURN = DeadlineRecord(1, 0, "turn", 7, NOON, NOON + DAY)


async def say_away(room: Room, who: int, until: int | None, **habits: Any) -> None:
    """Let a person say until when they are away, and their matches heed it."""
    await prefer(room, who, away_until=until, **habits)
    async with room.database.read() as connection:
        mine = await ClockRepository(connection).matches_of(who)
    for number in mine:
        await heed(room.matches, number)


async def prefer(room: Room, who: int, **columns: Any) -> None:
    async with room.database.write() as connection:
        await PeopleRepository(connection).change_user(who, **columns)


async def used(room: Room, number: int) -> list[int]:
    return [seat.away_used for seat in (await room.matches.position(number)).match.seats]


async def due(room: Room, number: int, seat: int = 0) -> int:
    time = (await turns(room, number))[seat].due
    assert time is not None
    return time


# The pause -----------------------------------------------------------------------------------------------


def test_a_clock_stands_still_until_a_time_as_far_as_the_budget_goes() -> None:
    assert paused(TURN, NOON + 2 * DAY, BUDGET, NOON) == (
        replace(TURN, due=NOON + 3 * DAY, away_from=NOON, away_to=NOON + 2 * DAY),
        2 * DAY,
    )
    assert paused(TURN, NOON + 9 * DAY, BUDGET, NOON)[0].due == NOON + 6 * DAY


@pytest.mark.parametrize(("until", "left"), [(None, BUDGET), (NOON, BUDGET), (NOON - 1, BUDGET), (NOON + DAY, 0)])
def test_nothing_stands_still_for_who_is_here_or_has_no_days_left(until: int | None, left: int) -> None:
    assert paused(TURN, until, left, NOON) == (TURN, 0)
    assert paused(replace(TURN, due=None), NOON + DAY, BUDGET, NOON) == (replace(TURN, due=None), 0)


def test_what_is_not_used_is_given_back_once() -> None:
    still, _ = paused(TURN, NOON + 2 * DAY, BUDGET, NOON)
    running, unused = released(still, NOON + HOUR)
    assert (running.due, running.away_to, unused) == (NOON + DAY + HOUR, NOON + HOUR, 2 * DAY - HOUR)
    assert released(running, NOON + HOUR) == (running, 0)
    assert released(still, NOON) == (TURN, 2 * DAY)
    assert released(still, NOON + 2 * DAY) == (still, 0)


def test_a_pause_that_time_given_back_has_moved_ahead_is_given_back_whole() -> None:
    still, _ = paused(TURN, NOON + 2 * DAY, BUDGET, NOON)
    assert still.due is not None
    moved = replace(still, due=still.due + HOUR, away_from=NOON + HOUR, away_to=NOON + 2 * DAY + HOUR)
    assert released(moved, NOON + MINUTE) == (replace(TURN, due=NOON + DAY + HOUR), 2 * DAY)


# In a match ----------------------------------------------------------------------------------------------


async def test_a_running_clock_stands_still_from_now_and_the_days_are_counted(room: Room) -> None:
    number = await put(room)
    room.time.now += 5 * HOUR
    await say_away(room, 1, room.time.now + 2 * DAY)
    assert [await due(room, number, seat) for seat in (0, 1)] == [NOON + 3 * DAY, NOON + DAY]
    assert await used(room, number) == [2 * DAY, 0]


async def test_a_new_turn_begins_when_they_are_back(room: Room) -> None:
    number = await put(room)
    await say_away(room, 2, NOON + 3 * DAY)
    await pick(room, number, 2)
    assert await used(room, number) == [0, 0], "a move in between costs nothing"
    room.time.now += HOUR
    await pick(room, number, 1)
    assert await due(room, number, 1) == NOON + 3 * DAY + DAY
    assert await due(room, number, 0) == NOON + HOUR + DAY
    assert await used(room, number) == [0, 3 * DAY - HOUR]


async def test_a_move_leaves_them_away_and_gives_back_what_was_not_used(room: Room) -> None:
    number = await put(room)
    await say_away(room, 1, NOON + 4 * DAY)
    room.time.now += DAY
    await pick(room, number, 1)
    position = await room.matches.position(number)
    assert position.match.seats[0].away_used == DAY
    assert position.match.seats[0].habits.away_until == NOON + 4 * DAY


async def test_whoever_is_back_early_has_the_time_that_was_left_and_the_days_again(room: Room) -> None:
    number = await put(room)
    room.time.now += HOUR
    await say_away(room, 1, NOON + 4 * DAY)
    room.time.now += DAY
    await say_away(room, 1, None)
    assert await due(room, number) == NOON + DAY + DAY
    assert await used(room, number) == [DAY, 0]
    await say_away(room, 1, None)
    assert await used(room, number) == [DAY, 0]


async def test_being_away_twice_counts_each_moment_once(room: Room) -> None:
    number = await put(room)
    await say_away(room, 1, NOON + 2 * DAY)
    before = await room.everything()
    await heed(room.matches, number)
    await heed(room.matches, number)
    after = await room.everything()
    assert after["deadlines"] == before["deadlines"]
    assert after["seats"] == before["seats"]
    room.time.now += DAY
    await say_away(room, 1, NOON + 3 * DAY)
    assert (await due(room, number), await used(room, number)) == (NOON + 4 * DAY, [3 * DAY, 0])
    await say_away(room, 1, NOON + 2 * DAY)
    assert (await due(room, number), await used(room, number)) == (NOON + 3 * DAY, [2 * DAY, 0])


async def test_the_days_of_a_match_are_used_up_once_and_the_clock_runs_then(room: Room) -> None:
    number = await put(room)
    await say_away(room, 1, NOON + 60 * DAY)
    assert (await due(room, number), await used(room, number)) == (NOON + DAY + BUDGET, [BUDGET, 0])
    room.time.now = NOON + BUDGET + HOUR
    await pick(room, number, 1)
    await pick(room, number, 2)
    assert await due(room, number) == room.time.now + DAY, "nothing is left for the next turn"
    assert await used(room, number) == [BUDGET, 0]


@pytest.mark.parametrize("pace", ["live", "none"])
async def test_a_live_clock_runs_on_and_where_there_is_none_nothing_is_counted(room: Room, pace: str) -> None:
    number = await put(room, pace=pace)
    before = await room.matches.deadlines(number)
    await say_away(room, 1, NOON + 3 * DAY)
    assert await room.matches.deadlines(number) == before
    assert await used(room, number) == [0, 0]


async def test_each_match_counts_by_its_own_pace(room: Room) -> None:
    day, three, live = [await put(room, pace=pace) for pace in ("day", "three_days", "live")]
    await say_away(room, 1, NOON + 60 * DAY)
    assert [(await used(room, number))[0] for number in (day, three, live)] == [5 * DAY, 10 * DAY, 0]
    assert await due(room, three) == NOON + 3 * DAY + 10 * DAY
    await pass_due(room, live)
    assert (await misses(room, live))[0] == 1


async def test_a_window_is_no_time_away(room: Room) -> None:
    position = await opened(room, before=lambda _: say_away(room, 2, NOON + 3 * DAY))
    made = await room.matches.deadlines(position.match.id)
    assert {each.kind for each in made} == {"window", "order"}
    assert {each.due for each in made if each.kind == "window"} == {NOON + PACES["day"].window}
    await heed(room.matches, position.match.id)
    assert await room.matches.deadlines(position.match.id) == made
    assert await used(room, position.match.id) == [0, 0, 0]


async def test_a_seat_that_is_given_up_uses_no_days(room: Room) -> None:
    number = await put(room, 3)
    await pick(room, number, 2)
    await say_away(room, 1, NOON + 3 * DAY)
    await room.matches.leave(number, 1, "resigned")
    assert await used(room, number) == [0, 0, 0]


async def test_a_late_seat_whose_person_is_away_is_not_late(room: Room) -> None:
    number = await put(room)
    await pick(room, number, 2)
    await say_away(room, 1, NOON + 2 * DAY)
    room.time.now = NOON + 3 * DAY - 1
    assert await room.matches.expire(number) is None
    room.time.now += 1
    await room.matches.expire(number)
    assert await misses(room, number) == [1, 0]


async def test_who_has_missed_twice_and_then_says_that_they_are_away_keeps_the_days_they_were_given(room: Room) -> None:
    number = await put(room)
    await room.run_out(number)
    await pass_due(room, number)
    before = await turns(room, number)
    assert before[0].presumed
    for until in (room.time.now + DAY, None):
        await say_away(room, 1, until)
        assert await turns(room, number) == before
        assert await used(room, number) == [BUDGET, BUDGET]


async def test_only_a_change_that_the_table_sees_is_told(room: Room) -> None:
    number = await put(room)
    version = (await room.matches.position(number)).match.version
    await prefer(room, 1, reminders="end")
    await heed(room.matches, number)
    assert (await room.matches.position(number)).match.version == version
    await say_away(room, 1, NOON + DAY)
    assert (await room.matches.position(number)).match.version == version + 1
    assert (await room.matches.telling(number)).moved_version == version + 1


async def test_a_match_that_is_no_longer_on_heeds_nothing(room: Room) -> None:
    number = await room.lobby(2)
    await prefer(room, 1, away_until=NOON + DAY)
    before = await room.everything()
    await heed(room.matches, number)
    assert await room.everything() == before


async def test_who_takes_a_seat_over_is_here_and_reminded_as_they_want_it_and_has_the_days_that_are_left(
    room: Room,
) -> None:
    number, seats = await put(room), Seats(room.matches)
    await say_away(room, 1, NOON + 4 * DAY, reminders="none")
    room.time.now += DAY
    await seats.offer(number, 1, room.person(7))
    await seats.take(number, 1, room.person(7))
    assert await due(room, number) == NOON + DAY + DAY
    assert await used(room, number) == [DAY, 0]
    assert (await reminders(room, number))[0].due == NOON + DAY + DAY // 2
    await say_away(room, 7, NOON + 60 * DAY)
    assert await used(room, number) == [BUDGET, 0]
    await say_away(room, 1, None)
    assert await used(room, number) == [BUDGET, 0], "what the one before does changes nothing any more"


async def test_more_time_by_a_vote_comes_on_top_of_a_pause(room: Room) -> None:
    number, seats = await put(room), Seats(room.matches)
    await say_away(room, 1, NOON + 2 * DAY)
    await seats.by_staff(number, "time", 0)
    assert await due(room, number) == NOON + 2 * DAY + 2 * DAY
    await say_away(room, 1, None)
    assert (await due(room, number), await used(room, number)) == (NOON + 2 * DAY, [0, 0])


# Reminders -----------------------------------------------------------------------------------------------


async def test_reminders_count_from_when_the_clock_runs_again(room: Room) -> None:
    number = await put(room)
    await say_away(room, 1, NOON + 2 * DAY)
    made = await reminders(room, number)
    assert [made[seat].due for seat in (0, 1)] == [NOON + 2 * DAY + DAY // 2, NOON + DAY // 2]
    room.time.now += DAY
    await say_away(room, 1, None)
    assert (await reminders(room, number))[0].due == NOON + DAY + DAY // 2


async def test_what_somebody_prefers_holds_at_once_for_all_their_matches(room: Room) -> None:
    day, three = await put(room), await put(room, pace="three_days")
    for ladder, times in (
        ("none", (None, None)),
        ("end", (NOON + DAY * 7 // 8, NOON + 3 * DAY * 7 // 8)),
        ("both", (NOON + DAY // 2, NOON + 3 * DAY // 2)),
    ):
        await say_away(room, 1, None, reminders=ladder)
        assert ((await reminders(room, day))[0].due, (await reminders(room, three))[0].due) == times
    assert (await reminders(room, day))[1].due == NOON + DAY // 2


# The last one --------------------------------------------------------------------------------------------


async def test_the_last_of_three_is_to_be_told_and_once(room: Room) -> None:
    number = await put(room, 3)
    room.time.now += 2 * HOUR
    await pick(room, number, 1)
    assert [each.last_at for each in (await reminders(room, number)).values()] == [None, None]
    await pick(room, number, 2)
    row = (await reminders(room, number))[2]
    assert (row.last_at, row.due) == (room.time.now, room.time.now)
    room.meddle("UPDATE deadlines SET last_at = NULL, sent = 1, sent_at = ?, due = NULL WHERE seat = 2", room.time.now)
    room.time.now += 2 * HOUR
    position = await room.matches.position(number)
    await room.matches.play(number, 1, str(position.state.legal_moves(position.seat_of(1))[1]), None)
    assert (await reminders(room, number))[2].last_at is None, "another pick by who has picked is no news"


async def test_the_last_of_two_is_not_told_that_they_are(room: Room) -> None:
    number = await put(room, 2, bots=2)
    room.time.now += 2 * HOUR
    await pick(room, number, 1)
    assert (await reminders(room, number))[1].last_at is None


async def test_the_last_one_who_is_away_or_wants_no_reminder_is_left_alone(room: Room) -> None:
    number = await put(room, 3)
    await say_away(room, 3, NOON + 2 * DAY, reminders="end")
    room.time.now += 2 * HOUR
    await pick(room, number, 1)
    await pick(room, number, 2)
    assert (await reminders(room, number))[2].due == NOON + 2 * DAY + DAY * 7 // 8


# Beside clicks -------------------------------------------------------------------------------------------


async def test_somebody_who_sits_down_while_away_is_not_hurried(room: Room) -> None:
    await put(room)
    await prefer(room, 1, away_until=NOON + 2 * DAY)
    number = await put(room)
    assert await due(room, number) == NOON + 3 * DAY


async def test_games_of_a_table_that_is_over_give_nothing_back_to_anybody(room: Room) -> None:
    position = await room.match(2, rounds=1)
    number = position.match.id
    await room.put(number, lay([[20], [40], [60], [80]], [(21, 22), (41, 42)], options=position.options))
    await say_away(room, 1, NOON + 2 * DAY)
    await room.pick_all(number, [21, 41])
    assert await room.matches.deadlines(number) == ()
    assert await used(room, number) == [0, 0]
