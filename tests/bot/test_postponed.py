"""Work that waits for its alarm, unless it is called off before."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Any

import pytest

from bot.answering.postponed import Postponed

NEVER, AT_ONCE = 600.0, 0.0


class Work:
    """Work that notes when it begins, and ends when it may."""

    def __init__(self, error: Exception | None = None) -> None:
        self.times = 0
        self.begun, self.may_end = asyncio.Event(), asyncio.Event()
        self._error = error

    async def __call__(self) -> None:
        self.times += 1
        self.begun.set()
        await self.may_end.wait()
        if self._error is not None:
            raise self._error


async def test_it_begins_at_its_alarm_and_can_not_be_called_off_any_more() -> None:
    work = Work()
    postponed = Postponed(work, AT_ONCE)
    await work.begun.wait()
    assert not postponed.call_off()
    work.may_end.set()
    await postponed.done()
    assert work.times == 1


async def test_what_is_called_off_is_not_done_at_its_alarm_but_can_be_done_all_the_same() -> None:
    work = Work()
    postponed = Postponed(work, AT_ONCE)
    assert postponed.call_off()
    for _ in range(5):
        await asyncio.sleep(0)
    assert work.times == 0
    work.may_end.set()
    await postponed.done()
    assert work.times == 1


async def test_who_wants_it_done_does_not_wait_for_the_alarm_and_hears_of_its_error() -> None:
    work = Work(LookupError())
    postponed = Postponed(work, NEVER)
    work.may_end.set()
    with pytest.raises(LookupError):
        await postponed.done()
    with pytest.raises(LookupError):
        await postponed.done()
    assert work.times == 1


async def test_who_is_cancelled_while_waiting_does_not_stop_it() -> None:
    work = Work()
    postponed = Postponed(work, NEVER)
    waiting = asyncio.create_task(postponed.done())
    await work.begun.wait()
    waiting.cancel()
    await asyncio.wait((waiting,))
    work.may_end.set()
    await postponed.done()
    assert work.times == 1


async def test_an_error_that_nobody_waits_for_is_not_logged() -> None:
    heard: list[dict[str, Any]] = []
    note: Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None] = lambda _, context: heard.append(context)  # noqa: E731 - with its types
    asyncio.get_running_loop().set_exception_handler(note)
    work = Work(LookupError())
    postponed = Postponed(work, AT_ONCE)
    await work.begun.wait()
    work.may_end.set()
    for _ in range(5):
        await asyncio.sleep(0)
    del postponed
    gc.collect()
    assert heard == []
