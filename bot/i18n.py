"""Every sentence for people, by way of gettext catalogues.

A sentence is written where it is said, in English, as `say("{name} took row {row}.", ...)`; `make messages`
collects them into `bot/locale/cheza.pot`. The catalogues are read as .po files, so that nothing has to be
compiled first.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal

import discord
from babel.core import Locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from discord import app_commands

from bot.messages.names import shown_name
from rules.engine import Refusal, shown

LOCALES = Path(__file__).parent / "locale"
SOURCE = "en"
"""The language in which the sentences stand in the code."""


class Refused(Refusal):
    """Something the bot does not do, with a sentence fit to show. Nothing has changed."""


class Say:
    """Says sentences in one language."""

    def __init__(self, language: str = SOURCE) -> None:
        self.locale = Locale.parse(language, sep="-")
        self._catalogue = _catalogue(language)

    def __call__(self, message: str, **values: object) -> str:
        """Return a sentence with its places filled in."""
        return self._catalogue.gettext(message).format(**values)

    def many(self, one: str, several: str, count: int, **values: object) -> str:
        """Return the sentence that fits a number, which stands in it as `{count}`."""
        return self._catalogue.ngettext(one, several, count).format(count=count, **values)

    def listed(self, things: Iterable[object], style: Literal["standard", "or"] = "standard") -> str:
        """Return things as a list in words: "a, b and c", or with style "or" "a, b or c"."""
        items = [str(thing) for thing in things]
        text = format_list(items, style=style, locale=self.locale)
        return text.replace(", and ", " and ").replace(", or ", " or ")

    def refusal(self, refusal: Refusal, names: Mapping[int, str] | None = None) -> str:
        """Return why something was refused; seats are called by name where there are names, a `person` is escaped."""
        values: dict[str, str] = {}
        for key, value in refusal.values.items():
            if key == "seat" and names is not None and isinstance(value, int):
                values[key] = names[value]
            else:
                values[key] = shown_name(str(value)) if key == "person" else shown(key, value)
        return self(refusal.template, **values)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    path = LOCALES / language / "LC_MESSAGES" / "cheza.po"
    if not path.exists():
        return gettext.NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@cache
def say_in(locale: str | None) -> Say:
    """Return the voice for one of Discord's locales; English where there is no catalogue."""
    language = (locale or SOURCE).replace("_", "-")
    for candidate in (language, language.split("-", maxsplit=1)[0]):
        if (LOCALES / candidate).is_dir():
            return Say(candidate)
    return Say(SOURCE)


def say_to(interaction: discord.Interaction) -> Say:
    """Return the voice for what only this person sees."""
    return say_in(str(interaction.locale))


def say_on(interaction: discord.Interaction) -> Say:
    """Return the voice for what a whole server sees."""
    return say_in(str(interaction.guild_locale) if interaction.guild_locale else None)


class CommandTranslator(app_commands.Translator):
    """Gives Discord the names and descriptions of commands in every language there is a catalogue for."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        voice = say_in(str(locale))
        if voice.locale.language == SOURCE:
            return None
        said = voice(string.message)
        return said if said != string.message else None
