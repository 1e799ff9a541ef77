from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.client import COGS, Cheza
from bot.settings import Settings
from tests.bot.room import Room, open_room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A room whose database is gone after the test."""
    async with open_room(tmp_path) as room:
        yield room


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Cheza]:
    """A bot with all its cogs that is connected to nothing."""
    bot = Cheza(Settings.model_validate({"database_url": f"sqlite+aiosqlite:///{tmp_path / 'bot.sqlite3'}"}))
    for cog in COGS:
        await bot.load_extension(cog)
    yield bot
    for cog in COGS:
        await bot.unload_extension(cog)
    await bot.close()
