"""Time that people didn't have: the machine's clock is set, the process or the disk stops. No deadline eats it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.lobbies import Lobbies
from bot.matches import Matches
from bot.now import Now
from bot.timing.pace import DAY, HOUR, MINUTE, SECOND
from rules import GAMES
from tests.db.disks import AT_EACH_WRITE, TROUBLES, failing

from .room import NOON, Room, Time, open_database
from .test_clock import Served, alive_at, dues, eventually, running

MONTH = 30 * DAY


@dataclass
class Machine:
    """A machine's two clocks, as a test says."""

    wall: int = NOON
    steady: int = 0

    def passes(self, milliseconds: int) -> None:
        """Let time pass on both."""
        self.wall += milliseconds
        self.steady += milliseconds


@dataclass
class Stage:
    machine: Machine
    now: Now
    room: Room
    clock: Clock
    served: Served
    recovered: list[None]

    async def round(self) -> None:
        """Let the clock go round, and write down that it lives."""
        self.machine.passes(11 * SECOND)
        self.clock.wake()
        await eventually(self._lives)

    async def rounds(self, milliseconds: int) -> None:
        """Let it go round for a while, or one more round."""
        for _ in range(0, milliseconds, 11 * SECOND):
            await self.round()

    async def _lives(self) -> bool:
        return await alive_at(self.room) == self.machine.wall and self.now() == self.machine.wall

    async def left(self, number: int) -> list[int]:
        """How long each clock of a match still runs."""
        return [due - self.now() for due in await dues(self.room, number) if due is not None]


@asynccontextmanager
async def stage_on(folder: Path) -> AsyncIterator[Stage]:
    machine = Machine()
    now = Now(lambda: machine.wall, lambda: machine.steady)
    database = await open_database(folder / "room.sqlite3", busy_ms=20)
    try:
        matches = Matches(database, GAMES, now)
        room = Room(database, Time(), matches, Lobbies(matches))
        served, recovered = Served(room), list[None]()

        async def recover() -> None:
            recovered.append(None)

        clock = Clock(
            database,
            matches,
            expired=served.expire,
            remind=served.remind,
            recovered=recover,
            time=now,
        )
        yield Stage(machine, now, room, clock, served, recovered)
    finally:
        await database.close()


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with stage_on(tmp_path) as stage:
        yield stage


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


# A clock that is set


