"""What o'clock it is: by the machine, whose clock may be set, and by a sandbox, where time may be let pass."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import aiohttp

from bot.timing.pace import SECOND

BETWEEN_LOOKS = 0.25
"""Seconds between two looks at a sandbox's clock."""


def system_now() -> int:
    """Return the milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def steady_now() -> int:
    """Return milliseconds that nobody can set, and that stand still while the machine sleeps."""
    return time.monotonic_ns() // 1_000_000


class Now:
    """The machine's time, shifted by what a sandbox's clock is ahead.

    It runs evenly. When the machine's clock is set, it stays as it was until it is told to `follow`, so that
    deadlines can be moved at the same moment.
    """

    def __init__(self, machine: Callable[[], int] = system_now, steady: Callable[[], int] = steady_now) -> None:
        self.shift = 0
        self.machine = machine
        self._steady = steady
        self._ahead = machine() - steady()

    def __call__(self) -> int:
        return self.steady() + self._ahead

    def steady(self) -> int:
        """Return milliseconds for measuring a while: those of a sandbox count, a clock that is set doesn't."""
        return self._steady() + self.shift

    def awake(self) -> int:
        """Return milliseconds of the machine alone, whatever a sandbox lets pass."""
        return self._steady()

    def jump(self) -> int:
        """Return by how much the machine's clock has been set, forward or back, since it was followed."""
        return self.machine() - self._steady() - self._ahead

    def follow(self, jump: int) -> None:
        """Go by the machine's clock as it was set."""
        self._ahead += jump


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
                ahead = int((await answer.json(content_type=None))["now"]) - self._now.machine()
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
