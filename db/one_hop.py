"""aiosqlite's connection, with one hop to its thread for each statement in place of three or four.

aiosqlite hops to make a cursor, to run the statement, to fetch the rows and to close the cursor, and a hop costs more
than most of our statements. Here all four happen in one; a transaction begins on the hop of its first statement, and
who has only read doesn't wait until it has ended. Nothing else is changed.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self

import aiosqlite

CHUNK = 64
"""aiosqlite's own number of rows a hop, for who iterates over its cursors; we don't."""


class Cursor:
    """What SQLAlchemy asks of a cursor of aiosqlite. It runs one statement, whose rows it holds."""

    description: Any = None
    rowcount = -1
    lastrowid: int | None = None
    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Iterable[Any] = ()) -> Self:
        await self._connection.hop(self._run, False, sql, parameters)
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> Self:
        await self._connection.hop(self._run, True, sql, parameters)
        return self

    async def fetchall(self) -> list[Any]:
        return self._rows

    async def close(self) -> None:
        """Nothing is left open."""

    def _run(self, many: bool, sql: str, parameters: Any) -> None:
        """In the connection's thread: run the statement and take all it gives."""
        sqlite = self._connection.sqlite
        cursor = sqlite.cursor()
        try:
            if not sqlite.in_transaction:
                cursor.execute(self._connection.begin)
            (cursor.executemany if many else cursor.execute)(sql, parameters)
            self._rows = cursor.fetchall() if cursor.description else []
            self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


class Connection(aiosqlite.Connection):
    """A connection whose cursors hop once. `begin` is the statement before the first of a transaction."""

    def __init__(self, path: Path, begin: str, pragmas: Sequence[str], *, only_reads: bool) -> None:
        super().__init__(partial(_opened, path, pragmas), CHUNK)
        self.begin = begin
        self._only_reads = only_reads
        self._thread.daemon = True  # as SQLAlchemy does: who forgets to close can still end

    @property
    def sqlite(self) -> sqlite3.Connection:
        """The connection itself, for its own thread."""
        return self._conn

    async def hop(self, work: Any, *arguments: Any) -> None:
        """Do something in the connection's thread."""
        await self._execute(work, *arguments)  # type: ignore[no-untyped-call]  # aiosqlite leaves it without types

    def stop(self) -> asyncio.Future[Any] | None:
        """Stop the thread. For a second call, as where a close was cut short, aiosqlite would wait for ever."""
        return super().stop() if self._running else None

    def cursor(self) -> Cursor:  # type: ignore[override]  # what SQLAlchemy needs of aiosqlite's
        return Cursor(self)

    async def rollback(self) -> None:
        """Take a transaction back; what only was read is let go of later, yet before the next statement."""
        if self._only_reads:
            self._tx.put_nowait((None, self.sqlite.rollback))
        else:
            await super().rollback()


def _opened(path: Path, pragmas: Sequence[str]) -> sqlite3.Connection:
    """Open the file so that transactions begin only where this module begins them."""
    made = sqlite3.connect(path, isolation_level=None)
    for pragma in pragmas:
        made.execute(f"PRAGMA {pragma}")
    return made


async def connect(path: Path, begin: str, pragmas: Sequence[str], *, only_reads: bool) -> Connection:
    """Connect, for `create_async_engine(async_creator=...)`."""
    made = Connection(path, begin, pragmas, only_reads=only_reads)
    await made
    return made
