"""Seats and votes while a window is open: what is answered in it is private, and shows in no vote."""

from __future__ import annotations

from dataclasses import astuple

import pytest

from bot.i18n import Refused
from bot.seating.seats import Seats
from bot.timing.pace import PACES
from db.records import NoticeRecord

from .room import Room
from .test_windows import opened, pass_time

LATE = 2
"""The person whose seat, 1, has missed a turn before the window opened."""


@pytest.fixture
def seats(room: Room) -> Seats:
    return Seats(room.matches)


async def asked(room: Room, seats: Seats) -> tuple[int, int]:
    """Open a window, and a vote about somebody who might answer in it; return match and move number."""
    position = await opened(room)
    room.meddle("UPDATE seats SET misses = 1 WHERE seat = 1")
    await seats.ask_about(position.match.id, 1, 1)
    return position.match.id, position.state.move_number


async def seen(room: Room, seats: Seats, number: int) -> tuple[tuple[NoticeRecord, ...], list[int], set[int]]:
    """What somebody who sits can find out: notices, misses as far as they count, whom a vote may be about."""
    position = await room.matches.position(number)
    _, about = await seats.in_question(number, 1)
    return await seats.notices(number), [seat.misses for seat in position.match.seats], set(about)


@pytest.mark.parametrize("notation", ["let", "order never"])
async def test_an_answer_or_an_order_is_seen_neither_in_a_vote_nor_in_who_may_be_voted_about(
    room: Room, seats: Seats, notation: str
) -> None:
    number, move = await asked(room, seats)
    before = await seen(room, seats, number)
    await room.matches.play(number, LATE, notation, move if notation == "let" else None)
    assert await seen(room, seats, number) == before


async def test_a_standing_order_left_between_turns_is_seen_in_no_vote_either(room: Room, seats: Seats) -> None:
    number = (await room.match(3, game="stacks")).match.id
    room.meddle("UPDATE seats SET misses = 1 WHERE seat = 1")
    await seats.ask_about(number, 1, 1)
    before = await seen(room, seats, number)
    await room.matches.play(number, LATE, "order never", None)
    assert await seen(room, seats, number) == before


async def test_a_seat_that_changes_hands_in_a_window_leaves_its_clocks_alone(room: Room, seats: Seats) -> None:
    number = (await opened(room)).match.id
    before = [astuple(each) for each in await room.matches.deadlines(number)]
    room.time.now += 60_000
    await seats.offer(number, LATE, room.person(9))
    await seats.take(number, 1, room.person(9))
    await seats.by_staff(number, "stand_in", 2)
    assert [astuple(each) for each in await room.matches.deadlines(number)] == before


async def test_an_answer_given_before_a_seat_changes_hands_stands(room: Room, seats: Seats) -> None:
    position = await opened(room)
    number, move = position.match.id, position.state.move_number
    await room.matches.play(number, LATE, "let", move)
    await seats.offer(number, LATE, room.person(9))
    taken = await seats.take(number, 1, room.person(9))
    assert not [each for each in taken.state.legal_moves(1) if str(each) == "let"]
    after = await pass_time(room, position, PACES["day"].window)
    assert after.state.wait == "turn"


async def test_more_time_is_no_choice_in_a_window(room: Room, seats: Seats) -> None:
    number, _ = await asked(room, seats)
    with pytest.raises(Refused, match="No clock runs"):
        await seats.vote(number, 1, 1, "time")
    with pytest.raises(Refused, match="No clock runs"):
        await seats.by_staff(number, "time", 1)
