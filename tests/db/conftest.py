"""A database in a folder of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.session import Database
from tests.db.files import url


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "cheza.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    database = Database(url(path))
    await database.open()
    yield database
    await database.close()
