"""Answers that go wrong on purpose, and calls held where they are, for tests."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .bell import StillNot
from .journal import Call

Answer: TypeAlias = int | Literal["timeout", "reset"]
Predicate: TypeAlias = Callable[[Call], bool]


@dataclass
class Pattern:
    """Which calls are meant; what is None matches all."""

    method: str | None = None
    path_regex: str | None = None
    predicate: Predicate | None = None
    times: int | None = 1
    """How many calls it takes; None: every one."""

    def takes(self, call: Call) -> bool:
        """Whether this call is one of them; counts it."""
        if self.times == 0 or self.method not in (None, call.method):
            return False
        if self.path_regex is not None and not re.fullmatch(self.path_regex, call.path):
            return False
        if self.predicate is not None and not self.predicate(call):
            return False
        if self.times is not None:
            self.times -= 1
        return True


@dataclass
class Fault:
    """An answer put in the place of the true one."""

    pattern: Pattern
    answer: Answer
    code: int
    message: str
    retry_after: float
    took_effect: bool
    calls: list[Call] = field(default_factory=list)
    """The calls that it met."""

    @property
    def spent(self) -> bool:
        return self.pattern.times == 0


class Held:
    """A place where matching calls stand until they are let go."""

    def __init__(self, pattern: Pattern, *, took_effect: bool) -> None:
        self.pattern = pattern
        self.took_effect = took_effect
        self.calls: list[Call] = []
        self._reached = asyncio.Event()
        self._fate: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def reached(self, within: float = 10.0) -> Call:
        """Waits until a call stands here."""
        try:
            async with asyncio.timeout(within):
                await self._reached.wait()
        except TimeoutError:
            raise StillNot(f"after {within:g} s: no call came to where {self.pattern} holds") from None
        return self.calls[-1]

    def release(self) -> None:
        """Lets the calls go on as if nothing had been."""
        if not self._fate.done():
            self._fate.set_result(True)

    def discard(self) -> None:
        """Lets the calls vanish: they take no effect if they hadn't, and get no answer."""
        if not self._fate.done():
            self._fate.set_result(False)

    async def stand(self, call: Call) -> bool:
        """Whether the call goes on."""
        self.calls.append(call)
        self._reached.set()
        return await asyncio.shield(self._fate)


class Faults:
    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._holds: list[Held] = []
        self._over = asyncio.Event()

    def add(
        self,
        *,
        answer: Answer,
        method: str | None = None,
        path_regex: str | None = None,
        predicate: Predicate | None = None,
        code: int = 0,
        message: str = "injected by the test",
        retry_after: float = 0.05,
        times: int | None = 1,
        took_effect: bool = False,
    ) -> Fault:
        """Answers the next matching calls with `answer`.

        `answer` is a status, "timeout" (no answer comes) or "reset" (the connection breaks);
        `took_effect`: the call is carried out first, only its answer is lost.
        """
        pattern = Pattern(method, path_regex, predicate, times)
        fault = Fault(pattern, answer, code, message, retry_after, took_effect)
        self._faults.append(fault)
        return fault

    def hold(
        self,
        *,
        method: str | None = None,
        path_regex: str | None = None,
        predicate: Predicate | None = None,
        times: int | None = 1,
        took_effect: bool = False,
    ) -> Held:
        """Holds the next matching calls before (or after) they take effect."""
        held = Held(Pattern(method, path_regex, predicate, times), took_effect=took_effect)
        self._holds.append(held)
        return held

    def clear(self) -> None:
        """Takes all faults away and lets all held calls go on."""
        self._faults.clear()
        for held in self._holds:
            held.release()
        self._holds.clear()

    def stop(self) -> None:
        """Ends every waiting call, for the end of the sandbox."""
        self._over.set()
        for held in self._holds:
            held.discard()

    def fault_for(self, call: Call) -> Fault | None:
        fault = next((fault for fault in self._faults if fault.pattern.takes(call)), None)
        if fault is not None:
            fault.calls.append(call)
        return fault

    def hold_for(self, call: Call) -> Held | None:
        return next((held for held in self._holds if held.pattern.takes(call)), None)

    async def never(self) -> None:
        """Returns only when the sandbox ends."""
        await self._over.wait()
