"""Whatever people do in whatever order: days away are counted to the moment, and no turn waits for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.clock import Clock
from bot.timing.heeding import heed
from bot.timing.pace import HOUR
from db.records import DeadlineRecord
from db.repositories import ClockRepository, PeopleRepository

from .room import Room, open_room
from .test_away import prefer

PEOPLE = 2
Deed: TypeAlias = tuple[str, int, int]

DEEDS = st.one_of(
    st.tuples(st.just("away"), st.integers(1, PEOPLE), st.integers(1, 9 * 24)),
    st.tuples(st.just("back"), st.integers(1, PEOPLE), st.just(0)),
    st.tuples(st.just("move"), st.integers(1, PEOPLE), st.just(0)),
    st.tuples(st.just("time"), st.just(0), st.integers(1, 80)),
    st.tuples(st.just("off"), st.just(0), st.integers(1, 60)),
    st.tuples(st.just("home"), st.integers(1, PEOPLE), st.just(0)),
)
"""What is done, by whom, for how many hours."""


class Course:
    """Two matches of two people, at a day and at three days a turn, and a reckoning of its own of the days away."""

    def __init__(self, room: Room, numbers: Sequence[int]) -> None:
        self.room = room
        self.numbers = numbers
        self.off = 0
        """Time switched off, in all."""
        self.stood: dict[tuple[int, int], int] = {}
        """For how long each seat's clock has stood still, by match and seat."""
        self.clock = Clock(room.database, room.matches, expired=lambda _: None, remind=self._remind)

    async def do(self, deed: Deed) -> None:
        what, who, hours = deed
        now = self.room.time.now
        match what:
            case "away":
                await self._say(who, now + hours * HOUR)
            case "back":
                await self._say(who, None)
            case "move":
                await self._move(who)
            case "home":
                await self._come_back(who)
            case "time":
                await self._pass(hours * HOUR)
            case "off":
                async with self.room.database.write() as connection:
                    await PeopleRepository(connection).set_fact("alive_at", str(now))
                self.room.time.now += hours * HOUR
                self.off += hours * HOUR
                await self.clock.catch_up()
        await self.check()

    async def check(self) -> None:
        """Hold all that is kept against what was seen."""
        now = self.room.time.now
        for number in self.numbers:
            position = await self.room.matches.position(number)
            rows = {each.seat: each for each in await self._turns(number)}
            budget, length = position.pace.away, position.pace.turn
            assert length is not None
            for seat in position.match.seats:
                row = rows.get(seat.seat)
                reserved = 0
                if row is not None and row.away_from is not None and row.away_to is not None:
                    reserved = max(0, row.away_to - max(now, row.away_from))
                assert 0 <= seat.away_used <= budget
                assert seat.away_used == self.stood.get((number, seat.seat), 0) + reserved
                if row is not None and row.due is not None:
                    assert now < row.due <= row.asked_at + 2 * length + budget + self.off

    async def _say(self, who: int, until: int | None) -> None:
        await prefer(self.room, who, away_until=until)
        async with self.room.database.read() as connection:
            mine = await ClockRepository(connection).matches_of(who)
        for number in mine:
            await heed(self.room.matches, number)

    async def _move(self, who: int) -> None:
        for number in self.numbers:
            position = await self.room.matches.position(number)
            if position.match.status != "running" or position.is_abandoned:
                continue
            legal = position.state.legal_moves(position.seat_of(who))
            if legal:
                await self.room.matches.play(number, who, str(legal[0]), None)

    async def _come_back(self, who: int) -> None:
        for number in self.numbers:
            position = await self.room.matches.position(number)
            if position.match.status == "running" and position.seat_of(who) in position.kept_seats:
                await self.room.matches.come_back(number, who)

    async def _pass(self, milliseconds: int) -> None:
        """Let time pass, from one deadline to the next, and see whose clock stands still meanwhile."""
        end = self.room.time.now + milliseconds
        while self.room.time.now < end:
            rows = [row for number in self.numbers for row in await self._turns(number)]
            now = self.room.time.now
            then = min([end, *(row.due for row in rows if row.due is not None)])
            for row in rows:
                if row.away_from is not None and row.away_to is not None:
                    stood = max(0, min(then, row.away_to) - max(now, row.away_from))
                    key = (row.match_id, row.seat)
                    self.stood[key] = self.stood.get(key, 0) + stood
            self.room.time.now = then
            for number in self.numbers:
                await self.room.matches.expire(number)

    async def _turns(self, number: int) -> list[DeadlineRecord]:
        return [each for each in await self.room.matches.deadlines(number) if each.kind == "turn"]

    async def _remind(self, _: DeadlineRecord) -> None:
        raise AssertionError("this clock serves nothing")


async def course(deeds: Sequence[Deed]) -> None:
    with TemporaryDirectory() as folder:
        async with open_room(Path(folder)) as room:
            numbers = [(await room.match(PEOPLE, pace=pace)).match.id for pace in ("day", "three_days")]
            going = Course(room, numbers)
            await going.check()
            for deed in deeds:
                await going.do(deed)


@settings(max_examples=30, deadline=None)
@given(st.lists(DEEDS, min_size=8, max_size=25))
def test_days_away_are_counted_to_the_moment_and_no_turn_lasts_longer_than_twice_its_length_and_the_days(
    deeds: list[Deed],
) -> None:
    asyncio.run(course(deeds))


def test_a_month_of_it() -> None:
    """A long course that is the same each time, with everything in it."""
    away: list[Deed] = [("away", 1, 50), ("time", 0, 30), ("off", 0, 30), ("back", 1, 0)]
    some: list[Deed] = [*away, ("move", 2, 0), ("time", 0, 60)]
    asyncio.run(course([*some, ("away", 2, 9 * 24), *some, ("home", 1, 0), *some, ("home", 2, 0), *some * 2]))
