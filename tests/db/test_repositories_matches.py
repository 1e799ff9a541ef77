"""Queries of matches, on real rows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from db.models import SeatChange
from db.records import DeadlineRecord, MatchRecord, MoveRecord, SeatRecord
from db.repositories import ClockRepository, MatchRepository, PeopleRepository, StaleVersion, TellingRepository
from db.session import Database
from tests.bot.room import open_database

SEATS = (
    SeatRecord(0, 11, None, "person", 501),
    SeatRecord(1, None, "Tembo", "stand_in"),
    SeatRecord(2, 12, None, "person", 502, misses=2, dm_message_id=77),
)
BARE = MatchRecord(
    id=0,
    guild_id=900,
    channel_id=901,
    game="take5",
    options="{}",
    pace="day",
    status="lobby",
    opener_id=11,
    secret="00" * 16,
    start_interaction_id=None,
    state=None,
    version=0,
    log_length=0,
    turn=0,
    reason=None,
    created_at=5,
    started_at=None,
    ended_at=None,
    seats=SEATS,
)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await open_database(tmp_path / "rows.sqlite3")
    yield database
    await database.close()


async def create(database: Database, **columns: object) -> MatchRecord:
    """Keep a match that differs from the bare one; returns it as it was kept."""
    async with database.write() as connection:
        matches = MatchRepository(connection)
        made = await matches.get(await matches.create(replace(BARE, **columns)))  # type: ignore[arg-type]  # its columns
    assert made is not None
    return made


async def get(database: Database, number: int) -> MatchRecord | None:
    async with database.read() as connection:
        return await MatchRepository(connection).get(number)


# A match ---------------------------------------------------------------------------------------------------


async def test_a_match_reads_back_with_its_seats_in_order(database: Database) -> None:
    made = await create(database, seats=SEATS[::-1])
    assert made == replace(BARE, id=made.id)
    assert await get(database, made.id) == made
    assert [seat.user_id for seat in made.seats] == [11, None, 12]


async def test_people_come_with_the_name_they_were_last_seen_under(database: Database) -> None:
    made = await create(database)
    async with database.write() as connection:
        await PeopleRepository(connection).saw(12, "Bob")
    read = await get(database, made.id)
    assert read is not None
    assert [seat.user_name for seat in read.seats] == [None, None, "Bob"]


async def test_there_is_no_match_of_an_unknown_number(database: Database) -> None:
    assert await get(database, 1) is None


async def test_matches_are_numbered_and_each_has_an_empty_telling(database: Database) -> None:
    first, second = await create(database), await create(database)
    assert second.id == first.id + 1
    async with database.read() as connection:
        telling = await TellingRepository(connection).get(second.id)
    assert telling is not None
    assert (telling.match_id, telling.settled_version, telling.pinged) == (second.id, -1, "{}")


async def test_a_row_is_written_only_over_the_version_that_was_read(database: Database) -> None:
    made = await create(database)
    changed = replace(made, version=1, status="cancelled", ended_at=9, reason="x", options="{1}")
    async with database.write() as connection:
        await MatchRepository(connection).save(changed, 0)
    assert await get(database, made.id) == changed
    for save in (MatchRepository.save, MatchRepository.save_position):
        with pytest.raises(StaleVersion):
            async with database.write() as connection:
                await save(MatchRepository(connection), replace(changed, version=2, turn=5, reason="y"), 0)
    assert await get(database, made.id) == changed


async def test_a_position_is_written_without_the_rest_of_the_row(database: Database) -> None:
    made = await create(database)
    moved = replace(made, version=1, state="s", turn=3, log_length=4, reason="never written", pace="live")
    async with database.write() as connection:
        await MatchRepository(connection).save_position(moved, 0)
    assert await get(database, made.id) == replace(moved, reason=None, pace="day")


async def test_only_the_match_that_is_meant_is_written(database: Database) -> None:
    first, second = await create(database), await create(database)
    async with database.write() as connection:
        matches = MatchRepository(connection)
        await matches.save_position(replace(first, version=1, state="s"), 0)
        read = await matches.get(first.id)
        assert read is not None
        await matches.hold_seats(first.id, [replace(read.seats[0], misses=5, held_by="stand_in")])
        assert read.seats[0].user_id is not None
        await matches.set_dm_message(first.id, 0, read.seats[0].user_id, 99)
        await matches.set_dm_message(first.id, 1, read.seats[0].user_id, 98)
    assert await get(database, second.id) == second
    read = await get(database, first.id)
    assert read is not None
    assert [(seat.misses, seat.dm_message_id) for seat in read.seats] == [(5, 99), (0, None), (2, 77)]
    assert read.seats[0].held_by == "stand_in"


async def test_seats_are_written_anew_all_together(database: Database) -> None:
    made = await create(database)
    async with database.write() as connection:
        await MatchRepository(connection).put_seats(made.id, [replace(SEATS[2], seat=0)])
    read = await get(database, made.id)
    assert read is not None
    assert read.seats == (replace(SEATS[2], seat=0),)
    async with database.write() as connection:
        await MatchRepository(connection).put_seats(made.id, ())
    read = await get(database, made.id)
    assert read is not None
    assert read.seats == ()


@pytest.mark.parametrize(
    "seat",
    [
        SeatRecord(1, 11, None, "person"),
        SeatRecord(0, 13, None, "person"),
        SeatRecord(1, None, None, "person"),
        SeatRecord(1, 13, "Tembo", "person"),
    ],
    ids=["a person twice", "a seat twice", "nobody", "person and bot at once"],
)
async def test_a_table_that_cannot_be_is_refused_whole(database: Database, seat: SeatRecord) -> None:
    made = await create(database)
    with pytest.raises(IntegrityError):
        async with database.write() as connection:
            await MatchRepository(connection).put_seats(made.id, [SEATS[0], seat])
    assert await get(database, made.id) == made


async def test_a_change_of_who_holds_a_seat_is_noted(database: Database) -> None:
    made = await create(database)
    async with database.write() as connection:
        await MatchRepository(connection).note_seat_change(
            made.id, 2, at_seq=4, at=9, user_id=None, held_by="stand_in", reason="left"
        )
        row = (await connection.execute(select(SeatChange.__table__))).one()
    assert (row.match_id, row.seat, row.at_seq, row.at) == (made.id, 2, 4, 9)
    assert (row.user_id, row.held_by, row.reason) == (None, "stand_in", "left")


# The log ---------------------------------------------------------------------------------------------------


def move(seq: int, **columns: object) -> MoveRecord:
    return replace(MoveRecord(seq, 0, "55", "person", 11, 1, "[]", 9), **columns)  # type: ignore[arg-type]  # its columns


async def test_the_log_reads_back_in_its_order_and_from_a_row_on(database: Database) -> None:
    made, other = await create(database), await create(database)
    rows = (move(0, seat=None, notation=None, by="deal", user_id=None), move(1), move(2, by="time"))
    async with database.write() as connection:
        matches = MatchRepository(connection)
        await matches.append_moves(made.id, rows[::-1])
        await matches.append_moves(other.id, [move(0)])
        await matches.append_moves(made.id, ())
    async with database.read() as connection:
        matches = MatchRepository(connection)
        assert await matches.log(made.id) == rows
        assert await matches.log(made.id, 2) == rows[2:]
        assert await matches.log(made.id, 3) == ()


async def test_a_row_of_the_log_is_written_once(database: Database) -> None:
    made = await create(database)
    async with database.write() as connection:
        await MatchRepository(connection).append_moves(made.id, [move(0)])
    with pytest.raises(IntegrityError):
        async with database.write() as connection:
            await MatchRepository(connection).append_moves(made.id, [move(1), move(0, notation="56")])
    async with database.read() as connection:
        assert await MatchRepository(connection).log(made.id) == (move(0),)


async def test_what_belongs_to_no_match_is_refused(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.write() as connection:
            await MatchRepository(connection).append_moves(99, [move(0)])


# Deadlines -------------------------------------------------------------------------------------------------


async def ask(database: Database, *deadlines: DeadlineRecord) -> None:
    async with database.write() as connection:
        matches = MatchRepository(connection)
        for each in deadlines:
            await matches.change_deadlines(each.match_id, (), [each])


async def test_deadlines_come_and_go_by_seat_and_kind(database: Database) -> None:
    made = await create(database)
    turn, reminder = DeadlineRecord(made.id, 2, "turn", 1, 5, 50), DeadlineRecord(made.id, 2, "reminder", 1, 5, 25)
    other = DeadlineRecord(made.id, 0, "turn", 1, 5, None)
    async with database.write() as connection:
        matches = MatchRepository(connection)
        await matches.change_deadlines(made.id, (), [turn, reminder, other])
        assert [each.seat for each in await matches.deadlines(made.id)] == [0, 2, 2]
        later = replace(turn, since=2, due=90)
        await matches.change_deadlines(made.id, [(2, "turn"), (1, "turn")], [later])
        assert set(await matches.deadlines(made.id)) == {later, reminder, other}


async def test_due_is_what_is_due_the_longest_overdue_first(database: Database) -> None:
    first, second = await create(database), await create(database)
    made = [
        DeadlineRecord(second.id, 0, "turn", 1, 0, 10),
        DeadlineRecord(first.id, 2, "turn", 1, 0, 20),
        DeadlineRecord(first.id, 0, "reminder", 1, 0, 20),
        DeadlineRecord(first.id, 0, "turn", 1, 0, 21),
        DeadlineRecord(second.id, 2, "turn", 1, 0, None),
    ]
    await ask(database, *made)
    async with database.read() as connection:
        matches = MatchRepository(connection)
        assert await matches.due(9) == ()
        assert await matches.due(20) == (made[0], made[2], made[1])
        assert await matches.due(10**15) == (made[0], made[2], made[1], made[3])
        assert await matches.next_due() == 10


# Lists -----------------------------------------------------------------------------------------------------


async def place(database: Database, number: int, **columns: Any) -> None:
    async with database.write() as connection:
        await TellingRepository(connection).change(number, **columns)


async def test_ones_matches_come_the_longest_waiting_first_then_those_that_wait_for_others(database: Database) -> None:
    idle, late, early, lobby = [await create(database, status=s) for s in ("running", "running", "running", "lobby")]
    for over in ("over", "cancelled"):
        await create(database, status=over)
    await create(database, seats=SEATS[1:])
    await ask(
        database,
        DeadlineRecord(late.id, 0, "turn", 1, 30, 60),
        DeadlineRecord(late.id, 0, "reminder", 1, 30, 45),
        DeadlineRecord(early.id, 0, "turn", 1, 20, None),
        DeadlineRecord(idle.id, 2, "turn", 1, 10, 40),
    )
    await place(database, late.id, place_id=77)
    async with database.read() as connection:
        mine = await MatchRepository(connection).of_user(11)
    assert [(each.match_id, each.asked_at, each.due) for each in mine] == [
        (early.id, 20, None),
        (late.id, 30, 60),
        (idle.id, None, None),
        (lobby.id, None, None),
    ]
    assert asdict(mine[1]) | {"guild_id": 900, "channel_id": 901, "place_id": 77, "game": "take5"} == asdict(mine[1])
    assert mine[3].status == "lobby"


async def test_who_plays_nothing_has_no_matches(database: Database) -> None:
    await create(database)
    async with database.read() as connection:
        assert await MatchRepository(connection).of_user(99) == ()


async def test_what_is_played_in_a_place_comes_the_newest_first(database: Database) -> None:
    first, second, over, elsewhere = [
        await create(database, status=status) for status in ("running", "running", "over", "running")
    ]
    for each in (first, second, over):
        await place(database, each.id, place_id=77)
    await place(database, elsewhere.id, place_id=78)
    async with database.read() as connection:
        matches = MatchRepository(connection)
        assert await matches.in_place(77) == (second.id, first.id)
        assert await matches.in_place(77, ("over",)) == (over.id,)
        assert await matches.in_place(5) == ()


async def test_a_quiet_place_is_one_where_a_match_goes_on_and_nothing_was_posted_for_long(database: Database) -> None:
    quiet, busy, gone, over, unposted = [
        await create(database, status=s) for s in ("running", "running", "running", "over", "running")
    ]
    for each in (quiet, gone, over):
        await place(database, each.id, place_id=70 + each.id, post_id=5, posted_at=99)
    await place(database, busy.id, place_id=7, post_id=5, posted_at=100)
    await place(database, gone.id, place_gone=True)
    await place(database, unposted.id, place_id=8)
    async with database.read() as connection:
        assert await MatchRepository(connection).quiet_since(100) == (quiet.id,)
        assert await MatchRepository(connection).quiet_since(99) == ()


async def test_what_lags_is_what_discord_was_not_yet_told(database: Database) -> None:
    fresh, behind, told = await create(database), await create(database, version=4), await create(database, version=4)
    await place(database, behind.id, settled_version=3)
    await place(database, told.id, settled_version=4)
    async with database.read() as connection:
        assert await MatchRepository(connection).lagging() == (fresh.id, behind.id)


async def test_what_was_posted_lately_lags_once_the_clocks_are_moved(database: Database) -> None:
    late, long_ago, over = [await create(database, status=status) for status in ("running", "running", "over")]
    for each, posted in ((late, 50), (long_ago, 49), (over, 50)):
        await place(database, each.id, settled_version=each.version, posted_at=posted)
    async with database.write() as connection:
        matches = MatchRepository(connection)
        assert await matches.lagging() == ()
        await ClockRepository(connection).postpone_all(100, posted_since=50)
        assert await matches.lagging() == (late.id,)


async def test_a_match_comes_with_what_discord_shows_of_it_and_of_no_other(database: Database) -> None:
    first, second = [await create(database) for _ in range(2)]
    await place(database, first.id, place_id=71, place_gone=True, post_id=72, told_seq=3, pinged='{"0": 1}')
    await place(database, second.id, place_id=81, post_turn=4)
    async with database.read() as connection:
        matches = MatchRepository(connection)
        for each in (first, second):
            assert await matches.get_told(each.id) == (each, await TellingRepository(connection).get(each.id))
        assert await matches.get_told(second.id + 1) is None


async def test_seats_are_read_as_they_were_written_whatever_stands_in_them(database: Database) -> None:
    odd = ("[1,2]", "null", 'a"b\\', "\0\t\u2028", "\U0010ffff🎲", "")
    bots = [SeatRecord(number, None, name, "stand_in") for number, name in enumerate(odd)]
    people = [
        SeatRecord(len(bots), 2**63 - 1, None, "person", 2**53 + 1, team=0, misses=1, away_used=2**40, dm_message_id=7)
    ]
    kept = await create(database, seats=(*bots, *people))
    assert kept.seats == (*bots, *people)
    assert (await create(database, seats=())).seats == ()
