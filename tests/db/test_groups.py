"""Writers who come at once share one COMMIT, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from db.session import Database
from tests.db.files import note, notes


@contextmanager
def commits(database: Database) -> Iterator[list[int]]:
    """Count the COMMITs of the writing connection."""
    counted: list[int] = []
    engine = database._writer.engine.sync_engine  # type: ignore[union-attr]  # open

    def committed(_connection: Any) -> None:
        counted.append(1)

    event.listen(engine, "commit", committed)
    try:
        yield counted
    finally:
        event.remove(engine, "commit", committed)


async def keep(database: Database, key: str) -> None:
    async with database.write() as connection:
        await note(connection, key)


async def fail(database: Database, key: str) -> None:
    async with database.write() as connection:
        await note(connection, key)
        raise ArithmeticError(key)


async def test_who_writes_at_once_waits_for_one_commit(database: Database) -> None:
    keys = {str(number) for number in range(20)}
    with commits(database) as counted:
        await asyncio.gather(*(keep(database, key) for key in keys))
    assert len(counted) == 1
    assert await notes(database) == keys


async def test_who_writes_later_has_a_commit_of_their_own(database: Database) -> None:
    with commits(database) as counted:
        await keep(database, "a")
        await keep(database, "b")
    assert len(counted) == 2


@pytest.mark.parametrize("failing", [0, 1, 2])
async def test_an_error_takes_back_its_own_writing_alone(database: Database, failing: int) -> None:
    work = [keep(database, "a"), keep(database, "b"), keep(database, "c")]
    work[failing].close()
    work[failing] = fail(database, "wrong")
    ends = await asyncio.gather(*work, return_exceptions=True)
    assert [type(end) for end in ends].count(ArithmeticError) == 1
    assert await notes(database) == {"a", "b", "c"} - {"abc"[failing]}


async def test_nobody_returns_before_what_they_wrote_is_kept(database: Database) -> None:
    async def kept(key: str) -> bool:
        await keep(database, key)
        return key in await notes(database)

    assert all(await asyncio.gather(*(kept(str(number)) for number in range(5))))


async def test_a_commit_that_fails_is_told_to_everybody_and_keeps_nothing(database: Database) -> None:
    engine = database._writer.engine.sync_engine  # type: ignore[union-attr]  # open

    def full(connection: Any) -> None:
        connection.connection.rollback()  # as SQLite does by itself when the disk is full
        raise OSError("the disk is full")

    event.listen(engine, "commit", full)
    ends = await asyncio.gather(*(keep(database, key) for key in "abc"), return_exceptions=True)
    event.remove(engine, "commit", full)
    assert [type(end) for end in ends] == [OSError] * 3
    assert await notes(database) == set()
    await keep(database, "d")
    assert await notes(database) == {"d"}


async def test_closing_keeps_first_what_was_written(database: Database) -> None:
    await asyncio.gather(keep(database, "a"), keep(database, "b"), database.close())
    await database.open()
    assert await notes(database) == {"a", "b"}


async def test_a_writer_who_gives_up_leaves_the_others_theirs(database: Database) -> None:
    first, second, third = (asyncio.create_task(keep(database, key)) for key in "abc")
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(first, second, third, return_exceptions=True)
    assert await notes(database) == {"a", "c"}
