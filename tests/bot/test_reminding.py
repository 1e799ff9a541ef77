"""Reminders on their way to Discord: what is due is judged anew at that moment."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.timing.pace import DAY, HOUR
from db.records import DeadlineRecord
from db.repositories import PeopleRepository

from .desk import Desk, open_desk
from .room import NOON, Room

HALF = DAY // 2


@pytest.fixture
async def desk(room: Room) -> AsyncIterator[Desk]:
    async with open_desk(room) as desk:
        await desk.told()
        yield desk


async def prefer(desk: Desk, **columns: object) -> None:
    async with desk.room.database.write() as connection:
        await PeopleRepository(connection).change_user(desk.people[0], **columns)


async def row(desk: Desk) -> DeadlineRecord:
    rows = await desk.room.matches.deadlines(desk.number)
    return next(each for each in rows if (each.seat, each.kind) == (0, "reminder"))


def sent(desk: Desk) -> int:
    return sum("the table waits for you" in text for text in desk.shown())


async def test_one_that_is_due_is_sent_once_and_the_next_step_is_planned(desk: Desk) -> None:
    desk.room.time.now += HALF
    due = await row(desk)
    for _ in range(2):
        await desk.teller.remind(due)
    assert sent(desk) == 1
    assert (await row(desk)).due == NOON + DAY * 7 // 8
    assert ((await row(desk)).sent, (await row(desk)).sent_at, (await row(desk)).rung) == (1, desk.room.time.now, 1)


@pytest.mark.parametrize(
    ("habits", "then"),
    [
        ({"reminders": "end"}, NOON + DAY * 7 // 8),
        ({"reminders": "none"}, None),
        ({"away_until": NOON + 9 * DAY}, None),
    ],
)
async def test_what_its_person_prefers_by_then_counts_though_nobody_has_heeded_it_yet(
    habits: dict[str, object], then: int | None, desk: Desk
) -> None:
    await prefer(desk, **habits)
    desk.room.time.now += HALF
    await desk.teller.remind(await row(desk))
    assert sent(desk) == 0
    assert (await row(desk)).due == then


async def test_in_quiet_hours_that_were_chosen_meanwhile_it_waits_for_their_end(desk: Desk) -> None:
    minute = (NOON + HALF) // 60_000 % (24 * 60)
    await prefer(desk, quiet_from=minute, quiet_to=(minute + 60) % (24 * 60))
    desk.room.time.now += HALF
    await desk.teller.remind(await row(desk))
    assert sent(desk) == 0
    wait = ((await row(desk)).due or 0) - desk.room.time.now
    assert 0 < wait <= HOUR
    desk.room.time.now += wait
    await desk.teller.remind(await row(desk))
    assert sent(desk) == 1


async def test_none_comes_to_who_has_moved_or_is_played_for(desk: Desk) -> None:
    due = await row(desk)
    desk.room.time.now += HALF
    await desk.room.matches.leave(desk.number, desk.people[0])
    await desk.teller.remind(due)
    assert sent(desk) == 0


async def test_one_whose_row_was_left_behind_is_never_sent_and_not_looked_at_again(desk: Desk) -> None:
    desk.room.meddle("DELETE FROM deadlines WHERE kind = 'turn'")
    desk.room.time.now += HALF
    await desk.teller.remind(await row(desk))
    assert sent(desk) == 0
    assert (await row(desk)).due is None


async def test_the_second_one_is_told_apart_from_the_first_after_a_kill(desk: Desk) -> None:
    desk.room.time.now += HALF
    await desk.teller.remind(await row(desk))
    desk.room.time.now = NOON + DAY * 7 // 8
    await desk.teller.remind(await row(desk))
    time, half = desk.room.time.now, NOON + HALF
    desk.room.meddle("UPDATE deadlines SET sent = 1, sent_at = ?, rung = 1, due = ? WHERE sent = 2", half, time)
    await desk.sandbox.pass_time(3600)  # Discord has forgotten the nonce
    await desk.teller.remind(await row(desk))
    assert sent(desk) == 2
    assert ((await row(desk)).sent, (await row(desk)).due) == (2, None)
