"""The way to the database file: who may open it, what a transaction keeps, and what is never said."""

# ruff: noqa: ASYNC240 - nothing else waits on the loop of a test

from __future__ import annotations

import asyncio
import itertools
import logging
import signal
import sqlite3
import subprocess
import sys
import traceback
import types
from collections.abc import AsyncIterator, Coroutine, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, StatementError
from sqlalchemy.ext.asyncio import AsyncConnection

from db.models import Match, Meta, Move
from db.session import Database, DatabaseRefused

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

OPEN = """
import asyncio, sys
from sqlalchemy import insert
from db.models import Meta
from db.session import Database

async def main():
    database = Database("sqlite:///" + sys.argv[1])
    await database.open()
    async with database.write() as connection:
        await connection.execute(insert(Meta), {"key": "kept", "value": "yes"})
    async with database.write() as connection:
        await connection.execute(insert(Meta), [{"key": str(n), "value": "x" * 9000} for n in range(900)])
        print("inside", flush=True)
        sys.stdin.read()

asyncio.run(main())
"""


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{quote(str(path))}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "cheza.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    database = Database(url(path))
    await database.open()
    yield database
    await database.close()


async def note(connection: AsyncConnection, key: str, value: str = "") -> None:
    await connection.execute(insert(Meta), {"key": key, "value": value})


async def notes(database: Database) -> set[str]:
    async with database.read() as connection:
        return set((await connection.scalars(select(Meta.key))).all())


