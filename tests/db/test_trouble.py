"""Disks that are full or fail, files that others hold or that are read-only: nothing half-kept, nothing stuck."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import event, insert, select, text
from sqlalchemy.exc import IntegrityError

from db.models import Meta, Move
from db.repositories import PeopleRepository
from db.session import Database
from db.trouble import DatabaseRefused, DiskTrouble
from db.whole import Executes
from tests.db.disks import TROUBLES, Refuses, held_by_another, no_write_comes_through
from tests.db.files import MOVE, engines, note, notes, url
from tests.db.test_session import cancelled_at

LARGE = "x" * 9_000
"""More than fits into the pages that a file has already."""
Write = Callable[[Database, str], Awaitable[None]]


async def written(database: Database, key: str) -> None:
    async with database.write() as connection:
        await note(connection, key, LARGE)
        await note(connection, f"{key} too", LARGE)


async def kept(database: Database, key: str) -> None:
    async def work(connection: Executes) -> None:
        await PeopleRepository(connection).set_fact(key, LARGE)
        await PeopleRepository(connection).set_fact(f"{key} too", LARGE)

    await database.keep(work)


ways = pytest.mark.parametrize("way", [written, kept], ids=["write", "keep"])
troubles = pytest.mark.parametrize(("refuses", "said"), TROUBLES.values(), ids=TROUBLES.keys())


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    """One that waits no ten seconds for other programs."""
    database = Database(url(path), busy_ms=20)
    await database.open()
    yield database
    await database.close()


# Trouble


@ways
@troubles
async def test_what_can_not_be_written_is_kept_not_even_in_half_and_later_writes_come_through(
    way: Write, refuses: Refuses, said: str, database: Database
) -> None:
    await way(database, "before")
    async with refuses(database):
        for key in "ab":
            with pytest.raises(DiskTrouble) as trouble:
                await way(database, key)
            assert said in str(trouble.value)
            assert database.in_trouble
            assert await notes(database) == {"before", "before too"}
    await way(database, "after")
    assert not database.in_trouble
    assert await notes(database) == {"before", "before too", "after", "after too"}


@troubles
async def test_trouble_is_one_line_of_the_log_however_many_meet_it_and_its_end_another(
    refuses: Refuses, said: str, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async with refuses(database):
        for _ in range(3):
            await asyncio.gather(
                *(way(database, f"{n}") for n in range(3) for way in (written, kept)), return_exceptions=True
            )
        (line,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
        assert said in line.getMessage()
        assert str(database.path) in line.getMessage()
        assert line.exc_info is None
    await kept(database, "after")
    await written(database, "still after")
    end = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING][1:]
    assert end == [f"{database.path} can be written again; play goes on."]


async def test_a_fault_of_ours_is_no_trouble(database: Database) -> None:
    async def twice(connection: Executes) -> None:
        await connection.execute(insert(Meta), [{"key": "one", "value": ""}, {"key": "one", "value": ""}])

    with pytest.raises(IntegrityError):
        await database.keep(twice)
    assert not database.in_trouble


# Nothing stays open


@pytest.mark.parametrize("way", ["write", "keep"])
async def test_a_commit_that_is_refused_leaves_no_transaction_to_those_who_come_after(
    way: str, database: Database
) -> None:
    """SQLite leaves this one open: what it holds must neither hold up the next one nor be kept with it."""

    async def work(connection: Executes) -> None:
        await connection.execute(text("PRAGMA defer_foreign_keys=ON"))
        await PeopleRepository(connection).set_fact("refused", "")
        await connection.execute(insert(Move), MOVE)

    for attempt in range(2):
        with pytest.raises(IntegrityError, match="FOREIGN KEY"):
            if way == "keep":
                await database.keep(work)
            else:
                async with database.write() as connection:
                    await work(connection)
        await (kept if way == "keep" else written)(database, f"after {attempt}")
        assert "refused" not in await notes(database)


async def test_a_writer_that_fails_and_is_cancelled_meanwhile_leaves_nothing_open(database: Database) -> None:
    async def fails() -> None:
        async with database.write() as connection:
            await note(connection, "half")
            raise ZeroDivisionError

    for step in range(1, 9):
        task = asyncio.create_task(cancelled_at(step, fails()))
        await asyncio.gather(task, return_exceptions=True)
        await written(database, f"after {step}")
        assert "half" not in await notes(database)


async def test_a_writer_cancelled_while_the_disk_refuses_it_leaves_nothing_open(database: Database) -> None:
    for step in range(1, 9):
        with no_write_comes_through():
            task = asyncio.create_task(cancelled_at(step, written(database, "half")))
            await asyncio.gather(task, return_exceptions=True)
        await written(database, f"after {step}")
        assert "half" not in await notes(database)


# Whole transactions that are cut short


async def test_writing_that_is_cancelled_while_it_waits_leaves_nobody_waiting(database: Database) -> None:
    async with database.write():
        asked = [asyncio.create_task(kept(database, key)) for key in "ab"]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        cut_short("keep")
        async with asyncio.timeout(10):
            await asyncio.wait(asked)
        assert all(task.cancelled() for task in asked)
    await kept(database, "after")
    assert await notes(database) == {"after", "after too"}


async def test_writing_that_is_cancelled_before_it_began_leaves_nobody_waiting(database: Database) -> None:
    asked = asyncio.create_task(kept(database, "a"))
    await asyncio.sleep(0)
    cut_short("keep")
    async with asyncio.timeout(10):
        await asyncio.wait((asked,))
    await kept(database, "after")
    assert await notes(database) == {"after", "after too"}


def cut_short(name: str) -> None:
    (task,) = [task for task in asyncio.all_tasks() if task.get_name() == name]
    task.cancel()


# Opening and closing


async def test_a_close_that_fails_frees_the_file_and_closes_the_rest(database: Database) -> None:
    closed: list[str] = []

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    reading, writing = engines(database)
    await notes(database)
    event.listen(writing[1], "engine_disposed", fails)
    event.listen(reading[1], "engine_disposed", fails)
    event.listen(writing[0], "engine_disposed", lambda _: closed.append("write"))
    event.listen(reading[0], "engine_disposed", lambda _: closed.append("read"))
    with pytest.raises(ZeroDivisionError):
        await database.close()
    assert sorted(closed) == ["read", "write"]
    again = Database(url(database.path))
    await again.open()
    await again.close()


async def test_a_full_disk_at_the_start_is_refused_in_one_sentence_and_frees_the_file(path: Path) -> None:
    first = Database(url(path))
    await first.open()
    await first.close()
    with no_write_comes_through(), pytest.raises(DatabaseRefused, match=str(path)):
        await first.open()
    await first.open()
    await first.close()


async def test_others_may_read_and_nobody_waits_long_while_another_program_holds_the_file(database: Database) -> None:
    await kept(database, "a")
    with held_by_another(database.path):
        assert await notes(database) == {"a", "a too"}
        assert await database.look(lambda connection: PeopleRepository(connection).fact("a")) == LARGE
        async with asyncio.timeout(5):
            outcomes = await asyncio.gather(*(kept(database, str(n)) for n in range(64)), return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {DiskTrouble}, "they share one wait"
    async with database.read() as connection:
        assert len((await connection.scalars(select(Meta.key))).all()) == 2
