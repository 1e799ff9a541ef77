"""Which match is meant: this thread's, else the caller's only one, else they are asked."""

from __future__ import annotations

import pytest

from bot.answering.choosing import Where, WhichMatch, match_meant
from bot.i18n import Refused
from bot.positions import NoSuchMatch
from db.repositories import TellingRepository

from .room import CHANNEL, GUILD, Room


async def placed(room: Room, people: int = 2, *, place: int | None = None) -> int:
    """Start a match that is played in a place; returns its number."""
    number = (await room.match(people)).match.id
    async with room.database.write() as connection:
        await TellingRepository(connection).change(number, place_id=place or 10_000 + number)
    return number


async def meant(room: Room, where: Where, number: int | None = None) -> int:
    return (await match_meant(room.matches, where, number)).match.id


def at(channel: int | None, user: int = 1, guild: int | None = GUILD) -> Where:
    return Where(channel, guild, user)


async def test_in_a_thread_its_own_match_is_meant_although_others_wait(room: Room) -> None:
    first, second = await placed(room), await placed(room)
    assert await meant(room, at(10_000 + first)) == first
    assert await meant(room, at(10_000 + second)) == second


async def test_in_a_thread_a_watcher_means_its_match_too(room: Room) -> None:
    number = await placed(room)
    assert await meant(room, at(10_000 + number, user=9)) == number


async def test_elsewhere_ones_only_match_is_meant(room: Room) -> None:
    await placed(room, 1 + 1)
    number = await placed(room, 3)
    assert await meant(room, at(CHANNEL, user=3)) == number


async def test_of_several_the_caller_is_asked(room: Room) -> None:
    numbers = [await placed(room), await placed(room)]
    with pytest.raises(WhichMatch) as which:
        await meant(room, at(CHANNEL))
    assert sorted(each.match_id for each in which.value.matches) == numbers


async def test_of_two_in_one_channel_ones_own_is_meant(room: Room) -> None:
    await placed(room, 2, place=CHANNEL)
    number = await placed(room, 3, place=CHANNEL)
    assert await meant(room, at(CHANNEL, user=3)) == number
    with pytest.raises(WhichMatch):
        await meant(room, at(CHANNEL, user=1))


async def test_a_watcher_of_two_in_one_channel_means_the_newest(room: Room) -> None:
    await placed(room, place=CHANNEL)
    number = await placed(room, place=CHANNEL)
    assert await meant(room, at(CHANNEL, user=9)) == number


@pytest.mark.parametrize("user", [1, 9])
async def test_where_nothing_is_played_that_is_said(room: Room, user: int) -> None:
    await room.lobby(2)
    with pytest.raises(Refused, match="You're in no match here now"):
        await meant(room, at(CHANNEL, user=user))


async def test_a_match_that_is_over_is_not_meant_unless_it_is_named(room: Room) -> None:
    number = await placed(room)
    room.meddle("UPDATE matches SET status = 'over'")
    with pytest.raises(Refused, match="You're in no match here now"):
        await meant(room, at(10_000 + number))
    assert await meant(room, at(CHANNEL), number) == number


async def test_in_its_thread_a_match_that_is_over_is_meant_where_it_may_be(room: Room) -> None:
    number = await placed(room)
    room.meddle("UPDATE matches SET status = 'over'")
    position = await match_meant(room.matches, at(10_000 + number), over_too=True)
    assert position.match.id == number


async def test_a_match_of_another_server_is_refused(room: Room) -> None:
    number = await placed(room)
    with pytest.raises(NoSuchMatch):
        await meant(room, at(CHANNEL, guild=GUILD + 1), number)
    with pytest.raises(Refused, match="You're in no match here now"):
        await meant(room, at(5, guild=GUILD + 1))


async def test_in_a_dm_ones_own_match_of_any_server_is_meant_and_no_other(room: Room) -> None:
    number = await placed(room)
    assert await meant(room, at(5, guild=None)) == number
    assert await meant(room, at(5, guild=None), number) == number
    with pytest.raises(NoSuchMatch):
        await meant(room, at(5, user=9, guild=None), number)


@pytest.mark.parametrize("number", [0, -1, 99, 2**53])
async def test_a_number_of_no_match_is_no_match(room: Room, number: int) -> None:
    await placed(room)
    with pytest.raises(NoSuchMatch):
        await meant(room, at(CHANNEL), number)
