"""What is looked after once in a while: threads that would fall asleep, servers that are gone or back."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.matches import Matches
from bot.messenger import described
from bot.pace import DAY, HOUR, SECOND
from bot.table import Teller
from db.repositories import MatchRepository, PeopleRepository, TellingRepository

if TYPE_CHECKING:
    from bot.client import Cheza

log = logging.getLogger(__name__)

QUIET = 13 * DAY // 2
"""A thread falls asleep after seven days without a message; then its buttons may not reach the bot."""
LOOKED = "looked_at_servers"


class Housekeeping:
    """One task that looks every hour."""

    def __init__(self, bot: Cheza, matches: Matches, teller: Teller) -> None:
        self._bot = bot
        self._matches = matches
        self._teller = teller

    async def run(self) -> None:
        """Look after things until cancelled."""
        while True:
            try:
                await self.look()
            except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError) as error:
                log.info("housekeeping is put off (%s)", described(error))
            except Exception:
                log.exception("housekeeping stumbled")
            await asyncio.sleep(HOUR / SECOND)

    async def look(self) -> None:
        """Keep quiet threads awake; once a day, see which servers the bot is still on."""
        now = self._matches.now()
        async with self._matches.database.read() as connection:
            quiet = await MatchRepository(connection).quiet_since(now - QUIET)
            looked = await PeopleRepository(connection).fact(LOOKED)
        for match_id in quiet:
            await self._teller.keep_awake(match_id)
        if looked is None or now - int(looked) >= DAY:
            await self._servers(now)

    async def _servers(self, now: int) -> None:
        present = {guild.id async for guild in self._bot.fetch_guilds(limit=None)}
        async with self._matches.database.write() as connection:
            tellings = TellingRepository(connection)
            for match_id, guild_id, gone in await tellings.places_of_running():
                if (guild_id not in present) != gone:
                    await tellings.change(match_id, place_gone=guild_id not in present)
            await PeopleRepository(connection).set_fact(LOOKED, str(now))
