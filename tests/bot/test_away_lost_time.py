"""Being away, and a bot that is killed, switched off or cut off: nobody loses or gains a moment by it."""

from __future__ import annotations

import pytest

from bot.clock import Clock
from bot.timing.heeding import heed
from bot.timing.pace import DAY, HOUR
from db.records import DeadlineRecord
from db.repositories import PeopleRepository

from .room import NOON, Room
from .test_absences import put
from .test_away import BUDGET, due, prefer, say_away, used
from .test_clock import eventually, running


def clock_of(room: Room) -> Clock:
    async def remind(_: DeadlineRecord) -> None:
        raise AssertionError("nothing is due")

    return Clock(room.database, room.matches, expired=lambda _: None, remind=remind)


async def alive_at(room: Room, time: int) -> None:
    async with room.database.write() as connection:
        await PeopleRepository(connection).set_fact("alive_at", str(time))


async def test_a_kill_between_what_somebody_said_and_their_matches_is_made_good_at_the_next_start(room: Room) -> None:
    first, second = await put(room), await put(room)
    await prefer(room, 1, away_until=NOON + 2 * DAY)
    await heed(room.matches, first)
    await alive_at(room, NOON)
    await clock_of(room).catch_up()
    assert [await due(room, number) for number in (first, second)] == [NOON + 3 * DAY] * 2
    await prefer(room, 1, away_until=None)
    await heed(room.matches, first)
    await clock_of(room).catch_up()
    assert [await due(room, number) for number in (first, second)] == [NOON + DAY] * 2
    assert [(await used(room, number))[0] for number in (first, second)] == [0, 0]


@pytest.mark.parametrize("off", [HOUR, DAY, 2 * DAY, 10 * DAY])
@pytest.mark.parametrize("away", [HOUR, DAY + 5 * HOUR, 3 * DAY, 20 * DAY])
async def test_time_switched_off_is_given_back_and_uses_no_days(room: Room, away: int, off: int) -> None:
    number = await put(room)
    room.time.now += HOUR
    await say_away(room, 1, room.time.now + away)
    room.time.now += HOUR
    await alive_at(room, room.time.now)
    room.time.now += off
    await clock_of(room).catch_up()
    still = min(max(away - HOUR - off, 0), BUDGET - HOUR)  # of the time from now on
    assert await due(room, number) == NOON + 2 * HOUR + off + still + 23 * HOUR
    assert await due(room, number, 1) == NOON + DAY + off
    assert (await used(room, number))[0] == HOUR + still


async def test_a_gateway_that_was_away_longer_than_its_person_gives_the_days_back_too(room: Room) -> None:
    number = await put(room)
    await say_away(room, 1, NOON + 2 * DAY)
    clock = clock_of(room)
    clock.lose(NOON)
    room.time.now += 3 * DAY

    async def given_back() -> bool:
        return (await due(room, number), await used(room, number)) == (NOON + 4 * DAY, [0, 0])

    async with running(clock):
        await eventually(given_back)


async def test_one_match_that_cannot_be_read_keeps_no_other_from_it(room: Room) -> None:
    sick, well = await put(room), await put(room)
    await prefer(room, 1, away_until=NOON + 2 * DAY)
    room.meddle("UPDATE matches SET state = '[]' WHERE id = ?", sick)
    await alive_at(room, NOON)
    await clock_of(room).catch_up()
    assert await due(room, well) == NOON + 3 * DAY
