"""Buttons and selects that carry names, not objects: each works after a restart and after thirty days.

discord.py only logs an error in a dynamic item, and drops one in its `interaction_check`; so everything happens inside
`callback`, under `bot.answers.answering`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import discord
from discord import ui

from bot.answers import Answer, answering
from bot.layout import Message, message
from rules.engine import Refusal

if TYPE_CHECKING:
    from bot.client import Cheza

Widget = TypeVar("Widget", bound=ui.Item[Any])


class Pressed(Generic[Widget]):
    """What all of our dynamic items share; to be named before `ui.DynamicItem` among the bases."""

    item: Widget
    parts: re.Match[str]

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction[Any], item: Any, match: re.Match[str]) -> Self:
        made = cls(item)  # type: ignore[call-arg]  # the next base is the dynamic item, which takes it
        made.parts = match
        return made

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await answering(self.answer(interaction), self.press, self.explain)

    def answer(self, interaction: discord.Interaction[Any]) -> Answer:
        return Answer(interaction)

    async def press(self, answer: Answer) -> None:
        """Do what the press asks for."""
        raise NotImplementedError

    async def explain(self, answer: Answer, refusal: Refusal) -> Message | None:
        """Return what is shown for a refusal; None where it has been answered already."""
        return message(answer.say.refusal(refusal))


def bot_of(answer: Answer) -> Cheza:
    """Return the bot that an interaction came to."""
    bot: Cheza = answer.interaction.client
    return bot
