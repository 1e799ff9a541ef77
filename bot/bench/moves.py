"""A move, kept: `Matches.play` beside sqlite3 alone, and with many writers beside SQLAlchemy's default pool."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.bench import live
from bot.bench.bare import Bare
from bot.bench.default_pool import DefaultPool
from bot.bench.measure import Effort, folder, milliseconds, p99, seconds
from bot.bench.rows import Row, at_most
from bot.bench.walks import usual_seats
from bot.matches import Matches
from db.session import Database
from rules import GAMES
from rules.engine import Game

PAIRS, AT_ONCE, ROUNDS = 400, 64, 10
SINGLE, MANY = at_most(14), at_most(1 / 2)


def rows(effort: Effort) -> Iterator[Row]:
    """One durable move after the other; then as many matches' moves at once."""
    for game in GAMES.values():
        with folder() as made:
            ours, bare = asyncio.run(one_by_one(game, made, effort.times(PAIRS)))
            yield Row(f"move {game.key} kept", milliseconds(ours), milliseconds(bare), "ms", SINGLE)
    game = next(iter(GAMES.values()))
    with folder() as made:
        writers = effort.many(AT_ONCE)
        mine, usual = asyncio.run(all_at_once(game, made, writers, effort.times(ROUNDS)))
        yield Row(f"move {writers} at once, p99", p99(mine), p99(usual), "ms", MANY)


async def one_by_one(game: Game[Any], made: Path, pairs: int) -> tuple[list[float], list[float]]:
    """Play moves, and after each write the same rows barely; return the seconds of both sides."""
    ours: list[float] = []
    bare: list[float] = []
    async with live.opened(Database(live.url_of(made / "ours.sqlite3"))) as matches:
        while len(ours) < pairs:
            position = await live.begin(matches, game.key, range(1, usual_seats(game) + 1), 1, 1)
            copy = made / f"bare-{position.match.id}.sqlite3"
            await matches.database.backup(copy)
            await _one_match(matches, position.match.id, Bare(matches.database.path), Bare(copy), ours, bare, pairs)
    return ours, bare


async def _one_match(
    matches: Matches, match_id: int, kept: Bare, other: Bare, ours: list[float], bare: list[float], pairs: int
) -> None:
    """Play a match until it is over or enough is measured; the move that ends it counts for neither side."""
    try:
        position = await matches.position(match_id)
        while len(ours) < pairs and position.state.outcome is None:
            user_id, notation = live.next_move(position)
            before, log_length = kept.deadlines(match_id), position.match.log_length
            started = time.perf_counter()
            played = await matches.play(match_id, user_id, notation, position.state.move_number)
            spent = time.perf_counter() - started
            position = played.position
            if position.state.outcome is None:
                written = kept.written(match_id, log_length, before)
                ours.append(spent)
                bare.append(seconds(other.keep, written))
    finally:
        kept.close()
        other.close()


async def all_at_once(
    game: Game[Any], made: Path, writers: int, rounds: int
) -> tuple[list[list[float]], list[list[float]]]:
    """Let a person of each match move, all in one moment, by turns on both sides; return the seconds of each burst."""
    ours = Database(live.url_of(made / "ours.sqlite3"))
    usual = DefaultPool(live.url_of(made / "usual.sqlite3"))
    spent: tuple[list[list[float]], list[list[float]]] = [], []
    async with live.opened(ours) as first, live.opened(usual) as second:
        for matches in (first, second):
            for _ in range(writers):
                await live.begin(matches, game.key, range(1, usual_seats(game) + 1), 1, 1)
        for _ in range(rounds):
            for matches, bursts in zip((first, second), spent, strict=True):
                bursts.append(await _one_round(matches, writers))
    return spent


async def _one_round(matches: Matches, writers: int) -> list[float]:
    positions = [await matches.position(number) for number in range(1, writers + 1)]
    moves = [(position, *live.next_move(position)) for position in positions]

    async def timed(match_id: int, user_id: int, notation: str, number: int) -> float:
        started = time.perf_counter()
        await matches.play(match_id, user_id, notation, number)
        return time.perf_counter() - started

    return await asyncio.gather(
        *(
            timed(position.match.id, user_id, notation, position.state.move_number)
            for position, user_id, notation in moves
        )
    )
