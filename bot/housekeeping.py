"""What is looked after once in a while: edits that were put off, threads that would fall asleep, servers that are gone
or back.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.matches import Matches
from bot.messenger import described
from bot.table import Teller
from bot.timing.pace import DAY, HOUR, SECOND
from db.repositories import MatchRepository, NoticeRepository, PeopleRepository, TellingRepository
from db.trouble import DiskTrouble

if TYPE_CHECKING:
    from bot.client import Cheza

log = logging.getLogger(__name__)

QUIET = 13 * DAY // 2
"""A thread falls asleep after seven days without a message; then its buttons may not reach the bot."""
LOOKED, ABSENT = "looked_at_servers", "absent_from_servers"


class Housekeeping:
    """One task that looks every hour."""

    def __init__(self, bot: Cheza, matches: Matches, teller: Teller) -> None:
        self._bot = bot
        self._matches = matches
        self._teller = teller

    async def run(self) -> None:
        """Look after things until cancelled."""
        look = self.look  # what lags at a start is told by then
        while True:
            try:
                await look()
            except DiskTrouble:  # the log has said it
                pass
            except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError) as error:
                log.info("housekeeping is put off (%s)", described(error))
            except Exception:
                log.exception("housekeeping stumbled")
            await asyncio.sleep(HOUR / SECOND)
            look = self.look_again

    async def look_again(self) -> None:
        """Tell what lags, as edits that were put off, and look."""
        await self._teller.catch_up()
        await self.look()

    async def look(self) -> None:
        """Keep quiet threads awake; once a day, see which servers the bot is still on."""
        now = self._matches.now()
        async with self._matches.database.read() as connection:
            quiet = await MatchRepository(connection).quiet_since(now - QUIET)
            looked = await PeopleRepository(connection).fact(LOOKED)
        for match_id in quiet:
            try:
                await self._teller.keep_awake(match_id)
            except DiskTrouble:  # what isn't noted would be posted again
                return
            except Exception as error:  # one match's trouble keeps no other asleep
                log.warning("a thread could not be kept awake (%s)", described(error), extra={"match": match_id})
        if looked is None or not 0 <= now - int(looked) < DAY:  # a clock can be set back
            await self._servers(now)

    async def _servers(self, now: int) -> None:
        present = {guild.id async for guild in self._bot.fetch_guilds(limit=None)}
        async with self._matches.database.write() as connection:
            tellings, people = TellingRepository(connection), PeopleRepository(connection)
            absent_before = set((await people.fact(ABSENT) or "").split())
            running = await tellings.places_of_running()
            for match_id, guild_id, gone in running:
                if guild_id not in present and not gone:
                    await tellings.change(match_id, place_gone=True)
                elif guild_id in present and gone and str(guild_id) in absent_before:
                    await tellings.change(match_id, place_gone=False, post_turn=0)
                    await NoticeRepository(connection).revive(match_id)
            absent = {str(guild_id) for _, guild_id, _ in running} - {str(guild_id) for guild_id in present}
            await people.set_fact(ABSENT, " ".join(sorted(absent)))
            await people.set_fact(LOOKED, str(now))
            await people.forget_members(now - DAY)
        self._bot.presence.forget(now - DAY)
        for match_id, guild_id, gone in running:
            if gone and guild_id in present and str(guild_id) in absent_before:
                self._teller.tell(match_id)
