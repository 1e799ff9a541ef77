"""A disk that is slow: who presses is acknowledged in time, learns what became of it, and nothing is played twice."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager

from bot.sandbox import Answer, Person, Sandbox
from db.session import READERS
from db.whole import Executes

from .bots import Bot
from .tables import Table, cards_of, due_of

TOKEN_LIVES = 15 * 60
"""Seconds after which Discord takes no answer to an interaction any more."""


@contextmanager
def writes_wait(bot: Bot) -> Iterator[None]:
    """Let no write come through until the end, as on a disk that is very slow."""
    other = sqlite3.connect(bot.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


@asynccontextmanager
async def reads_wait(bot: Bot) -> AsyncIterator[None]:
    """Let no read come through until the end."""
    database, go = bot.cheza.database, threading.Event()

    async def slow(_: Executes) -> None:
        go.wait()

    async with AsyncExitStack() as held:
        for _ in range(READERS):
            await held.enter_async_context(database.read())
        looking = [asyncio.ensure_future(database.look(slow)) for _ in range(READERS)]
        try:
            yield
        finally:
            go.set()
            await asyncio.gather(*looking)


async def test_a_move_whose_write_takes_seconds_is_kept_shown_and_played_once_though_it_is_pressed_again(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick(alice)
    panel = await table.panel(bob)
    card, other = cards_of(panel)[:2]
    await bot.settled()
    with writes_wait(bot):
        pressed = [await bob.click(panel, label) for label in (card, card, other)]
        await sandbox.pass_time(4)
        assert all(answer.acked for answer in pressed)
        looked = await table.panel(bob)
        assert card in cards_of(looked), "who looks meanwhile sees what is kept"
    post = await table.posted(1)
    assert f"Bob {card}" in post.pictures[0].alt
    await bot.quiet()
    assert table.turn() == 2
    assert len(table.told()) == 2
    now = bob.find(panel.id)
    assert now is not None
    assert card not in cards_of(now)
    assert not any(answer.failed for answer in pressed)
    if not table.row_is_asked():
        assert "Have chosen" not in table.post().text, "the other card is not the pick of the next trick"


async def test_a_move_that_is_kept_when_discord_takes_no_answer_any_more_shows_at_the_next_look(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick(alice)
    panel = await table.panel(bob)
    card = cards_of(panel)[-1]
    await bot.settled()
    with writes_wait(bot):
        assert (await bob.click(panel, card)).acked
        await sandbox.pass_time(TOKEN_LIVES + 60)
    post = await table.posted(1)
    assert f"Bob {card}" in post.pictures[0].alt
    await bot.quiet()
    old = bob.find(panel.id)
    assert old is not None
    assert card in cards_of(old), "that panel can't be changed any more"
    again = await bob.click(old, card)
    assert "moved on" in (await again.reply()).text
    await bot.quiet()
    assert table.turn() == 2
    assert card not in cards_of(await table.panel(bob))


async def test_a_move_pressed_in_time_counts_though_the_deadline_passes_while_the_disk_is_slow(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, pace="live")
    await table.pick(alice)
    panel = await table.panel(bob)
    card = cards_of(panel)[-1]
    await bot.settled()
    with writes_wait(bot):
        assert (await bob.click(panel, card)).acked
        await bot.see_time_pass(due_of(panel) - sandbox.world.clock.now() + 20)
    post = await table.posted(1)
    assert f"Bob {card}" in post.pictures[0].alt
    assert "ran out of time" not in post.text


async def test_every_press_is_acknowledged_in_time_though_nothing_can_be_read_and_answered_afterwards(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    over = await Table.started(sandbox, alice, bob)
    ending = await over.play_out()
    lobby = await Table.opened(sandbox, alice, bob)
    table = await Table.started(sandbox, alice, bob)
    panel = await table.panel(bob)
    await bot.quiet()
    post, place = table.post(), table.place()
    async with reads_wait(bot):
        pressing = [
            alice.click(post, "My hand"),
            alice.click(post, "More"),
            bob.click(panel, cards_of(panel)[0]),
            alice.click(ending, "Rematch"),
            alice.click(ending, "Fair deal?"),
            alice.click(ending, "History"),
            cara.click(lobby.lobby, "Join"),
            bob.click(lobby.lobby, "Leave"),
            alice.click(lobby.lobby, "Options"),
            alice.click(lobby.lobby, "Start"),
            cara.slash("games", "play", game="sequence"),
            *(alice.slash(place, command) for command in ("hand", "table", "history", "games", "leaderboard")),
        ]
        answers: list[Answer] = await asyncio.gather(*pressing)
        form = await bob.slash("games", "preferences")
        assert "My disk is slow just now" in (await form.reply()).text
        assert [answer for answer in answers if not answer.acked or answer.failed] == []
    await bot.quiet()
    for answer in answers:
        assert not answer.failed
        if answer.message is not None:
            assert not answer.message.thinking
