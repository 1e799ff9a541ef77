"""The bot ends at every kind of step in Sequence Stacks and starts again: nothing is lost, nothing told twice."""

from __future__ import annotations

from pathlib import Path

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .closing import Closing, look_back
from .forked import Forked
from .logbook import Logbook
from .stacks_chain import KINDS, chain, lay_chain, once_each
from .stacks_tables import StacksTable

LIKE_ANOTHER = ("card chosen", "action")
"""Steps that keep nothing, or what another one does: killing once is enough."""


async def test_a_match_opened_again_after_every_step_goes_on_with_old_panels(
    sandbox: Sandbox, bot: Bot, twelve: list[Person], kim: Person
) -> None:
    table = await StacksTable.gathered(sandbox, bot.file, twelve[:3], chips_to_win="3")
    await bot.restart()
    await table.begin()
    await bot.crash()
    lay_chain(table)
    await bot.open()
    steps = []
    async for step in chain(table):
        steps.append(step)
        await bot.restart()
    assert tuple(steps) == KINDS
    await table.closed_lobby()
    await bot.settled()
    once_each(table, await table.history(kim))


async def test_killed_once_after_each_kind_of_step(
    sandbox: Sandbox, log: Logbook, tmp_path: Path, twelve: list[Person], kim: Person
) -> None:
    file = tmp_path / "cheza.sqlite3"
    child = Forked(sandbox, file, tmp_path / "log")
    await child.start()
    table = await StacksTable.dealt(sandbox, file, twelve[:3], chips_to_win="3")
    await child.kill()
    lay_chain(table)
    await child.start()
    steps = []
    async for step in chain(table):
        if step not in LIKE_ANOTHER:
            await child.restart()
        steps.append(step)
    assert tuple(steps) == KINDS
    await table.closed_lobby()
    once_each(table, await table.history(kim))
    assert await child.terminate() == 0
    look_back(sandbox, child.output(), Closing())
