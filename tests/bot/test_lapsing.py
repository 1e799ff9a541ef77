"""A lobby that nobody starts is called off a day after its last change."""

from __future__ import annotations

import pytest

from bot.i18n import Refused
from bot.timing.pace import DAY, HOUR

from .room import Room


async def kinds(room: Room, number: int) -> set[str]:
    return {each.kind for each in await room.matches.deadlines(number)}


async def test_a_lobby_is_called_off_a_day_after_its_last_change(room: Room) -> None:
    number = await room.lobby()
    room.time.now += 20 * HOUR
    await room.lobbies.join(number, room.person(2))
    assert room.woken[-1] == room.time.now
    room.time.now += DAY - 1
    assert await room.matches.expire(number) is None
    room.time.now += 1
    position = await room.matches.expire(number)
    assert position == await room.matches.position(number)
    match = position.match
    assert (match.status, match.reason, match.ended_at) == ("cancelled", "lapsed", room.time.now)
    assert len(match.seats) == 2
    assert await room.matches.deadlines(number) == ()
    assert await room.matches.expire(number) is None


async def test_a_lobby_that_was_kept_open_has_another_day(room: Room) -> None:
    number = await room.lobby()
    room.time.now += 23 * HOUR
    await room.lobbies.keep_open(number, room.person(1))
    assert {each.due for each in await room.matches.deadlines(number) if each.kind == "lapse"} == {room.time.now + DAY}
    with pytest.raises(Refused, match="who sit"):
        await room.lobbies.keep_open(number, room.person(2))
    await room.lobbies.keep_open(number, room.person(3, moderator=True))


async def test_a_match_that_starts_or_is_called_off_leaves_no_clock_of_its_lobby(room: Room) -> None:
    position = await room.match()
    assert await kinds(room, position.match.id) == {"turn", "reminder"}
    assert all(each.since == 1 for each in await room.matches.deadlines(position.match.id))
    off = await room.lobby()
    await room.lobbies.cancel(off, room.person(1))
    assert await kinds(room, off) == set()
    left = await room.lobby()
    await room.lobbies.leave(left, room.person(1))
    assert await kinds(room, left) == set()


async def test_a_match_without_a_clock_has_none_of_its_lobby_either(room: Room) -> None:
    position = await room.match(pace="none")
    assert {(each.kind, each.due) for each in await room.matches.deadlines(position.match.id)} == {("turn", None)}
