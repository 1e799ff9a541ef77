"""Seats of people who don't come: the stand-in keeps them, until their owner is back or nobody is left."""

from __future__ import annotations

import pytest

from bot.i18n import Refused
from bot.positions import NotSeated
from bot.timing.pace import DAY, PACES
from db.records import HeldBy
from rules.engine import IllegalMove
from tests.rules.take5_table import lay

from .room import Room

ROWS = [[20], [40], [60], [80]]


async def put(room: Room, people: int = 2, bots: int = 0, pace: str = "day") -> int:
    """Start a match with ten easy tricks to go; seat n holds cards from 20 * (n + 1) + 1 on, which no row takes."""
    number = (await room.match(people, bots=bots, pace=pace)).match.id
    hands = [tuple(20 * (seat + 1) + card for card in range(1, 11)) for seat in range(people + bots)]
    await room.put(number, lay(ROWS, hands))
    return number


async def pick(room: Room, number: int, who: int) -> None:
    """Let a person pick their lowest card."""
    position = await room.matches.position(number)
    await room.matches.play(number, who, str(position.state.legal_moves(position.seat_of(who))[0]), None)


async def holders(room: Room, number: int) -> list[HeldBy]:
    return [seat.held_by for seat in (await room.matches.position(number)).match.seats]


async def miss(room: Room, number: int, times: int, *, present: int | None = None) -> None:
    """Let deadlines pass until so many more misses are counted; who is present picks their lowest card each time."""
    for _ in range(times):
        before = await misses(room, number)
        while await misses(room, number) == before and await running(room, number):
            await pass_one(room, number, present)


async def pass_one(room: Room, number: int, present: int | None) -> None:
    """Let the soonest deadline pass."""
    position = await room.matches.position(number)
    if present is not None and position.seat_of(present) in position.state.to_act:
        await pick(room, number, present)
    dues = [each.due for each in await room.matches.deadlines(number) if each.kind == "turn" and each.due]
    room.time.now = max(room.time.now, min(dues))
    await room.matches.expire(number)


async def misses(room: Room, number: int) -> list[int]:
    return [seat.misses for seat in (await room.matches.position(number)).match.seats]


async def running(room: Room, number: int) -> bool:
    return (await room.matches.position(number)).match.status == "running"


async def test_the_third_miss_in_a_row_gives_the_seat_to_the_stand_in(room: Room) -> None:
    number = await put(room)
    await miss(room, number, 2, present=1)
    assert await holders(room, number) == ["person", "person"]
    await miss(room, number, 1, present=1)
    assert await holders(room, number) == ["person", "stand_in"]
    length = (await room.matches.position(number)).match.log_length
    rows = await room.everything()
    assert [row[2:] for row in rows["seat_changes"]] == [(1, length, room.time.now, 2, "stand_in", "misses")]


async def test_a_move_made_in_time_ends_the_streak(room: Room) -> None:
    number = await put(room)
    await miss(room, number, 2, present=1)
    await miss(room, number, 1, present=2)
    await miss(room, number, 2, present=1)
    assert await holders(room, number) == ["person", "person"]


async def test_a_kept_seat_is_waited_for_no_more(room: Room) -> None:
    number = await put(room)
    await miss(room, number, 3, present=1)
    before = (await room.matches.position(number)).state.turn
    await pick(room, number, 1)
    after = await room.matches.position(number)
    assert after.state.turn > before
    assert (await room.matches.log_of(number))[-1].by == "stand_in"
    assert {each.seat for each in await room.matches.deadlines(number)} == {0}


async def test_the_stand_in_keeps_several_seats_of_people_who_all_missed(room: Room) -> None:
    number = await put(room, 3)
    await miss(room, number, 3, present=1)
    assert await holders(room, number) == ["person", "stand_in", "stand_in"]


async def test_who_comes_back_has_the_seat_again_with_no_misses(room: Room) -> None:
    number = await put(room)
    await miss(room, number, 3, present=1)
    back = await room.matches.come_back(number, 2)
    assert back == await room.matches.position(number)
    assert (back.holder(1).held_by, back.holder(1).misses) == ("person", 0)
    await pick(room, number, 1)
    assert set((await room.matches.position(number)).state.to_act) == {0, 1}, "the next trick asks both"
    assert [row[-2:] for row in (await room.everything())["seat_changes"]] == [
        ("stand_in", "misses"),
        ("person", "back"),
    ]


async def test_coming_back_forgets_no_hand_that_lies_in_a_dm_channel(room: Room) -> None:
    number = await put(room)
    await miss(room, number, 2, present=1)
    room.meddle("UPDATE seats SET dm_message_id = 99 WHERE seat = 1")
    await miss(room, number, 1, present=1)
    assert (await room.matches.come_back(number, 2)).holder(1).dm_message_id == 99


@pytest.mark.parametrize("who", [1, 2])
async def test_who_has_their_seat_need_not_come_back(room: Room, who: int) -> None:
    number = await put(room)
    before = await room.everything()
    with pytest.raises(Refused, match="You have your seat"):
        await room.matches.come_back(number, who)
    assert await room.everything() == before


