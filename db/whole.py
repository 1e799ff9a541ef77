"""Whole transactions in one hop: to a thread of its own goes not each statement, but all that is done with them.

What is asked of `Keeper` at the same moment shares one commit, for a commit waits for the disk, and that wait is
dearer than all the rest. Each piece of work still is all or nothing by itself, and nobody is told that it is kept
before it is.

Each transaction is begun here, in place of a listener on the engine: with one, SQLAlchemy asks at every statement who
else may want to hear of it, which costs as much as reading a row.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, CursorResult, Engine

T = TypeVar("T")


class Executes(Protocol):
    """What the repositories need of a connection, whichever it is."""

    async def execute(self, statement: Any, parameters: Any = None, /) -> CursorResult[Any]:
        """Run a statement."""


Work: TypeAlias = Callable[[Executes], Coroutine[Any, Any, T]]
"""What is done in a transaction; it awaits nothing but its statements. It may be taken back and done once more."""


_Asked: TypeAlias = tuple[Work[Any], "asyncio.Future[Any]"]
"""Work, and who waits for what it comes to."""


class _Here:
    """A connection whose statements are done when they return, so that nothing that awaits them ever waits."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, statement: Any, parameters: Any = None, /) -> CursorResult[Any]:
        return self._connection.execute(statement, parameters)


def _done(work: Work[T], connection: Connection) -> T:
    """Run some work to its end, in this thread."""
    running = work(_Here(connection))
    try:
        running.send(None)
    except StopIteration as end:
        done: T = end.value
        return done
    running.close()
    raise RuntimeError("a whole transaction may wait for nothing but its statements")


class Looker:
    """Reads, a few at a time; what is asked for at the same moment shares a hop and one committed state."""

    def __init__(self, engine: Engine, threads: int) -> None:
        self.engine = engine
        self._threads = ThreadPoolExecutor(threads, "look")
        self._asked: list[_Asked] = []

    async def look(self, work: Work[T]) -> T:
        """Return what is seen of one committed state."""
        loop = asyncio.get_running_loop()
        seen: asyncio.Future[T] = loop.create_future()
        self._asked.append((work, seen))
        if len(self._asked) == 1:
            loop.call_soon(self._send, loop)
        return await seen

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        self.engine.dispose()

    def _send(self, loop: asyncio.AbstractEventLoop) -> None:
        asked, self._asked = self._asked, []
        try:
            looking = loop.run_in_executor(self._threads, self._seen, [work for work, _ in asked])
        except RuntimeError as closed:
            _tell(asked, [_Failed(closed)] * len(asked))
        else:
            looking.add_done_callback(lambda done: _tell(asked, done.result()))

    def _seen(self, together: Sequence[Work[Any]]) -> list[Any]:
        """In a thread: return what each look came to."""
        try:
            with self.engine.connect() as connection:
                _sqlite(connection).execute("BEGIN")
                return [_looked(work, connection) for work in together]
        except Exception as error:
            return [_Failed(error)] * len(together)


def _looked(work: Work[Any], connection: Connection) -> Any:
    try:
        return _done(work, connection)
    except Exception as error:
        return _Failed(error)


class Keeper:
    """Writes, one after the other in the order of the calls; those that wait at the same moment share a commit."""

    def __init__(self, engine: Engine, turn: asyncio.Lock) -> None:
        """`turn` is held while something is written here."""
        self.engine = engine
        self._turn = turn
        self._thread = ThreadPoolExecutor(1, "keep")
        self._asked: list[_Asked] = []
        self._writing: asyncio.Task[None] | None = None

    async def keep(self, work: Work[T]) -> T:
        """Do some work and keep it; an error of it takes all of it back, and nothing else."""
        kept: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._asked.append((work, kept))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(), name="keep")
            self._writing.add_done_callback(self._ended)
        return await kept

    async def close(self) -> None:
        """Let what was asked for be kept, and disconnect."""
        try:
            if self._writing is not None:
                await asyncio.wait((self._writing,))
            await asyncio.to_thread(self._thread.shutdown)
        finally:
            self.engine.dispose()

    async def _write(self) -> None:
        asked: list[_Asked] = []
        try:
            while self._asked:
                async with self._turn:
                    asked, self._asked = self._asked, []
                    together = [work for work, _ in asked]
                    outcomes = await asyncio.get_running_loop().run_in_executor(self._thread, self._kept, together)
                _tell(asked, outcomes)
        except BaseException:  # as when the loop is stopped
            self._asked = [*asked, *self._asked]
            self._give_up()
            raise
        finally:
            self._writing = None

    def _ended(self, writing: asyncio.Task[None]) -> None:
        """Leave nobody waiting for a task that was cancelled before it began."""
        if self._writing is writing:
            self._writing = None
            self._give_up()

    def _give_up(self) -> None:
        asked, self._asked = self._asked, []
        for _, kept in asked:
            kept.cancel()

    def _kept(self, together: Sequence[Work[Any]]) -> list[Any]:
        """In the thread: do it all in one transaction; return what each came to."""
        try:
            with self.engine.begin() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                try:
                    return [_done(work, connection) for work in together]
                except Exception:
                    if len(together) == 1 or not _goes_on(connection):
                        raise
                # Marks cost a fifth of all this, and hardly any work fails: only now is each done between its own.
                connection.exec_driver_sql("ROLLBACK")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                return [_marked(work, connection) for work in together]
        except Exception as error:  # nothing is kept, so nobody may be told that it is
            return [_Failed(error)] * len(together)


class _Failed:
    """What became of work that failed."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _tell(asked: Sequence[_Asked], outcomes: Sequence[Any]) -> None:
    """Tell those who asked what came of it."""
    for (_, waiting), outcome in zip(asked, outcomes, strict=True):
        if waiting.done():  # who asked was cancelled
            continue
        if isinstance(outcome, _Failed):
            waiting.set_exception(outcome.error)
        else:
            waiting.set_result(outcome)


def _marked(work: Work[Any], connection: Connection) -> Any:
    """Do one piece of several; where it fails, the others stand, unless SQLite took back the whole transaction."""
    mark = connection.begin_nested()
    try:
        done = _done(work, connection)
    except Exception as error:
        if not _goes_on(connection):
            raise
        mark.rollback()
        return _Failed(error)
    mark.commit()
    return done


def _goes_on(connection: Connection) -> bool:
    going: bool = _sqlite(connection).in_transaction
    return going


def _sqlite(connection: Connection) -> Any:
    """Return what SQLAlchemy's connection stands on."""
    return connection.connection.dbapi_connection
