"""Something that is done after a while, unless it is called off before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Postponed:
    """Work that waits for its alarm. Once it has begun, it goes on."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, None]], seconds: float) -> None:
        self._work = work
        self._begun: asyncio.Task[None] | None = None
        self._alarm = asyncio.get_running_loop().call_later(seconds, self._begin)

    def call_off(self) -> bool:
        """Keep it from being done; False where it has begun."""
        if self._begun is None:
            self._alarm.cancel()
        return self._begun is None

    async def done(self) -> None:
        """Do it now, or wait until it is done; raises what it raises."""
        await asyncio.shield(self._begun or self._begin())

    def _begin(self) -> asyncio.Task[None]:
        self._alarm.cancel()
        self._begun = asyncio.create_task(self._work())
        self._begun.add_done_callback(_seen)
        return self._begun


def _seen(task: asyncio.Task[None]) -> None:
    """Look at an error that perhaps nobody waits for, lest asyncio log it."""
    if not task.cancelled():
        task.exception()
