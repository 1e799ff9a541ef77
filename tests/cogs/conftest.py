from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.room import Room, open_room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A room whose database is gone after the test."""
    async with open_room(tmp_path) as room:
        yield room
