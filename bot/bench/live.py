"""Databases with live matches in them, made without Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from bot.bench.walks import to_move
from bot.lobbies import Lobbies, Person
from bot.matches import Matches
from bot.now import system_now
from bot.positions import Position
from db.repositories import TellingRepository
from db.session import Database
from rules import GAMES

_interactions = count(1)


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


@asynccontextmanager
async def opened(database: Database) -> AsyncIterator[Matches]:
    """Open a database for matches, and close it."""
    await database.open()
    try:
        yield Matches(database, GAMES, system_now)
    finally:
        await database.close()


async def begin(matches: Matches, game: str, people: Sequence[int], guild_id: int, channel_id: int) -> Position:
    """Open a table for some people (numbers of users) and start it."""
    opener, *others = (Person(user_id, f"Person {user_id}", next(_interactions)) for user_id in people)
    lobbies = Lobbies(matches)
    opened = await lobbies.open(guild_id, channel_id, opener, game, "day")
    for person in others:
        await lobbies.join(opened.match.id, person)
    return await lobbies.start(opened.match.id, opener)


async def call_told(matches: Matches, position: Position) -> None:
    """Note that Discord shows a match as it is, so that a bot that starts has nothing to tell of it."""
    match = position.match
    async with matches.database.write() as connection:
        await TellingRepository(connection).change(
            match.id,
            place_id=match.channel_id,
            post_turn=match.turn,
            told_seq=match.log_length,
            settled_version=match.version,
        )


def next_move(position: Position) -> tuple[int, str]:
    """Return who moves next, and what the stand-in would do there."""
    seat, moves = to_move(position.state)
    user_id = position.holder(seat).user_id
    if user_id is None:
        raise ValueError("a bot is to move")
    return user_id, str(position.game.stand_in(position.state.view(seat), moves))
