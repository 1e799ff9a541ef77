"""One task that sleeps until the next deadline in the database, and takes nobody the time that they did not have."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.matches import Matches
from bot.messenger import Verdict, described, judge
from bot.now import Now
from bot.timing.heeding import heed
from bot.timing.pace import EDITED_WITHIN, MINUTE, SECOND
from db.records import DeadlineRecord
from db.repositories import ClockRepository, MatchRepository, PeopleRepository
from db.session import Database
from db.trouble import DiskTrouble

log = logging.getLogger(__name__)

LONGEST_SLEEP = 10 * SECOND
"""So often it is written down that the bot is alive."""
DOWNTIME = MINUTE
"""A longer silence is taken off every clock."""
LONGEST_REST = 10 * MINUTE
"""How long a match whose deadline can't be served is left alone, at most."""
LONGEST_STUMBLE = MINUTE
"""How long the clock rests, at most, after it could do nothing at all."""


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
        recovered: Callable[[], Awaitable[None]] | None = None,
        time: Now | None = None,
    ) -> None:
        """`recovered` is called when deadlines have moved, or the disk takes writes again.

        Without `time` the machine's clock is never set.
        """
        self._database = database
        self._matches = matches
        self._expired = expired
        self._remind = remind
        self._paused = paused
        """Whether nobody can reach the bot now; then nothing is served."""
        self._recovered = recovered
        self._time = time
        self._lost_from: int | None = None
        """Since when nobody could play; of the steady time, as the next."""
        self._given_until = 0
        self._reminding: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self.asleep_until: int | None = None
        """When it wakes by itself, while it sleeps and all is well."""
        self._alive_at = 0
        self._resting: dict[tuple[int, bool], tuple[int, int]] = {}
        """Matches, and their reminders apart, whose trouble is left alone for a while: until when, how long."""

    def wake(self, due: int | None = None) -> None:
        """Look again at what is due next: a deadline or the time has changed.

        `due` where all that is new is due no sooner than that: the clock sleeps on where it wakes by then anyway.
        """
        if due is None or self.asleep_until is None or due < self.asleep_until:
            self._changed.set()

    async def catch_up(self) -> int:
        """Take the time in which the bot was not running off every clock; return it, in milliseconds.

        It is less than nothing where the machine's clock was set back meanwhile: everybody keeps the time they had.
        """
        now = self._matches.now()
        async with self._database.write() as connection:
            people = PeopleRepository(connection)
            last = await people.fact("alive_at")
            gap = now - int(last) if last is not None else 0
            if abs(gap) > DOWNTIME:
                await ClockRepository(connection).postpone_all(gap, now - EDITED_WITHIN)
            await people.set_fact("alive_at", str(now))
        await self._heed_away()
        return gap if abs(gap) > DOWNTIME else 0

    async def _heed_away(self) -> tuple[int, ...]:
        """Let the clocks of those who are away stand still for as long as they are, and no longer; return whose.

        A kill may have come between what they said and their matches; and time that was given back to all is none of
        their own.
        """
        async with self._database.read() as connection:
            concerned = await ClockRepository(connection).with_away(self._matches.now())
        for match_id in concerned:
            await self._guarded((match_id, False), heed(self._matches, match_id))
        return concerned

    def lose(self, since: int) -> None:
        """Take note that nobody could play since a moment of the steady time; it is given back to every clock."""
        since = max(since, self._given_until)
        self._lost_from = since if self._lost_from is None else min(since, self._lost_from)
        self.wake()

    def steady(self) -> int:
        """Return milliseconds for measuring a while."""
        return self._matches.now() if self._time is None else self._time.steady()

    async def run(self) -> None:
        """Serve deadlines until cancelled."""
        try:
            await self._run()
        finally:
            if self._reminding is not None:
                self._reminding.cancel()
                await asyncio.wait((self._reminding,))

    async def _run(self) -> None:
        rest = SECOND
        while True:
            self._changed.clear()
            try:
                await self._give_back()
                await self._serve()
                wait = await self._until_next()
                self.asleep_until = self._matches.now() + wait
                rest = SECOND
            except DiskTrouble:  # the log has said it; nobody can play until it is over
                if self._lost_from is None:
                    self._lost_from = self.steady()
                wait = LONGEST_SLEEP // 2
            except Exception:
                log.exception("the clock stumbled")
                wait = rest
                rest = min(2 * rest, LONGEST_STUMBLE)
            await self._sleep(wait)
            self.asleep_until = None

    async def _sleep(self, wait: int) -> None:
        """Sleep so many milliseconds, or until there is news; note when the whole process was stopped meanwhile."""
        before = self._time.awake() if self._time else 0
        try:
            async with asyncio.timeout(wait / SECOND):
                await self._changed.wait()
        except TimeoutError:
            pass
        stopped = self._time.awake() - before - wait if self._time else 0
        if stopped > DOWNTIME:
            self.lose(self.steady() - stopped)

    async def _give_back(self) -> None:
        """Move every deadline by the time in which nobody could play, and with the machine's clock when it was set."""
        jump = self._time.jump() if self._time else 0
        if self._lost_from is None and abs(jump) <= DOWNTIME:
            return
        steady = self.steady()
        lost = 0 if self._lost_from is None else steady - self._lost_from
        moved = sum(each for each in (lost, jump) if abs(each) > DOWNTIME)
        before = self._matches.now()
        now = before + jump
        async with self._database.write() as connection:
            if moved:
                await ClockRepository(connection).postpone_all(moved, before - EDITED_WITHIN)
            await PeopleRepository(connection).set_fact("alive_at", str(now))
        # Before anybody else can write: what they reckon from now on goes by the new time.
        if self._time:
            self._time.follow(jump)
        self._lost_from, self._given_until, self._alive_at = None, steady, now
        self._resting.clear()
        if lost > DOWNTIME:
            log.info("nobody could play for %d s; every clock was moved by that", lost // SECOND)
        if abs(jump) > DOWNTIME:
            log.warning(
                "the clock of this machine was set %s by %d s; every deadline went with it",
                "forward" if jump > 0 else "back",
                abs(jump) // SECOND,
            )
        if self._recovered is not None:
            await self._recovered()
        for match_id in await self._heed_away():
            self._expired(match_id)

    async def _serve(self) -> None:
        if self._paused():
            return
        now = self._matches.now()
        due = [
            each
            for each in await self._database.look(lambda connection: MatchRepository(connection).due(now))
            if self._resting.get((each.match_id, each.kind == "reminder"), (0, 0))[0] <= now
        ]
        for match_id in dict.fromkeys(each.match_id for each in due if each.kind != "reminder"):
            await self._guarded((match_id, False), self._expire(match_id))
        reminders = [each for each in due if each.kind == "reminder"]
        if reminders and (self._reminding is None or self._reminding.done()):
            # A task of their own: a reminder that is slow to go out holds up no deadline.
            self._reminding = asyncio.create_task(self._send(reminders), name="reminders")

    async def _send(self, reminders: list[DeadlineRecord]) -> None:
        try:
            for reminder in reminders:
                await self._guarded((reminder.match_id, True), self._remind(reminder))
            self.wake()
        except DiskTrouble:
            self.lose(self.steady())

    async def _expire(self, match_id: int) -> None:
        if await self._matches.expire(match_id) is not None:
            self._expired(match_id)

    async def _guarded(self, what: tuple[int, bool], work: Awaitable[None]) -> None:
        """Let one match's trouble stop no other's clock, nor a reminder's its deadline; try again after rests."""
        try:
            await work
        except DiskTrouble:  # it is everybody's
            raise
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
        if self._time and abs(jump := self._time.jump()) <= DOWNTIME:
            self._time.follow(jump)  # as a clock is set that went a little wrong
        now = self._matches.now()
        if not 0 <= now - self._alive_at < LONGEST_SLEEP:
            async with self._database.write() as connection:
                await PeopleRepository(connection).set_fact("alive_at", str(now))
            self._alive_at = now
        next_due = await self._database.look(lambda connection: MatchRepository(connection).next_due())
        until_alive = LONGEST_SLEEP - (now - self._alive_at)
        if next_due is None:
            return until_alive
        under_way = self._reminding is not None and not self._reminding.done()
        soonest = SECOND if self._resting or under_way or self._paused() else 0
        return min(until_alive, max(next_due - now, soonest))
