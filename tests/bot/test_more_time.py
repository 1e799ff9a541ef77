"""More time for a seat that is awaited, by vote: a turn's length, the reminders with it, and what tells of it."""

from __future__ import annotations

import pytest

from bot.i18n import Refused
from bot.seating.seats import Seats
from bot.timing.lateness import spared_of
from bot.timing.pace import DAY, HOUR

from .room import Room
from .test_votes import LATE, all_vote, called, due, kinds, late, notice_of


@pytest.fixture
def seats(room: Room) -> Seats:
    return Seats(room.matches)


async def test_more_time_gives_the_turn_its_length_once_more(room: Room, seats: Seats) -> None:
    number = await late(room)
    before = await due(room, number)
    assert before is not None
    vote = await called(seats, number)
    assert (await all_vote(seats, number, vote, "time", (1, 2))).decided == "time"
    assert await due(room, number) == before + DAY
    assert await due(room, number, 0) == before
    reminders = {each.seat: each.due for each in await room.matches.deadlines(number) if each.kind == "reminder"}
    assert reminders[2] == (reminders[0] or 0) + DAY
    assert await kinds(seats, number, open=False) == ["vote", "news"]
    room.time.now = before
    await room.matches.expire(number)
    assert 2 in (await room.matches.position(number)).state.to_act


async def test_who_gets_more_time_is_reminded_of_it_though_all_reminders_were_sent(room: Room, seats: Seats) -> None:
    number = await late(room)
    room.meddle("UPDATE deadlines SET sent = 2, rung = 2, due = NULL WHERE kind = 'reminder' AND seat = 2")
    await all_vote(seats, number, await called(seats, number), "time", (1, 2))
    (row,) = [each for each in await room.matches.deadlines(number) if (each.seat, each.kind) == (2, "reminder")]
    assert (row.sent, row.due) == (0, room.time.now + 2 * DAY - DAY // 2)


async def test_what_tells_of_the_missed_deadline_says_the_new_one_too(room: Room, seats: Seats) -> None:
    number = await late(room)
    room.meddle("UPDATE seats SET misses = 0")
    for who, card in ((1, "21"), (2, "41"), (4, "81")):
        await room.matches.play(number, who, card, None)
    room.time.now += DAY
    await room.matches.expire(number)
    (grace,) = await seats.notices(number)
    assert spared_of(grace).due == room.time.now + DAY
    await all_vote(seats, number, await called(seats, number), "time", (1, 2))
    assert spared_of(await notice_of(seats, number, grace.number)).due == await due(room, number)


async def test_more_time_counts_from_now_where_the_turn_is_over_already(room: Room, seats: Seats) -> None:
    number = await late(room)
    vote = await called(seats, number)
    room.time.now = (await due(room, number) or 0) + HOUR
    await all_vote(seats, number, vote, "time", (1, 2))
    assert await due(room, number) == room.time.now + DAY


async def test_more_time_is_no_choice_for_a_seat_that_nobody_waits_for(room: Room, seats: Seats) -> None:
    number = await late(room)
    await room.matches.play(number, LATE, "61", None)
    room.meddle("UPDATE seats SET misses = 1 WHERE match_id = ? AND seat = 2", number)
    vote = await called(seats, number)
    with pytest.raises(Refused, match="No clock runs"):
        await seats.vote(number, vote, 1, "time")
