"""Disks and files that refuse to be written, for as long as a test wants: by the system, by SQLite, by a neighbour."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from db.session import Database
from tests.db.files import engines

if sys.platform != "win32":
    import resource

HOLD = """
import sqlite3, sys
file = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=20)
file.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""

Refuses = Callable[[Database], AbstractAsyncContextManager[None]]


@contextmanager
def no_write_comes_through(beyond: int = 0) -> Iterator[None]:
    """Let the system refuse every write of this process to a file, which SQLite takes for a failing disk.

    `beyond` so many bytes, where the beginning of a file may be written.
    """
    assert sys.platform != "win32"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (beyond, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@asynccontextmanager
async def failing(_database: Database) -> AsyncIterator[None]:
    with no_write_comes_through():
        yield


@contextmanager
def held_by_another(path: Path) -> Iterator[None]:
    """Let another process hold the file for itself."""
    neighbour = subprocess.Popen(  # noqa: S603 - runs the text above
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert neighbour.stdout is not None
        assert neighbour.stdout.readline() == "held\n"
        yield
    finally:
        neighbour.kill()
        neighbour.communicate()


@asynccontextmanager
async def held(database: Database) -> AsyncIterator[None]:
    with held_by_another(database.path):
        yield


@asynccontextmanager
async def full(database: Database) -> AsyncIterator[None]:
    """Let the file grow no more."""
    async with _said_to_writers(database, "max_page_count=1"):
        yield


@asynccontextmanager
async def read_only(database: Database) -> AsyncIterator[None]:
    """Let every connection be opened for reading alone, as of a file whose owner has changed."""
    async with _said_to_writers(database, "query_only=ON"):
        yield


TROUBLES: dict[str, tuple[Refuses, str]] = {
    "a disk that fails": (failing, "fails (SQLITE_IOERR_WRITE): check it"),
    "a disk that is full": (full, "is full: make room"),
    "a file held by another program": (held, "is held by another program: close that"),
    "a file that is read-only": (read_only, "can't be written: let the user that runs Cheza write to that file"),
}
"""Each with what the log says of it."""
AT_EACH_WRITE = [name for name in TROUBLES if name != "a disk that is full"]
"""Those that also what fits into the pages that a file has already meets."""


@asynccontextmanager
async def _said_to_writers(database: Database, pragma: str) -> AsyncIterator[None]:
    def connected(connection: Any, _entry: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
        connection.rollback()

    _, writing = engines(database)
    for engine in writing:
        event.listen(engine, "connect", connected)
    await _connect_anew(database)
    try:
        yield
    finally:
        for engine in writing:
            event.remove(engine, "connect", connected)
        await _connect_anew(database)


async def _connect_anew(database: Database) -> None:
    """Drop the connections that write; the next writers open others."""
    async with database._turn:
        writers, keeper = database._writers, database._keeper
        assert isinstance(writers, AsyncEngine) and keeper is not None
        await writers.dispose()
        keeper.engine.dispose()
