"""The revisions make what the models say, go down and up again, and start-up runs them behind a copy."""

# ruff: noqa: ASYNC240 - nothing else waits on the loop of a test

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect
from sqlalchemy.pool import StaticPool

from db import migrations
from db.models import Base
from db.session import Database
from db.trouble import DatabaseRefused

HEAD = migrations.revisions()[0]


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://", poolclass=StaticPool)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the program have one revision more; gives its file."""
    scripts = tmp_path / "scripts"
    shutil.copytree(Path(migrations.__file__).parent, scripts)
    monkeypatch.setattr(migrations, "SCRIPTS", str(scripts))
    revision = scripts / "versions" / "later.py"
    revision.write_text(
        "from alembic import op\n"
        f"revision, down_revision = 'later', {HEAD!r}\n"
        "def upgrade():\n"
        "    with op.batch_alter_table('matches', recreate='always') as matches:\n"
        "        matches.alter_column('pace', server_default='day')\n"
    )
    return revision


def columns(rows: Any, *dropped: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(value for key, value in row._mapping.items() if key not in dropped) for row in rows)


def shape(connection: Connection) -> dict[str, Any]:
    """Describe a database as SQLite itself sees it."""
    tables: dict[str, Any] = {}
    ask = connection.exec_driver_sql
    for table in sorted({*inspect(connection).get_table_names()} - {"alembic_version"}):
        checks = inspect(connection).get_check_constraints(table)
        indexes = ask(f"PRAGMA index_list({table})").all()
        tables[table] = {
            "columns": columns(ask(f"PRAGMA table_xinfo({table})"), "cid"),
            "foreign keys": columns(ask(f"PRAGMA foreign_key_list({table})"), "id"),
            "indexes": columns(indexes, "seq"),
            "indexed": {row.name: ask(f"PRAGMA index_xinfo({row.name})").all() for row in indexes},
            "checks": sorted((str(check["name"]), check["sqltext"]) for check in checks),
        }
    return tables


def test_the_revisions_make_what_the_models_say(connection: Connection) -> None:
    migrations.upgrade(connection)
    options = {"compare_type": True, "compare_server_default": migrations.default_differs}
    assert compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata) == []
    engine = create_engine("sqlite://", poolclass=StaticPool)
    with engine.connect() as fresh:
        Base.metadata.create_all(fresh)
        assert shape(connection) == shape(fresh)
    engine.dispose()


def test_the_revisions_go_down_to_nothing_and_up_again(connection: Connection) -> None:
    migrations.upgrade(connection)
    first = shape(connection)
    assert len(first) == len(Base.metadata.tables)
    migrations.downgrade(connection)
    assert shape(connection) == {}
    migrations.upgrade(connection)
    assert shape(connection) == first


def test_the_revisions_stand_in_one_line() -> None:
    assert migrations.revisions() == tuple(f"{n:04}" for n in range(len(migrations.revisions()), 0, -1))


def url(path: Path) -> str:
    return f"sqlite:///{path}"


def copies(path: Path) -> list[Path]:
    return sorted(path.parent.glob("cheza-*.sqlite3"))


@pytest.fixture
async def old(tmp_path: Path) -> Path:
    """A database at the revision that is the newest now, with a match and a seat in it."""
    path = tmp_path / "data" / "cheza.sqlite3"
    database = Database(url(path))
    await database.open()
    async with database.write() as connection:
        await connection.exec_driver_sql(
            "INSERT INTO matches (id, guild_id, channel_id, game, options, pace, status, opener_id, secret,"
            " version, created_at) VALUES (1, 1, 1, 'any', '{}', 'live', 'lobby', 1, '00', 0, 0)"
        )
        await connection.exec_driver_sql(
            "INSERT INTO seats (match_id, seat, user_id, held_by) VALUES (1, 0, 7, 'person')"
        )
    await database.close()
    return path


def seats(path: Path) -> list[tuple[int]]:
    connection = sqlite3.connect(path)
    found: list[tuple[int]] = connection.execute("SELECT user_id FROM seats").fetchall()
    connection.close()
    return found


def revision_of(path: Path) -> str:
    connection = sqlite3.connect(path)
    ((revision,),) = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    connection.close()
    return str(revision)


async def test_a_new_or_current_database_is_not_copied(old: Path) -> None:
    database = Database(url(old))
    await database.open()
    await database.close()
    assert copies(old) == []


async def test_start_up_migrates_behind_a_copy_and_loses_no_row(old: Path, later: Path) -> None:
    database = Database(url(old))
    await database.open()
    await database.close()
    assert revision_of(old) == "later"
    assert seats(old) == [(7,)]  # a table made anew, with foreign keys on, would have taken it along
    (copy,) = copies(old)
    assert copy.name.startswith(f"cheza-{HEAD}-")
    assert revision_of(copy) == HEAD
    assert seats(copy) == [(7,)]


async def test_a_copy_opens_as_a_database(old: Path, later: Path) -> None:
    database = Database(url(old))
    await database.open()
    await database.close()
    (copy,) = copies(old)
    restored = Database(url(copy))
    await restored.open()
    async with restored.read() as connection:
        assert (await connection.exec_driver_sql("SELECT user_id FROM seats")).all() == [(7,)]
    await restored.close()


async def test_the_newest_three_copies_are_kept_and_no_other_file_is_touched(old: Path, later: Path) -> None:
    stamps = [f"2026010{n}T000000000000Z" for n in range(1, 6)]
    for stamp in stamps:
        (old.parent / f"cheza-0001-{stamp}.sqlite3").touch()
    (old.parent / "cheza-mine.sqlite3").touch()
    database = Database(url(old))
    await database.open()
    await database.close()
    *kept, new, mine = copies(old)
    assert [one.name for one in kept] == [f"cheza-0001-{stamp}.sqlite3" for stamp in stamps[3:]]
    assert revision_of(new) == HEAD
    assert mine.name == "cheza-mine.sqlite3"


async def test_a_failing_revision_leaves_the_database_as_it_was(old: Path, later: Path) -> None:
    with later.open("a") as script:
        script.write("    op.execute('DROP TABLE seats')\n    raise ZeroDivisionError\n")
    for _ in range(5):
        with pytest.raises(ZeroDivisionError):
            await Database(url(old)).open()
    assert revision_of(old) == HEAD
    assert seats(old) == [(7,)]
    assert copies(old) == []


async def test_a_revision_that_orphans_rows_is_taken_back(old: Path, later: Path) -> None:
    with later.open("a") as script:
        script.write("    op.execute('DELETE FROM matches')\n")
    with pytest.raises(DatabaseRefused, match="some rows lost what they belong to"):
        await Database(url(old)).open()
    assert revision_of(old) == HEAD
    assert seats(old) == [(7,)]


async def test_a_newer_database_is_refused_and_left_alone(
    old: Path, later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(url(old))
    await database.open()
    await database.close()
    before = old.read_bytes()
    monkeypatch.undo()
    with pytest.raises(DatabaseRefused, match=r"newer Cheza \(revision later\): update Cheza, or put back"):
        await Database(url(old)).open()
    assert old.read_bytes() == before
