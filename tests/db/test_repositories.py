"""Queries of people, servers, tellings and leaderboards, on real rows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from db.records import RatingRecord, ResultRecord, Standing, TellingRecord, UserRecord
from db.repositories import LeaderboardRepository, MatchRepository, PeopleRepository, TellingRepository
from db.session import Database
from tests.bot.room import open_database

from .test_repositories_matches import BARE

GUILD = 900


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await open_database(tmp_path / "rows.sqlite3")
    yield database
    await database.close()


# People ----------------------------------------------------------------------------------------------------


async def test_that_a_dm_was_refused_is_told_once(database: Database) -> None:
    async with database.write() as connection:
        people = PeopleRepository(connection)
        for user_id, due in ((1, True), (2, False), (3, True)):
            await people.saw(user_id, f"Name {user_id}")
            await people.change_user(user_id, hint_due=due)
        assert [await people.take_hint(user_id) for user_id in (1, 1, 2, 99)] == [True, False, False, False]
        left = [user.id for user in (await people.users((1, 2, 3))).values() if user.hint_due]
    assert left == [3]


async def test_somebody_seen_for_the_first_time_prefers_the_usual(database: Database) -> None:
    async with database.write() as connection:
        people = PeopleRepository(connection)
        assert await people.user(11) is None
        await people.saw(11, "Ann")
        assert await people.user(11) == UserRecord(11, "Ann")


async def test_a_new_name_changes_nothing_of_what_somebody_prefers(database: Database) -> None:
    async with database.write() as connection:
        people = PeopleRepository(connection)
        await people.saw(11, "Ann")
        await people.saw(12, "Bob")
        await people.change_user(11, hand="panel", ping="thread", dm_channel_id=5, dm_closed=True)
        await people.saw(11, "Anna")
        user = UserRecord(11, "Anna", hand="panel", ping="thread", dm_channel_id=5, dm_closed=True)
        assert await people.users((11, 12, 13)) == {11: user, 12: UserRecord(12, "Bob")}
        assert await people.users(()) == {}


async def test_to_change_somebody_unknown_makes_nobody(database: Database) -> None:
    async with database.write() as connection:
        people = PeopleRepository(connection)
        await people.change_user(11, hand="panel")
        assert await people.user(11) is None


async def test_membership_is_known_since_a_time_and_the_newest_counts(database: Database) -> None:
    async with database.write() as connection:
        people = PeopleRepository(connection)
        await people.saw_member(GUILD, 11, 100, gone=False)
        await people.saw_member(GUILD, 12, 100, gone=True)
        await people.saw_member(GUILD, 13, 99, gone=False)
        await people.saw_member(GUILD + 1, 14, 100, gone=False)
        assert await people.last_seen(GUILD, (11, 12, 13, 14)) == {11: (100, True), 12: (100, False), 13: (99, True)}
        await people.saw_member(GUILD, 12, 200, gone=False)
        assert await people.last_seen(GUILD, (12,)) == {12: (200, True)}
        assert await people.last_seen(GUILD, ()) == {}
        await people.forget_members(200)
        assert await people.last_seen(GUILD, (11, 12, 13)) == {12: (200, True)}


async def test_a_server_plays_in_threads_until_it_says_otherwise(database: Database) -> None:
    async with database.write() as connection:
        people = PeopleRepository(connection)
        assert await people.place_of(GUILD) == "thread"
        for place in ("channel", "thread", "channel"):
            await people.set_place(GUILD, place)
            assert await people.place_of(GUILD) == place
        assert await people.place_of(GUILD + 1) == "thread"


async def test_a_fact_is_what_was_written_last(database: Database) -> None:
    async with database.write() as connection:
        people = PeopleRepository(connection)
        assert await people.fact("alive_at") is None
        await people.set_fact("alive_at", "5")
        await people.set_fact("alive_at", "6")
        await people.set_fact("other", "7")
        assert await people.fact("alive_at") == "6"


# Tellings --------------------------------------------------------------------------------------------------


async def match(database: Database, **columns: object) -> int:
    async with database.write() as connection:
        return await MatchRepository(connection).create(replace(BARE, **columns))  # type: ignore[arg-type]  # its columns


async def test_a_telling_keeps_what_was_not_changed(database: Database) -> None:
    number, other = await match(database), await match(database)
    async with database.write() as connection:
        tellings = TellingRepository(connection)
        await tellings.change(number, place_id=5, post_turn=3)
        await tellings.change(number, post_turn=4, closing=True)
        assert await tellings.get(number) == TellingRecord(number, place_id=5, post_turn=4, closing=True)
        assert await tellings.get(other) == TellingRecord(other)
        assert await tellings.get(99) is None


async def test_the_places_of_what_goes_on_are_listed_with_their_servers(database: Database) -> None:
    first, second = await match(database, status="running"), await match(database, status="running", guild_id=7)
    await match(database, status="over")
    async with database.write() as connection:
        tellings = TellingRepository(connection)
        await tellings.change(second, place_gone=True)
        assert set(await tellings.places_of_running()) == {(first, GUILD, False), (second, 7, True)}


# Leaderboards ----------------------------------------------------------------------------------------------


def rating(user_id: int, value: float = 1000.0, **columns: object) -> RatingRecord:
    made = RatingRecord(GUILD, "take5", False, user_id, 25.0, 8.0, value, 4, 2, 1, 6, 9)
    return replace(made, **columns)  # type: ignore[arg-type]  # its columns


def result(match_id: int, seat: int, user_id: int | None, place: int, **columns: object) -> ResultRecord:
    made = ResultRecord(match_id, seat, GUILD, "take5", user_id, False, place, 10, False, 1000.0, 1010.0, 50)
    return replace(made, **columns)  # type: ignore[arg-type]  # its columns


async def test_results_read_back_by_seat_and_are_kept_once(database: Database) -> None:
    number = await match(database)
    made = (result(number, 0, 11, 2), result(number, 1, None, 1, rating_before=None, rating_after=None))
    async with database.write() as connection:
        await LeaderboardRepository(connection).add_results(made[::-1])
    with pytest.raises(IntegrityError):
        async with database.write() as connection:
            await LeaderboardRepository(connection).add_results([result(number, 0, 12, 1)])
    async with database.read() as connection:
        assert await LeaderboardRepository(connection).results(number) == made
        assert await LeaderboardRepository(connection).results(99) == ()


async def test_a_rating_is_written_over_the_one_before(database: Database) -> None:
    async with database.write() as connection:
        boards = LeaderboardRepository(connection)
        others = [rating(11, with_bots=True), rating(11, game="sequence"), rating(11, guild_id=7)]
        await boards.put_ratings([rating(11), rating(12), *others])
        newer = rating(11, 1100.0, mu=27.0, sigma=7.0, played=5, won=3, shared_wins=2, place_sum=7, last_at=10)
        await boards.put_ratings([newer])
        assert await boards.ratings(GUILD, "take5", False, (11, 12, 13)) == {11: newer, 12: rating(12)}
        assert await boards.ratings(GUILD, "take5", True, (11, 12)) == {11: others[0]}
        assert await boards.ratings(GUILD, "take5", False, ()) == {}


async def named(database: Database, *user_ids: int) -> None:
    async with database.write() as connection:
        for user_id in user_ids:
            await PeopleRepository(connection).saw(user_id, f"Name {user_id}")


async def standings(database: Database, since: int | None = None, least: int = 1) -> tuple[Standing, ...]:
    async with database.read() as connection:
        return await LeaderboardRepository(connection).standings(
            GUILD, "take5", with_bots=False, since=since, least=least
        )


async def test_of_all_time_everybody_stands_by_their_rating(database: Database) -> None:
    await named(database, 11, 12, 13, 14)
    async with database.write() as connection:
        await LeaderboardRepository(connection).put_ratings(
            [
                *(rating(11, 900.0), rating(13, 1100.0), rating(12, 1100.0), rating(14, 2000.0, played=2)),
                *(rating(14, with_bots=True), rating(14, game="sequence"), rating(14, guild_id=7)),
            ]
        )
    listed = await standings(database, least=3)
    assert [each.user_id for each in listed] == [12, 13, 11]
    assert listed[2] == Standing(11, "Name 11", 900.0, 4, 2, 1, 1.5)
    assert len(await standings(database)) == 4


async def test_since_a_time_only_its_matches_are_counted(database: Database) -> None:
    await named(database, 11, 12)
    numbers = [await match(database) for _ in range(5)]
    async with database.write() as connection:
        boards = LeaderboardRepository(connection)
        await boards.put_ratings([rating(11, 1000.0), rating(12, 1100.0)])
        for number, ended_at, mine, shared in zip(
            numbers, (99, 100, 150, 200, 300), (1, 1, 2, 1, 4), (True, True, True, False, False), strict=True
        ):
            await boards.add_results(
                [
                    result(number, 0, 11, mine, shared=shared, ended_at=ended_at),
                    result(number, 1, None, 3, ended_at=ended_at),
                    result(number, 2, 12, 2, ended_at=ended_at, with_bots=ended_at > 100),
                ]
            )
    assert await standings(database, 100) == (
        Standing(12, "Name 12", 1100.0, 1, 0, 0, 2.0),
        Standing(11, "Name 11", 1000.0, 4, 2, 1, 2.0),
    )
    assert [each.user_id for each in await standings(database, 100, least=2)] == [11]
    assert await standings(database, 301) == ()


async def test_other_servers_and_games_count_for_nothing(database: Database) -> None:
    await named(database, 11)
    first, second = await match(database), await match(database)
    async with database.write() as connection:
        boards = LeaderboardRepository(connection)
        await boards.put_ratings([rating(11)])
        await boards.add_results([result(first, 0, 11, 1, guild_id=7)])
        await boards.add_results([result(second, 0, 11, 1, game="sequence")])
    assert await standings(database, 0) == ()
