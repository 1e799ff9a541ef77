"""Calling a match off together: it takes everybody who holds a seat."""

from __future__ import annotations

import asyncio

import pytest

from bot.i18n import Refused
from bot.seating.seats import Seats
from bot.seating.votes import load_ending
from db.records import NoticeRecord

from .room import Room


@pytest.fixture
def seats(room: Room) -> Seats:
    return Seats(room.matches)


async def only_notice(seats: Seats, number: int) -> NoticeRecord:
    (notice,) = await seats.notices(number)
    return notice


async def test_all_who_hold_a_seat_call_the_match_off(room: Room, seats: Seats) -> None:
    number = (await room.match(3, bots=1)).match.id
    await room.matches.leave(number, 3)
    assert (await seats.ask_to_end(number, 1)).match.status == "running"
    asked = await only_notice(seats, number)
    ended = await seats.answer_to_end(number, asked.number, 2, agrees=True)
    assert (ended.match.status, ended.match.reason, ended.match.rated) == ("cancelled", "all", False)
    assert not (await only_notice(seats, number)).open


async def test_who_plays_on_ends_the_question_which_comes_again_next_turn_at_the_soonest(
    room: Room, seats: Seats
) -> None:
    number = (await room.match(2)).match.id
    await seats.ask_to_end(number, 1)
    asked = await only_notice(seats, number)
    assert (await seats.answer_to_end(number, asked.number, 2, agrees=False)).match.status == "running"
    assert load_ending((await only_notice(seats, number)).data).against == 1
    with pytest.raises(Refused, match="next turn"):
        await seats.ask_to_end(number, 1)
    with pytest.raises(Refused, match="Nobody asks"):
        await seats.answer_to_end(number, asked.number, 1, agrees=True)


async def test_to_ask_while_somebody_asks_is_to_agree(room: Room, seats: Seats) -> None:
    number = (await room.match(2)).match.id
    both = await asyncio.gather(*(seats.ask_to_end(number, who) for who in (1, 2)))
    assert [position.match.status for position in both] == ["running", "cancelled"]


async def test_alone_with_bots_asking_ends_it(room: Room, seats: Seats) -> None:
    number = (await room.match(1, bots=2)).match.id
    assert (await seats.ask_to_end(number, 1)).match.status == "cancelled"


async def test_who_leaves_need_not_agree(room: Room, seats: Seats) -> None:
    number = (await room.match(3)).match.id
    await seats.ask_to_end(number, 1)
    asked = await only_notice(seats, number)
    await seats.answer_to_end(number, asked.number, 2, agrees=True)
    assert (await room.matches.leave(number, 3)).match.reason == "all"


async def test_who_takes_a_seat_over_is_asked_for_themselves(room: Room, seats: Seats) -> None:
    number = (await room.match(3)).match.id
    await seats.ask_to_end(number, 1)
    asked = await only_notice(seats, number)
    await seats.answer_to_end(number, asked.number, 2, agrees=True)
    await seats.offer(number, 2, room.person(9))
    await seats.take(number, asked.number + 1, room.person(9))
    assert (await seats.answer_to_end(number, asked.number, 3, agrees=True)).match.status == "running"
    assert (await seats.answer_to_end(number, asked.number, 9, agrees=True)).match.status == "cancelled"
