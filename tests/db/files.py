"""Databases for tests: their URLs, and notes kept in them."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Engine, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from db.models import Meta
from db.session import Database

MATCH = {
    "guild_id": 1,
    "channel_id": 2,
    "game": "any",
    "options": "{}",
    "pace": "day",
    "status": "running",
    "opener_id": 3,
    "secret": "00",
    "version": 0,
    "created_at": 0,
}
MOVE = {"match_id": 1, "seq": 0, "by": "person", "turn": 1, "events": "[]", "at": 0}


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{quote(str(path))}"


async def note(connection: AsyncConnection, key: str, value: str = "") -> None:
    await connection.execute(insert(Meta), {"key": key, "value": value})


async def notes(database: Database) -> set[str]:
    async with database.read() as connection:
        return set((await connection.scalars(select(Meta.key))).all())


def engines(database: Database) -> tuple[tuple[Engine, ...], tuple[Engine, ...]]:
    """Return the engines of an open database: those that read, and those that write."""
    readers, writers = database._readers, database._writers
    looker, keeper = database._looker, database._keeper
    assert readers and writers and looker and keeper
    return (readers.sync_engine, looker.engine), (writers.sync_engine, keeper.engine)
