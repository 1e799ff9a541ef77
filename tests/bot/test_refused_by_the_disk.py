"""Whatever is done to a match or a lobby while the disk takes nothing: nothing of it is kept, and later it works."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from bot.timing.pace import DAY
from db.trouble import DiskTrouble
from rules import GAMES
from tests.db.disks import no_write_comes_through
from tests.rules.take5_table import lay

from .room import CHANNEL, GUILD, Room

Deed = Callable[[], Awaitable[Any]]


async def refused_and_later_done(room: Room, deed: Deed) -> None:
    before, woken = await room.everything(), list(room.woken)
    with no_write_comes_through():
        for _ in range(2):
            with pytest.raises(DiskTrouble):
                await deed()
    assert await room.everything() == before
    assert room.woken == woken
    await deed()
    assert await room.everything() != before


async def running(room: Room, key: str, people: int = 2) -> int:
    return (await room.match(people, game=key)).match.id


async def first_move(room: Room, number: int) -> tuple[int, str]:
    """Who may move, and how."""
    state = (await room.matches.position(number)).state
    seat = min(state.to_act)
    return seat + 1, str(state.legal_moves(seat)[0])


@pytest.mark.parametrize("key", GAMES)
async def test_a_move_of_any_game(key: str, room: Room) -> None:
    number = await running(room, key)
    who, move = await first_move(room, number)
    await refused_and_later_done(room, lambda: room.matches.play(number, who, move, 0))


@pytest.mark.parametrize("key", GAMES)
async def test_a_deadline_of_any_game(key: str, room: Room) -> None:
    number = await running(room, key)
    room.time.now += DAY
    await refused_and_later_done(room, lambda: room.matches.expire(number))


@pytest.mark.parametrize("key", GAMES)
async def test_a_start_of_any_game(key: str, room: Room) -> None:
    number = await room.lobby(2, game=key)
    await refused_and_later_done(room, lambda: room.lobbies.start(number, room.person(1)))


async def test_the_end_of_a_match_with_its_results(room: Room) -> None:
    position = await room.match(2, rounds=1)
    number = position.match.id
    await room.put(number, lay([[20], [40], [60], [80]], [(21, 22), (41, 42)], options=position.options))
    await room.matches.play(number, 1, "21", None)
    await refused_and_later_done(room, lambda: room.matches.play(number, 2, "41", None))
    assert (await room.matches.position(number)).match.status == "over"
    await refused_and_later_done(room, lambda: room.lobbies.rematch(number, room.person(1)))


async def test_giving_a_seat_up_and_coming_back(room: Room) -> None:
    number = await running(room, "take5")
    await refused_and_later_done(room, lambda: room.matches.leave(number, 2))
    await refused_and_later_done(room, lambda: room.matches.come_back(number, 2))


async def test_a_ruling(room: Room) -> None:
    number = await running(room, "sequence", 4)
    ruling = str((await room.matches.position(number)).state.legal_moves(None)[0])
    await refused_and_later_done(room, lambda: room.matches.rule(number, 1, False, ruling))


LOBBY: Sequence[tuple[str, Callable[[Room, int], Awaitable[Any]]]] = (
    ("opening", lambda room, _: room.lobbies.open(GUILD, CHANNEL, room.person(7), "take5", "day")),
    ("joining", lambda room, number: room.lobbies.join(number, room.person(7))),
    ("leaving", lambda room, number: room.lobbies.leave(number, room.person(2))),
    ("a bot", lambda room, number: room.lobbies.add_bot(number, room.person(1))),
    ("an option", lambda room, number: room.lobbies.set_option(number, room.person(1), "rounds", "1")),
    ("calling off", lambda room, number: room.lobbies.cancel(number, room.person(1))),
)


@pytest.mark.parametrize("deed", [deed for _, deed in LOBBY], ids=[name for name, _ in LOBBY])
async def test_what_is_done_in_a_lobby(deed: Callable[[Room, int], Awaitable[Any]], room: Room) -> None:
    number = await room.lobby(2)
    await refused_and_later_done(room, lambda: deed(room, number))
