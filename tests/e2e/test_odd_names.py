"""Names that would ping, format, hide or turn a line around do nothing of it, wherever a name is shown."""

from __future__ import annotations

import re
import unicodedata

import pytest

from bot.sandbox import Person, Sandbox, Seen

from .bots import Bot
from .tables import Table, moves_of

ODD = {
    "everyone": "@everyone",
    "here": "a @here b",
    "mentions": "<@&1> <#2> <@3>",
    "bold": "**bold** __u__ ~~s~~",
    "spoiler": "||spoil|| `code`",
    "heading": "# Big news",
    "list": "- 1. > x",
    "link": "[free](https://evil.example)",
    "right to left override": "\u202egnp.exe",
    "arabic": "\u0639\u0644\u064a",
    "zero width": "\u200b\u200b\u2060\ufeff",
    "spaces": "\u3164\u2800\u00a0",
    "lines": "one\ntwo\r\n\tthree",
    "emoji": "\U0001f992" * 32,
    "long": "W" * 32,
    "combining": "e" + "\u0301" * 31,
}
KEPT_INVISIBLE = {"\u200b", "\u2068", "\u2069", "\u200d", "\ufe0f"}  # of escaping, of isolating, of emoji


def everything_public(people: list[Person]) -> list[Seen]:
    return [seen for person in people for place in person.channels() for seen in person.messages(place)]


@pytest.mark.parametrize("kinds", list(zip(list(ODD)[::2], list(ODD)[1::2], strict=True)))
async def test_an_odd_name_is_harmless_everywhere(
    kinds: tuple[str, str], sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, kim: Person
) -> None:
    for person, kind in zip((alice, bob), kinds, strict=True):
        sandbox.staff.rename(person.user, ODD[kind])
    pings = len(kim.pings)
    table = await Table.started(sandbox, alice, bob)
    await table.pick_all()
    await table.posted(1)
    board = await (await kim.slash(table.place(), "table", match=table.match)).reply()
    assert len(board.pictures) == 1
    await table.history(kim)
    await bot.settled()
    assert len(kim.pings) == pings
    thread = table.place().name
    assert 1 <= len(thread) <= 100
    assert all(unicodedata.category(letter)[0] != "C" or letter in KEPT_INVISIBLE for letter in thread)
    for seen in everything_public([alice, bob, kim]):
        assert not seen.payload["mention_everyone"]
        alts = "\n".join(picture.alt for picture in seen.pictures)
        assert_plain(alts)
        for kind in kinds:
            assert_tame(seen.text, ODD[kind], kind)
    seats = re.findall(r"\xa0(.+)$", table.lobby_now().text, re.MULTILINE)
    assert len([seat for seat in seats if seat.strip("\u2068\u2069 ")]) >= 2, "everybody has some name"


def assert_plain(text: str) -> None:
    """Nothing in a text hides, joins what it stands beside, or turns it around."""
    strange = {letter for letter in text if unicodedata.category(letter)[0] == "C" and letter != "\n"}
    assert strange <= KEPT_INVISIBLE, f"{strange!r}"


def assert_tame(text: str, name: str, kind: str) -> None:
    assert_plain(text)
    if kind in ("bold", "spoiler", "link", "mentions"):
        assert name not in text
    assert not any(line.startswith("# Big") for line in text.splitlines())
    if "\n" in name:
        assert name not in text


@pytest.mark.parametrize("kind", ["everyone", "bold", "right to left override"])
async def test_an_odd_name_is_harmless_on_the_leaderboard_and_at_the_end(
    kind: str, sandbox: Sandbox, bot: Bot, alice: Person, kim: Person
) -> None:
    sandbox.staff.rename(alice.user, ODD[kind])
    table = await Table.opened(sandbox, alice)
    await table.add_bot()
    await table.start()
    while not table.is_over():
        turn = table.turn()
        panel = await table.panel(alice)
        await table.press(alice, panel, moves_of(panel)[0].label)
        await table.posted(turn)
    board = await (await kim.slash("games", "leaderboard", bots=True)).reply()
    assert "of 1" in board.text
    for seen in (board, table.post()):
        assert_tame(seen.text, ODD[kind], kind)
        assert not seen.payload["mention_everyone"]
        assert seen.mentions == ()
    assert kim.pings == []
