"""Badges and chips as emoji of the application: a name wears in the text what its seat wears in the picture."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import aiohttp
import discord

from bot.rendering.emoji import TEAM_NAMES, seat_badge, team_chip

log = logging.getLogger(__name__)

SEATS = 12
DRAWN: dict[str, Callable[[], bytes]] = {
    **{f"seat{seat + 1}": partial(seat_badge, seat) for seat in range(SEATS)},
    **{f"seat{seat + 1}_hollow": partial(seat_badge, seat, wear=wear) for seat, wear in ((4, 6), (5, 7))},
    **{name: partial(team_chip, team) for team, name in enumerate(TEAM_NAMES)},
}
"""Every emoji that the texts use, by its name."""


async def learn_badges(client: discord.Client) -> dict[str, str]:
    """Return each emoji as markdown, by its name, making those that are missing.

    Returns as many as there are: a text without its badge says the seat's number, which fits the picture too.
    """
    known: dict[str, discord.Emoji] = {}
    try:
        known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        for name, draw in DRAWN.items():
            if name not in known:
                known[name] = await client.create_application_emoji(name=name, image=await asyncio.to_thread(draw))
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError) as error:
        log.warning("some badges could not be made; texts go without them (%s)", type(error).__name__)
    return {name: str(known[name]) for name in DRAWN if name in known}
