"""The bot in process: opened from a database file against a sandbox, closed, crashed, opened again."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import ContextVar, copy_context
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
from discord.ext import commands

from bot.client import Cheza
from bot.clock import LONGEST_SLEEP
from bot.codec import dump_state
from bot.discord_address import point_discord_at
from bot.now import Now, SandboxClock
from bot.sandbox import Sandbox
from bot.settings import Settings
from db.repositories import MatchRepository, PeopleRepository
from db.session import BUSY_MS, Database

PATIENCE = 20.0
OF_THE_FILE = ("close", "_terminate_graceful_close", "_write")
"""Tasks of SQLAlchemy and `db.whole` that give a connection back or write: a kill comes before them or after."""
_owner: ContextVar[Bot | None] = ContextVar("owner", default=None)


class Bot:
    """One bot on one database file; `crash` and `open` again is a restart."""

    def __init__(self, sandbox: Sandbox, file: Path, now: Now | None = None, busy_ms: int = BUSY_MS) -> None:
        self._sandbox = sandbox
        self.file = file
        self._now = now
        self._busy_ms = busy_ms
        self._reopened = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._cheza: Cheza | None = None
        self._running: asyncio.Task[None] | None = None

    @property
    def cheza(self) -> Cheza:
        assert self._cheza is not None, "the bot is closed"
        return self._cheza

    @property
    def settings(self) -> Settings:
        return Settings(
            discord_token=self._sandbox.token,  # type: ignore[arg-type]  # pydantic takes a plain string
            database_url=f"sqlite+aiosqlite:///{self.file}",
            discord_api_url=self._sandbox.url,
        )

    async def open(self) -> None:
        """Start the bot from its file, and wait until it takes interactions."""
        loop = asyncio.get_running_loop()
        loop.set_task_factory(_remember)  # type: ignore[arg-type]  # typeshed's protocol names `context` alone
        point_discord_at(self._sandbox.url)
        before = self._sandbox.gateway.identifies
        database = Database(self.settings.database_url, self._busy_ms)
        self._cheza = Cheza(self.settings, database, self._now)
        mine = copy_context()
        mine.run(_owner.set, self)
        self._running = loop.create_task(self._cheza.start(self._sandbox.token), context=mine)
        await self._sandbox.until(lambda: self._failed() or self._sandbox.gateway.identifies > before, within=20)
        if self._failed():
            await self._running

    async def close(self) -> None:
        """Stop as on SIGTERM: what is being told is finished first. A closed bot stays closed."""
        if self._cheza is None or self._running is None:
            return
        cheza, running = self._cheza, self._running
        self._cheza = self._running = None
        await cheza.close()
        await running

    async def crash(self) -> None:
        """Stop at once, as a kill would: every task of the bot ends where it stands, and nothing is tidied up.

        Only sockets and the database file are closed, which the system does for a killed process.
        """
        cheza = self.cheza
        self._cheza = self._running = None
        ended: set[asyncio.Task[Any]] = set()
        async with asyncio.timeout(PATIENCE):
            while left := {task for task in self._tasks if not task.done()}:
                for task in left - ended:
                    if getattr(task.get_coro(), "__name__", "") not in OF_THE_FILE:
                        task.cancel()
                ended |= left  # once: what comes of it may take its time
                await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
            for later in cheza.precedence._later:
                later.alarm.cancel()
            await commands.Bot.close(cheza)
            await cheza.database.close()

    async def restart(self) -> None:
        """Crash and open again."""
        await self.crash()
        await self.open()

    async def reopen(self) -> None:
        """Close or crash, by turns, and open again."""
        self._reopened += 1
        await (self.close() if self._reopened % 2 else self.crash())
        await self.open()

    async def settled(self) -> None:
        """Wait until nothing is left to tell, nor waits for answers to be made first."""
        await self.cheza.teller.settled()
        while self.cheza.precedence._later:
            await asyncio.sleep(0)
            await self.cheza.teller.settled()

    async def lay_deal(self, match_id: int, cards: int = 10) -> None:
        """Deal a match of Take 5 anew so that nobody is ever asked for a row: each trick is one turn."""
        position = await self.cheza.matches.position(match_id)
        hands = tuple(
            tuple(range(first, first + cards)) for first in range(21, 21 + 20 * len(position.match.seats), 20)
        )
        rows = ((20,), (40,), (60,), (80,))
        state = replace(position.state, rows=rows, hands=hands, trick=11 - cards)
        match = replace(position.match, state=dump_state(position.game, state), version=position.match.version + 1)
        async with self.cheza.database.write() as connection:
            await MatchRepository(connection).save(match, position.match.version)

    async def quiet(self) -> None:
        """Wait until all that was pressed is answered, and then told."""
        while self.cheza.under_way or self.cheza.precedence.waits:
            await asyncio.wait(self.cheza.under_way or (asyncio.create_task(asyncio.sleep(0)),))
        await self.settled()

    async def pass_time(self, seconds: float) -> None:
        """Let time pass in the sandbox, and the bot see it, as a clock on the wall would let it."""
        await self.see_time_pass(seconds)
        if seconds * 1000 > LONGEST_SLEEP:  # then it writes down that it was alive, after what was due
            async with asyncio.timeout(10):
                while self.cheza.now() - await self._alive_at() > LONGEST_SLEEP:
                    pass
                while await self._overdue():
                    pass

    async def see_time_pass(self, seconds: float) -> None:
        """Let time pass in the sandbox, and the bot know it."""
        await self._sandbox.pass_time(seconds)
        follower = SandboxClock(self._sandbox.url, self.cheza.now)
        async with aiohttp.ClientSession() as session:
            await follower.look(session)
        self.cheza.clock.wake()

    async def _overdue(self) -> bool:
        """Whether the clock has yet to serve something; not what it has put off, nor while it serves nothing."""
        clock = self.cheza.clock
        if clock._paused() or clock._resting or self.cheza.database.in_trouble:
            return False
        async with self.cheza.database.read() as connection:
            return any(each.kind != "reminder" for each in await MatchRepository(connection).due(self.cheza.now()))

    async def _alive_at(self) -> int:
        async with self.cheza.database.read() as connection:
            return int(await PeopleRepository(connection).fact("alive_at") or 0)

    def _failed(self) -> bool:
        return self._running is not None and self._running.done()


def _remember(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **options: Any) -> asyncio.Task[Any]:
    """Make a task, and let the bot in whose name it is made know it."""
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **options)
    context = options.get("context")
    owner = _owner.get() if context is None else context.get(_owner)
    if owner is not None:
        owner._tasks.add(task)
        task.add_done_callback(owner._tasks.discard)
    return task
