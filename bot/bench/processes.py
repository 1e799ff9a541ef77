"""The bot as a process: what it weighs when idle, and how soon after its start it answers rightly."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

from bot.bench import live
from bot.bench.measure import Effort, folder, milliseconds
from bot.bench.rows import Row, at_most
from bot.sandbox import Child, Person, Sandbox, World
from db.session import Database
from rules import GAMES

SERVERS, MATCHES, STARTS = 1_000, 1_000, 5
HEAVIER = at_most(1.2)
SLOWER = at_most(1.5)
"""A start reads no live match before it is asked for one: what it does for each, a row of an index, must not show."""
PATIENCE = 60.0
STEADY = 1.0
"""Seconds in which an idle process must not have grown."""


# Memory -----------------------------------------------------------------------------------------------------


def memory_rows(effort: Effort) -> Iterator[Row]:
    """The idle bot on many servers against that on one, which differs in nothing else."""
    servers = effort.many(SERVERS)
    with folder() as made:
        many, one = (asyncio.run(_weight(made / f"{number}.sqlite3", number)) for number in (servers, 1))
    yield Row(f"memory on {servers:,} servers against 1", many, one, "MiB", HEAVIER)


async def _weight(path: Path, servers: int) -> float:
    """Return the resident MiB of a bot that has nothing left to do."""

    def build(world: World) -> None:
        people = [world.add_user(name) for name in ("alice", "bob")]
        for number in range(servers):
            world.add_channel(world.add_guild(f"Server {number}", people), "games")

    async with Sandbox(world=build) as sandbox:
        child = sandbox.child(database_url=live.url_of(path), log=path.with_suffix(".log"))
        await child.start()
        await sandbox.bot_ready(PATIENCE)
        before = 0.0
        while (now := resident(child)) > before * 1.001:
            before = now
            await asyncio.sleep(STEADY)
        return now


def resident(child: Child) -> float:
    """Return the MiB that a process holds in memory; Linux tells it under /proc."""
    told = Path(f"/proc/{child.pid}/status").read_text(encoding="ascii", errors="replace")
    (line,) = (line for line in told.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


# The start --------------------------------------------------------------------------------------------------


def start_rows(effort: Effort) -> Iterator[Row]:
    """The bot started over and over, by turns on a database full of live matches and on one with a single match."""
    matches = effort.many(MATCHES)
    with folder() as made:
        many, one = asyncio.run(_starts(made, matches, effort.times(STARTS)))
    yield Row(f"start with {matches:,} live matches", milliseconds(many), milliseconds(one), "ms", SLOWER)


async def _starts(made: Path, matches: int, starts: int) -> tuple[list[float], list[float]]:
    spent: tuple[list[float], list[float]] = [], []
    async with Sandbox() as sandbox:
        alice, bob = sandbox.person("alice"), sandbox.person("bob")
        channel = alice.channel("games").id
        children: list[Child] = []
        for number in (matches, 1):
            path = made / f"{number}-live.sqlite3"
            async with live.opened(Database(live.url_of(path))) as kept:
                for _ in range(number):
                    people = (alice.id, bob.id)
                    await live.call_told(
                        kept, await live.begin(kept, next(iter(GAMES)), people, sandbox.guild.id, channel)
                    )
            children.append(sandbox.child(database_url=live.url_of(path), log=path.with_suffix(".log")))
        for _ in range(starts):
            for child, each in zip(children, spent, strict=True):
                each.append(await _first_answer(sandbox, child, alice))
    return spent


async def _first_answer(sandbox: Sandbox, child: Child, person: Person) -> float:
    """Start a bot, ask for the hand of the first match as soon as it is there; return the seconds until it shows."""
    began, before = time.perf_counter(), sandbox.gateway.identifies
    await child.start()
    await sandbox.until(lambda: sandbox.gateway.identifies > before and sandbox.gateway.connected, within=PATIENCE)
    shown = await (await person.slash("games", "hand", match=1)).reply(PATIENCE)
    spent = time.perf_counter() - began
    if not shown.pictures:
        raise RuntimeError(f"the first answer was wrong: {shown}")
    await child.terminate()
    await sandbox.until(lambda: not sandbox.gateway.connected, within=PATIENCE)
    return spent
