"""A match without a clock in which thirty days go by between any two clicks: every button works, or answers kindly."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.sandbox import Person, Sandbox, Seen

from . import passing_chain, sequence_chain
from .bots import Bot
from .laid_tables import LaidTable
from .passing_tables import PassingTable
from .sequence_tables import SequenceTable
from .stacks_tables import END, StacksTable
from .tables import PATIENCE, Table, cards_of

MONTH = 30 * 24 * 3600


class OldPosts(LaidTable):
    """A table whose posts are too old to be edited within a turn: what is asked then stands on the panel alone."""

    async def until_told(self, words: str) -> Seen:
        return self.post()


class PassingMonths(OldPosts, PassingTable):
    pass


class SequenceMonths(OldPosts, SequenceTable):
    pass


async def test_take_5(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person) -> None:
    table = await Table.started(sandbox, alice, bob, pace="none")
    await bot.lay_deal(table.match, cards=3)
    while not table.is_over():
        turn = table.turn()
        for person in (alice, bob):
            await bot.pass_time(MONTH)
            panel = await table.panel(person)
            await bot.pass_time(MONTH)
            await table.press(person, panel, cards_of(panel)[0])
        await table.posted(turn)
        await bot.restart()
    await bot.quiet()
    await bot.pass_time(MONTH)
    assert "Laid: " in (await (await bob.click(table.post(), "History")).reply()).text
    await bot.pass_time(MONTH)
    assert "You're in for the rematch" in (await (await alice.click(table.post(), "Rematch")).reply()).text


async def a_month_a_step(bot: Bot, table: LaidTable, steps: AsyncIterator[str]) -> None:
    """Let a month go by before each press, and after each step."""
    table.between = lambda: bot.pass_time(MONTH)
    async for _ in steps:
        await bot.pass_time(MONTH)
    await bot.quiet()


async def test_the_passing_game(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, kim: Person) -> None:
    table = await PassingMonths.dealt(sandbox, bot.file, [alice, bob], pace="none", **passing_chain.OPTIONS)
    await bot.crash()
    passing_chain.lay_chain(table)
    await bot.open()
    await a_month_a_step(bot, table, passing_chain.chain(table))
    passing_chain.once_each(table, await table.history(kim))


async def test_sequence(sandbox: Sandbox, bot: Bot, twelve: list[Person], kim: Person) -> None:
    table = await SequenceMonths.dealt(sandbox, bot.file, twelve[:4], pace="none")
    await bot.crash()
    sequence_chain.lay_chain(table)
    await bot.open()
    await a_month_a_step(bot, table, sequence_chain.chain(table))
    sequence_chain.once_each(table, await table.history(kim))


async def test_sequence_stacks_in_which_a_window_closes_by_itself(
    sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    table = await StacksTable.dealt(sandbox, bot.file, twelve[:3], pace="none", chips_to_win="3")
    await bot.crash()
    table.lay(
        ["r5 bw skip b2 b2", "b1 b1 b1", "b5 r1 r1"],
        ["r1 r2 r3 r4", "", "b1 b2 b3 b4"],
        chips=[(1, 0), (0, 0), (1, 1)],
    )
    await bot.open()
    table.between = lambda: bot.pass_time(MONTH)
    one, two, three = table.active, table.after(1), table.after(2)
    hand = await table.panel(one)
    for label in ("Blue wild …", "New pile", "Skip", "Red 5 · pile 1"):
        hand = await table.press(one, hand, label)
    await table.first.until(lambda: table.post().has_button("Answer"), within=PATIENCE, what="the window")
    turn = table.turn()
    asked = await (await two.click(table.post(), "Answer")).reply()
    late = await table.press(two, asked, "Let it pass")
    assert "moved on" in late.text
    await table.posted(turn)
    turn, hand = table.turn(), await table.panel(one)
    await bot.pass_time(MONTH)
    await (await one.click(hand, END, values=["Blue 2"])).reply()
    await table.posted(turn)
    assert table.awaited() == [three], "the one between is skipped"
    assert "Nobody blocked it" in await table.history(two)
    await table.make(three, "h b5 3")
    await bot.pass_time(MONTH)
    await table.first.until(table.is_over)
