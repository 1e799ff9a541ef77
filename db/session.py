"""The way to the database file: one process at a time, one connection that writes, a few that read.

Opening brings the file to this version's form, after a copy. How a developer makes the next revision:
`db/migrations/__init__.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from db import migrations
from db.lock import ProcessLock
from db.one_hop import connect
from db.trouble import DatabaseRefused, Health, refusal, unsound
from db.whole import Keeper, Looker, T, Work

READERS = 4
COPIES_KEPT = 3
BUSY_MS = 10_000

# Alembic's `context` is one for the whole process.
_migrating = threading.Lock()


class Database:
    """The kept state of the bot. `open()` before anything else, `close()` at the end."""

    def __init__(self, url: str, busy_ms: int = BUSY_MS) -> None:
        """`busy_ms`: how long another program that holds the file is waited for."""
        self.path = _path(url)
        self._busy_ms = busy_ms
        self._health = Health(self.path)
        self._lock = ProcessLock(self.path.with_name(self.path.name + ".lock"))
        self._turn = asyncio.Lock()
        self._holder: asyncio.Task[Any] | None = None
        self._writers: AsyncEngine | None = None
        self._readers: AsyncEngine | None = None
        self._keeper: Keeper | None = None
        self._looker: Looker | None = None

    async def open(self) -> None:
        """Take the file for this process, bring it to this version's form, and connect."""
        if self._writers is not None:
            raise RuntimeError("the database is open already")
        for name in ("aiosqlite", "sqlalchemy.engine.Engine"):
            logging.getLogger(name).addFilter(_quiet)
        async with contextlib.AsyncExitStack() as undo:
            undo.push_async_callback(self._disconnect)
            with _refusing(self.path):
                await asyncio.to_thread(self._take)
                await asyncio.to_thread(_prepare, self.path, self._busy_ms)
                self._writers = self._async_engine("BEGIN IMMEDIATE", pool=1)
                async with self._writers.connect():
                    pass
                self._readers = self._async_engine("BEGIN", pool=READERS, query_only=True)
                self._keeper = Keeper(self._threads_engine(pool=1), self._turn)
                self._looker = Looker(self._threads_engine(pool=READERS, query_only=True), READERS)
            undo.pop_all()

    async def open_to_look(self) -> None:
        """Connect for reading alone: beside the bot that holds the file, without touching it."""
        if not self.path.is_file():
            raise DatabaseRefused(f"There is no database at {self.path}: name the bot's own file in DATABASE_URL.")
        async with contextlib.AsyncExitStack() as undo:
            undo.push_async_callback(self._disconnect)
            with _refusing(self.path):
                self._readers = self._async_engine("BEGIN", pool=1, query_only=True)
                self._looker = Looker(self._threads_engine(pool=1, query_only=True), 1)
                async with self._readers.connect() as connection:
                    revision = await connection.run_sync(migrations.current)
            if revision != migrations.revisions()[0]:
                raise DatabaseRefused(
                    f"{self.path} is of another version of Cheza: start the bot once, then look again."
                )
            undo.pop_all()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Run a transaction that may write; leaving the block commits, an error takes all of it back.

        Writers come one after the other, in the order of their calls, however long that takes. Each hands its
        connection back to the pool, which sees that nothing is left open: a COMMIT can be refused as well.
        """
        task = asyncio.current_task()
        if self._holder is task:
            raise RuntimeError("write() within write() would wait for itself")
        async with self._turn:
            if self._writers is None:
                raise RuntimeError("the database is not open")
            self._holder = task
            try:
                with self._health.watching():
                    async with self._writers.begin() as connection:
                        yield connection
            finally:
                self._holder = None

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Look at one committed state of everything; a statement that would write is refused by SQLite."""
        if self._readers is None:
            raise RuntimeError("the database is not open")
        with self._health.watching(reads=True):
            async with self._readers.connect() as connection:
                yield connection

    async def keep(self, work: Work[T]) -> T:
        """Run a whole transaction that may write, in one hop; returns once it is on the disk, and is much quicker.

        Its place among the writers is as with `write`, but those that wait at the same moment are committed
        together. Who is cancelled doesn't stop it.
        """
        if self._holder is asyncio.current_task():
            raise RuntimeError("keep() within write() would wait for itself")
        if self._keeper is None:
            raise RuntimeError("the database is not open")
        with self._health.watching():
            return await self._keeper.keep(work)

    async def look(self, work: Work[T]) -> T:
        """Look at one committed state of everything in one hop, as with `read`."""
        if self._looker is None:
            raise RuntimeError("the database is not open")
        with self._health.watching(reads=True):
            return await self._looker.look(work)

    async def backup(self, path: Path) -> None:
        """Write a whole copy, fit to be opened; play goes on meanwhile. An existing file is left alone."""
        with _refusing(path):
            await asyncio.to_thread(_copy, self.path, path)

    @property
    def in_trouble(self) -> bool:
        """Whether the disk has refused the newest try to write."""
        return self._health.in_trouble

    async def close(self) -> None:
        """Let the writers of the moment finish, disconnect, and free the file. May be called twice."""
        keeper, self._keeper = self._keeper, None
        try:
            if keeper is not None:
                await keeper.close()
        finally:
            async with self._turn:
                await self._disconnect()

    def _take(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self._lock.acquire():
            raise DatabaseRefused(
                f"Another Cheza is running on {self.path}: stop it first, or name another file for this one."
            )

    async def _disconnect(self) -> None:
        """Close what is open; whatever of it fails, the rest is closed, and the file freed last."""
        readers, writers, keeper, looker = self._readers, self._writers, self._keeper, self._looker
        self._readers = self._writers = self._keeper = self._looker = None
        async with contextlib.AsyncExitStack() as closing:
            closing.callback(self._lock.release)
            for engine in (readers, writers):
                if engine is not None:
                    closing.push_async_callback(engine.dispose)
            for whole in (keeper, looker):
                if whole is not None:
                    closing.push_async_callback(whole.close)

    def _threads_engine(self, *, pool: int, query_only: bool = False) -> Engine:
        """Make an engine for threads of ours, which begin their transactions themselves."""
        engine = create_engine(
            URL.create("sqlite", database=str(self.path)),
            hide_parameters=True,
            poolclass=QueuePool,
            pool_size=pool,
            connect_args={"check_same_thread": False},
        )
        _arrange(engine, _pragmas(self._busy_ms, query_only))
        return engine

    def _async_engine(self, begin: str, *, pool: int, query_only: bool = False) -> AsyncEngine:
        pragmas = _pragmas(self._busy_ms, query_only)
        return create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(self.path)),
            hide_parameters=True,
            pool_size=pool,
            max_overflow=0,
            async_creator=partial(connect, self.path, begin, pragmas, only_reads=query_only),
        )


