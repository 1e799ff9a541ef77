"""The teller of lobbies: keeps the post that opened a table at what the lobby says."""

from __future__ import annotations

import logging

import discord

from bot.layout import Message
from bot.messenger import Code, Messenger, Refusal, described, judge
from bot.posts import lobby_key, lobby_post
from bot.scenes import Scene
from bot.telling import Tellings
from db.records import TellingRecord

log = logging.getLogger(__name__)


class LobbyTeller:
    """Tells lobbies; the teller of the match calls it."""

    def __init__(self, messenger: Messenger, tellings: Tellings) -> None:
        self._messenger = messenger
        self._tellings = tellings

    async def tell(self, scene: Scene, telling: TellingRecord) -> TellingRecord:
        """See that the lobby's post says how the lobby stands."""
        key = lobby_key(scene)
        if telling.lobby_shown == key:
            return telling
        post = lobby_post(scene, telling.place_id)
        if telling.lobby_message_id is None:
            return await self._lost(scene, telling, post)
        if telling.place_gone:
            return await self._tellings.note(telling, lobby_shown=key)
        try:
            await self._messenger.edit(scene.position.match.channel_id, telling.lobby_message_id, post)
        except discord.HTTPException as error:
            if judge(error) is Refusal.PASSING:
                raise
            log.info("a lobby post is out of reach (%s)", described(error), extra={"match": telling.match_id})
            if error.code == Code.UNKNOWN_MESSAGE and scene.position.match.status == "lobby":
                return await self._lost(scene, await self._tellings.note(telling, lobby_message_id=None), post)
        return await self._tellings.note(telling, lobby_shown=key)

    async def _lost(self, scene: Scene, telling: TellingRecord, post: Message) -> TellingRecord:
        """Find the post of a lobby, or post it: the answer to /play was cut short by a kill, or deleted since."""
        match = scene.position.match
        if match.status != "lobby":
            return await self._tellings.note(telling, lobby_shown=lobby_key(scene))
        sent = await self._messenger.find(match.channel_id, f"l:{match.id}:join")
        if sent is None:
            try:
                sent = await self._messenger.send(
                    match.channel_id, post, f"l.{match.id}.{match.version}.0", silent=True
                )
            except discord.HTTPException as error:
                if judge(error) is Refusal.PASSING:
                    raise
                log.info("a lobby could not be posted (%s)", described(error), extra={"match": match.id})
        return await self._tellings.note(telling, lobby_message_id=sent, lobby_shown=lobby_key(scene))
