"""Who is still on a server: proved by what they press, else asked of Discord, now and then.

The bot asks for no events of members, and those would be lost while it is off; so that somebody has left, was banned
or has deleted their account shows when a turn is theirs or was missed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress

import aiohttp
import discord

from bot.i18n import Refused
from bot.matches import Matches
from bot.messenger import Messenger, described
from bot.positions import Position
from bot.timing.pace import DAY, HOUR, MINUTE
from db.records import NoticeRecord
from db.repositories import PeopleRepository
from db.session import Database

log = logging.getLogger(__name__)

LOST = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError)
"""What asking Discord ends in where it doesn't tell."""
REST = 10 * MINUTE
"""So long it isn't asked again then."""


class Presence:
    """What is known of who is on which server."""

    def __init__(self, messenger: Messenger, database: Database, now: Callable[[], int]) -> None:
        self._messenger = messenger
        self._database = database
        self._now = now
        self._seen: dict[tuple[int, int], int] = {}
        """When people were last seen on a server since the start."""
        self._unknown: dict[tuple[int, int], int] = {}
        """When Discord last left open whether somebody is on a server."""

    def saw(self, guild_id: int, user_id: int) -> None:
        """Note that somebody has just done something on a server."""
        self._seen[guild_id, user_id] = self._now()

    def forget(self, before: int) -> None:
        """Drop what is known from before a time."""
        for known in (self._seen, self._unknown):
            for key in [key for key, at in known.items() if at < before]:
                del known[key]

    async def gone(self, guild_id: int, since: Mapping[int, int]) -> set[int]:
        """Return which people are no longer on a server.

        Each comes with a time: to have been seen since then is enough. Whom Discord doesn't tell of for the moment
        counts as there, and is asked for again.
        """
        unseen = tuple(user for user, at in since.items() if self._seen.get((guild_id, user), at - 1) < at)
        if not unseen:
            return set()
        known = await self._database.look(lambda connection: PeopleRepository(connection).last_seen(guild_id, unseen))
        # Who was gone may be back: before a seat is given away, Discord is asked.
        there = {user_id for user_id, (at, was_there) in known.items() if was_there and at >= since[user_id]}
        open_still = [user_id for user_id in unseen if user_id not in there]
        answers = await asyncio.gather(*(self._asked(guild_id, user_id) for user_id in open_still))
        return {user_id for user_id, is_there in zip(open_still, answers, strict=True) if not is_there}

    async def _asked(self, guild_id: int, user_id: int) -> bool:
        """Ask Discord for a member."""
        now = self._now()
        if now - self._unknown.get((guild_id, user_id), now - REST) < REST:
            return True
        try:
            there = await self._messenger.is_member(guild_id, user_id)
        except LOST as error:
            log.info("a member could not be looked up (%s)", described(error), extra={"guild": guild_id})
            self._unknown[guild_id, user_id] = now
            return True
        if there:
            self._seen[guild_id, user_id] = now
        await self._database.keep(
            lambda connection: PeopleRepository(connection).saw_member(guild_id, user_id, now, gone=not there)
        )
        return there


class Leavers:
    """Gives the seats of people who are gone from the server to the stand-in."""

    def __init__(self, presence: Presence, matches: Matches) -> None:
        self._presence = presence
        self._matches = matches

    async def see(self, position: Position) -> bool:
        """Look whether those whose turn it is, or who have missed one, are still there.

        True where the stand-in has a seat now. A window asks everybody, so it is none's own turn.
        """
        match, state = position.match, position.state
        if match.status != "running" or state.wait != "turn":
            return False
        now = self._matches.now()
        since = {
            seat.user_id: now - (HOUR if seat.misses else DAY)
            for seat in match.seats
            if seat.user_id is not None and seat.held_by == "person" and (seat.misses or seat.seat in state.to_act)
        }
        gone = await self._presence.gone(match.guild_id, since)
        for user_id in gone:
            with suppress(Refused):  # meanwhile the match ended, or the stand-in has the seat
                notice = NoticeRecord("gone", "", user_id)
                await self._matches.leave(match.id, user_id, "gone", [notice])
        return bool(gone)
