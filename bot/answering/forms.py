"""Forms that carry names, not objects: each is taken back by its own, so that one opened before a restart is too."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any

import discord

from bot.answering.answers import Answer, answering
from bot.i18n import Refused
from bot.messages.layout import Message, message
from rules.engine import Refusal

_FORMS: dict[str, type[Form]] = {}
"""By what their names look like; a cog that is loaded anew brings its form anew."""


class Form(ABC):
    """A form that was sent in: what its name says, and what was filled in."""

    def __init_subclass__(cls, *, template: str) -> None:
        super().__init_subclass__()
        _FORMS[template] = cls

    def __init__(self, parts: re.Match[str], data: Any) -> None:
        self.parts = parts
        self._data = data

    @abstractmethod
    async def take(self, answer: Answer) -> None:
        """Do what the form asks for."""

    async def explain(self, answer: Answer, refusal: Refusal) -> Message | None:
        """Return what is shown for a refusal; None where it has been answered already."""
        return message(answer.say.refusal(refusal))

    def filled(self) -> dict[str, str]:
        """Return what was filled in, by the names of the fields."""
        inner = [part.get("component") or {} for part in self._data.get("components", ())]
        filled = (part for part in inner if "custom_id" in part and isinstance(part.get("value"), str))
        return {part["custom_id"]: part["value"] for part in filled}


async def take_form(interaction: discord.Interaction[Any]) -> None:
    """Answer a form; also one that the bot doesn't know any more."""
    data: Any = interaction.data
    for template, form in _FORMS.items():
        if found := re.fullmatch(template, data.get("custom_id", "")):
            taken = form(found, data)
            await answering(Answer(interaction), taken.take, taken.explain)
            return
    await answering(Answer(interaction), _unknown)


async def _unknown(answer: Answer) -> None:
    raise Refused("I don't know this form any more. Use **My hand** on the newest post, or **/games**.")
