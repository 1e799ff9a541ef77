"""The post of a window: a frame of the sequence's colour with its words and Answer, and no picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.sandbox import Person, Sandbox, Seen

from .bots import Bot
from .stacks_tables import StacksTable

TEXT, ROW, FRAME = 10, 1, 17
"""Discord's types of components."""
RED, BLUE = 0xD2423A, 0x2B6CD4
PILES = ("r1 r2 r3 r4", "", "b1 b2 b3 b4")


def is_window(post: Seen, accent: int) -> bool:
    """Whether a post is but a frame of that colour with a text and a row of buttons."""
    (frame,) = post.payload["components"]
    assert [part["type"] for part in frame["components"]] == [TEXT, ROW]
    assert post.labels[0] == "Answer"
    assert not post.pictures and not post.files
    return bool((frame["type"], frame["accent_color"]) == (FRAME, accent))


async def laid(sandbox: Sandbox, bot: Bot, people: list[Person], pace: str) -> StacksTable:
    table = await StacksTable.dealt(sandbox, bot.file, people, pace=pace)
    await bot.crash()
    table.lay(["r5 b5 b2", "block b2", "b3 b4"], PILES, chips=[(1, 0), (0, 0), (2, 1)])
    await bot.open()
    return table


@pytest.mark.parametrize("again", [Bot.quiet, Bot.restart])
async def test_a_window_is_a_frame_of_its_colour_and_becomes_a_line_like_every_post(
    again: Callable[[Bot], Any], sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    table = await laid(sandbox, bot, twelve[:3], "live")
    active, others = table.active, table.opponents()
    for card, accent, made in (("h r5 1", RED, "2 red, 0 blue"), ("h b5 3", BLUE, "2 red, 1 blue")):
        before = table.post()
        assert [picture.name for picture in before.pictures] == ["stacks.png"]
        await table.play(card)
        await again(bot)
        window = table.post()
        assert is_window(window, accent) and window.labels == ["Answer"]
        assert f"**{active.user.global_name}** completes" in window.text
        assert f"and would have {made}. Anyone may block it." in window.text
        assert set(window.mentions) == {person.id for person in others}
        assert "Open <t:" in window.text and "Order of play: " in window.text
        await until_line(table, before)
        await table.let_pass()
        await again(bot)
        await until_line(table, window)
        assert [picture.name for picture in table.post().pictures] == ["stacks.png"]
        assert f"and has {made}" in table.post().text


async def until_line(table: StacksTable, post: Seen) -> None:
    """Wait until one line of small print is all that is left of a post."""

    def is_line() -> bool:
        now = table.first.find(post.id)
        assert now is not None
        (kept, *more) = now.payload["components"]
        return not (more or now.pictures or now.buttons) and kept["type"] == TEXT and now.text.startswith("-# Turn ")

    await table.first.until(is_line, what="a post as a line")


async def test_a_window_s_post_is_brought_up_to_date_as_it_is(sandbox: Sandbox, bot: Bot, twelve: list[Person]) -> None:
    table = await laid(sandbox, bot, twelve[:3], "day")
    await table.play("h r5 1")
    await bot.quiet()
    before = table.post()
    assert before.mentions == () and before.silent, "nobody is called"
    await bot.crash()
    await sandbox.pass_time(600)  # for so long nobody could answer, and the window is as much longer
    await bot.open()
    await table.first.until(lambda: table.post().text != before.text, what="the new time")
    after = table.post()
    assert after.id == before.id and after.edited and is_window(after, RED)
    assert words_of(after) == words_of(before)


def words_of(post: Seen) -> list[str]:
    return [line for line in post.text.splitlines() if "Open" not in line]


async def test_who_answers_has_the_board_and_all_else_that_there_is_to_see(
    sandbox: Sandbox, bot: Bot, twelve: list[Person], kim: Person
) -> None:
    table = await laid(sandbox, bot, twelve[:3], "day")
    await table.play("h r5 1")
    panel = await table.hand(table.opponents()[0])
    board = await table.press(table.opponents()[0], panel, "Board")
    assert "Pile 1: red 5, just now." in board.pictures[0].alt and "Anyone may block it." in board.text
    more = await table.press(table.opponents()[0], panel, "More")
    piles = await table.press(table.opponents()[0], more, "Discard piles")
    assert "Draw pile " in piles.text
    if kim not in table.people:
        watching = await (await kim.click(table.post(), "Answer")).reply()
        assert "You're watching." in watching.text and watching.has_button("Board")
