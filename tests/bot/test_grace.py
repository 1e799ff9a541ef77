"""What comes of missed deadlines: the same time once more, a move by the timeout, days more, the stand-in."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.positions import Position
from bot.steps import TimedOut
from bot.timing.lateness import DAYS_MORE, ONCE_MORE, Spared, consequence, spared_of
from bot.timing.pace import DAY, HOUR, MINUTE, PACES
from db.records import DeadlineRecord, NoticeRecord
from db.repositories import NoticeRepository
from rules.engine import Seat
from tests.rules.sequence_table import lay as lay_sequence
from tests.rules.stacks_table import lay as lay_stacks
from tests.rules.take5_table import lay

from .room import NOON, Room
from .test_absences import holders, misses, pick, put
from .test_rulings import table as sequence_table

BUDGET = PACES["day"].away


async def turns(room: Room, number: int) -> dict[int, DeadlineRecord]:
    return {each.seat: each for each in await room.matches.deadlines(number) if each.kind == "turn"}


async def reminders(room: Room, number: int) -> dict[int, DeadlineRecord]:
    return {each.seat: each for each in await room.matches.deadlines(number) if each.kind == "reminder"}


async def notices(room: Room, number: int) -> tuple[NoticeRecord, ...]:
    async with room.database.read() as connection:
        return await NoticeRepository(connection).of_match(number)


async def pass_due(room: Room, number: int, late: int = 0) -> Position | None:
    """Let the soonest deadline pass, and be served so late."""
    dues = [each.due for each in (await turns(room, number)).values() if each.due is not None]
    room.time.now = min(dues) + late
    return await room.matches.expire(number)


# Once more -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["live", "day", "three_days"])
async def test_the_first_miss_plays_nothing_and_gives_the_same_time_once_more(room: Room, pace: str) -> None:
    number, length = await put(room, pace=pace), PACES[pace].turn
    assert length is not None
    await pass_due(room, number)
    assert len(await room.matches.log_of(number)) == 1
    assert await misses(room, number) == [1, 1]
    assert {(each.due, each.grace, each.asked_at) for each in (await turns(room, number)).values()} == {
        (NOON + 2 * length, True, NOON)
    }
    (notice,) = await notices(room, number)
    since = (await room.matches.position(number)).state.turn
    assert (notice.kind, notice.turn) == (ONCE_MORE, since)
    assert spared_of(notice) == Spared({0: since, 1: since}, NOON + 2 * length, 0)


async def test_who_has_chosen_is_not_named_and_whoever_has_not_is_given_it_each_for_themselves(room: Room) -> None:
    number = await put(room, 3)
    await pick(room, number, 2)
    await pass_due(room, number)
    assert await misses(room, number) == [1, 0, 1]
    assert set(spared_of((await notices(room, number))[0]).since) == {0, 2}
    assert set(await turns(room, number)) == {0, 2}


async def test_one_that_is_served_late_has_the_whole_time_from_then(room: Room) -> None:
    number = await put(room, pace="live")
    await pass_due(room, number, late=50_000)
    assert {each.due for each in (await turns(room, number)).values()} == {room.time.now + 2 * MINUTE}


async def test_the_second_miss_is_played_for_and_the_next_turn_is_given_nothing(room: Room) -> None:
    number = await put(room)
    await room.run_out(number)
    assert [row.by for row in await room.matches.log_of(number, 1)] == ["time", "time"]
    assert await misses(room, number) == [2, 2]
    assert {(each.due, each.grace) for each in (await turns(room, number)).values()} == {(room.time.now + DAY, False)}


async def test_a_move_in_time_once_more_ends_the_streak_and_the_next_turn_has_it_again(room: Room) -> None:
    number = await put(room)
    await pass_due(room, number)
    await pick(room, number, 1)
    await pick(room, number, 2)
    assert await misses(room, number) == [0, 0]
    await pass_due(room, number)
    assert await misses(room, number) == [1, 1]
    assert all(each.grace for each in (await turns(room, number)).values())


async def test_those_on_whom_it_is_the_second_time_are_played_for_while_others_have_it_once_more(room: Room) -> None:
    number = await put(room, 3)
    room.meddle("UPDATE seats SET misses = 1 WHERE seat = 1")
    await pass_due(room, number)
    assert [(row.seat, row.by) for row in await room.matches.log_of(number, 1)] == [(1, "time")]
    assert await misses(room, number) == [1, 2, 1]
    assert set(await turns(room, number)) == {0, 2}


async def test_a_turn_of_many_moves_has_it_once_whatever_is_moved_in_it(room: Room) -> None:
    number = (await room.match(2, game="stacks")).match.id
    await room.put(number, lay_stacks(["r1 r2 r3 b5 b5", "b2 b2 b3 b3 b4"]))
    asked = (await turns(room, number))[0]
    await room.matches.play(number, 1, "h r1 new", None)
    await pass_due(room, number)
    await room.matches.play(number, 1, "h r2 1", None)
    assert await misses(room, number) == [0, 0]
    assert (await turns(room, number))[0] == replace(asked, due=NOON + 2 * DAY, grace=True)
    await pass_due(room, number)
    assert (await room.matches.log_of(number))[-1].by == "time"
    assert await misses(room, number) == [1, 0]
    assert set(await turns(room, number)) == {1}


async def test_bots_and_kept_seats_are_given_nothing(room: Room) -> None:
    number = await put(room, 2, bots=1)
    await room.give_up(number, 0)
    await pass_due(room, number)
    await pass_due(room, number)
    assert await misses(room, number) == [0, 1, 0]
    assert [set(spared_of(each).since) for each in await notices(room, number)] == [{1}]


async def test_a_debt_that_is_not_paid_is_a_miss_with_its_time_once_more_while_the_turn_goes_on(room: Room) -> None:
    number = (await sequence_table(room, lay_sequence(["2s", "", "", ""], debts=(0, 0, 2, 0)))).match.id
    await pass_due(room, number)
    assert await misses(room, number) == [1, 0, 1, 0]
    await room.matches.play(number, 1, "2s b1", None)
    assert set(await turns(room, number)) == {1, 2}
    assert (await turns(room, number))[2].grace
    assert not (await turns(room, number))[1].grace


async def test_a_seat_that_is_awaited_no_more_has_missed_nothing() -> None:
    out = TimedOut([], {0: 1, 1: 2}, {0: "once_more"})
    due = [DeadlineRecord(1, 0, "turn", 7, 0, 5), DeadlineRecord(1, 1, "turn", 7, 0, 5)]
    over, on, goes_on = (
        SimpleNamespace(outcome=outcome, to_act={Seat(0): since})
        for outcome, since in (("won", 7), (None, 8), (None, 7))
    )
    for state in (over, on):
        assert out.as_of(state, due) == TimedOut([], {1: 2}, {})
    assert out.as_of(goes_on, due) == out


async def test_it_is_given_and_told_together_or_not_at_all(room: Room) -> None:
    number = await put(room)
    before = await room.everything()
    room.meddle("CREATE TRIGGER no BEFORE INSERT ON notices BEGIN SELECT RAISE(ABORT, 'no'); END")
    with pytest.raises(Exception, match="no"):
        await pass_due(room, number)
    assert await room.everything() == before
    room.meddle("DROP TRIGGER no")
    await room.matches.expire(number)
    assert await misses(room, number) == [1, 1]


async def test_reminders_begin_anew_with_it(room: Room) -> None:
    number = await put(room)
    await pass_due(room, number)
    assert {(each.due, each.rung, each.sent) for each in (await reminders(room, number)).values()} == {
        (NOON + DAY + DAY // 2, 0, 0)
    }


async def test_at_pace_live_there_is_still_none(room: Room) -> None:
    number = await put(room, pace="live")
    await pass_due(room, number)
    assert await reminders(room, number) == {}


# Days more -----------------------------------------------------------------------------------------------


async def third(room: Room, pace: str = "day") -> int:
    """Start a match in which both have missed twice."""
    number = await put(room, pace=pace)
    await room.run_out(number)
    return number


@pytest.mark.parametrize("pace", ["day", "three_days"])
async def test_before_a_seat_is_lost_what_is_left_of_the_days_away_is_used_up(room: Room, pace: str) -> None:
    number, budget = await third(room, pace), PACES[pace].away
    room.meddle("UPDATE seats SET away_used = ? WHERE seat = 1", 2 * DAY)
    await pass_due(room, number)
    assert await misses(room, number) == [2, 2]
    assert await holders(room, number) == ["person", "person"]
    made = await turns(room, number)
    assert [made[seat].due for seat in (0, 1)] == [room.time.now + budget, room.time.now + budget - 2 * DAY]
    assert [seat.away_used for seat in (await room.matches.position(number)).match.seats] == [budget, budget]
    said = [each for each in await notices(room, number) if each.kind == DAYS_MORE]
    assert [(set(spared_of(each).since), spared_of(each).given) for each in said] == [
        ({0}, budget),
        ({1}, budget - 2 * DAY),
    ]


async def test_after_these_days_the_stand_in_has_the_seat(room: Room) -> None:
    number = await third(room)
    await pass_due(room, number)
    await pass_due(room, number)
    assert await misses(room, number) == [3, 3]
    assert await holders(room, number) == ["stand_in", "stand_in"]


async def test_who_moves_in_them_gets_the_rest_back(room: Room) -> None:
    number = await third(room)
    await pass_due(room, number)
    room.time.now += DAY
    await pick(room, number, 1)
    seats = (await room.matches.position(number)).match.seats
    assert [(seat.misses, seat.away_used) for seat in seats] == [(0, DAY), (2, BUDGET)]


@pytest.mark.parametrize(("used", "left"), [(BUDGET, False), (BUDGET - HOUR + 1, False), (BUDGET - HOUR, True)])
async def test_where_less_than_an_hour_is_left_the_seat_is_lost_at_once(room: Room, used: int, left: bool) -> None:
    number = await third(room)
    room.meddle("UPDATE seats SET away_used = ?", used)
    await pass_due(room, number)
    assert await holders(room, number) == (["person"] * 2 if left else ["stand_in"] * 2)


async def test_at_pace_live_the_third_miss_loses_the_seat_at_once(room: Room) -> None:
    number = await third(room, "live")
    await pass_due(room, number)
    assert await holders(room, number) == ["stand_in", "stand_in"]


async def test_a_match_of_ten_days_without_anybody_ends(room: Room) -> None:
    number = await put(room)
    steps = 0
    while (await room.matches.position(number)).match.status == "running":
        await pass_due(room, number)
        steps += 1
    assert steps == 5  # once more, played for, days more, kept, called off
    assert room.time.now - NOON == 3 * DAY + BUDGET + DAY


# What is said of it --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("missed", "grace", "used", "presumed", "pace", "comes"),
    [
        (0, False, 0, False, "day", "once_more"),
        (0, True, 0, False, "day", "played_for"),
        (1, True, 0, False, "day", "played_for"),
        (1, False, 0, False, "live", "played_for"),
        (2, False, 0, False, "day", "days_more"),
        (2, False, BUDGET, False, "day", "kept"),
        (2, False, 0, True, "day", "kept"),
        (2, False, 0, False, "live", "kept"),
    ],
)
async def test_what_comes_of_a_deadline(
    room: Room, missed: int, grace: bool, used: int, presumed: bool, pace: str, comes: str
) -> None:
    position = await room.match(2, pace=pace)
    seat = replace(position.match.seats[1], misses=missed, away_used=used)
    position = replace(position, match=replace(position.match, seats=(position.match.seats[0], seat)))
    turn = DeadlineRecord(position.match.id, 1, "turn", 1, NOON, NOON, grace=grace, presumed=presumed)
    assert consequence(position, turn) == comes


async def test_a_whole_match_in_which_somebody_is_always_late_by_one_deadline_goes_on(room: Room) -> None:
    number = await put(room)
    await room.put(number, lay([[20], [40], [60], [80]], [(21, 22, 23), (41, 42, 43)]))
    for _ in range(2):
        await pick(room, number, 1)
        await pass_due(room, number)
        await pick(room, number, 2)
    assert await misses(room, number) == [0, 0]
    assert await holders(room, number) == ["person", "person"]
    assert {row.by for row in await room.matches.log_of(number, 1)} == {"person"}
