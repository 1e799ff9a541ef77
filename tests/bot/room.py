"""A room to play in without Discord: a real database, a clock that tests move, people with fresh ids."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event, select

from bot.codec import dump_options, dump_state
from bot.lobbies import Lobbies, Person
from bot.matches import Matches
from bot.positions import Position, position_of
from bot.timing.deadlines import changed_deadlines
from db.models import Base
from db.records import HeldBy, SeatRecord
from db.repositories import MatchRepository
from db.session import BUSY_MS, Database
from rules import GAMES
from tests.db.files import engines

NOON = 1_790_000_000_000
"""Some moment, in milliseconds since 1970."""
GUILD, CHANNEL = 900, 901
TAKE5 = GAMES["take5"]


class Time:
    """What o'clock it is, as a test says. `asked` runs each time somebody looks."""

    def __init__(self, now: int = NOON) -> None:
        self.now = now
        self.asked: Callable[[], None] = lambda: None

    def __call__(self) -> int:
        self.asked()
        return self.now


@dataclass
class Room:
    """Everything below Discord. People are numbers; person 1 opens."""

    database: Database
    time: Time
    matches: Matches
    lobbies: Lobbies
    woken: list[int] = field(default_factory=list)
    """The times at which `Matches` said that deadlines changed."""
    _ids: Iterator[int] = field(default_factory=lambda: itertools.count(5_000))

    def person(self, number: int, *, moderator: bool = False) -> Person:
        """Give a person as a new interaction of theirs tells."""
        return Person(number, f"Name {number}", next(self._ids), moderator)

    async def lobby(
        self, people: int = 1, *, bots: int = 0, pace: str = "day", game: str = "take5", **options: object
    ) -> int:
        """Open a lobby of the first people and so many bots; return its number."""
        position = await self.lobbies.open(GUILD, CHANNEL, self.person(1), game, pace)
        number = position.match.id
        for who in range(2, people + 1):
            await self.lobbies.join(number, self.person(who))
        for _ in range(bots):
            await self.lobbies.add_bot(number, self.person(1))
        for name, value in options.items():
            await self.lobbies.set_option(number, self.person(1), name, str(value))
        return number

    async def match(
        self, people: int = 2, *, bots: int = 0, pace: str = "day", game: str = "take5", **options: object
    ) -> Position:
        """Start a match; person n sits on seat n - 1, where nobody has a team-mate."""
        number = await self.lobby(people, bots=bots, pace=pace, game=game, **options)
        return await self.lobbies.start(number, self.person(1))

    async def put(self, number: int, state: Any) -> Position:
        """Lay a position by hand in place of the present one, with the clocks that belong to it."""
        before = await self.matches.position(number)
        match = replace(
            before.match,
            state=dump_state(before.game, state),
            version=before.match.version + 1,
            turn=state.turn,
            options=dump_options(before.game, state.options),
        )
        after = Position(match, before.game, state)
        async with self.database.write() as connection:
            matches = MatchRepository(connection)
            await matches.save(match, before.match.version)
            changes = changed_deadlines(after, await matches.deadlines(number), self.time.now)
            await matches.change_deadlines(number, changes.gone, changes.new)
        return position_of(match, self.matches.games)

    async def give_up(self, number: int, *seats: int, held_by: HeldBy = "stand_in") -> None:
        """Let the stand-in hold some seats from now on."""
        position = await self.matches.position(number)
        changed = [replace(seat, held_by=held_by) if seat.seat in seats else seat for seat in position.match.seats]
        await self.seat(number, changed)

    async def seat(self, number: int, seats: Sequence[SeatRecord]) -> None:
        async with self.database.write() as connection:
            await MatchRepository(connection).put_seats(number, seats)

    async def everything(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return every row of every table."""
        async with self.database.read() as connection:
            return {
                table.name: [tuple(row) for row in await connection.execute(select(table))]
                for table in Base.metadata.sorted_tables
            }

    async def run_out(self, number: int) -> Position | None:
        """Let the deadlines of a match pass, one after the other, until something is played or nobody is left.

        Returns what the last one led to.
        """
        before = await self.matches.position(number)
        after: Position | None = before
        while (
            after is not None and after.match.log_length == before.match.log_length and after.match.status == "running"
        ):
            dues = [each.due for each in await self.matches.deadlines(number) if each.kind == "turn" and each.due]
            self.time.now = max(self.time.now, min(dues))
            after = await self.matches.expire(number)
        return after

    def meddle(self, statement: str, *values: object) -> None:
        """Change the file behind the program's back."""
        with sqlite3.connect(self.database.path) as connection:
            connection.execute(statement, values)
        connection.close()

    async def pick_all(self, number: int, cards: Sequence[int]) -> Position:
        """Let person n pick the n-th card."""
        for who, card in enumerate(cards, start=1):
            played = await self.matches.play(number, who, str(card), None)
        return played.position


_migrated: list[bytes] = []
"""An empty database of this version, so that not every test runs the revisions."""


async def open_database(path: Path, busy_ms: int = BUSY_MS) -> Database:
    """Open a new database at a path."""
    url = f"sqlite+aiosqlite:///{path}"
    if _migrated:
        path.write_bytes(_migrated[0])  # noqa: ASYNC240 - nothing else waits on the loop of a test
    else:
        first = Database(url)
        await first.open()
        await first.close()
        _migrated.append(path.read_bytes())  # noqa: ASYNC240 - nothing else waits on the loop of a test
    database = Database(url, busy_ms)
    await database.open()
    return database


@asynccontextmanager
async def open_room(folder: Path) -> AsyncIterator[Room]:
    """Open a room on a new file of a folder."""
    database, time = await open_database(folder / "room.sqlite3"), Time()
    try:
        woken: list[int] = []
        matches = Matches(database, GAMES, time, lambda due=None: woken.append(time.now))
        yield Room(database, time, matches, Lobbies(matches), woken)
    finally:
        await database.close()


class Killed(Exception):
    """The process died here."""


@contextmanager
def watching(database: Database, look: Callable[[str], None]) -> Iterator[None]:
    """Show every statement of what writes to a function before it runs."""

    def commit(_connection: Any) -> None:
        look("COMMIT")

    _, writing = engines(database)
    with _showing(writing, look):
        for engine in writing:
            event.listen(engine, "commit", commit)
        try:
            yield
        finally:
            for engine in writing:
                event.remove(engine, "commit", commit)


@contextmanager
def counting(database: Database) -> Iterator[list[str]]:
    """Collect every statement, of what reads and of what writes."""
    said: list[str] = []
    reading, writing = engines(database)
    with _showing((*reading, *writing), said.append):
        yield said


@contextmanager
def _showing(engines: Iterable[Engine], look: Callable[[str], None]) -> Iterator[None]:
    def before(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        look(statement)

    for engine in engines:
        event.listen(engine, "before_cursor_execute", before)
    try:
        yield
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", before)
