"""A hundred things in one tick, on one match and on a hundred; a deadline and a winning move that meet."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

import pytest

from bot.matches import Played
from bot.positions import Position
from bot.selfplay import playable
from bot.verify import replayed
from db.repositories import LeaderboardRepository
from rules import GAMES
from rules.engine import Refusal, Seat

from .room import Room

games = pytest.mark.parametrize("key", GAMES)


@dataclass(frozen=True)
class Press:
    """A button that somebody presses: a move, and the number of the position it was on."""

    who: int
    notation: str
    number: int


def presses(position: Position, luck: random.Random, count: int) -> list[Press]:
    """So many presses of everybody's buttons: double ones, old ones, and those of others' moves."""
    state = position.state
    people = {Seat(each.seat): each.user_id or 0 for each in position.match.seats}
    some = {seat: luck.sample(legal, min(4, len(legal))) for seat in people if (legal := playable(state, seat))}
    fresh = [Press(people[seat], str(move), state.move_number) for seat, moves in some.items() for move in moves]
    old = [Press(each.who, each.notation, each.number - 1) for each in fresh]
    foreign = [Press(luck.choice(list(people.values())), each.notation, each.number) for each in fresh]
    every = [*fresh, *fresh, *old, *foreign]
    luck.shuffle(every)
    return [every[index % len(every)] for index in range(count)]


async def pressed(room: Room, number: int, press: Press) -> Press | None:
    """Press; return what was played, None for what was refused."""
    try:
        await room.matches.play(number, press.who, press.notation, press.number)
    except Refusal:
        return None
    return press


async def held_to_its_log(room: Room, before: Position, played: list[Press]) -> None:
    """Each press that was taken is a row of the log, on the position that it was for, and nothing else is."""
    number = before.match.id
    after, log = await room.matches.position(number), await room.matches.log_of(number)
    assert replayed(after, log) == after.state
    assert after.match.version == before.match.version + len(played)
    state, dated = before.state, []
    for row in log[before.match.log_length :]:
        assert row.seat is not None and row.notation is not None and row.user_id is not None
        dated.append(Press(row.user_id, row.notation, state.move_number))
        state, _ = state.apply(Seat(row.seat), before.game.parse(row.notation))
    assert sorted(map(str, dated)) == sorted(map(str, played))


@games
async def test_a_hundred_presses_in_one_tick_on_one_match(key: str, room: Room) -> None:
    game, luck = GAMES[key], random.Random(7)  # noqa: S311 - no luck of a game
    position = await room.match(max(game.tables(game.options())), game=key)
    for _ in range(3):
        tick = presses(position, luck, 100)
        taken = await asyncio.gather(*(pressed(room, position.match.id, press) for press in tick))
        played = [press for press in taken if press is not None]
        assert played
        await held_to_its_log(room, position, played)
        position = await room.matches.position(position.match.id)


async def test_a_hundred_presses_in_one_tick_on_each_of_a_hundred_matches(room: Room) -> None:
    luck, keys = random.Random(7), list(GAMES)  # noqa: S311 - no luck of a game
    matches = [await room.match(2, game=keys[index % len(keys)]) for index in range(100)]
    tick = [(position, press) for position in matches for press in presses(position, luck, 6)]
    luck.shuffle(tick)
    taken = await asyncio.gather(*(pressed(room, position.match.id, press) for position, press in tick))
    for position in matches:
        played = [press for (match, _), press in zip(tick, taken, strict=True) if match is position and press]
        await held_to_its_log(room, position, played)


# The deadline and the winning move -----------------------------------------------------------------------


async def at_the_last_move(room: Room, key: str) -> tuple[Position, Seat, Any]:
    """Lay the position before the move that ends a match, with that move and whose it is."""
    position = await room.match(2, game=key)
    state = position.state
    while True:
        seat = min(seat for seat in state.to_act if playable(state, seat))
        move = position.game.stand_in(state.view(seat), playable(state, seat))
        after, _ = state.apply(seat, move)
        if after.outcome is not None:
            return await room.put(position.match.id, state), seat, move
        state = after


async def due(room: Room, position: Position, seat: Seat) -> int:
    """When somebody's time is over."""
    deadlines = await room.matches.deadlines(position.match.id)
    ends = next(each.due for each in deadlines if (each.seat, each.kind) == (seat, position.state.wait))
    assert ends is not None
    return ends


async def both(room: Room, key: str, *, deadline_first: bool) -> tuple[Position, Seat, Any, Any]:
    position, seat, move = await at_the_last_move(room, key)
    number = position.match.id
    if position.state.wait == "turn":  # it is missed once before, and runs once more
        room.time.now = await due(room, position, seat)
        await room.matches.expire(number)
        position = await room.matches.position(number)
    room.time.now = await due(room, position, seat)
    click: Awaitable[Played] = room.matches.play(number, seat + 1, str(move), position.state.move_number)
    runs_out: Awaitable[Position | None] = room.matches.expire(number)
    if deadline_first:
        late, won = await asyncio.gather(runs_out, click, return_exceptions=True)
    else:
        won, late = await asyncio.gather(click, runs_out, return_exceptions=True)
    return position, seat, won, late


@games
async def test_a_winning_move_just_before_the_deadline_wins_and_nothing_more_is_played(key: str, room: Room) -> None:
    position, seat, won, late = await both(room, key, deadline_first=False)
    assert isinstance(won, Played)
    assert late is None
    after, log = won.position, await room.matches.log_of(position.match.id, position.match.log_length)
    assert after.match.status == "over"
    assert [(row.seat, row.user_id) for row in log] == [(seat, seat + 1)]
    assert after == await room.matches.position(position.match.id)
    assert await room.matches.deadlines(position.match.id) == ()
    assert len(await results(room, position)) == 2


@games
async def test_a_winning_move_just_after_the_deadline_is_refused_and_nothing_is_played_twice(
    key: str, room: Room
) -> None:
    position, _, won, late = await both(room, key, deadline_first=True)
    assert isinstance(won, Refusal)
    assert isinstance(late, Position)
    log = await room.matches.log_of(position.match.id, position.match.log_length)
    assert {row.by for row in log} <= {"time", "order"}
    assert {row.seat for row in log} <= set(position.state.to_act)
    after = await room.matches.position(position.match.id)
    assert after.match.version == position.match.version + 1
    assert len(await results(room, position)) == (2 if after.match.status == "over" else 0)
    assert (await room.matches.deadlines(position.match.id) == ()) is (after.match.status == "over")


async def results(room: Room, position: Position) -> tuple[Any, ...]:
    async with room.database.read() as connection:
        return tuple(await LeaderboardRepository(connection).results(position.match.id))
