"""Who has pressed something goes first: what the bot has to tell by itself waits until their answers are made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

AT_MOST = 1.0
"""Seconds that anything waits for that: somebody always presses something."""


class Precedence:
    """Keeps those whose answer is still being made, and what comes after them."""

    def __init__(self, at_most: float = AT_MOST) -> None:
        self._at_most = at_most
        self._first: set[object] = set()
        self._later: dict[Callable[[], None], asyncio.TimerHandle] = {}

    def begin(self, one: object) -> None:
        """Note that an answer is being made."""
        self._first.add(one)

    def end(self, one: object) -> None:
        """Note that it is made, or never will be; may be called twice."""
        self._first.discard(one)
        if not self._first:
            for work in list(self._later):
                self._do(work)

    def then(self, work: Callable[[], None]) -> None:
        """Do something once no answer is being made: at once where none is, or after a while in any case."""
        if self._first:
            self._later[work] = asyncio.get_running_loop().call_later(self._at_most, self._do, work)
        else:
            work()

    def _do(self, work: Callable[[], None]) -> None:
        self._later.pop(work).cancel()
        work()
