"""The disk takes nothing while people play: each is told so in a sentence, nothing is half-kept, and play goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.sandbox import Answer, Person, Sandbox, Seen
from tests.db.disks import AT_EACH_WRITE, TROUBLES

from .bots import Bot
from .logbook import Logbook
from .tables import Table, aside, cards_of, due_of, hand_in_dm

REFUSED = "I can't save anything at the moment, so nothing was changed."
MINUTE, HOUR = 60, 3600
troubles = pytest.mark.parametrize("trouble", AT_EACH_WRITE)


@pytest.fixture
async def bot(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot that waits no ten seconds for other programs."""
    bot = Bot(sandbox, tmp_path / "cheza.sqlite3", busy_ms=50)
    await bot.open()
    yield bot
    await bot.close()


@asynccontextmanager
async def refusing(bot: Bot, log: Logbook, trouble: str) -> AsyncIterator[None]:
    """Let the disk take nothing; the log has one line of that."""
    refuses, said = TROUBLES[trouble]
    before = rows(bot)
    async with refuses(bot.cheza.database):
        yield
        assert rows(bot) == before
    (line,) = log.take(str(bot.file))
    assert said in line
    assert "\n" not in line


def rows(bot: Bot) -> dict[str, list[object]]:
    """Everything that is kept."""
    with sqlite3.connect(bot.file) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        kept = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables}  # noqa: S608 - ours
    connection.close()
    return kept


@troubles
async def test_a_move_is_refused_in_a_sentence_the_hand_still_shows_and_later_the_same_panel_plays(
    trouble: str, sandbox: Sandbox, bot: Bot, log: Logbook, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.settled()
    await table.pick(alice)
    await bot.settled()
    panel = await table.panel(bob)
    card = cards_of(panel)[2]
    async with refusing(bot, log, trouble):
        for _ in range(2):
            assert REFUSED in (await aside(await bob.click(panel, card), bob)).text
        again = await table.panel(bob)
        assert cards_of(again) == cards_of(panel)
        assert again.pictures
    await table.press(bob, panel, card)
    post = await table.posted(1)
    assert f"Bob {card}" in post.pictures[0].alt
    await table.put_away()
    assert len(table.told()) == 2


async def until_trouble(bot: Bot, *, over: bool = False) -> None:
    """Wait until the clock has tried to write."""
    bot.cheza.clock.wake()
    async with asyncio.timeout(10):
        while bot.cheza.database.in_trouble is over:  # noqa: ASYNC110 - nothing rings when the disk is tried
            await asyncio.sleep(0)


async def refused(answer: Answer) -> None:
    assert REFUSED in (await answer.reply()).text


async def test_everything_that_would_be_kept_is_refused_and_everything_that_can_be_looked_at_is_shown(
    sandbox: Sandbox, bot: Bot, log: Logbook, alice: Person, bob: Person, cara: Person
) -> None:
    over = await Table.started(sandbox, alice, bob)
    ending = await over.play_out()
    open_lobby = await Table.opened(sandbox, alice, bob)
    table = await Table.started(sandbox, alice, bob)
    form = await (await alice.click(open_lobby.lobby, "Options")).reply()
    card = cards_of(await table.panel(bob))[0]
    sure = await (await bob.click(await more_of(table, bob), "Give up my seat")).reply()
    await bot.settled()
    async with refusing(bot, log, "a disk that fails"):
        await refused(await alice.slash("games", "play", game="sequence"))
        await refused(await cara.click(open_lobby.lobby, "Join"))
        for label in ("Leave", "Start", "Add a bot", "Cancel"):
            await refused(await alice.click(open_lobby.lobby, label))
        await refused(await alice.click(form, custom_id=f"o:{open_lobby.match}:deck", values=["tactics"]))
        await refused(await bob.click(sure, "Give it up"))
        await refused(await bob.click(ending, "Rematch"))
        await refused(await bob.slash("games", "move", move=card, match=table.match))
        preferences = await bob.slash("games", "preferences")
        await refused(await bob.submit(preferences, {"hand": "dm", "ping": "thread"}))

        place = table.place()
        for command in ("hand", "table", "history"):
            shown = await (await alice.slash(place, command)).reply()
            assert "match 3" in shown.text, command
        assert "Take 5" in (await (await alice.slash("games", "games")).reply()).text
        assert "Alice" in (await (await alice.slash("games", "leaderboard", game="take5")).reply()).text
        assert "gives this match" in (await (await bob.click(ending, "Fair deal?")).reply()).text
        assert (await (await alice.slash("games", "rules", game="sequence")).reply()).text
    await table.pick_all()
    await table.posted(1)
    assert open_lobby.seats() == 2


async def more_of(table: Table, person: Person) -> Seen:
    return await (await person.click(table.post(), "More")).reply()


async def test_a_post_that_is_under_way_meanwhile_is_posted_once_and_the_rest_of_its_turn_follows_by_itself(
    sandbox: Sandbox, bot: Bot, log: Logbook, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.settled()
    held = sandbox.hold(method="POST", path_regex=rf"/channels/{table.place().id}/messages")
    await table.pick_all()
    await held.reached()
    async with refusing(bot, log, "a disk that fails"):
        held.release()
        await until_trouble(bot)
        assert len(table.told()) == 2
        assert hand_in_dm(alice, table) is None
    await until_trouble(bot, over=True)
    await bot.settled()
    assert len(table.posts()) == 1
    assert len(table.told()) == 2
    if alice in table.awaited():
        await alice.until(lambda: hand_in_dm(alice, table))
    assert not [line for line in log.lines if "did not take it" in line]


async def test_clocks_stand_still_meanwhile_and_run_again_by_themselves(
    sandbox: Sandbox, bot: Bot, log: Logbook, alice: Person, bob: Person
) -> None:
    bob.close_dms()
    table = await Table.started(sandbox, alice, bob, pace="live")
    await bot.settled()
    due = due_of(table.post())
    async with refusing(bot, log, "a disk that fails"):
        await bot.see_time_pass(30)
        await until_trouble(bot)
        for _ in range(3):
            await bot.see_time_pass(HOUR)
            assert cards_of(await table.panel(bob))
    await until_trouble(bot, over=True)
    panel = await table.panel(bob)
    assert "I couldn't send you a DM" in panel.text, "it waited until it could be noted"
    assert table.turn() == 1
    assert abs(due_of(panel) - due - 3 * HOUR) < MINUTE
    await table.once_more(bot, 2 * MINUTE)
    await bot.pass_time(2 * MINUTE + 2)
    await table.posted(1)


async def test_a_table_whose_bots_can_not_be_dealt_to_stays_open_and_its_opener_is_told_that_it_is_kept(
    sandbox: Sandbox, bot: Bot, log: Logbook, alice: Person
) -> None:
    held = sandbox.hold(method="PATCH", path_regex=r"/webhooks/.*/messages/@original", took_effect=True)
    answer = await alice.slash("games", "play", game="take5", bots=2)
    await held.reached()
    async with refusing(bot, log, "a disk that fails"):
        held.release()
        told = await aside(answer, alice)
        assert "What you did is kept, but now my disk fails me." in told.text
    lobby = next(seen for seen in alice.messages("games") if seen.has_button("Join"))
    table = Table(sandbox, alice, lobby)
    await table.start()
    await bot.settled()
    assert table.place().id == lobby.id, "it has a thread like any other"
    assert len([seen for seen in alice.messages("games") if "Opened by" in seen.text]) == 1
