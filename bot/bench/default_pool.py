"""The database as SQLAlchemy gives it: one engine, its default pool.

Fair, because everything else is ours: the same matches, rules, repositories and statements run on it, a connection
of the pool for each read and each transaction, as the documentation shows it. WAL (kept in the file) and synchronous
FULL (SQLite's own default) hold here too; foreign keys are not even looked after, and a writer that finds the file
locked waits as long as ours would.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from db.session import BUSY_MS, Database
from db.whole import T, Work


class DefaultPool(Database):
    """The same doors as `Database`, with the usual way behind them."""

    _engine: AsyncEngine | None = None

    async def open(self) -> None:
        await super().open()
        await super().close()
        self._engine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(self.path)), connect_args={"timeout": BUSY_MS / 1000}
        )

    @property
    def engine(self) -> AsyncEngine:
        if self._engine is None:
            raise RuntimeError("the database is not open")
        return self._engine

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            yield connection

    async def keep(self, work: Work[T]) -> T:
        async with self.write() as connection:
            return await work(connection)

    async def look(self, work: Work[T]) -> T:
        async with self.read() as connection:
            return await work(connection)

    async def close(self) -> None:
        if self._engine is not None:
            await self._engine.dispose()
