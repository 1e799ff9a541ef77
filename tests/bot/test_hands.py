"""How a turn reaches a person, as far as Discord has no part in it."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from bot.i18n import say_in
from bot.messages.scenes import Scene, scene_of
from bot.messenger import Messenger
from bot.presentation import Presentations
from bot.telling.hands import HandTeller, _deadline_of, _who_led_to
from bot.telling.tellings import Tellings, Told, dump_told
from cogs.take5 import Take5
from db.records import DeadlineRecord, MadeBy, MoveRecord
from db.repositories import PeopleRepository
from rules.engine import Seat
from tests.rules.take5_table import lay

from .room import Room

ROWS = [[20], [40], [60], [80]]


def row(seq: int, seat: int | None, turn: int, by: MadeBy = "person") -> MoveRecord:
    return MoveRecord(seq, seat, "55", by, None, turn, "[]", 0)


@pytest.fixture
def hands(room: Room) -> HandTeller:
    messenger = Messenger(discord.Client(intents=discord.Intents.none()))
    return HandTeller(messenger, room.matches, Tellings(messenger, room.database))


async def scene(room: Room, number: int) -> Scene:
    games = Presentations()
    games.enter(Take5())
    return scene_of(await room.matches.position(number), games, {}, say_in(None))


async def prefer(room: Room, user_id: int, **columns: object) -> None:
    async with room.database.write() as connection:
        await PeopleRepository(connection).change_user(user_id, **columns)


async def asked(room: Room, hands: HandTeller, number: int, **telling: object) -> dict[int, Told]:
    """Return how everybody would be told, after the first post unless the telling says otherwise."""
    kept = replace(await room.matches.telling(number), **{"told_seq": 1, **telling})  # type: ignore[arg-type]  # its columns
    rows = await room.matches.log_of(number, kept.told_seq)
    return await hands.asked(await scene(room, number), kept, rows)


def test_a_turn_was_led_to_by_the_first_row_that_reached_it() -> None:
    rows = [row(3, 0, 4), row(4, 1, 5), row(5, 2, 5)]
    assert _who_led_to(rows, 5) == 1
    assert _who_led_to(rows, 4) == 0
    assert _who_led_to(rows, 6) is None
    assert _who_led_to([row(3, 1, 5, "time")], 5) is None
    assert _who_led_to([row(3, None, 5, "deal")], 5) is None


def test_what_a_stand_in_played_after_a_click_came_with_that_click() -> None:
    assert _who_led_to([row(3, 1, 5), row(4, 2, 6, "stand_in")], 6) == 1
    assert _who_led_to([row(3, 1, 5, "time"), row(4, 2, 6, "stand_in")], 6) is None


def test_who_answered_last_in_a_window_is_called_like_everybody() -> None:
    assert _who_led_to([row(3, 1, 5, "answer"), row(4, 2, 6, "stand_in")], 6) is None


def test_the_deadline_of_a_seat_is_that_of_its_turn_not_its_reminder() -> None:
    made = [DeadlineRecord(1, 0, "reminder", 1, 0, 5), DeadlineRecord(1, 0, "turn", 1, 0, 9)]
    assert _deadline_of(made, Seat(0)) == made[1]
    assert _deadline_of(made, Seat(1)) is None
    assert _deadline_of(made[:1], Seat(0)) is None


async def test_the_opening_mentions_everybody_in_its_post(room: Room, hands: HandTeller) -> None:
    number = (await room.match(3)).match.id
    assert await asked(room, hands, number, told_seq=0) == {
        seat: Told(1, "thread", hand=False, user_id=seat + 1) for seat in range(3)
    }


async def test_later_everybody_is_told_where_they_prefer(room: Room, hands: HandTeller) -> None:
    number = (await room.match(4)).match.id
    await prefer(room, 2, ping="thread")
    await prefer(room, 3, dm_closed=True)
    await prefer(room, 4, hand="panel")
    told = await asked(room, hands, number)
    assert {seat: each.way for seat, each in told.items()} == {0: "dm", 1: "thread", 2: "thread", 3: "dm"}


async def test_nobody_is_told_twice_of_one_turn(room: Room, hands: HandTeller) -> None:
    number = (await room.match(2)).match.id
    before = {0: Told(1, "thread", hand=True, user_id=1), 1: Told(0, "thread", hand=True, user_id=2)}
    told = await asked(room, hands, number, pinged=dump_told(before))
    assert told == {0: before[0], 1: Told(1, "dm", hand=False, user_id=2)}


async def test_whose_own_click_brought_the_turn_is_not_told_of_it(room: Room, hands: HandTeller) -> None:
    number = (await room.match(2)).match.id
    await room.put(number, lay(ROWS, [(21, 22, 23), (41, 42, 43)]))
    await room.pick_all(number, [21, 41])
    told = await asked(room, hands, number)
    assert told == {0: Told(21, "dm", hand=False, user_id=1), 1: Told(21, "self", hand=True, user_id=2)}


async def test_a_turn_that_time_brought_is_told_to_everybody(room: Room, hands: HandTeller) -> None:
    number = (await room.match(2)).match.id
    room.time.now += 24 * 3_600_000
    await room.matches.expire(number)
    assert {each.way for each in (await asked(room, hands, number)).values()} == {"dm"}


async def test_bots_and_seats_that_the_stand_in_holds_are_told_nothing(room: Room, hands: HandTeller) -> None:
    number = (await room.match(2, bots=1)).match.id
    await room.give_up(number, 1)
    assert set(await asked(room, hands, number)) <= {0}


async def test_where_the_place_is_gone_everybody_is_told_by_dm(room: Room, hands: HandTeller) -> None:
    number = (await room.match(2)).match.id
    await prefer(room, 1, ping="thread")
    told = await asked(room, hands, number, place_gone=True)
    assert {each.way for each in told.values()} == {"dm"}


async def test_who_takes_a_seat_over_in_its_turn_is_called_by_nothing(room: Room, hands: HandTeller) -> None:
    number = (await room.match(2)).match.id
    before = {0: Told(1, "thread", hand=True, user_id=7), 1: Told(1, "dm", hand=False, user_id=2)}
    told = await asked(room, hands, number, told_seq=1, pinged=dump_told(before))
    assert told == {0: Told(1, "self", hand=True, user_id=1), 1: before[1]}
