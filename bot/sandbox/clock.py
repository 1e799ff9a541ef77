"""The sandbox's time: it runs like the wall's, and can be let pass."""

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
"""The first second of 2015 (reference.mdx, Snowflakes)."""


@dataclass(order=True)
class Timer:
    due: float
    number: int
    run: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class Clock:
    """Seconds since 1970, ahead of the wall's by what was let pass, with timers that follow it."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._timers: list[Timer] = []
        self._numbers = itertools.count()
        self._wake: asyncio.TimerHandle | None = None

    def now(self) -> float:
        return time.time() + self._ahead

    def now_ms(self) -> int:
        return int(self.now() * 1000)

    def call_at(self, due: float, run: Callable[[], None]) -> Timer:
        """Runs `run` once, when this clock reaches `due`. Needs a running event loop."""
        timer = Timer(due, next(self._numbers), run)
        heapq.heappush(self._timers, timer)
        self._set_alarm()
        return timer

    def call_later(self, seconds: float, run: Callable[[], None]) -> Timer:
        return self.call_at(self.now() + seconds, run)

    def pass_time(self, seconds: float) -> None:
        """Moves this clock on; every timer on the way runs at its own moment, in order."""
        if seconds < 0:
            raise ValueError("time passes forward only")
        goal = self.now() + seconds
        while (timer := self._next()) is not None and timer.due <= goal:
            self._ahead += max(0.0, timer.due - self.now())
            heapq.heappop(self._timers)
            timer.run()
        self._ahead += max(0.0, goal - self.now())
        self._set_alarm()

    def stop(self) -> None:
        """Forgets all timers."""
        self._timers.clear()
        if self._wake is not None:
            self._wake.cancel()

    def _next(self) -> Timer | None:
        while self._timers and self._timers[0].cancelled:
            heapq.heappop(self._timers)
        return self._timers[0] if self._timers else None

    def _set_alarm(self) -> None:
        if self._wake is not None:
            self._wake.cancel()
        timer = self._next()
        # An event loop takes no sleep of many days; the alarm is set anew when it rings.
        wait = None if timer is None else min(max(0.0, timer.due - self.now()), 3600.0)
        self._wake = None if wait is None else asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self.pass_time(0)


class StillClock(Clock):
    """A clock that stands still but for what is let pass: the same acts have the same times in every run."""

    def __init__(self, start: float = 1_800_000_000.0) -> None:
        super().__init__()
        self._start = start

    def now(self) -> float:
        return self._start + self._ahead


class Snowflakes:
    """Ids that grow with the clock (reference.mdx, Snowflakes)."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def new(self) -> int:
        self._last = max(self._last + 1, (self._clock.now_ms() - DISCORD_EPOCH_MS) << 22)
        return self._last


def iso(seconds: float) -> str:
    """A moment as Discord writes it: `2026-08-01T12:00:00.000000+00:00`."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
