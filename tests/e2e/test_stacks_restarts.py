"""The bot ends at every kind of step in Sequence Stacks and starts again: nothing is lost, nothing told twice."""

from __future__ import annotations

from pathlib import Path

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .closing import Closing, look_back
from .logbook import Logbook
from .stacks_chain import KINDS, chain, lay_chain, once_each
from .stacks_tables import StacksTable

ROOT = Path(__file__).parents[2]
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
    child = sandbox.child(
        database_url=f"sqlite+aiosqlite:///{file}", env={"LOG_LEVEL": "DEBUG"}, log=tmp_path / "log", cwd=ROOT
    )
    await child.start()
    await sandbox.bot_ready()

    async def started() -> None:
        before = sandbox.gateway.identifies
        await child.start()
        await sandbox.until(lambda: sandbox.gateway.identifies > before, within=30)

    table = await StacksTable.dealt(sandbox, file, twelve[:3], chips_to_win="3")
    await child.kill()
    lay_chain(table)
    await started()
    steps = []
    async for step in chain(table):
        if step not in LIKE_ANOTHER:
            await child.kill()
            await started()
        steps.append(step)
    assert tuple(steps) == KINDS
    await table.closed_lobby()
    once_each(table, await table.history(kim))
    await child.terminate()
    look_back(sandbox, child.output(), Closing())
