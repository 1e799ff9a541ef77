"""The machine's clock is set while people play, or while the bot is off: nobody's turn is longer or shorter for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.now import Now, system_now
from bot.sandbox import Person, Sandbox
from bot.sandbox.clock import Clock

from .bots import Bot
from .closing import Closing, look_back
from .conftest import description, two_servers
from .logbook import Logbook
from .tables import Table, cards_of, due_of
from .test_time import reminders

DAY = 24 * 3600
jumps = pytest.mark.parametrize("jump", [3 * DAY, -DAY], ids=["three days forward", "a day back"])


class SettableClock(Clock):
    """The clock of the machine that the sandbox and the bot are on."""

    ahead = 0
    """Seconds by which it has been set."""

    def now(self) -> float:
        return time.time() + self.ahead + self._ahead

    def machine(self) -> int:
        return system_now() + self.ahead * 1000


@dataclass
class Machine:
    clock: SettableClock
    bot: Bot
    log: Logbook

    async def set(self, seconds: int) -> None:
        """Set the clock, and wait until the bot goes by it."""
        self.clock.ahead += seconds
        self.bot.cheza.clock.wake()
        async with asyncio.timeout(10):
            while abs(self.bot.cheza.now.jump()) > 1000:  # noqa: ASYNC110 - nothing rings when it is noticed
                await asyncio.sleep(0)
        await self.bot.settled()

    def said(self) -> list[str]:
        return [line for line in self.log.lines if "clock of this machine" in line]


@pytest.fixture
async def machine(log: Logbook, tmp_path: Path) -> AsyncIterator[Machine]:
    clock = SettableClock()
    async with Sandbox(world=two_servers, description=description(), clock=clock) as sandbox:
        bot = Bot(sandbox, tmp_path / "cheza.sqlite3", Now(clock.machine))
        await bot.open()
        yield Machine(clock, bot, log)
        await bot.close()
        assert not log.errors, "\n".join(log.errors)
        look_back(sandbox, log.text, Closing())


@pytest.fixture
def sandbox(machine: Machine) -> Sandbox:
    return machine.bot._sandbox


@jumps
async def test_set_while_the_bot_runs(
    jump: int, machine: Machine, sandbox: Sandbox, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick(alice)
    await machine.bot.settled()
    due, said = due_of(table.post()), [len(person.messages("dm")) for person in (alice, bob)]
    await machine.set(jump)
    assert table.turn() == 1
    assert [len(person.messages("dm")) for person in (alice, bob)] == said, "no reminder"
    panel = await table.panel(bob)
    assert abs(due_of(panel) - due - jump) <= 2
    (line,) = machine.said()
    assert f"was set {'forward' if jump > 0 else 'back'}" in line
    await table.press(bob, panel, cards_of(panel)[0])
    await table.posted(1)
    assert 0 < due_of(table.post()) - machine.clock.now() <= DAY
    await machine.bot.pass_time(DAY / 2 + 60)
    for person in table.awaited():
        await person.until(lambda who=person: len(reminders(who)) == 1)  # type: ignore[misc]  # mypy infers no lambda with a default
    turn = table.turn()
    await table.once_more(machine.bot, DAY / 2)
    await machine.bot.pass_time(DAY + 60)
    await table.posted(turn)


@jumps
async def test_set_while_the_bot_is_off(
    jump: int, machine: Machine, sandbox: Sandbox, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, pace="live")
    await machine.bot.settled()
    due = due_of(table.post())
    await machine.bot.crash()
    machine.clock.ahead += jump
    machine.bot._now = Now(machine.clock.machine)
    await machine.bot.open()
    await machine.bot.settled()
    assert table.turn() == 1
    assert -2 <= due_of(await table.panel(alice)) - due - jump <= 15
    await table.once_more(machine.bot, 2 * 60)
    await machine.bot.pass_time(2 * 60 + 2)
    await table.posted(1)


async def test_set_forth_and_back_as_by_a_bad_time_server(
    machine: Machine, sandbox: Sandbox, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await machine.bot.settled()
    due = due_of(table.post())
    for jump in (3 * DAY, -3 * DAY, -DAY, DAY):
        await machine.set(jump)
    assert abs(due_of(await table.panel(alice)) - due) <= 5
    assert len(machine.said()) == 4
    await table.pick_all()
    await table.posted(1)