def _path(url: str) -> Path:
    """Read the file out of a database URL; the URL itself may hold a password and is never repeated."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        parsed = URL.create("none")
    if parsed.drivername not in ("sqlite", "sqlite+aiosqlite") or parsed.host or parsed.query:
        raise DatabaseRefused(
            "Cheza keeps its matches in an SQLite file: give the database URL as sqlite+aiosqlite:///data/cheza.sqlite3."
        )
    name = parsed.database or ""
    if not name or name.startswith((":memory:", "file:")):
        raise DatabaseRefused(
            "A database in memory would keep nothing: name a file in the database URL, as in "
            "sqlite+aiosqlite:///data/cheza.sqlite3."
        )
    # One lock for one file, by whatever path it is reached.
    return Path(name).expanduser().resolve()


def _pragmas(busy_ms: int, query_only: bool) -> list[str]:
    pragmas = [f"busy_timeout={busy_ms}", "synchronous=FULL", "foreign_keys=ON"]
    return [*pragmas, "query_only=ON"] if query_only else pragmas


def _arrange(engine: Engine, pragmas: list[str]) -> None:
    """Keep sqlite3 from beginning transactions by itself, as SQLAlchemy's page on SQLite advises."""

    def connected(dbapi_connection: Any, _entry: ConnectionPoolEntry) -> None:
        dbapi_connection.isolation_level = None
        cursor = dbapi_connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(engine, "connect", connected)


