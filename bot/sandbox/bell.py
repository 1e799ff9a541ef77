"""Waiting for something to become true, without polling."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class StillNot(AssertionError):
    """What was waited for did not come true in time."""


class Bell:
    """Rings whenever anything on the offline Discord has changed."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Event] = set()

    def ring(self) -> None:
        for event in self._waiting:
            event.set()

    async def until(
        self, look: Callable[[], T | None], *, within: float, otherwise: Callable[[], str] | None = None
    ) -> T:
        """The first truthy result of `look`, asked again after every change.

        A LookupError or StopIteration in `look` counts as "not yet". Raises StillNot with the words
        of `otherwise` after `within` real seconds.
        """
        changed = asyncio.Event()
        self._waiting.add(changed)
        try:
            async with asyncio.timeout(within):
                while True:
                    changed.clear()
                    if (result := _ask(look)) is not None:
                        return result
                    await changed.wait()
        except TimeoutError:
            words = otherwise() if otherwise else "what was waited for did not happen"
            raise StillNot(f"after {within:g} s: {words}") from None
        finally:
            self._waiting.discard(changed)


def _ask(look: Callable[[], T | None]) -> T | None:
    try:
        return look() or None
    except (LookupError, StopIteration):
        return None
