"""Buttons and selects that carry names, not objects: each works after a restart and after thirty days.

discord.py only logs an error in a dynamic item, and drops one in its `interaction_check`; so everything happens inside
`callback`, under `bot.answering.answers.answering`. What it would drop without a word, `answer_lost` answers.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import discord
from discord import ui

from bot.answering.answers import Answer, answering
from bot.i18n import Refused
from bot.messages.layout import Message, message
from rules.engine import Refusal

if TYPE_CHECKING:
    from bot.client import Cheza

Widget = TypeVar("Widget", bound=ui.Item[Any])

_TEMPLATES: list[re.Pattern[str]] = []
"""The ids of all our dynamic items."""


class Pressed(ABC, Generic[Widget]):
    """What all of our dynamic items share; to be named before `ui.DynamicItem` among the bases."""

    item: Widget
    parts: re.Match[str]

    def __init_subclass__(cls, *, template: str | None = None, **options: Any) -> None:
        if template is not None:
            _TEMPLATES.append(re.compile(template))
            options["template"] = template
        super().__init_subclass__(**options)

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction[Any], item: Any, match: re.Match[str]) -> Self:
        made = cls(item)  # type: ignore[call-arg]  # the next base is the dynamic item, which takes it
        made.parts = match
        return made

    def __repr__(self) -> str:
        """Name the kind alone: discord.py logs this, and a label can be a card."""
        return f"<{type(self).__name__}>"

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await answering(self.answer(interaction), self.press, self.explain)

    def answer(self, interaction: discord.Interaction[Any]) -> Answer:
        return Answer(interaction)

    @abstractmethod
    async def press(self, answer: Answer) -> None:
        """Do what the press asks for."""

    async def explain(self, answer: Answer, refusal: Refusal) -> Message | None:
        """Return what is shown for a refusal; None where it has been answered already."""
        return message(answer.say.refusal(refusal))


async def answer_lost(interaction: discord.Interaction[Any]) -> None:
    """Answer a press that no item takes: its message has changed meanwhile, or the bot has."""
    source, data = interaction.message, interaction.data
    if interaction.type is not discord.InteractionType.component or source is None or data is None:
        return
    id = str(data.get("custom_id", ""))
    known = any(template.fullmatch(id) for template in _TEMPLATES)
    if known and any(each == (data.get("component_type"), id) for each in _pressable(source.components)):
        return

    async def work(answer: Answer) -> None:
        raise Refused("That isn't on this message any more. Use **My hand** on the newest post, or **/games**.")

    await answering(Answer(interaction), work)


def _pressable(components: Iterable[Any]) -> Iterable[tuple[int, str]]:
    """Yield the type and id of everything on a message that can be pressed."""
    for component in components:
        id = getattr(component, "custom_id", None)
        if id is not None:
            yield component.type.value, id
        accessory = getattr(component, "accessory", None)
        yield from _pressable([*getattr(component, "children", ()), *([accessory] if accessory else ())])


def bot_of(answer: Answer) -> Cheza:
    """Return the bot that an interaction came to."""
    bot: Cheza = answer.interaction.client
    return bot
