"""The bot ends at every kind of step in Sequence and starts again: nothing is lost, nothing told twice."""

from __future__ import annotations

from pathlib import Path

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .closing import Closing, look_back
from .forked import Forked
from .logbook import Logbook
from .sequence_chain import KINDS, chain, lay_chain, once_each
from .sequence_tables import SequenceTable

LIKE_A_CARD_CHOSEN = ("jack chosen", "row")
"""Steps that keep nothing either: one kill is enough for them all."""


async def test_a_match_opened_again_after_every_step_goes_on_with_old_buttons(
    sandbox: Sandbox, bot: Bot, twelve: list[Person], kim: Person
) -> None:
    table = await SequenceTable.gathered(sandbox, bot.file, twelve[:4])
    await bot.restart()
    await table.begin()
    await bot.crash()
    lay_chain(table)
    await bot.open()
    steps = []
    async for step in chain(table):
        steps.append(step)
        await bot.restart()
    assert set(steps) == set(KINDS)
    await table.closed_lobby()
    await bot.restart()
    await bot.settled()
    once_each(table, await table.history(kim))


async def test_killed_once_after_each_kind_of_step(
    sandbox: Sandbox, log: Logbook, tmp_path: Path, twelve: list[Person], kim: Person
) -> None:
    file = tmp_path / "cheza.sqlite3"
    child = Forked(sandbox, file, tmp_path / "log")
    await child.start()
    table = await SequenceTable.dealt(sandbox, file, twelve[:4])
    await child.kill()
    lay_chain(table)
    await child.start()
    steps = []
    async for step in chain(table):
        if step not in steps and step not in LIKE_A_CARD_CHOSEN:
            await child.restart()
        steps.append(step)
    assert set(steps) == set(KINDS)
    await table.closed_lobby()
    once_each(table, await table.history(kim))
    assert await child.terminate() == 0
    look_back(sandbox, child.output(), Closing())
