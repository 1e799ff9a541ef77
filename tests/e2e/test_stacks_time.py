"""Clocks of Sequence Stacks: a turn that runs out in its middle, a window that nobody answers, bots in a window."""

from __future__ import annotations

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .stacks_tables import StacksTable, orders_of
from .tables import due_of

MINUTE = 60
FOUR = ("r1 r2 r3 r4",)


async def test_a_turn_that_runs_out_is_ended_for_its_player_with_all_that_was_played(
    sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    table = await StacksTable.dealt(sandbox, bot.file, twelve[:2], pace="live")
    await bot.crash()
    table.lay(["r1 r2 r3 b4 block", "b5 b5"])
    await bot.open()
    late, turn, due = table.active, table.turn(), due_of(table.post())
    await table.play("h r1 new")
    await bot.pass_time(due - sandbox.world.clock.now() - 20)
    await table.play("h r2 1")
    assert due_of(await table.panel(late)) == due, "the clock runs on within a turn"
    await table.once_more(bot, 21)
    once_more = due_of(await table.panel(late))
    await table.play("h r3 1")
    assert due_of(await table.panel(late)) == once_more, "a turn has its time once more, and no oftener"
    await bot.pass_time(2 * MINUTE + 2)
    post = await table.posted(turn)
    assert f"{late.user.global_name}** ran out of time" in post.text
    assert "played red 1, red 2 and **red 3**, then discarded blue 4." in post.text, "no Block where it can be avoided"
    assert table.awaited() == [table.active] != [late]


async def test_a_window_that_nobody_answers_closes_without_a_block_and_the_turn_gets_a_fresh_clock(
    sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    table = await StacksTable.dealt(sandbox, bot.file, twelve[:3], pace="live")
    await bot.crash()
    table.lay(["r5 b2 b2", "block b5", "block b4"], FOUR)
    await bot.open()
    active, others = table.active, [table.after(1), table.after(2)]
    await table.play("h r5 1")
    window, turn = table.post(), table.turn()
    assert set(window.mentions) == {person.id for person in others}, "at pace live all are called"
    await bot.pass_time(25)
    await bot.settled()
    assert table.turn() == turn
    await bot.pass_time(6)
    post = await table.posted(turn)
    assert "Nobody blocked it" in post.text
    assert "ran out of time" not in post.text
    assert table.awaited() == [active]
    assert abs(due_of(post) - sandbox.world.clock.now() - 2 * MINUTE) < 30


async def test_bots_answer_a_window_when_standing_orders_do(sandbox: Sandbox, bot: Bot, twelve: list[Person]) -> None:
    table = await StacksTable.gathered(sandbox, bot.file, twelve[:1], pace="day", chips_to_win="3")
    await table.add_bot()
    await table.begin()
    await bot.settled()
    alice = table.first
    await bot.crash()
    table.lay(["r5 b2 b2", "block b5"], FOUR, first=0, chips=[(1, 1), (0, 0)])
    await bot.open()
    await table.play("h r5 1")
    turn = table.turn()
    assert "would win" in table.post().text
    assert table.post().mentions == (), "nobody is called to a window at a slow pace"
    await bot.pass_time(5)
    await bot.settled()
    assert table.turn() == turn, "a bot is no faster than an order"
    await bot.pass_time(3601)
    post = await table.posted(turn)
    assert "played **Block**: no red chip for" in post.text
    assert table.awaited() == [alice]


async def test_an_order_can_be_left_at_any_time_and_stands_on_every_panel(
    sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    table = await StacksTable.dealt(sandbox, bot.file, twelve[:2], pace="day")
    waiting = table.after(1)
    for person in (table.active, waiting):
        panel = await table.order(person, "always")
        pick = panel.select(orders_of(panel))
        assert [option.label for option in pick.options if option.default] == ["My Blocks: always"]
    old = await table.panel(waiting)
    await bot.crash()
    table.lay(["r5 b2 b2", "block b5"], FOUR, orders=["always", "always"])
    await bot.open()
    await table.play("h r5 1")
    changed = await (await waiting.click(old, custom_id=orders_of(old), values=["o:order never"])).reply()
    pick = changed.select(orders_of(changed))
    assert [option.label for option in pick.options if option.default] == ["My Blocks: never"], "from an old panel too"
    turn = table.turn()
    await bot.pass_time(3601)
    assert "Nobody blocked it" in (await table.posted(turn)).text
