"""What a transaction keeps, what a copy holds, and what is never said."""

# ruff: noqa: ASYNC240 - nothing else waits on the loop of a test

from __future__ import annotations

import asyncio
import itertools
import logging
import sqlite3
import traceback
import types
from collections.abc import Coroutine, Generator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, StatementError

from db.models import Match, Meta, Move
from db.one_hop import connect
from db.session import Database
from db.trouble import DatabaseRefused
from tests.db.files import MATCH, MOVE, note, notes, url


async def cancelled_at(step: int, work: Coroutine[Any, Any, None]) -> None:
    """Run the work, cancelled when it waits for the n-th time."""

    @types.coroutine
    def stepping() -> Generator[Any, None, None]:
        thrown: BaseException | None = None
        for n in itertools.count(1):
            try:
                waited = work.send(None) if thrown is None else work.throw(thrown)
            except StopIteration:
                return
            task = asyncio.current_task()
            if n == step and task is not None:
                asyncio.get_running_loop().call_soon(task.cancel)
            try:
                thrown = None
                yield waited
            except BaseException as error:
                thrown = error

    await stepping()


# Transactions


async def test_an_error_takes_the_whole_transaction_back(database: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        async with database.write() as connection:
            await note(connection, "a")
            raise ZeroDivisionError
    async with database.write() as connection:
        await note(connection, "b")
    assert await notes(database) == {"b"}


async def test_a_refused_statement_takes_the_whole_transaction_back(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.write() as connection:
            await note(connection, "a")
            await note(connection, "a")
    assert await notes(database) == set()


async def test_sixty_four_writers_come_one_after_the_other(database: Database) -> None:
    async with database.write() as connection:
        await note(connection, "count", "0")
    inside = 0

    async def add() -> None:
        nonlocal inside
        async with database.write() as connection:
            inside += 1
            assert inside == 1
            value = await connection.scalar(select(Meta.value).where(Meta.key == "count"))
            await connection.execute(update(Meta).values(value=str(int(value or 0) + 1)))
            inside -= 1

    await asyncio.gather(*(add() for _ in range(64)))
    async with database.read() as connection:
        assert await connection.scalar(select(Meta.value)) == "64"


async def test_a_writer_holds_the_write_lock_from_its_first_statement(database: Database) -> None:
    """Though that only reads, so that nothing it has read can have changed when it writes."""
    foreign = sqlite3.connect(database.path, isolation_level=None, timeout=0)
    async with database.write() as connection:
        assert (await connection.scalars(select(Meta.key))).all() == []
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            foreign.execute("BEGIN IMMEDIATE")
    foreign.execute("BEGIN IMMEDIATE")
    foreign.close()


async def test_readers_see_one_committed_state_while_others_write(database: Database) -> None:
    async with database.read() as reader:
        assert (await reader.scalars(select(Meta.key))).all() == []
        async with database.write() as writer:
            await note(writer, "a")
            assert await notes(database) == set()
        assert await notes(database) == {"a"}
        assert (await reader.scalars(select(Meta.key))).all() == []


async def test_more_readers_than_connections_wait_their_turn(database: Database) -> None:
    assert await asyncio.gather(*(notes(database) for _ in range(64))) == [set()] * 64


async def test_a_reader_cannot_write(database: Database) -> None:
    with pytest.raises(OperationalError, match="readonly"):
        async with database.read() as connection:
            await note(connection, "a")
    assert await notes(database) == set()


async def test_foreign_keys_hold(database: Database) -> None:
    with pytest.raises(IntegrityError, match="FOREIGN KEY"):
        async with database.write() as connection:
            await connection.execute(insert(Move), MOVE)


async def test_write_within_write_is_refused_and_does_not_hang(database: Database) -> None:
    async with database.write() as connection:
        with pytest.raises(RuntimeError, match="wait for itself"):
            async with database.write():
                pass
        await note(connection, "a")
    assert await notes(database) == {"a"}


async def test_a_writer_cancelled_anywhere_keeps_all_or_nothing_and_harms_no_other(
    database: Database,
) -> None:
    """The task is cancelled at each of its returns to the loop in turn, until it gets through."""

    async def both() -> None:
        async with database.write() as connection:
            await note(connection, "a")
            await note(connection, "b")

    done = False
    stop_at = 0
    while not done:
        stop_at += 1
        task = asyncio.create_task(cancelled_at(stop_at, both()))
        await asyncio.gather(task, return_exceptions=True)
        done = not task.cancelled()
        kept = await notes(database)
        assert kept in (set(), {"a", "b"})
        if done:
            assert kept == {"a", "b"}
        async with database.write() as connection:
            await connection.execute(delete(Meta))
            await note(connection, "c")
        assert await notes(database) == {"c"}
        async with database.write() as connection:
            await connection.execute(delete(Meta))
    assert stop_at > 3  # two INSERTs (the first of them begins), COMMIT


async def test_closing_waits_for_the_writer_of_the_moment(database: Database) -> None:
    async with database.write() as connection:
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0)
        await note(connection, "a")
    await closing
    await database.open()
    assert await notes(database) == {"a"}


# Copies


async def test_a_backup_holds_what_was_committed_and_disturbs_no_writer(database: Database, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with database.write() as connection:
        await note(connection, "a")
    async with database.write() as connection:
        await note(connection, "b")
        await database.backup(copy)
    opened = Database(url(copy))
    await opened.open()
    assert await notes(opened) == {"a"}
    await opened.close()
    assert await notes(database) == {"a", "b"}


async def test_a_backup_overwrites_nothing(database: Database, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("mine")
    with pytest.raises(DatabaseRefused, match="exists already"):
        await database.backup(there)
    assert there.read_text() == "mine"


async def test_a_backup_into_nowhere_says_so_and_leaves_nothing(database: Database, tmp_path: Path) -> None:
    with pytest.raises(DatabaseRefused, match="nowhere"):
        await database.backup(tmp_path / "nowhere" / "copy")
    assert list(tmp_path.iterdir()) == [database.path.parent]


# Secrets

HAND = "7h js 3c"


@pytest.mark.parametrize(
    "values",
    [
        {**MATCH, "state": HAND, "status": HAND},  # a check
        {**MATCH, "state": HAND, "guild_id": None},  # not null
        {**MATCH, "state": HAND, "id": HAND},  # a wrong type
        {**MATCH, "state": HAND, "version": 2**70},  # too large
        {**MATCH, "state": [HAND]},  # a type that SQLite doesn't take
        {**MATCH, "state": HAND + "\ud800"},  # no UTF-8
    ],
)
async def test_no_error_tells_a_parameter(database: Database, values: dict[str, object]) -> None:
    with pytest.raises((StatementError, OverflowError, UnicodeEncodeError)) as failed:
        async with database.write() as connection:
            await connection.execute(insert(Match), values)
    assert HAND not in "".join(traceback.format_exception(failed.value))
    if isinstance(failed.value, DBAPIError):
        assert HAND not in repr(failed.value)


async def test_no_level_of_logging_tells_a_parameter_or_a_row(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for name in (
        "aiosqlite",
        "sqlalchemy",
        "sqlalchemy.engine",
        "sqlalchemy.engine.Engine",
        "sqlalchemy.pool",
    ):
        caplog.set_level(logging.DEBUG, name)
    caplog.set_level(logging.DEBUG)
    database = Database(url(path))
    await database.open()
    async with database.write() as connection:
        await connection.execute(insert(Match), {**MATCH, "state": HAND})
    async with database.read() as connection:
        assert await connection.scalar(select(Match.state)) == HAND
    await database.close()
    assert caplog.records
    assert HAND not in caplog.text


async def test_a_connection_that_is_closed_twice_at_once_is_closed(tmp_path: Path) -> None:
    connection = await connect(tmp_path / "file", "BEGIN", (), only_reads=False)
    async with asyncio.timeout(10):
        await asyncio.gather(connection.close(), connection.close())
