"""Calls of the start-up that Discord refuses: the bot goes on without, or ends with one line that says what to do."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Literal

import pytest

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .logbook import Logbook
from .tables import Table

ROOT = Path(__file__).parents[2]
TO_TELL = "Discord did not take the commands"
BADGES = "some badges could not be made"


@pytest.mark.parametrize(
    ("method", "path", "answer", "code", "line"),
    [
        ("PUT", r"/applications/\d+/commands", 403, 50001, f"{TO_TELL} (Forbidden 403/50001)"),
        ("PUT", r"/applications/\d+/commands", 400, 30034, f"{TO_TELL} (HTTPException 400/30034)"),
        ("PUT", r"/applications/\d+/commands", "reset", 0, TO_TELL),
        ("GET", r"/applications/\d+/emojis", 403, 50001, f"{BADGES}; texts go without them (Forbidden)"),
        ("POST", r"/applications/\d+/emojis", 400, 30008, f"{BADGES}; texts go without them (HTTPException)"),
    ],
)
async def test_a_refused_call_of_the_start_up_is_one_line_and_people_play(
    method: str,
    path: str,
    answer: int | Literal["reset"],
    code: int,
    line: str,
    sandbox: Sandbox,
    log: Logbook,
    tmp_path: Path,
    alice: Person,
    bob: Person,
) -> None:
    bot = Bot(sandbox, tmp_path / "cheza.sqlite3")
    if method == "PUT":  # as at every start but the first, Discord knows the commands
        await bot.open()
        await bot.close()
    before = len(log.lines)
    refused = sandbox.faults.add(method=method, path_regex=path, answer=answer, code=code, times=6)
    await bot.open()
    assert refused.calls
    sandbox.faults.clear()
    told = [each for each in log.lines[before:] if line in each]
    assert len(told) == 1
    assert "\n" not in told[0]
    await Table.started(sandbox, alice, bob)
    await bot.close()


async def test_a_login_that_discord_refuses_ends_the_process_with_one_line_and_code_2(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    sandbox.faults.add(method="GET", path_regex="/users/@me", answer=503, times=None)
    child = sandbox.child(
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'cheza.sqlite3'}", log=tmp_path / "log", cwd=ROOT
    )
    await child.start()
    async with asyncio.timeout(60):
        assert await child.wait() == 2
    assert child.output().splitlines() == [
        "cheza: Discord refuses to let the bot in (DiscordServerError 503/0): see https://discordstatus.com, then start"
        " again."
    ]


async def test_a_server_for_development_that_the_bot_is_not_on_is_named_and_the_bot_runs(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    child = sandbox.child(
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'cheza.sqlite3'}",
        env={"DEV_GUILD_ID": "1234567"},
        log=tmp_path / "log",
        cwd=ROOT,
    )
    await child.start()
    await sandbox.bot_ready(within=60)
    await child.terminate()
    warnings = [line for line in child.output().splitlines() if "WARNING" in line]
    assert len(warnings) == 2
    assert "DEV_GUILD_ID names a server that the bot is not on" in warnings[0]
    assert TO_TELL in warnings[1]
    assert "Traceback" not in child.output()
