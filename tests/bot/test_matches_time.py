"""Deadlines: who is awaited until when, and what is done for those who don't come."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.positions import NoSuchMatch, Position
from bot.timing.deadlines import changed_deadlines
from bot.timing.heeding import put_reminder
from bot.timing.pace import DAY, HOUR, MINUTE, PACES
from db.records import DeadlineRecord
from rules.engine import Seat
from tests.rules.take5_table import lay, pick_all

from .room import NOON, Room

ROWS = [[20], [40], [60], [80]]


async def turns(room: Room, number: int) -> dict[int, DeadlineRecord]:
    return {each.seat: each for each in await room.matches.deadlines(number) if each.kind == "turn"}


async def reminders(room: Room, number: int) -> dict[int, DeadlineRecord]:
    return {each.seat: each for each in await room.matches.deadlines(number) if each.kind == "reminder"}


async def put(room: Room, people: int = 2, bots: int = 0, pace: str = "day") -> int:
    """Start a match at a trick in which nobody takes a row; seat n holds 21, 22, 23, 24 and so on by twenties."""
    number = (await room.match(people, bots=bots, pace=pace)).match.id
    hands = [tuple(20 * (seat + 1) + card for card in range(1, 5)) for seat in range(people + bots)]
    await room.put(number, lay(ROWS, hands))
    return number


# What a deadline is --------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["live", "day", "three_days"])
async def test_everybody_awaited_has_as_long_as_the_pace_says(room: Room, pace: str) -> None:
    position = await room.match(3, pace=pace)
    made = await turns(room, position.match.id)
    length = PACES[pace].turn
    assert length is not None
    assert {seat: each.due for seat, each in made.items()} == dict.fromkeys(range(3), NOON + length)
    assert {each.since for each in made.values()} == {position.state.turn}
    assert {each.asked_at for each in made.values()} == {NOON}


async def test_without_a_clock_people_are_awaited_and_nothing_is_ever_due(room: Room) -> None:
    number = (await room.match(2, pace="none")).match.id
    assert {each.due for each in (await turns(room, number)).values()} == {None}
    assert await reminders(room, number) == {}
    room.time.now += 1000 * DAY
    assert await room.matches.expire(number) is None


@pytest.mark.parametrize(("pace", "after"), [("day", DAY // 2), ("three_days", 3 * DAY // 2)])
async def test_the_first_reminder_comes_half_way(room: Room, pace: str, after: int) -> None:
    number = (await room.match(2, pace=pace)).match.id
    assert {each.due for each in (await reminders(room, number)).values()} == {NOON + after}


async def test_a_live_match_reminds_nobody(room: Room) -> None:
    assert await reminders(room, (await room.match(2, pace="live")).match.id) == {}


async def test_a_window_has_its_own_length_a_time_for_orders_and_no_reminder(room: Room) -> None:
    position = await room.match(2, pace="live")

    class Window:
        outcome, wait, turn = None, "window", 3
        to_act = {Seat(0): 3}  # noqa: RUF012 - a position in a few words

    changes = changed_deadlines(replace(position, state=Window()), (), NOON)
    assert changes.gone == []
    assert changes.new == [
        DeadlineRecord(position.match.id, 0, "window", 3, NOON, NOON + 30_000),
        DeadlineRecord(position.match.id, 0, "order", 3, NOON, NOON + 10_000),
    ]


async def test_the_clock_keeps_running_within_a_turn(room: Room) -> None:
    number = await put(room)
    before = await turns(room, number)
    room.time.now += HOUR
    await room.matches.play(number, 1, "21", None)
    assert await turns(room, number) == {1: before[1]}
    assert set(await reminders(room, number)) == {1}


async def test_a_repeated_pick_starts_no_clock_anew(room: Room) -> None:
    number = await put(room)
    before = await turns(room, number)
    room.time.now += HOUR
    for card in (21, 22, 21):
        await room.matches.play(number, 1, str(card), None)
    assert await turns(room, number) == {1: before[1]}


async def test_a_new_turn_starts_everybodys_clock_anew(room: Room) -> None:
    number = await put(room)
    room.time.now += HOUR
    after = await room.pick_all(number, [21, 41])
    made = await turns(room, number)
    assert {seat: each.due for seat, each in made.items()} == dict.fromkeys((0, 1), NOON + HOUR + DAY)
    assert {each.since for each in made.values()} == {after.state.turn}
    assert {each.due for each in (await reminders(room, number)).values()} == {NOON + HOUR + DAY // 2}


async def test_a_reminder_that_was_sent_does_not_come_back_within_its_turn(room: Room) -> None:
    number = await put(room, 3)
    first = (await reminders(room, number))[0]
    await put_reminder(room.matches, first, replace(first, due=None))
    await room.matches.play(number, 2, "41", None)
    assert {seat: each.due for seat, each in (await reminders(room, number)).items()} == {0: None, 2: NOON + DAY // 2}
    assert set(await turns(room, number)) == {0, 2}


def test_deadlines_are_compared_by_the_turn_since_which_somebody_is_awaited() -> None:
    state = lay(ROWS, [(21, 22, 23), (41, 42, 43)])
    assert dict(state.to_act) == {0: 20, 1: 20}
    later, _ = pick_all(state, (21, 41))
    assert set(later.to_act.values()) == {21}


async def test_a_match_that_ends_waits_for_nobody(room: Room) -> None:
    position = await room.match(3, rounds=1)
    number = position.match.id
    await room.put(number, lay(ROWS, [(21, 22), (41, 42), (61, 62)], options=position.options))
    await room.pick_all(number, [21, 41, 61])
    assert await room.matches.deadlines(number) == ()


# Expiring ------------------------------------------------------------------------------------------------


async def test_before_its_time_nothing_expires(room: Room) -> None:
    number = await put(room)
    room.time.now += DAY - 1
    before = await room.everything()
    assert await room.matches.expire(number) is None
    assert await room.everything() == before


async def test_at_its_second_deadline_the_game_plays_for_the_late_one_and_counts_a_miss(room: Room) -> None:
    number = await put(room)
    await room.matches.play(number, 1, "21", None)
    after = await room.run_out(number)
    assert after is not None
    row = (await room.matches.log_of(number))[-1]
    assert (row.seat, row.by, row.user_id) == (1, "time", None)
    kept = await room.matches.position(number)
    assert [seat.misses for seat in kept.match.seats] == [0, 2]
    assert kept == after


async def test_several_late_ones_are_played_for_in_seat_order_and_shown_once(room: Room) -> None:
    number = await put(room, 3)
    after = await room.run_out(number)
    assert after is not None
    rows = await room.matches.log_of(number, 1)
    assert [row.seat for row in rows] == [0, 1, 2]
    assert ["shown" in row.events for row in rows] == [False, False, True]
    assert [seat.misses for seat in after.match.seats] == [2, 2, 2]


async def test_a_hidden_pick_survives_the_lateness_of_others(room: Room) -> None:
    number = await put(room, 3)
    await room.matches.play(number, 2, "44", None)
    after = await room.run_out(number)
    assert after is not None
    assert {(each.seat, each.card) for each in after.state.played if each.seat == 1} == {(1, 44)}
    assert [seat.misses for seat in after.match.seats] == [2, 0, 2]


async def test_misses_add_up_until_a_move_made_in_time(room: Room) -> None:
    number = await put(room)
    for misses in (1, 2):
        room.time.now += DAY
        await room.matches.expire(number)
        kept = await room.matches.position(number)
        assert [seat.misses for seat in kept.match.seats] == [misses, misses]
    await room.put(number, lay(ROWS, [(21, 22, 23, 24), (41, 42, 43, 44)]))
    await room.matches.play(number, 1, "21", None)
    kept = await room.matches.position(number)
    assert [seat.misses for seat in kept.match.seats] == [0, 2]


async def test_expiring_again_does_nothing_more(room: Room) -> None:
    number = await put(room)
    for _ in range(3):
        room.time.now += DAY
        await room.matches.expire(number)
        before = await room.everything()
        assert await room.matches.expire(number) is None
        assert await room.everything() == before


async def test_two_expiries_in_one_tick_play_once(room: Room) -> None:
    number = await put(room)
    for moves in (0, 2):
        room.time.now += DAY
        made = await asyncio.gather(room.matches.expire(number), room.matches.expire(number))
        assert [each is None for each in made] == [False, True]
        assert len(await room.matches.log_of(number, 1)) == moves


async def test_a_move_before_the_deadline_in_the_same_tick_counts(room: Room) -> None:
    number = await put(room)
    await room.matches.play(number, 1, "21", None)
    room.time.now += DAY
    played, expired = await asyncio.gather(room.matches.play(number, 2, "44", None), room.matches.expire(number))
    assert played.position.match.seats[1].misses == 0
    assert expired is None
    assert (await room.matches.log_of(number))[-1].notation == "44"


async def test_a_deadline_before_the_move_in_the_same_tick_counts(room: Room) -> None:
    number = await put(room)
    await room.matches.play(number, 1, "21", None)
    room.time.now += DAY
    await room.matches.expire(number)
    room.time.now += DAY
    expired, played = await asyncio.gather(
        room.matches.expire(number), room.matches.play(number, 2, "44", 20), return_exceptions=True
    )
    assert isinstance(expired, Position)
    assert isinstance(played, ValueError)
    assert expired.match.seats[1].misses == 2
    assert [row.by for row in await room.matches.log_of(number, 1)] == ["person", "time"]


async def test_a_late_low_card_takes_the_cheapest_row(room: Room) -> None:
    number = (await room.match(2)).match.id
    await room.put(number, lay([[20], [41], [55], [80]], [(5, 21, 22), (90, 91, 92)]))
    await room.pick_all(number, [5, 90])
    await room.run_out(number)
    assert (await room.matches.log_of(number))[-1].notation == "row 2"


async def test_a_seat_that_the_stand_in_holds_plays_by_it_and_misses_nothing(room: Room) -> None:
    number = await put(room)
    await room.give_up(number, 1)
    await room.run_out(number)
    after = await room.run_out(number)
    assert after is not None
    rows = await room.matches.log_of(number, 1)
    assert [(row.seat, row.by) for row in rows[:2]] == [(1, "stand_in"), (0, "time")], "it has no time once more"
    assert [seat.misses for seat in after.match.seats] == [2, 0]


async def test_a_deadline_of_a_match_that_is_over_is_dropped(room: Room) -> None:
    position = await room.match(3, rounds=1)
    number = position.match.id
    await room.put(number, lay(ROWS, [(21, 22), (41, 42), (61, 62)], options=position.options))
    await room.pick_all(number, [21, 41, 61])
    columns = "(match_id, seat, kind, since, asked_at, due)"
    room.meddle(f"INSERT INTO deadlines {columns} VALUES (?, 0, 'turn', 1, 0, 5)", number)  # noqa: S608 - our own
    assert await room.matches.expire(number) is None
    assert await room.matches.deadlines(number) == ()


async def test_a_deadline_since_an_older_turn_is_dropped_and_plays_nothing(room: Room) -> None:
    number = await put(room)
    room.meddle("UPDATE deadlines SET since = 1, due = 5")
    assert await room.matches.expire(number) is None
    assert {each.kind for each in await room.matches.deadlines(number)} == {"reminder"}
    assert len(await room.matches.log_of(number)) == 1


async def test_a_reminder_that_is_due_makes_no_move(room: Room) -> None:
    number = await put(room)
    room.time.now += DAY // 2 + MINUTE
    assert await room.matches.expire(number) is None
    assert len(await room.matches.log_of(number)) == 1
    assert set(await reminders(room, number)) == {0, 1}


async def test_the_clock_hears_when_the_first_new_deadline_is_due_and_nothing_where_none_is_new(room: Room) -> None:
    number = await put(room)
    heard: list[int | None] = []

    def hear(due: int | None = None) -> None:
        heard.append(due)

    room.matches.changed = hear
    await room.matches.play(number, 1, "21", None)  # the other is still waited for
    assert heard == []
    room.time.now += MINUTE
    await room.matches.play(number, 2, "41", None)
    dues = [each.due for each in await room.matches.deadlines(number) if each.due is not None]
    assert len(dues) == 4  # a turn and a reminder each
    assert heard == [min(dues)]


async def test_a_move_tells_whom_the_match_waits_for_then_and_what_discord_showed(room: Room) -> None:
    number = await put(room)
    for person, card in ((1, "21"), (2, "41"), (2, "42")):
        telling = await room.matches.telling(number)
        played = await room.matches.play(number, person, card, None)
        kept = await room.matches.deadlines(number)
        assert sorted(played.deadlines, key=_place) == sorted(kept, key=_place)
        assert played.telling == telling


def _place(deadline: DeadlineRecord) -> tuple[int, str]:
    return deadline.seat, deadline.kind


async def test_an_unknown_match_does_not_expire(room: Room) -> None:
    with pytest.raises(NoSuchMatch):
        await room.matches.expire(99)
