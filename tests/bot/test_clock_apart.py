"""What the clock keeps apart: a time when nobody can reach the bot, and reminders that are slow to go out."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

import pytest

from bot.clock import Clock
from bot.i18n import Refused, say_in
from bot.timing.heeding import put_reminder
from bot.timing.pace import DAY, MINUTE
from db.records import DeadlineRecord
from tests.rules.take5_table import lay

from .room import Room
from .test_clock import PATIENCE, Served, eventually, none_left, running, written


@dataclass
class Slow(Served):
    """Reminders that hang in Discord until they are let go."""

    go: asyncio.Event = field(default_factory=asyncio.Event)

    async def remind(self, deadline: DeadlineRecord) -> None:
        self.reminded.append(deadline)
        self._rang.set()
        await self.go.wait()
        await put_reminder(self.room.matches, deadline, replace(deadline, due=None))


async def test_while_nobody_can_reach_the_bot_nothing_is_served(room: Room) -> None:
    live, day = (await room.match(2, pace="live")).match.id, (await room.match(2)).match.id
    served, away = Served(room), [True]
    clock = Clock(room.database, room.matches, expired=served.expire, remind=served.remind, paused=lambda: away[0])
    room.time.now += DAY // 2
    async with running(clock):
        for _ in range(3):
            room.time.now += 10_000
            clock.wake()
            await eventually(lambda: written(room))  # it lives, and has looked
        assert (served.expired, served.reminded) == ([], [])
        assert len(await room.matches.log_of(live)) == 1
        away[0] = False
        clock.wake()
        await served.until(lambda: served.expired == [live] and len(served.reminded) == 2)
    assert {each.match_id for each in served.reminded} == {day}


async def test_time_that_was_given_back_while_away_is_not_served_after_it(room: Room) -> None:
    live = (await room.match(2, pace="live")).match.id
    served, away = Served(room), [True]
    clock = Clock(room.database, room.matches, expired=served.expire, remind=served.remind, paused=lambda: away[0])
    async with running(clock):
        since = clock.steady()
        room.time.now += 5 * MINUTE
        away[0] = False
        clock.lose(since)
        await eventually(lambda: written(room))
        room.time.now += MINUTE
        clock.wake()
        await eventually(lambda: written(room))
        assert served.expired == []
        room.time.now += MINUTE
        clock.wake()
        await served.until(lambda: served.expired == [live])


async def test_a_reminder_that_is_slow_to_go_out_holds_up_no_deadline(room: Room) -> None:
    day = (await room.match(2)).match.id
    served = Slow(room)
    clock = Clock(room.database, room.matches, expired=served.expire, remind=served.remind)
    room.time.now += DAY // 2
    async with running(clock):
        await served.until(lambda: len(served.reminded) == 1)
        live = (await room.match(2, pace="live")).match.id
        room.time.now += 2 * MINUTE
        clock.wake()
        await served.until(lambda: served.expired == [live])
        assert len(served.reminded) == 1  # one after the other, and none twice
        served.go.set()
        async with asyncio.timeout(PATIENCE):
            await served.until(lambda: len(served.reminded) == 2)
        await eventually(lambda: none_left(room, day))
    assert sorted(each.seat for each in served.reminded) == [0, 1]


async def test_what_became_of_a_reminder_leaves_a_newer_one_alone(room: Room) -> None:
    number = (await room.match(2)).match.id
    await room.put(number, lay([[20], [40], [60], [80]], [(21, 22, 23), (41, 42, 43)]))
    old = next(each for each in await room.matches.deadlines(number) if each.kind == "reminder" and each.seat == 0)
    await room.pick_all(number, [21, 41])
    before = await room.matches.deadlines(number)
    newer = next(each for each in before if each.kind == "reminder" and each.seat == 0)
    assert newer.since > old.since
    await put_reminder(room.matches, old, replace(old, due=None))
    moved = replace(newer, due=0)
    await put_reminder(room.matches, moved, replace(moved, due=None))
    assert await room.matches.deadlines(number) == before
    sent = replace(newer, due=None, sent=1)
    await put_reminder(room.matches, newer, sent)
    assert await room.matches.deadlines(number) == tuple(sent if each == newer else each for each in before)


# Names in refusals -----------------------------------------------------------------------------------------


def test_the_name_of_a_person_is_escaped_in_a_refusal_and_other_values_are_not() -> None:
    refusal = Refused("That is for {person}, of **{game}**.", person="**@everyone** <@5>", game="*x*")
    said = say_in(None).refusal(refusal)
    assert said.endswith(", of ***x***.")
    assert "@everyone" not in said
    assert "<@5>" not in said
    assert "\\*\\*" in said


async def test_an_opener_with_an_odd_name_pings_nobody_by_a_refusal(room: Room) -> None:
    number = await room.lobby(2)
    room.meddle("UPDATE users SET name = '@everyone **b**' WHERE id = 1")
    with pytest.raises(Refused) as refusal:
        await room.lobbies.cancel(number, room.person(2))
    said = say_in(None).refusal(refusal.value)
    assert "@everyone" not in said
    assert "\\*\\*b\\*\\*" in said


async def test_the_clock_sleeps_on_where_what_is_new_is_due_after_it_wakes_by_itself(room: Room) -> None:
    looked = 0

    def paused() -> bool:
        nonlocal looked
        looked += 1
        return False

    async def asleep() -> bool:
        return clock.asleep_until is not None

    served = Served(room)
    clock = Clock(room.database, room.matches, expired=served.expire, remind=served.remind, paused=paused)
    async with running(clock):
        await eventually(asleep)
        until, before = clock.asleep_until, looked
        assert until is not None
        clock.wake(until)
        for _ in range(10):
            await asyncio.sleep(0)
        assert (clock.asleep_until, looked) == (until, before)
        clock.wake(until - 1)
        for _ in range(10):
            await asyncio.sleep(0)
        assert looked > before
