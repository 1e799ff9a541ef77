"""Time: what o'clock it is, and one task that sleeps until the next deadline in the database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import aiohttp

from bot.matches import Matches
from bot.messenger import Verdict, described, judge
from bot.pace import EDITED_WITHIN, MINUTE, SECOND
from db.records import DeadlineRecord
from db.repositories import MatchRepository, PeopleRepository
from db.session import Database

log = logging.getLogger(__name__)

LONGEST_SLEEP = 10 * SECOND
"""So often it is written down that the bot is alive."""
DOWNTIME = MINUTE
"""A longer silence is taken off every clock."""
BETWEEN_LOOKS = 0.25
"""Seconds between two looks at a sandbox's clock."""
LONGEST_REST = 10 * MINUTE
"""How long a match whose deadline can't be served is left alone, at most."""


def system_now() -> int:
    """Return the milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Now:
    """What o'clock it is: the machine's time, shifted by what a sandbox's clock is ahead."""

    def __init__(self) -> None:
        self.shift = 0

    def __call__(self) -> int:
        return system_now() + self.shift


class SandboxClock:
    """Keeps `Now` on the clock of a sandbox (`GET /clock`), so that a day can pass there in a moment."""

    def __init__(self, url: str, now: Now) -> None:
        self._url = f"{url.rstrip('/')}/clock"
        self._now = now

    async def look(self, session: aiohttp.ClientSession) -> bool:
        """Take over the sandbox's time; return whether it had jumped."""
        try:
            async with session.get(self._url) as answer:
                answer.raise_for_status()
                ahead = int((await answer.json(content_type=None))["now"]) - system_now()
        except (aiohttp.ClientError, TimeoutError, KeyError, TypeError, ValueError):
            return False  # a sandbox without a clock, or one that is just going: time goes on as it was
        if abs(ahead - self._now.shift) <= SECOND:
            return False
        self._now.shift = ahead
        return True

    async def follow(self, jumped: Callable[[], None]) -> None:
        """Look again and again until cancelled."""
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=5)) as session:
            while True:
                if await self.look(session):
                    jumped()
                await asyncio.sleep(BETWEEN_LOOKS)


class Clock:
    """Wakes at each deadline and hands it on; one task, asleep between."""

    def __init__(
        self,
        database: Database,
        matches: Matches,
        *,
        expired: Callable[[int], None],
        remind: Callable[[DeadlineRecord], Awaitable[None]],
        paused: Callable[[], bool] = lambda: False,
    ) -> None:
        self._database = database
        self._matches = matches
        self._expired = expired
        self._remind = remind
        self._paused = paused
        """Whether nobody can reach the bot now; then nothing is served."""
        self._reminding: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._alive_at = 0
        self._resting: dict[tuple[int, bool], tuple[int, int]] = {}
        """Matches, and their reminders apart, whose trouble is left alone for a while: until when, how long."""

    def wake(self) -> None:
        """Look again at what is due next: a deadline or the time has changed."""
        self._changed.set()

    async def catch_up(self) -> int:
        """Take the time in which the bot was not running off every clock; return it, in milliseconds."""
        now = self._matches.now()
        async with self._database.write() as connection:
            people = PeopleRepository(connection)
            last = await people.fact("alive_at")
            gap = now - int(last) if last is not None else 0
            if gap > DOWNTIME:
                await MatchRepository(connection).postpone_all(gap, now - EDITED_WITHIN)
            await people.set_fact("alive_at", str(now))
        return gap if gap > DOWNTIME else 0

    async def postpone(self, milliseconds: int) -> None:
        """Give every clock back a time in which nobody could reach the bot."""
        async with self._database.write() as connection:
            await MatchRepository(connection).postpone_all(milliseconds, self._matches.now() - EDITED_WITHIN)
        self.wake()

    async def run(self) -> None:
        """Serve deadlines until cancelled."""
        try:
            await self._run()
        finally:
            if self._reminding is not None:
                self._reminding.cancel()
                await asyncio.wait((self._reminding,))

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            try:
                await self._serve()
                wait = await self._until_next()
            except Exception:
                log.exception("the clock stumbled")
                wait = SECOND
            try:
                async with asyncio.timeout(wait / SECOND):
                    await self._changed.wait()
            except TimeoutError:
                pass

    async def _serve(self) -> None:
        if self._paused():
            return
        now = self._matches.now()
        async with self._database.read() as connection:
            due = [
                each
                for each in await MatchRepository(connection).due(now)
                if self._resting.get((each.match_id, each.kind == "reminder"), (0, 0))[0] <= now
            ]
        for match_id in dict.fromkeys(each.match_id for each in due if each.kind != "reminder"):
            await self._guarded((match_id, False), self._expire(match_id))
        reminders = [each for each in due if each.kind == "reminder"]
        if reminders and (self._reminding is None or self._reminding.done()):
            # A task of their own: a reminder that is slow to go out holds up no deadline.
            self._reminding = asyncio.create_task(self._send(reminders), name="reminders")

    async def _send(self, reminders: list[DeadlineRecord]) -> None:
        for reminder in reminders:
            await self._guarded((reminder.match_id, True), self._remind(reminder))
        self.wake()

    async def _expire(self, match_id: int) -> None:
        if await self._matches.expire(match_id) is not None:
            self._expired(match_id)

    async def _guarded(self, what: tuple[int, bool], work: Awaitable[None]) -> None:
        """Let one match's trouble stop no other's clock, nor a reminder's its deadline; try again after rests."""
        try:
            await work
        except Exception as error:
            rest = min(2 * self._resting.get(what, (0, SECOND // 2))[1], LONGEST_REST)
            self._resting[what] = (self._matches.now() + rest, rest)
            if judge(error) is Verdict.PASSING:
                log.warning(
                    "Discord did not take a reminder (%s); again in %s s",
                    described(error),
                    rest // SECOND,
                    extra={"match": what[0]},
                )
            else:
                log.exception("a deadline could not be served", extra={"match": what[0]})
        else:
            self._resting.pop(what, None)

    async def _until_next(self) -> int:
        """Return how long to sleep, in milliseconds, and write down now and then that the bot is alive."""
        now = self._matches.now()
        if not 0 <= now - self._alive_at < LONGEST_SLEEP:
            async with self._database.write() as connection:
                await PeopleRepository(connection).set_fact("alive_at", str(now))
            self._alive_at = now
        async with self._database.read() as connection:
            next_due = await MatchRepository(connection).next_due()
        until_alive = LONGEST_SLEEP - (now - self._alive_at)
        if next_due is None:
            return until_alive
        under_way = self._reminding is not None and not self._reminding.done()
        soonest = SECOND if self._resting or under_way or self._paused() else 0
        return min(until_alive, max(next_due - now, soonest))
