"""Seat badges as emoji of the application, so that a name wears in the text what its seat wears in the
picture.
"""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import discord

from bot.rendering.emoji import seat_badge

log = logging.getLogger(__name__)

SEATS = 12


async def learn_badges(client: discord.Client) -> dict[int, str]:
    """Return the badge of each seat as markdown, making the emoji that are missing.

    Returns as many as there are: a text without its badge says the seat's number, which fits the picture too.
    """
    try:
        known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        for seat in range(SEATS):
            name = f"seat{seat + 1}"
            if name not in known:
                image = await asyncio.to_thread(seat_badge, seat)
                known[name] = await client.create_application_emoji(name=name, image=image)
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError) as error:
        log.warning("the seat badges could not be made; texts go without them (%s)", type(error).__name__)
        return {}
    return {seat: str(known[f"seat{seat + 1}"]) for seat in range(SEATS)}