@pytest.mark.parametrize("jump", [MONTH, DAY, MINUTE + 1, -MINUTE - 1, -DAY, -20 * 365 * DAY])
async def test_a_clock_that_is_set_leaves_everybody_the_time_they_had(
    jump: int, stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    live, day = (await stage.room.match(2, pace="live")).match.id, (await stage.room.match(3)).match.id
    async with running(stage.clock):
        await stage.round()
        before = [await stage.left(number) for number in (live, day)]
        stage.machine.wall += jump
        await stage.round()
        after = [await stage.left(number) for number in (live, day)]
        assert after == [[left - 11 * SECOND for left in each] for each in before]
        assert await alive_at(stage.room) == stage.machine.wall
        assert stage.served.expired == []
        (said,) = warnings(caplog)
        assert f"was set {'forward' if jump > 0 else 'back'} by {abs(jump) // SECOND} s" in said
        await stage.rounds(2 * MINUTE)
        await stage.served.until(lambda: stage.served.expired == [live])


async def test_a_clock_that_is_put_right_a_little_moves_no_deadline_and_is_no_news(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    number = (await stage.room.match(2)).match.id
    async with running(stage.clock):
        before = await dues(stage.room, number)
        for step in (MINUTE, -30 * SECOND):
            stage.machine.wall += step
            await stage.round()
        assert await dues(stage.room, number) == before
    assert warnings(caplog) == []


async def test_what_is_played_before_a_set_clock_is_noticed_has_its_length_as_well(stage: Stage) -> None:
    number = (await stage.room.match(2, pace="live")).match.id
    async with running(stage.clock):
        await stage.round()
        stage.machine.wall += MONTH
        await played_on(stage, number)
        await stage.round()
        assert max(await stage.left(number)) <= 2 * MINUTE
        stage.machine.wall -= MONTH
        await played_on(stage, number)
        await stage.round()
        assert 0 < max(await stage.left(number)) <= 2 * MINUTE


async def test_a_clock_that_was_wrong_at_the_start_and_is_put_right_costs_nobody_a_turn(stage: Stage) -> None:
    """A board without a battery starts in 1970."""
    number = (await stage.room.match(2)).match.id
    async with running(stage.clock):
        await stage.round()
    before = await stage.left(number)
    stage.machine.wall = 5_000
    stage.now.follow(stage.now.jump())  # a new process goes by what it finds
    assert await stage.clock.catch_up() < 0
    async with running(stage.clock):
        stage.machine.wall = NOON + DAY
        await stage.round()
        assert await stage.left(number) == [left - 11 * SECOND for left in before]
    assert stage.served.expired == []


# A process that is stopped


async def test_a_process_that_was_stopped_for_hours_takes_nobody_their_turn(stage: Stage) -> None:
    number = (await stage.room.match(2, pace="live")).match.id
    async with running(stage.clock):
        await stage.round()
        before = await stage.left(number)
        await eventually(lambda: asleep(stage))
        stage.machine.passes(5 * HOUR)
        await stage.round()
        (after,) = {*await stage.left(number)}
        assert before[0] - 2 * 11 * SECOND <= after <= before[0]
    assert stage.served.expired == []


async def test_time_that_was_lost_for_two_reasons_is_given_back_once(stage: Stage) -> None:
    number = (await stage.room.match(2)).match.id
    async with running(stage.clock):
        await stage.round()
        before, away = await stage.left(number), stage.clock.steady()
        for _ in range(2):  # the gateway is away all the time, and in its midst the disk as well
            async with failing(stage.room.database):
                await in_trouble(stage, 10 * MINUTE)
            await stage.round()
        stage.clock.lose(away)
        await stage.round()
        assert all(0 <= then - now <= MINUTE for then, now in zip(before, await stage.left(number), strict=True))


# A disk in trouble


@pytest.mark.parametrize("trouble", AT_EACH_WRITE)
async def test_a_disk_that_takes_nothing_takes_nobody_their_turn(
    trouble: str, stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    number = (await stage.room.match(2, pace="live")).match.id
    async with running(stage.clock):
        await stage.round()
        before = await stage.left(number)
        async with TROUBLES[trouble][0](stage.room.database):
            await in_trouble(stage, 10 * MINUTE)
            assert stage.recovered == []
        await stage.round()
        (after,) = {*await stage.left(number)}
        assert before[0] - MINUTE <= after <= before[0]
        assert stage.served.expired == []
        assert len(stage.recovered) == 1
        assert [("again" in said) for said in warnings(caplog)] == [False, True], (
            "one line for all of it, and one after"
        )
        await stage.rounds(2 * MINUTE)
        await stage.served.until(lambda: stage.served.expired == [number])


async def played_on(stage: Stage, number: int) -> None:
    """Make a move for everybody who is awaited."""
    state = (await stage.room.matches.position(number)).state
    for seat in state.to_act:
        await stage.room.matches.play(number, seat + 1, str(state.legal_moves(seat)[0]), None)


async def asleep(stage: Stage) -> bool:
    """Whether the clock sleeps; what it then finds when it wakes has gone by without it."""
    return bool(stage.clock._changed._waiters)


async def in_trouble(stage: Stage, milliseconds: int) -> None:
    """Let time pass while the clock tries in vain."""
    for _ in range(0, milliseconds, 11 * SECOND):
        await eventually(lambda: asleep(stage))
        stage.machine.passes(11 * SECOND)
        stage.clock.wake()
        await eventually(lambda: awake(stage))
    assert stage.room.database.in_trouble


async def awake(stage: Stage) -> bool:
    return not await asleep(stage)
