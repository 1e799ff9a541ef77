"""Who has pressed something goes first: what the bot has to tell by itself waits until their answers are made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

AT_MOST = 2.0
"""Seconds that anything waits for that, whatever holds an answer up."""
BREATH = 0.01
"""Seconds for each of the answers, in which they can go out before anything else is drawn."""
CROWD = 5
"""So many answers that are being made at the same moment are a crowd."""


@dataclass(slots=True, eq=False)
class _Later:
    """Something to be done, the answers that it waits for, and how long it waits after the last of them."""

    work: Callable[[], None]
    answers: set[object]
    breath: float
    alarm: asyncio.TimerHandle = field(init=False)


class Precedence:
    """Keeps those whose answer is still being made, and what comes after them."""

    def __init__(self, at_most: float = AT_MOST, breath: float = BREATH) -> None:
        self._at_most = at_most
        self._breath = breath
        self._first: set[object] = set()
        self._later: set[_Later] = set()
        self.crowd = CROWD
        """How many are one."""

    @property
    def waits(self) -> bool:
        """Whether something is still to be done after the answers."""
        return bool(self._later)

    @property
    def crowded(self) -> bool:
        """Whether so many answers are being made that each call to Discord holds others up."""
        return len(self._first) >= self.crowd

    def begin(self, one: object) -> None:
        """Note that an answer is being made."""
        self._first.add(one)

    def end(self, one: object) -> None:
        """Note that it is made, or never will be; may be called twice."""
        self._first.discard(one)
        for later in self._later:
            if one in later.answers:
                later.answers.remove(one)
                if not later.answers:
                    later.alarm.cancel()
                    later.alarm = asyncio.get_running_loop().call_later(later.breath, self._do, later)

    def then(self, work: Callable[[], None]) -> None:
        """Do something once the answers are made that are being made now: at once where none is.

        Who presses later doesn't hold it up, for somebody always presses something.
        """
        if not self._first:
            work()
            return
        later = _Later(work, set(self._first), self._breath * len(self._first))
        later.alarm = asyncio.get_running_loop().call_later(self._at_most, self._do, later)
        self._later.add(later)

    def hurry(self) -> None:
        """Do at once what waits."""
        for later in list(self._later):
            self._do(later)

    def _do(self, later: _Later) -> None:
        self._later.discard(later)
        later.alarm.cancel()
        later.work()
