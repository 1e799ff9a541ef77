"""What a person does and sees in SimCord, and how messages are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor


def parts(message: discord.Message) -> Iterator[Any]:
    """Yield all components of a message, those inside others too."""
    left: list[Any] = list(message.components)
    while left:
        part = left.pop(0)
        yield part
        left[:0] = getattr(part, "children", ())


def text_of(message: discord.Message) -> str:
    """Return all words of a message, with plain blanks where lines may not break."""
    words = [part.content for part in parts(message) if isinstance(part, discord.TextDisplay)]
    return "\n".join(words).replace("\u00a0", " ")


def buttons_of(message: discord.Message) -> list[discord.Button]:
    return [part for part in parts(message) if isinstance(part, discord.Button)]


def labels_of(message: discord.Message) -> list[str | None]:
    return [button.label for button in buttons_of(message)]


def selects_of(message: discord.Message) -> list[discord.SelectMenu]:
    return [part for part in parts(message) if isinstance(part, discord.SelectMenu)]


def pictures_of(message: discord.Message) -> list[discord.MediaGalleryItem]:
    return [item for part in parts(message) if isinstance(part, discord.MediaGalleryComponent) for item in part.items]


@dataclass(frozen=True)
class Choice:
    """A button that makes a move or leads on to one, or with `value` a line of a list that makes a move."""

    id: str
    value: str | None = None

    @property
    def is_move(self) -> bool:
        return (self.value or self.id).startswith("m:")


def choices_of(message: discord.Message) -> list[Choice]:
    """Return what can be chosen on the way to a move."""
    pressed = [
        Choice(button.custom_id)
        for button in buttons_of(message)
        if button.custom_id is not None and button.custom_id.startswith(("m:", "p:")) and not button.disabled
    ]
    listed = [
        Choice(select.custom_id, option.value)
        for select in selects_of(message)
        for option in select.options
        if option.value.startswith("m:")
    ]
    return pressed + listed


def answer_to(result: InteractionResult) -> discord.Message:
    """Return the message that answered an interaction, and that is no longer thinking."""
    assert result.acknowledged
    assert result.response is not None
    assert not result.response.flags.loading
    return result.response.message


@dataclass(frozen=True)
class Person:
    """A member of the server."""

    actor: MemberActor

    @property
    def id(self) -> int:
        return self.actor.id

    @property
    def name(self) -> str:
        return str(self.actor.user.global_name)

    def sees(self, channel: ChannelHandle) -> list[discord.Message]:
        """Return what this person's own client shows of a channel."""
        return channel.history(viewer=self.actor)

    def posts(self, channel: ChannelHandle) -> list[discord.Message]:
        """Return what everybody sees there, except what Discord itself says."""
        return [each for each in self.sees(channel) if not each.flags.ephemeral and not each.is_system()]

    def dms(self) -> list[discord.Message]:
        """Return the person's DM channel with the bot."""
        return self.actor.user.dm_channel.history(viewer=self.actor.user)

    async def presses(
        self, message: discord.Message, label: str | None = None, *, id: str | None = None
    ) -> InteractionResult:
        """Press a button, on the server or in the DM channel."""
        if message.channel.id == self.actor.user.dm_channel.id:
            result = await self.actor.user.click(message, label=label, custom_id=id)
            assert isinstance(result, InteractionResult)
            return result
        return await self.actor.click(message, label=label, custom_id=id)

    async def chooses(self, message: discord.Message, choice: Choice) -> InteractionResult:
        """Press a button, or choose a line of a list."""
        if choice.value is None:
            return await self.presses(message, id=choice.id)
        if message.channel.id == self.actor.user.dm_channel.id:
            result = await self.actor.user.select(message, [choice.value], custom_id=choice.id)
        else:
            result = await self.actor.select(message, [choice.value], custom_id=choice.id)
        assert isinstance(result, InteractionResult)
        return result
