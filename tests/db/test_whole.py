"""Whole transactions: each all or nothing by itself, together with those that are asked for at the same moment."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest
from sqlalchemy import event, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError

from db.models import Meta
from db.repositories import PeopleRepository
from db.session import Database
from db.whole import Executes


async def note(database: Database, key: str) -> None:
    await database.keep(lambda connection: PeopleRepository(connection).set_fact(key, "noted"))


async def notes(database: Database) -> set[str]:
    async def look(connection: Executes) -> set[str]:
        return set((await connection.execute(select(Meta.key))).scalars())

    return await database.look(look)


async def twice(connection: Executes) -> None:
    """Write a row, then break a constraint."""
    await PeopleRepository(connection).set_fact("half", "written")
    await connection.execute(insert(Meta), [{"key": "one", "value": "1"}, {"key": "one", "value": "2"}])


def commits(database: Database) -> list[None]:
    """Collect the commits of whole transactions from now on."""
    made: list[None] = []
    assert database._keeper is not None
    event.listen(database._keeper.engine, "commit", lambda _: made.append(None))
    return made


async def test_what_is_asked_for_at_the_same_moment_shares_one_commit(database: Database) -> None:
    made = commits(database)
    marks: list[None] = []
    assert database._keeper is not None
    event.listen(database._keeper.engine, "savepoint", lambda *_: marks.append(None))
    async with database.write():
        asked = [asyncio.create_task(note(database, f"fact {number}")) for number in range(64)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    await asyncio.gather(*asked)
    assert await notes(database) == {f"fact {number}" for number in range(64)}
    assert (len(made), marks) == (1, [])


async def test_nobody_is_told_before_it_is_on_the_disk(database: Database) -> None:
    foreign = sqlite3.connect(database.path)
    seen: list[set[str]] = []

    async def noted(key: str) -> None:
        await note(database, key)
        seen.append({row[0] for row in foreign.execute("SELECT key FROM meta")} & {key})

    await asyncio.gather(*(noted(key) for key in "abcdef"))
    foreign.close()
    assert seen == [{key} for key in "abcdef"]


@pytest.mark.parametrize("others", [0, 3], ids=["alone", "among others"])
async def test_what_fails_is_taken_back_whole_and_harms_no_other(database: Database, others: int) -> None:
    keys = [f"fact {number}" for number in range(others)]
    outcomes = await asyncio.gather(
        *(note(database, key) for key in keys[:1]),
        database.keep(twice),
        *(note(database, key) for key in keys[1:]),
        return_exceptions=True,
    )
    assert [type(each) for each in outcomes if each is not None] == [IntegrityError]
    assert await notes(database) == set(keys)
    await note(database, "later")
    assert await notes(database) == {*keys, "later"}


@pytest.mark.parametrize("fails_before", [False, True], ids=["the first failure", "another failed before"])
async def test_where_sqlite_takes_back_everything_nobody_is_told_that_theirs_is_kept(
    database: Database, fails_before: bool
) -> None:
    async def lost(connection: Executes) -> None:
        await PeopleRepository(connection).set_fact("lost", "written")
        await connection.execute(select(Meta.key))
        raw = connection._connection.connection.dbapi_connection  # type: ignore[attr-defined]  # as a full disk does
        raw.execute("ROLLBACK")
        raise OSError

    outcomes = await asyncio.gather(
        *([database.keep(twice)] if fails_before else []),
        note(database, "a"),
        database.keep(lost),
        note(database, "b"),
        return_exceptions=True,
    )
    assert [type(each) for each in outcomes] == [OSError] * len(outcomes)
    assert await notes(database) == set()


async def test_who_is_cancelled_stops_nobody(database: Database) -> None:
    tasks = [asyncio.create_task(note(database, key)) for key in "abc"]
    await asyncio.sleep(0)
    tasks[1].cancel()
    assert isinstance((await asyncio.gather(*tasks, return_exceptions=True))[1], asyncio.CancelledError)
    assert await notes(database) >= {"a", "c"}
    await note(database, "d")


async def test_work_that_waits_for_anything_else_is_refused_and_taken_back(database: Database) -> None:
    async def slow(connection: Executes) -> None:
        await PeopleRepository(connection).set_fact("slow", "written")
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="wait for nothing but its statements"):
        await database.keep(slow)
    assert await notes(database) == set()


async def test_to_look_is_not_to_write(database: Database) -> None:
    with pytest.raises(OperationalError, match="readonly"):
        await database.look(lambda connection: PeopleRepository(connection).set_fact("a", "b"))


async def test_looks_of_the_same_moment_share_one_state_and_the_failure_of_one_harms_no_other(
    database: Database,
) -> None:
    opened: list[None] = []
    assert database._looker is not None
    event.listen(database._looker.engine, "checkout", lambda *_: opened.append(None))
    await note(database, "fact")

    async def broken(_: Executes) -> None:
        raise LookupError

    looks = [asyncio.create_task(notes(database)) for _ in range(32)]
    failing = asyncio.create_task(database.look(broken))
    cancelled = asyncio.create_task(notes(database))
    await asyncio.sleep(0)
    cancelled.cancel()
    assert await asyncio.gather(*looks) == [{"fact"}] * 32
    assert isinstance((await asyncio.gather(failing, return_exceptions=True))[0], LookupError)
    assert len(opened) == 1


async def test_keeping_within_write_is_refused_and_does_not_hang(database: Database) -> None:
    async with database.write():
        with pytest.raises(RuntimeError, match="wait for itself"):
            await note(database, "a")


async def test_closing_waits_for_what_was_asked_for(database: Database) -> None:
    asked = asyncio.create_task(note(database, "a"))
    await asyncio.sleep(0)
    await database.close()
    await asked
    with pytest.raises(RuntimeError, match="not open"):
        await note(database, "b")
    with pytest.raises(RuntimeError, match="not open"):
        await notes(database)
    await database.open()
    assert await notes(database) == {"a"}


async def test_a_crash_before_the_writing_began_hinders_no_closing(database: Database) -> None:
    asked = asyncio.create_task(note(database, "fact"))
    await asyncio.sleep(0)
    for task in asyncio.all_tasks():
        if task is asked or task.get_name() == "keep":
            task.cancel()
    await database.close()
    assert asked.cancelled()
