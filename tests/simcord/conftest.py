"""The real bot, on a database of its own, inside SimCord: a simulated Discord that others wrote."""

import asyncio
from collections.abc import AsyncIterator
from importlib import import_module
from pathlib import Path
from typing import Literal

import pytest
from simcord import Env, SetupError

from bot.client import Cheza
from bot.discord_address import DISCORD
from bot.settings import Settings
from rules import GAMES


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings that no environment and no `.env` changes."""
    database_url = f"sqlite+aiosqlite:///{tmp_path / 'cheza.sqlite3'}"
    return Settings(database_url=database_url, dev_guild_id=None, discord_api_url=DISCORD)


@pytest.fixture(scope="session")
def drawn_before() -> None:
    """Draw what pictures are made of before a bot starts: SimCord gives its start five seconds on any machine."""
    for key in GAMES:
        import_module(f"bot.rendering.{key}").warm_up()


@pytest.fixture
async def simcord_env(drawn_before: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Env]:
    """SimCord's own fixture, for a bot that has to be closed and that waits for events of its own."""
    env = Env(Cheza(settings))
    declare_events(env, monkeypatch)
    await env.start()
    try:
        yield env
        await env.advance_time(1)  # what the bot still gathers goes out
    finally:
        await env.bot.close()
        await env.shutdown()
    env.raise_errors()


def declare_events(env: Env, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell SimCord, by its own hook, that who waits for an `asyncio.Event` waits on purpose.

    SimCord joins all work of a bot after each act of a person. It knows the waits of discord.py and a plain sleep,
    but takes a wait for an event, with a time-out or without, for work that never settles: the clock's for the next
    deadline, the teller's for news. Declared, they end by their event, or in time that `advance_time` lets pass.
    """
    plain = asyncio.Event.wait

    async def wait(event: asyncio.Event) -> Literal[True]:
        try:
            await env.external_wait(plain(event), reason="an event of the bot's own")
        except SetupError:  # a wait of this test, or of its fixtures
            await plain(event)
        return True

    monkeypatch.setattr(asyncio.Event, "wait", wait)
