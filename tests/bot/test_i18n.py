"""Sentences: filled in, counted, listed, refused, and in another language where there is a catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import discord
import pytest
from discord.app_commands import locale_str

from bot import i18n
from bot.i18n import CommandTranslator, Refused, say_in
from rules.engine import IllegalMove, Seat

SWAHILI = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{name} took row {row}."
msgstr "{name} alichukua safu {row}."

msgid "{count} head"
msgid_plural "{count} heads"
msgstr[0] "kichwa {count}"
msgstr[1] "vichwa {count}"

msgid "Show how this works"
msgstr "Onyesha"
"""


@pytest.fixture
def swahili(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give the program one more language, under two names of which Discord knows one."""
    for name in ("sw", "fr"):
        folder = tmp_path / name / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "cheza.po").write_text(SWAHILI, encoding="utf-8")
    monkeypatch.setattr(i18n, "LOCALES", tmp_path)
    forget()
    yield
    forget()


def forget() -> None:
    i18n._catalogue.cache_clear()
    say_in.cache_clear()


def test_the_places_of_a_sentence_are_filled_in_and_braces_in_a_name_stay() -> None:
    assert say_in(None)("{name} took row {row}.", name="{row}", row=2) == "{row} took row 2."


@pytest.mark.parametrize(("count", "said"), [(0, "0 heads"), (1, "1 head"), (2, "2 heads"), (-1, "-1 heads")])
def test_a_number_takes_the_sentence_that_fits(count: int, said: str) -> None:
    assert say_in(None).many("{count} head", "{count} heads", count) == said


@pytest.mark.parametrize(
    ("things", "style", "said"),
    [
        ((), "standard", ""),
        (("a",), "standard", "a"),
        (("a", "b"), "standard", "a and b"),
        ((1, 2, 3), "standard", "1, 2 and 3"),
        (("a", "b", "c"), "or", "a, b or c"),
    ],
)
def test_things_are_listed_in_words(things: tuple[object, ...], style: Literal["standard", "or"], said: str) -> None:
    assert say_in(None).listed(things, style) == said


def test_a_refusal_calls_seats_by_name() -> None:
    refusal = IllegalMove("That's {seat}, not {other}; row {row}.", seat=Seat(1), other=Seat(0), row=1)
    say = say_in(None)
    assert say.refusal(refusal, {1: "**Bob**"}) == "That's **Bob**, not 0; row 1."
    assert say.refusal(refusal) == str(refusal) == "That's player 2, not 0; row 1."


def test_a_refusal_lists_what_there_is() -> None:
    assert say_in(None).refusal(Refused("I miss {what}.", what=["A", "B"])) == "I miss A, B."


@pytest.mark.parametrize("locale", [None, "", "en-US", "en-GB", "xx", "zh-CN", "tlh", "sw"])
def test_without_a_catalogue_everything_is_english(locale: str | None) -> None:
    assert say_in(locale)("{name} took row {row}.", name="A", row=1) == "A took row 1."


@pytest.mark.usefixtures("swahili")
@pytest.mark.parametrize("locale", ["sw", "sw-KE", "sw_TZ"])
def test_a_catalogue_in_its_folder_is_another_language(locale: str) -> None:
    say = say_in(locale)
    assert say("{name} took row {row}.", name="A", row=1) == "A alichukua safu 1."
    assert say.many("{count} head", "{count} heads", 1) == "kichwa 1"
    assert say.many("{count} head", "{count} heads", 5) == "vichwa 5"
    assert say("Nobody took a row.") == "Nobody took a row."
    assert say.listed(("a", "b", "c")) == "a, b na c"


@pytest.mark.usefixtures("swahili")
@pytest.mark.parametrize(
    ("said", "locale", "translated"),
    [
        ("Show how this works", discord.Locale.french, "Onyesha"),
        ("Show something else", discord.Locale.french, None),
        ("Show how this works", discord.Locale.british_english, None),
        ("Show how this works", discord.Locale.japanese, None),
    ],
)
async def test_commands_are_translated_where_there_is_a_word_for_them(
    said: str, locale: discord.Locale, translated: str | None
) -> None:
    context: Any = None
    assert await CommandTranslator().translate(locale_str(said), locale, context) == translated


def test_a_refusal_is_one_sentence_fit_to_show() -> None:
    assert str(Refused("All {count} seats are taken.", count=4)) == "All 4 seats are taken."
