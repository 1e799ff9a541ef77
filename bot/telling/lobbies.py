"""The teller of lobbies: keeps the post that opened a table at what the lobby says, and gives the match its place."""

from __future__ import annotations

import logging
from typing import Literal

import discord

from bot.messages.posts import lobby_key, lobby_post, lobby_warning, warning_id
from bot.messages.scenes import Scene
from bot.messenger import OUT_OF_REACH, Code, Messenger, Verdict, described, judge
from bot.telling.tellings import Tellings, lost_intents
from db.records import TellingRecord
from db.repositories import PeopleRepository
from db.session import Database

log = logging.getLogger(__name__)

THREAD_MINUTES: Literal[10080] = 10080


class LobbyTeller:
    """Tells lobbies; the teller of the match calls it."""

    def __init__(self, messenger: Messenger, tellings: Tellings, database: Database) -> None:
        self._messenger = messenger
        self._tellings = tellings
        self._database = database

    async def tell(self, scene: Scene, telling: TellingRecord) -> TellingRecord:
        """See that the lobby's post says how the lobby stands."""
        key, match = lobby_key(scene), scene.position.match
        telling = await self._unwarn(scene, telling)
        if telling.lobby_shown == key:
            return telling
        if telling.lobby_message_id is None and match.status == "lobby":
            telling = await self.find(scene, telling)
        if telling.lobby_message_id is None or telling.lobby_shown == key or telling.place_gone:
            return await self._tellings.note(telling, lobby_shown=key)
        made = lobby_post(scene, telling.place_id, await self._tellings.name_of(match.opener_id))
        try:
            await self._messenger.edit(match.channel_id, telling.lobby_message_id, made)
        except discord.HTTPException as error:
            if judge(error) is Verdict.PASSING:
                raise
            log.info("a lobby post is out of reach (%s)", described(error), extra={"match": telling.match_id})
            if error.code == Code.UNKNOWN_MESSAGE and match.status == "lobby":
                return await self.find(scene, await self._tellings.note(telling, lobby_message_id=None))
        return await self._tellings.note(telling, lobby_shown=key)

    async def warn(self, scene: Scene, telling: TellingRecord, due: int | None) -> TellingRecord:
        """Tell the opener in the channel that the lobby will lapse; that it was told stays among the intents."""
        match = scene.position.match
        warning = lobby_warning(scene, due)
        try:
            telling, _ = await self._tellings.send_once(
                telling,
                match.channel_id,
                f"w.{match.id}.{match.version}.0",
                warning_id(match.id),
                warning,
                mention=[match.opener_id],
            )
        except discord.HTTPException as error:
            if judge(error) is Verdict.PASSING:
                raise
            log.info("a lobby's people could not be warned (%s)", described(error), extra={"match": match.id})
        return telling

    async def _unwarn(self, scene: Scene, telling: TellingRecord) -> TellingRecord:
        """Take a warning away since which the lobby has changed."""
        match = scene.position.match
        past = lost_intents(telling, "w", 0, match.version)
        if not past:
            return telling
        found = await self._messenger.find(match.channel_id, warning_id(match.id))
        if found is not None:
            await self._messenger.delete(match.channel_id, found)
        return await self._tellings.note(telling, fulfilled=[*past])

    async def find(self, scene: Scene, telling: TellingRecord) -> TellingRecord:
        """Find the post of a lobby, or post it: a rematch's, or one whose answer to /play a kill cut short.

        It also goes without one, where the channel takes no post.
        """
        match = scene.position.match
        found = await self._messenger.find(match.channel_id, f"l:{match.id}:join")
        if found is not None:
            return await self._tellings.note(telling, lobby_message_id=found)
        try:
            sent = await self._messenger.send(
                match.channel_id, lobby_post(scene, None), f"l.{match.id}.{match.version}.0", silent=True
            )
        except discord.HTTPException as error:
            if judge(error) is Verdict.PASSING:
                raise
            log.info("a lobby could not be posted (%s)", described(error), extra={"match": match.id})
            sent = None
        return await self._tellings.note(telling, lobby_message_id=sent, lobby_shown=lobby_key(scene))

    async def place(self, scene: Scene, telling: TellingRecord) -> TellingRecord:
        """See that the match has a thread, or take the channel where one can't be made."""
        if telling.place_id is not None:
            return telling
        match = scene.position.match
        async with self._database.read() as connection:
            wanted = await PeopleRepository(connection).place_of(match.guild_id)
        if wanted == "thread" and telling.lobby_message_id is None:
            telling = await self.find(scene, telling)
        if wanted == "channel" or telling.lobby_message_id is None:
            return await self._tellings.note(telling, place_id=match.channel_id)
        seats = ", ".join(scene.names.plain(seat.seat) for seat in match.seats)
        try:
            place_id = await self._messenger.open_thread(
                match.channel_id,
                telling.lobby_message_id,
                f"{scene.title} #{match.id} · {seats}"[:100],
                THREAD_MINUTES,
            )
        except discord.HTTPException as error:
            if judge(error) is Verdict.PASSING:
                raise
            log.info("no thread could be made (%s)", described(error), extra={"match": match.id})
            gone = error.code in OUT_OF_REACH
            return await self._tellings.note(telling, place_id=match.channel_id, place_gone=gone)
        return await self._tellings.note(telling, place_id=place_id)
