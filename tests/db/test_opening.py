"""The way to the database file: which one is opened, and what is refused."""

# ruff: noqa: ASYNC240 - nothing else waits on the loop of a test

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from db.models import Meta
from db.session import BUSY_MS, Database
from db.trouble import DatabaseRefused
from tests.db.files import note, notes, url

OPEN = """
import asyncio, sys
from sqlalchemy import insert
from db.models import Meta
from db.session import BUSY_MS, Database

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


async def refusal(path: Path, busy_ms: int = BUSY_MS) -> str:
    """Open a database that is to be refused, and give the sentence."""
    database = Database(url(path), busy_ms)
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


def test_a_relative_path_is_taken_from_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.parametrize("memory", ["sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite+aiosqlite:///file:x"])
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


async def test_a_database_held_by_another_program_is_refused(database: Database) -> None:
    await database.close()
    foreign = sqlite3.connect(database.path, isolation_level=None)
    foreign.execute("BEGIN IMMEDIATE")
    assert "is held by another program" in await refusal(database.path, busy_ms=1)
    foreign.close()
