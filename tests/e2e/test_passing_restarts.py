"""The bot ends at every kind of step in The Passing Game and starts again: nothing is lost, nothing told twice."""

from __future__ import annotations

from pathlib import Path

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .closing import Closing, look_back
from .forked import Forked
from .logbook import Logbook
from .passing_chain import KINDS, LIKE_AN_OPEN_PANEL, OPTIONS, chain, lay_chain, once_each
from .passing_tables import PassingTable


async def test_a_match_opened_again_after_each_kind_of_step_goes_on_with_old_buttons(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, kim: Person
) -> None:
    table = await PassingTable.dealt(sandbox, bot.file, [alice, bob], **OPTIONS)
    await bot.crash()
    lay_chain(table)
    await bot.open()
    steps = []
    async for step in chain(table):
        if step not in steps:
            await bot.restart()
        steps.append(step)
    assert set(steps) == set(KINDS)
    await table.closed_lobby()
    await bot.settled()
    once_each(table, await table.history(kim))


async def test_killed_once_after_each_kind_of_step(
    sandbox: Sandbox, log: Logbook, tmp_path: Path, alice: Person, bob: Person, kim: Person
) -> None:
    file = tmp_path / "cheza.sqlite3"
    child = Forked(sandbox, file, tmp_path / "log")
    await child.start()
    table = await PassingTable.dealt(sandbox, file, [alice, bob], **OPTIONS)
    await child.kill()
    lay_chain(table)
    await child.start()
    steps = []
    async for step in chain(table):
        if step not in steps and step not in LIKE_AN_OPEN_PANEL:
            await child.restart()
        steps.append(step)
    assert set(steps) == set(KINDS)
    await table.closed_lobby()
    once_each(table, await table.history(kim))
    assert await child.terminate() == 0
    look_back(sandbox, child.output(), Closing())
