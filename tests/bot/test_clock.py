"""The one task that sleeps until the next deadline, and the time it goes by."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace

import aiohttp
import pytest
from aiohttp import web

from bot.clock import Clock
from bot.matches import Matches
from bot.now import Now, SandboxClock, system_now
from bot.timing.heeding import put_reminder
from bot.timing.pace import DAY, HOUR, MINUTE, SECOND
from db.records import DeadlineRecord
from db.repositories import MatchRepository, PeopleRepository
from rules import GAMES

from .room import NOON, Room
from .serving import serving

PATIENCE = 20
"""Seconds after which something that should come has not come."""


@dataclass
class Served:
    """What a clock handed on, with an event each time."""

    room: Room
    expired: list[int] = field(default_factory=list)
    reminded: list[DeadlineRecord] = field(default_factory=list)
    broken: bool = False
    """Whether reminders fail."""
    _rang: asyncio.Event = field(default_factory=asyncio.Event)

    def expire(self, match_id: int) -> None:
        self.expired.append(match_id)
        self._rang.set()

    async def remind(self, deadline: DeadlineRecord) -> None:
        self.reminded.append(deadline)
        assert deadline in await self.room.matches.deadlines(deadline.match_id), "it was cleared before its effect"
        self._rang.set()
        if self.broken:
            raise OSError("Discord is away")
        await put_reminder(self.room.matches, deadline, replace(deadline, due=None))

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await self._rang.wait()
                self._rang.clear()


def clock_of(room: Room) -> tuple[Clock, Served]:
    served = Served(room)
    return Clock(room.database, room.matches, expired=served.expire, remind=served.remind), served


@asynccontextmanager
async def running(clock: Clock) -> AsyncIterator[None]:
    task = asyncio.create_task(clock.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def eventually(look: Callable[[], Awaitable[bool]]) -> None:
    """Wait until the database says so."""
    async with asyncio.timeout(PATIENCE):
        while not await look():  # noqa: ASYNC110 - nothing rings when a row changes
            await asyncio.sleep(0)


async def alive_at(room: Room) -> int | None:
    async with room.database.read() as connection:
        fact = await PeopleRepository(connection).fact("alive_at")
    return None if fact is None else int(fact)


async def dues(room: Room, number: int) -> list[int | None]:
    return [each.due for each in await room.matches.deadlines(number)]


async def be_alive_at(room: Room, time: int) -> None:
    async with room.database.write() as connection:
        await PeopleRepository(connection).set_fact("alive_at", str(time))


# Downtime --------------------------------------------------------------------------------------------------


async def test_the_first_start_moves_no_clock_and_is_written_down(room: Room) -> None:
    number = (await room.match(2)).match.id
    before = await dues(room, number)
    assert await clock_of(room)[0].catch_up() == 0
    assert await dues(room, number) == before
    assert await alive_at(room) == NOON


async def test_downtime_is_taken_off_every_clock(room: Room) -> None:
    day, live = (await room.match(2)).match.id, (await room.match(2, pace="live")).match.id
    still = (await room.match(2, pace="none")).match.id
    before = [await dues(room, number) for number in (day, live, still)]
    await be_alive_at(room, NOON)
    room.time.now += 3 * HOUR
    assert await clock_of(room)[0].catch_up() == 3 * HOUR
    moved = [[due + 3 * HOUR if due is not None else None for due in each] for each in before]
    assert [await dues(room, number) for number in (day, live, still)] == moved
    assert await alive_at(room) == room.time.now
    assert await room.matches.expire(live) is None


@pytest.mark.parametrize(
    ("gap", "moved"),
    [(0, 0), (MINUTE, 0), (-MINUTE, 0), (MINUTE + 1, MINUTE + 1), (-HOUR, -HOUR), (-30 * DAY, -30 * DAY)],
)
async def test_a_short_silence_moves_nothing_and_a_clock_that_was_set_back_leaves_everybody_the_time_they_had(
    room: Room, gap: int, moved: int
) -> None:
    number = (await room.match(2)).match.id
    before = await dues(room, number)
    await be_alive_at(room, NOON)
    room.time.now += gap
    assert await clock_of(room)[0].catch_up() == moved
    assert await dues(room, number) == [due + moved for due in before if due is not None]


async def test_catching_up_twice_moves_the_clocks_once(room: Room) -> None:
    number = (await room.match(2)).match.id
    await be_alive_at(room, NOON)
    room.time.now += HOUR
    clock, _ = clock_of(room)
    await clock.catch_up()
    before = await dues(room, number)
    assert await clock.catch_up() == 0
    assert await dues(room, number) == before


async def test_a_gateway_that_was_down_is_given_back_too(room: Room) -> None:
    number = (await room.match(2)).match.id
    before = await dues(room, number)
    clock, _ = clock_of(room)
    since = clock.steady()
    room.time.now += 10 * MINUTE
    async with running(clock):
        clock.lose(since)
        await eventually(lambda: written(room))
    assert await dues(room, number) == [due + 10 * MINUTE for due in before if due is not None]


# Serving ---------------------------------------------------------------------------------------------------


async def test_nothing_is_served_before_its_time_and_everything_at_it(room: Room) -> None:
    number = (await room.match(2, pace="live")).match.id
    room.meddle("UPDATE seats SET misses = 1")
    clock, served = clock_of(room)
    room.time.now += 2 * MINUTE - 1
    async with running(clock):
        await eventually(lambda: written(room))
        assert served.expired == []
        room.time.now += 1
        clock.wake()
        await served.until(lambda: served.expired == [number])
    assert len(await room.matches.log_of(number)) >= 3


async def written(room: Room) -> bool:
    """Whether the clock has been round once: it then has written that it is alive."""
    return await alive_at(room) == room.time.now


async def test_the_clock_wakes_by_itself_at_the_next_deadline(room: Room) -> None:
    matches = Matches(room.database, GAMES, system_now)
    number = (await room.match(2, pace="live")).match.id
    room.meddle("UPDATE deadlines SET due = ?", system_now() + 150)
    room.meddle("UPDATE seats SET misses = 1")
    served = Served(room)
    clock = Clock(room.database, matches, expired=served.expire, remind=served.remind)
    async with running(clock):
        await served.until(lambda: served.expired == [number])
    assert system_now() >= min(row.at for row in await room.matches.log_of(number, 1))


async def test_matches_are_served_from_the_longest_overdue_on(room: Room) -> None:
    numbers = []
    for _ in range(3):
        numbers.append((await room.match(2, pace="live")).match.id)
        room.time.now += 1
    room.meddle("UPDATE deadlines SET due = due - 10 WHERE match_id = ?", numbers[2])
    room.time.now += HOUR
    clock, served = clock_of(room)
    async with running(clock):
        await served.until(lambda: len(served.expired) == 3)
    assert served.expired == [numbers[2], numbers[0], numbers[1]]


async def test_one_matchs_trouble_stops_no_others_and_is_tried_again(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    sick = (await room.match(2, pace="live")).match.id
    well = (await room.match(2, pace="live")).match.id
    state = (await room.matches.position(sick)).match.state
    room.meddle("UPDATE matches SET state = '[]' WHERE id = ?", sick)
    room.time.now += 2 * MINUTE
    clock, served = clock_of(room)
    with caplog.at_level(logging.ERROR):
        async with running(clock):
            await served.until(lambda: served.expired == [well])
            assert [record.match for record in caplog.records if hasattr(record, "match")] == [sick]
            await eventually(lambda: written(room))  # else the file is held by the clock, which meddling waits for
            room.meddle("UPDATE matches SET state = ? WHERE id = ?", state, sick)
            room.time.now += SECOND
            clock.wake()
            await served.until(lambda: served.expired == [well, sick])


async def test_a_reminder_is_handed_on_once_and_cleared_after_its_effect(room: Room) -> None:
    number = (await room.match(2)).match.id
    room.time.now += DAY // 2
    clock, served = clock_of(room)
    async with running(clock):
        await served.until(lambda: len(served.reminded) == 2)
        await eventually(lambda: none_left(room, number))
        clock.wake()
        room.time.now += HOUR
        await eventually(lambda: written(room))
    assert [each.seat for each in served.reminded] == [0, 1]
    assert served.expired == []
    assert {each.kind for each in await room.matches.deadlines(number) if each.due is not None} == {"turn"}


async def none_left(room: Room, number: int) -> bool:
    return all(each.kind != "reminder" or each.due is None for each in await room.matches.deadlines(number))


async def test_a_reminder_that_failed_is_kept_and_tried_again_later(room: Room) -> None:
    number = (await room.match(1, bots=1)).match.id
    room.time.now += DAY // 2
    clock, served = clock_of(room)
    served.broken = True
    async with running(clock):
        await served.until(lambda: len(served.reminded) == 1)
        await eventually(lambda: written(room))
        assert not await none_left(room, number)
        served.broken = False
        clock.wake()
        room.time.now += SECOND
        clock.wake()
        await served.until(lambda: len(served.reminded) == 2)
        await eventually(lambda: none_left(room, number))


async def test_after_downtime_one_reminder_is_caught_up_not_five(room: Room) -> None:
    number = (await room.match(1, bots=1)).match.id
    await be_alive_at(room, NOON)
    room.time.now += 30 * DAY
    clock, served = clock_of(room)
    await clock.catch_up()
    async with running(clock):
        await eventually(lambda: written(room))
        assert served.reminded == []
        room.time.now += DAY // 2
        clock.wake()
        await served.until(lambda: len(served.reminded) == 1)
    assert served.expired == []
    assert len(await room.matches.log_of(number)) == (await room.matches.position(number)).match.log_length


async def test_a_clock_that_stumbles_goes_on(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    number = (await room.match(2, pace="live")).match.id
    room.time.now += 2 * MINUTE
    clock, served = clock_of(room)

    def stumble() -> None:
        room.time.asked = clock.wake  # no need to wait for the second that it rests
        raise OSError("no time")

    room.time.asked = stumble
    async with running(clock):
        await served.until(lambda: served.expired == [number])
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == ["the clock stumbled"]


async def test_it_is_written_down_now_and_then_that_the_bot_is_alive(room: Room) -> None:
    clock, _ = clock_of(room)
    async with running(clock):
        await eventually(lambda: written(room))
        room.time.now += 10 * SECOND
        clock.wake()
        await eventually(lambda: written(room))


async def test_deadlines_that_are_made_while_the_clock_sleeps_are_served(room: Room) -> None:
    clock, served = clock_of(room)
    room.matches.changed = clock.wake
    async with running(clock):
        await eventually(lambda: written(room))
        number = (await room.match(2, pace="live")).match.id
        room.time.now += 2 * MINUTE
        clock.wake()
        await served.until(lambda: served.expired == [number])


async def test_the_next_deadline_is_the_soonest_of_all(room: Room) -> None:
    async with room.database.read() as connection:
        assert await MatchRepository(connection).next_due() is None
    await room.match(2)
    await room.match(2, pace="live")
    async with room.database.read() as connection:
        assert await MatchRepository(connection).next_due() == NOON + 2 * MINUTE


# A sandbox's clock -----------------------------------------------------------------------------------------


def clock_at(answer: Callable[[], web.Response]) -> AbstractAsyncContextManager[str]:
    """Serve `/clock` and nothing else; gives the address."""

    async def handle(request: web.Request) -> web.Response:
        return answer() if request.path == "/clock" else web.Response(status=404)

    return serving(handle)


async def test_a_sandbox_that_is_ahead_takes_the_time_along(room: Room) -> None:
    now = Now()
    ahead = 0
    async with (
        clock_at(lambda: web.json_response({"now": system_now() + ahead})) as url,
        aiohttp.ClientSession() as session,
    ):
        clock = SandboxClock(f"{url}/", now)
        assert not await clock.look(session)
        assert now.shift == 0
        ahead = DAY
        assert await clock.look(session)
        assert abs(now() - system_now() - DAY) < SECOND
        assert not await clock.look(session)


BAD_ANSWERS: dict[str, Callable[[], web.Response]] = {
    "an error": lambda: web.Response(status=500),
    "no clock": lambda: web.Response(status=404),
    "no JSON": lambda: web.Response(text="noon"),
    "no time": lambda: web.json_response({"then": 5}),
    "no number": lambda: web.json_response({"now": "noon"}),
    "nothing": lambda: web.json_response({"now": None}),
    "a list": lambda: web.json_response([5]),
}


@pytest.mark.parametrize("answer", BAD_ANSWERS.values(), ids=BAD_ANSWERS.keys())
async def test_a_sandbox_without_a_good_clock_leaves_the_time_as_it_was(answer: Callable[[], web.Response]) -> None:
    now = Now()
    now.shift = HOUR
    async with clock_at(answer) as url, aiohttp.ClientSession() as session:
        assert not await SandboxClock(url, now).look(session)
    assert now.shift == HOUR


async def test_a_sandbox_that_is_gone_leaves_the_time_as_it_was() -> None:
    async with clock_at(lambda: web.Response()) as url:
        pass
    now = Now()
    async with aiohttp.ClientSession() as session:
        assert not await SandboxClock(url, now).look(session)
    assert now.shift == 0


async def test_following_a_sandbox_tells_of_its_jumps() -> None:
    now, jumped = Now(), asyncio.Event()
    async with clock_at(lambda: web.json_response({"now": system_now() + DAY})) as url:
        task = asyncio.create_task(SandboxClock(url, now).follow(jumped.set))
        async with asyncio.timeout(PATIENCE):
            await jumped.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert abs(now.shift - DAY) < 2 * SECOND
