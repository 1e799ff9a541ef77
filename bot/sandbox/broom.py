"""Forgetting, so that a demo which runs for days doesn't grow: tests, which look back, never sweep."""

import asyncio
from collections import Counter

from .interactions import TOKEN_LIFE
from .stage import Stage

EVERY = 60.0
"""Real seconds between two sweeps."""
KEPT_CALLS = 500
KEPT_PINGS = 20
KEPT_PRIVATE = 30
"""Ephemeral messages that one person keeps in one channel; Discord's own client loses them at a reload."""


def sweep(stage: Stage) -> None:
    """Forgets old calls with their uploads, old pings, interactions that have run out, old ephemeral messages."""
    del stage.journal.calls[:-KEPT_CALLS]
    del stage.journal.violations[:-KEPT_CALLS]
    for pings in stage.crowd.pings.values():
        del pings[:-KEPT_PINGS]
    stage.interactions.forget(stage.world.clock.now() - TOKEN_LIFE)
    for channel in list(stage.world.channels.values()):
        kept: Counter[int] = Counter()
        for _, message in sorted(channel.messages.items(), reverse=True):
            if message.only_for is None:
                continue
            kept[message.only_for] += 1
            if kept[message.only_for] > KEPT_PRIVATE:
                stage.messages.delete(message)


async def keep_sweeping(stage: Stage) -> None:
    while True:
        await asyncio.sleep(EVERY)
        sweep(stage)