@contextmanager
def another_process(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a process that is in the middle of a transaction on the database, until it is killed."""
    child = subprocess.Popen(  # noqa: S603 - runs the text above
        [sys.executable, "-c", OPEN, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "inside\n"
        yield child
    finally:
        child.kill()
        child.communicate()


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


async def refusal(path: Path) -> str:
    """Open a database that is to be refused, and give the sentence."""
    database = Database(url(path))
    with pytest.raises(DatabaseRefused) as refused:
        await database.open()
    await database.close()
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert str(path) in sentence
    return sentence


# URLs


@pytest.mark.parametrize("scheme", ["sqlite", "sqlite+aiosqlite"])
def test_both_spellings_of_an_sqlite_url_name_the_file(scheme: str, tmp_path: Path) -> None:
    assert Database(f"{scheme}:///{tmp_path}/a.sqlite3").path == tmp_path / "a.sqlite3"


def test_a_relative_path_is_taken_from_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Database("sqlite:///data/a.sqlite3").path == tmp_path / "data" / "a.sqlite3"


def test_the_home_folder_may_be_written_as_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Database("sqlite:///~/a.sqlite3").path == tmp_path / "a.sqlite3"


@pytest.mark.parametrize(
    "other",
    [
        "postgresql://cheza:hunter2@db/cheza",
        "sqlite+pysqlcipher://:hunter2@/x",
        "sqlite:///a.sqlite3?mode=hunter2",
        "data/hunter2.sqlite3",
        "",
    ],
)
def test_any_other_url_is_refused_and_not_repeated(other: str) -> None:
    with pytest.raises(DatabaseRefused, match=r"give the database URL as sqlite\+aiosqlite:///") as refused:
        Database(other)
    assert "hunter2" not in "".join(traceback.format_exception(refused.value))


@pytest.mark.parametrize(
    "memory", ["sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite+aiosqlite:///file:x"]
)
def test_a_database_in_memory_is_refused(memory: str) -> None:
    with pytest.raises(DatabaseRefused, match="would keep nothing"):
        Database(memory)


# Opening


@pytest.mark.parametrize("name", ["with spaces", "tupu-ñ-日本", "100%25 #1 'q' {x}?", "-rf"])
async def test_odd_paths_work(name: str, tmp_path: Path) -> None:
    path = tmp_path / name / f"{name}.sqlite3"
    database = Database(url(path))
    await database.open()
    async with database.write() as connection:
        await note(connection, "a")
    copy = tmp_path / name / f"{name} copy"
    await database.backup(copy)
    await database.close()
    again = Database(url(copy))
    await again.open()
    assert await notes(again) == {"a"}
    await again.close()
    assert path.is_file()


async def test_what_was_committed_is_there_after_opening_again(database: Database) -> None:
    async with database.write() as connection:
        await note(connection, "a")
    await database.close()
    await database.open()
    assert await notes(database) == {"a"}


async def test_connections_are_set_to_lose_nothing(database: Database) -> None:
    async def pragma(connection: AsyncConnection, name: str) -> object:
        return (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()

    async with database.write() as writer, database.read() as reader:
        for connection in (writer, reader):
            assert await pragma(connection, "journal_mode") == "wal"
            assert await pragma(connection, "synchronous") == 2  # FULL
            assert await pragma(connection, "foreign_keys") == 1
            assert await pragma(connection, "busy_timeout") == 10_000
            raw = (await connection.get_raw_connection()).driver_connection
            assert raw is not None
            assert raw.isolation_level is None  # sqlite3 begins nothing by itself


async def test_nothing_is_done_on_a_database_that_is_not_open(path: Path) -> None:
    database = Database(url(path))
    for block in (database.write, database.read):
        with pytest.raises(RuntimeError, match="not open"):
            async with block():
                pass
    await database.close()


async def test_a_second_process_is_refused_until_the_first_is_killed(path: Path) -> None:
    with another_process(path) as child:
        assert "Another Cheza is running" in await refusal(path)
        child.send_signal(signal.SIGKILL)
        child.wait()
        database = Database(url(path))
        await database.open()
        await database.close()


async def test_a_kill_within_a_transaction_leaves_what_was_committed(path: Path) -> None:
    with another_process(path) as child:
        assert path.with_name(path.name + "-wal").stat().st_size > 1_000_000  # part of it is on the disk
        child.send_signal(signal.SIGKILL)
        child.wait()
    database = Database(url(path))
    await database.open()
    assert await notes(database) == {"kept"}
    await database.close()


async def test_a_link_to_the_file_leads_to_the_same_lock(database: Database, tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite3"
    link.symlink_to(database.path)
    with pytest.raises(DatabaseRefused, match="Another Cheza is running"):
        await Database(url(link)).open()


async def test_a_refused_opening_lets_the_lock_go(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("no database, " * 100)
    first = Database(url(path))
    with pytest.raises(DatabaseRefused):
        await first.open()
    path.unlink()
    second = Database(url(path))
    await second.open()
    await second.close()


async def test_a_file_in_the_place_of_the_folder_is_refused(path: Path) -> None:
    path.parent.write_text("")
    assert "check its disk, and that Cheza may write to its folder" in await refusal(path)


async def test_a_folder_in_the_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir(parents=True)
    assert "let the user that runs Cheza write to that file" in await refusal(path)


async def test_a_read_only_database_is_refused(path: Path) -> None:
    database = Database(url(path))
    await database.open()
    await database.close()
    with path.open("rb+") as file:  # SQLite's own mark for "read only", which holds for root as well
        file.seek(18)
        file.write(b"\x03")
    assert "let the user that runs Cheza write to that file" in await refusal(path)


async def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("no database, " * 100)
    assert "is not a sound SQLite database" in await refusal(path)
    assert path.read_text() == "no database, " * 100


async def test_a_damaged_database_is_refused(path: Path) -> None:
    database = Database(url(path))
    await database.open()
    async with database.write() as connection:
        await connection.execute(insert(Meta), [{"key": f"{n}", "value": "x" * 500} for n in range(500)])
    await database.close()
    with path.open("rb+") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xff" * 4096 * 8)
    assert "is not a sound SQLite database" in await refusal(path)


async def test_the_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE songs (title)")
    foreign.close()
    before = path.read_bytes()
    assert "belongs to another program" in await refusal(path)
    assert path.read_bytes() == before


async def test_a_database_held_by_another_program_is_refused(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await database.close()
    monkeypatch.setattr("db.session.BUSY_MS", 1)
    foreign = sqlite3.connect(database.path, isolation_level=None)
    foreign.execute("BEGIN IMMEDIATE")
    assert "is held by another program" in await refusal(database.path)
    foreign.close()


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


async def test_a_writer_holds_the_write_lock_from_its_start(database: Database) -> None:
    foreign = sqlite3.connect(database.path, isolation_level=None, timeout=0)
    async with database.write():
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
    assert stop_at > 10


async def test_closing_waits_for_the_writer_of_the_moment(database: Database) -> None:
    async with database.write() as connection:
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0)
        await note(connection, "a")
    await closing
    await database.open()
    assert await notes(database) == {"a"}


# Copies


async def test_a_backup_holds_what_was_committed_and_disturbs_no_writer(
    database: Database, tmp_path: Path
) -> None:
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


async def test_no_level_of_logging_tells_a_parameter_or_a_row(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
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