def _prepare(path: Path, busy_ms: int) -> None:
    """Check the file and bring it to the newest revision."""
    engine = create_engine(URL.create("sqlite", database=str(path)), hide_parameters=True, poolclass=NullPool)
    # A table made anew is dropped first: foreign keys would then take the rows that point at it along.
    _arrange(engine, [f"busy_timeout={busy_ms}", "synchronous=FULL", "foreign_keys=OFF"])
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    known = migrations.revisions()
    with engine.connect() as connection:
        with connection.begin():
            revision = _checked(connection, path, known)
        if connection.connection.cursor().execute("PRAGMA journal_mode=WAL").fetchone() != ("wal",):
            raise DatabaseRefused(
                f"The disk under {path} can't keep SQLite's write-ahead log: use a folder on a local disk."
            )
        if revision == known[0]:
            return
        copy = None if revision is None else _keep_copy(path, revision)
        try:
            with _migrating, connection.begin():
                migrations.upgrade(connection)
                if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                    raise DatabaseRefused(
                        f"{path} can't be brought to this version, for some rows lost what they belong to: "
                        "go back to the version before, and report it."
                    )
        except BaseException:
            # All was taken back, so the file still is what the copy is.
            if copy is not None:
                copy.unlink()
            raise
    for old in _copies(path)[COPIES_KEPT:]:
        old.unlink()


def _checked(connection: Connection, path: Path, known: tuple[str, ...]) -> str | None:
    """Tell the revision of a database that is sound, ours and not too new; None: an empty one."""
    if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one() != "ok":
        raise unsound(path)
    revision = migrations.current(connection)
    tables = {*inspect(connection).get_table_names()} - {"alembic_version"}
    if tables and (revision is None or "matches" not in tables):
        raise DatabaseRefused(f"{path} belongs to another program: name another file in the database URL.")
    if revision is not None and revision not in known:
        raise DatabaseRefused(
            f"{path} was written by a newer Cheza (revision {revision}): update Cheza, or put back the copy "
            "made before that update."
        )
    # Says the same as before, but writes: a disk that is full or read-only shows now.
    connection.exec_driver_sql("PRAGMA user_version=0")
    return revision


def _keep_copy(path: Path, revision: str) -> Path:
    now = datetime.now(UTC)
    copy = path.with_name(f"{path.stem}-{revision}-{now:%Y%m%dT%H%M%S%fZ}{path.suffix}")
    _copy(path, copy)
    return copy


def _copies(path: Path) -> list[Path]:
    """List the copies that stand beside a database, the newest first."""
    pattern = re.compile(rf"{re.escape(path.stem)}-\w+-(\d{{8}}T\d{{12}}Z){re.escape(path.suffix)}")
    named = [(match[1], one) for one in path.parent.iterdir() if (match := pattern.fullmatch(one.name))]
    return [one for _, one in sorted(named, reverse=True)]


def _copy(source: Path, target: Path) -> None:
    """Copy by VACUUM INTO, which sees one committed state; SQLite leaves making it durable to us."""
    if target.exists():
        raise DatabaseRefused(f"{target} exists already: name a new file for the copy.")
    if not target.parent.is_dir():
        raise DatabaseRefused(f"There is no folder {target.parent}: make it first.")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    connection = sqlite3.connect(source, timeout=BUSY_MS / 1000, isolation_level=None)
    try:
        connection.execute("VACUUM INTO ?", (str(part),))
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(target)
    finally:
        connection.close()
        part.unlink(missing_ok=True)


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Turn what the disk and SQLite raise into a sentence for the host."""
    try:
        yield
    except DBAPIError as error:
        raise refusal(path, error.orig) from error
    except (sqlite3.Error, OSError) as error:
        raise refusal(path, error) from error


def _quiet(record: logging.LogRecord) -> bool:
    """Drop what the drivers log of statements and rows, whatever level a host sets: they hold hands."""
    return record.levelno >= logging.WARNING