async def test_a_stranger_comes_back_to_no_seat_of_others(room: Room) -> None:
    number = await put(room)
    await miss(room, number, 3, present=1)
    before = await room.everything()
    with pytest.raises(NotSeated):
        await room.matches.come_back(number, 7)
    assert await room.everything() == before


# Nobody left ---------------------------------------------------------------------------------------------


async def test_at_a_deserted_table_nothing_is_played_for_one_turn_length(room: Room) -> None:
    number = await put(room, 2, bots=1)
    await miss(room, number, 3)
    assert await holders(room, number) == ["stand_in"] * 3
    assert (await room.matches.position(number)).state.trick == 3
    log = await room.matches.log_of(number)
    deadlines = await room.matches.deadlines(number)
    assert {(each.kind, each.due) for each in deadlines} == {("turn", room.time.now + DAY)}
    room.time.now += DAY - 1
    assert await room.matches.expire(number) is None
    assert await room.matches.log_of(number) == log


async def test_a_deserted_match_is_called_off_and_counts_for_nobody(room: Room) -> None:
    number = await put(room, 2, bots=1)
    await miss(room, number, 4)
    position = await room.matches.position(number)
    assert (position.match.status, position.match.rated) == ("cancelled", False)
    assert position.match.ended_at == room.time.now
    assert await room.matches.deadlines(number) == ()
    rows = await room.everything()
    assert rows["results"] == rows["ratings"] == []
    with pytest.raises(Refused, match="called off"):
        await room.matches.come_back(number, 1)


async def test_who_comes_back_to_a_deserted_table_has_a_fresh_clock_and_the_stand_ins_go_on(room: Room) -> None:
    number = await put(room, 2, bots=1)
    await miss(room, number, 3)
    room.time.now += DAY // 2
    await room.matches.come_back(number, 1)
    position = await room.matches.position(number)
    assert set(position.state.to_act) == {0}
    made = await room.matches.deadlines(number)
    assert {(each.seat, each.kind, each.due) for each in made} == {
        (0, "turn", room.time.now + DAY),
        (0, "reminder", room.time.now + DAY // 2),
    }
    room.time.now += DAY
    await room.matches.expire(number)
    assert (await room.matches.position(number)).match.status == "running"


async def test_a_move_typed_at_a_deserted_table_brings_its_person_back(room: Room) -> None:
    number = await put(room)
    await miss(room, number, 3)
    with pytest.raises(IllegalMove):
        await room.matches.play(number, 1, "104", None)
    assert await holders(room, number) == ["stand_in", "stand_in"]
    await pick(room, number, 1)
    assert await holders(room, number) == ["person", "stand_in"]
    assert set((await room.matches.position(number)).state.to_act) == {0}


async def test_a_match_without_a_clock_is_never_deserted(room: Room) -> None:
    number = await put(room, pace="none")
    room.time.now += 1000 * DAY
    assert await room.matches.expire(number) is None
    assert await holders(room, number) == ["person", "person"]


async def test_seats_change_hands_all_or_not_at_all(room: Room) -> None:
    number = await put(room)
    await miss(room, number, 2, present=1)
    await pass_one(room, number, 1)  # Bob may be away
    before = await room.everything()
    room.meddle("CREATE TRIGGER no BEFORE INSERT ON seat_changes BEGIN SELECT RAISE(ABORT, 'no'); END")
    room.time.now += PACES["day"].away
    with pytest.raises(Exception, match="no"):
        await room.matches.expire(number)
    assert await room.everything() == before
    room.meddle("DROP TRIGGER no")
    await room.matches.expire(number)
    assert await holders(room, number) == ["person", "stand_in"]


# Giving up -----------------------------------------------------------------------------------------------


async def test_who_gives_up_is_played_for_at_once_and_may_come_back(room: Room) -> None:
    number = await put(room, 3)
    await pick(room, number, 1)
    await pick(room, number, 2)
    after = await room.matches.leave(number, 3)
    assert after.state.trick == 2, "the stand-in's card was the last one"
    assert await holders(room, number) == ["person", "person", "stand_in"]
    back = await room.matches.come_back(number, 3)
    assert (back.holder(2).held_by, back.holder(2).misses) == ("person", 0)
    rows = (await room.everything())["seat_changes"]
    assert [row[-2:] for row in rows] == [("stand_in", "resigned"), ("person", "back")]


async def test_nothing_is_given_up_twice_nor_by_a_stranger(room: Room) -> None:
    number = await put(room, 3)
    await room.matches.leave(number, 3)
    before = await room.everything()
    with pytest.raises(Refused, match="already"):
        await room.matches.leave(number, 3)
    with pytest.raises(NotSeated):
        await room.matches.leave(number, 7)
    assert await room.everything() == before


async def test_the_last_person_who_gives_up_leaves_a_deserted_table(room: Room) -> None:
    number = await put(room)
    await room.matches.leave(number, 1)
    room.time.now += DAY // 2
    await room.matches.leave(number, 2)
    room.time.now += DAY - 1
    assert await room.matches.expire(number) is None
    room.time.now += 1
    await room.matches.expire(number)
    assert (await room.matches.position(number)).match.status == "cancelled"
