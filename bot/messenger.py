"""Calls to Discord that outlive a kill: a message is sent once, a refusal is final or passing, never repeated
blindly.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from enum import Enum, auto
from typing import Any, Literal

import aiohttp
import discord

from bot.messages.layout import NOBODY, Message
from db.trouble import DiskTrouble

log = logging.getLogger(__name__)

PATIENCE = 60.0
"""Seconds in which a call has to be answered: what discord.py waits and repeats by itself fits into them."""
BEST_EFFORT = 10.0
"""Seconds that an edit which may wait is given."""
LOOKED_AT = 20
"""How many messages are searched for one that may have gone out."""


ThreadMinutes = Literal[60, 1440, 4320, 10080]
"""After how many minutes without a message a thread may fall asleep."""


class Code:
    """Discord's error codes (https://docs.discord.com/developers/topics/opcodes-and-status-codes#json)."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_SERVER = 10004
    UNKNOWN_MEMBER = 10007
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_USER = 10013
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    ALREADY_ACKNOWLEDGED = 40060
    NO_ACCESS = 50001
    NO_PERMISSION = 50013
    BAD_TOKEN = 50027
    ARCHIVED = 50083
    THREAD_EXISTS = 160004
    DM_CLOSED = 50007
    NO_COMMON_SERVER = 50278
    DM_TOO_FAST = 40003


OUT_OF_REACH = frozenset({Code.UNKNOWN_CHANNEL, Code.NO_ACCESS})
"""The channel is gone, or hidden from the bot: no further call goes there."""
GONE = OUT_OF_REACH | {Code.UNKNOWN_MESSAGE}
NO_MEMBER = frozenset({Code.UNKNOWN_MEMBER, Code.UNKNOWN_USER})
"""Somebody isn't on the server, or has no account any more."""
UNREACHABLE = frozenset({Code.DM_CLOSED, Code.NO_COMMON_SERVER})


class Verdict(Enum):
    """What to make of an error: try again later, or never."""

    PASSING = auto()
    FINAL = auto()


def judge(error: BaseException) -> Verdict | None:
    """Tell whether an error of Discord's or the disk's passes; None for what is neither."""
    if isinstance(error, (discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError, DiskTrouble)):
        return Verdict.PASSING
    if isinstance(error, discord.HTTPException):
        passing = error.status == 429 or error.status >= 500 or error.code == Code.DM_TOO_FAST
        return Verdict.PASSING if passing else Verdict.FINAL
    return None


def is_soon_over(error: BaseException) -> bool:
    """Tell whether an error passes within a minute or so; where Discord's limits refuse a call, that can take hours."""
    limited = isinstance(error, discord.RateLimited) or (
        isinstance(error, discord.HTTPException) and error.status == 429
    )
    return judge(error) is Verdict.PASSING and not limited


def code_of(error: BaseException | None) -> int | None:
    """Return Discord's code of an error, if it is one of Discord's."""
    return error.code if isinstance(error, discord.HTTPException) else None


class Messenger:
    """Sends and edits messages by ids alone: nothing is cached, since nothing arrives without intents."""

    def __init__(self, client: discord.Client, patience: float = PATIENCE) -> None:
        self._client = client
        self.patience = patience

    def place(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)

    async def send(
        self,
        channel_id: int,
        message: Message,
        nonce: str,
        *,
        mention: Iterable[int] = (),
        silent: bool = False,
    ) -> int:
        """Send a message and return its id. A repeat with the same nonce within minutes sends nothing new."""
        ids = [discord.Object(user) for user in mention]
        async with asyncio.timeout(self.patience):
            sent = await self.place(channel_id).send(
                view=message.view(),
                files=message.files(),
                nonce=nonce,
                silent=silent,
                allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=ids) if ids else NOBODY,
            )
        return sent.id

    async def find(self, channel_id: int, marker: str) -> int | None:
        """Look for our message that carries a button of that id among the last ones."""
        user = self._client.user
        try:
            async with asyncio.timeout(self.patience):
                async for found in self.place(channel_id).history(limit=LOOKED_AT):
                    if user is not None and found.author.id == user.id and marker in custom_ids(found):
                        return found.id
        except discord.HTTPException as error:
            if judge(error) is Verdict.PASSING:
                raise
        return None

    async def edit(self, channel_id: int, message_id: int, message: Message, *, keep_files: bool = False) -> None:
        """Edit a message of ours as a channel message; it needs no token and pings nobody."""
        files: Any = {} if keep_files else {"attachments": message.files()}
        async with asyncio.timeout(self.patience):
            await (
                self.place(channel_id)
                .get_partial_message(message_id)
                .edit(view=message.view(), allowed_mentions=NOBODY, **files)
            )

    async def try_edit(
        self, channel_id: int, message_id: int, message: Message, *, keep_files: bool = False
    ) -> Exception | None:
        """Edit where it may also fail: in a time-out; the error is returned, not raised."""
        try:
            async with asyncio.timeout(BEST_EFFORT):
                await self.edit(channel_id, message_id, message, keep_files=keep_files)
        except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError) as error:
            log.info("an edit did not come through (%s)", described(error))
            return error
        return None

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message of ours, if it is there and may be deleted; raises what passes."""
        try:
            async with asyncio.timeout(self.patience):
                await self.place(channel_id).get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            if judge(error) is Verdict.PASSING:
                raise
            log.info("a message could not be deleted (%s)", described(error))

    async def open_thread(self, channel_id: int, message_id: int, name: str, minutes: ThreadMinutes) -> int:
        """Open a thread under a message and return its id, which is the message's own."""
        try:
            # discord.py's own method wants a cached server, which a bot without intents does not have.
            async with asyncio.timeout(self.patience):
                made = await self._client.http.start_thread_with_message(
                    channel_id, message_id, name=name, auto_archive_duration=minutes
                )
        except discord.HTTPException as error:
            if error.code == Code.THREAD_EXISTS:
                return message_id
            raise
        return int(made["id"])

    async def unarchive(self, thread_id: int) -> None:
        """Open an archived thread again."""
        async with asyncio.timeout(self.patience):
            await self._client.http.edit_channel(thread_id, archived=False)

    async def is_member(self, guild_id: int, user_id: int) -> bool:
        """Tell whether somebody is on a server; raises what leaves that open."""
        try:
            async with asyncio.timeout(BEST_EFFORT):
                await self._client.http.get_member(guild_id, user_id)
        except discord.NotFound as error:
            if error.code not in NO_MEMBER:
                raise
            return False
        return True

    async def dm_channel(self, user_id: int) -> int:
        """Open a person's DM channel and return its id."""
        async with asyncio.timeout(self.patience):
            # Its own method answers from a cache, and so with a channel that has turned out to be gone.
            made = await self._client.http.start_private_message(user_id)
        return int(made["id"])


def custom_ids(message: discord.Message) -> set[str]:
    """Return the ids of everything that can be clicked on a message."""
    view = discord.ui.LayoutView.from_message(message, timeout=None)
    view.stop()
    return {item.custom_id for item in view.walk_children() if isinstance(item, discord.ui.Button) and item.custom_id}


def described(error: BaseException) -> str:
    """Describe an error of a call for the log: its kind and Discord's numbers, nothing of what was sent."""
    if isinstance(error, discord.HTTPException):
        return f"{type(error).__name__} {error.status}/{error.code}"
    return type(error).__name__
