"""Teams: who sits where by wish and by luck, and how many a match with teams is played by."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from typing import Any

import pytest

from bot.i18n import Refused, say_in
from bot.lobbies import TooFew, WrongNumber
from bot.seating.order import seated
from cogs.lobby import _ways
from db.records import SeatRecord
from rules import GAMES
from rules.engine import Refusal

from .room import CHANNEL, GUILD, Room

SEQUENCE, SAY = GAMES["sequence"], say_in(None)
TWO, THREE = (0, 1) * 3, (0, 1, 2) * 2


def people(*wishes: int | None) -> tuple[SeatRecord, ...]:
    """People 1, 2, ... as they joined, each with a wish."""
    return tuple(SeatRecord(seat, seat + 1, None, "person", 100 + seat, team=wish) for seat, wish in enumerate(wishes))


def sit(teams: tuple[int, ...], *wishes: int | None, luck: str = "luck") -> dict[int, int]:
    """Return the team on which each person has come to sit."""
    seats = seated(people(*wishes), teams, luck)
    assert [seat.seat for seat in seats] == list(range(len(teams)))
    assert [seat.user_id and seat.join_interaction_id == 99 + seat.user_id for seat in seats] == [True] * len(teams)
    assert {seat.team for seat in seats} == {None}
    return {seat.user_id: teams[seat.seat] for seat in seats if seat.user_id is not None}


def order(teams: tuple[int, ...], *wishes: int | None, luck: str = "luck") -> list[int | None]:
    return [seat.user_id for seat in seated(people(*wishes), teams, luck)]


async def refused(room: Room, doing: Coroutine[Any, Any, object], kind: type[Refusal]) -> Refusal:
    before = await room.everything()
    with pytest.raises(Refusal) as refusal:
        await doing
    assert type(refusal.value) is kind
    assert await room.everything() == before
    return refusal.value


# Seating ---------------------------------------------------------------------------------------------------


def test_wishes_that_fit_are_all_kept() -> None:
    assert sit(TWO, 1, 1, 0, 0, 0, 1) == {1: 1, 2: 1, 3: 0, 4: 0, 5: 0, 6: 1}
    assert sit(THREE, 2, 2, 1, 1, 0, 0) == {1: 2, 2: 2, 3: 1, 4: 1, 5: 0, 6: 0}


def test_first_come_are_first_served() -> None:
    on = sit(TWO, 1, 1, 1, 1, None, None)
    assert [on[person] for person in (1, 2, 3, 4)] == [1, 1, 1, 0]


@pytest.mark.parametrize("luck", "abcdef")
def test_who_wishes_nothing_takes_no_place_from_a_wish(luck: str) -> None:
    on = sit(TWO, None, None, None, 1, 1, 1, luck=luck)
    assert [on[person] for person in (4, 5, 6)] == [1, 1, 1]


def test_a_wish_for_a_team_that_is_not_there_is_dealt() -> None:
    teams = Counter(sit(TWO, 2, 2, 2, 2, 2, 2, luck=str(luck))[1] for luck in range(40))
    assert set(teams) == {0, 1}


def test_who_wishes_nothing_is_dealt_by_luck_and_the_same_each_time() -> None:
    dealt = [tuple(order(TWO, *[None] * 6, luck=str(luck))) for luck in range(20)]
    assert dealt == [tuple(order(TWO, *[None] * 6, luck=str(luck))) for luck in range(20)]
    assert len(set(dealt)) > 15
    assert all(sorted(map(int, each)) == [1, 2, 3, 4, 5, 6] for each in dealt)  # type: ignore[arg-type]  # people


def test_luck_seats_everybody_everywhere() -> None:
    places = {
        (person, place) for luck in range(200) for place, person in enumerate(order(TWO, *[None] * 6, luck=str(luck)))
    }
    assert len(places) == 36


@pytest.mark.parametrize("teams", [(0, 1), (0, 1, 2)])
def test_where_nobody_has_a_team_mate_everybody_keeps_their_order(teams: tuple[int, ...]) -> None:
    wishes = [1, 0, 0][: len(teams)]
    assert order(teams, *wishes) == list(range(1, len(teams) + 1))
    assert {seat.team for seat in seated(people(*wishes), teams, "luck")} == {None}


# Wishing ---------------------------------------------------------------------------------------------------


async def test_a_wish_is_kept_changed_and_taken_back(room: Room) -> None:
    number = await room.lobby(2, game="sequence")
    for team in (1, 2, None):
        position = await room.lobbies.wish_team(number, room.person(2), team)
        assert [seat.team for seat in position.match.seats] == [None, team]
        assert (await room.matches.position(number)).match == position.match


async def test_a_wish_moves_along_when_somebody_leaves(room: Room) -> None:
    number = await room.lobby(3, game="sequence")
    await room.lobbies.wish_team(number, room.person(3), 1)
    position = await room.lobbies.leave(number, room.person(2))
    assert [(seat.user_id, seat.team) for seat in position.match.seats] == [(1, None), (3, 1)]


async def test_who_does_not_sit_has_no_wish(room: Room) -> None:
    number = await room.lobby(2, game="sequence")
    said = await refused(room, room.lobbies.wish_team(number, room.person(9), 1), Refused)
    assert "You don't sit here" in str(said)


async def test_after_the_start_nobody_wishes(room: Room) -> None:
    number = (await room.match(2, game="sequence")).match.id
    said = await refused(room, room.lobbies.wish_team(number, room.person(1), 1), Refused)
    assert "started already" in str(said)


async def test_a_match_starts_with_the_teams_that_were_wished_for(room: Room) -> None:
    number = await room.lobby(4, game="sequence")
    for person, team in ((1, 1), (2, 1), (3, 0)):
        await room.lobbies.wish_team(number, room.person(person), team)
    position = await room.lobbies.start(number, room.person(1))
    teams = SEQUENCE.teams(4, position.options)
    on = {seat.user_id: teams[seat.seat] for seat in position.match.seats}
    assert on == {1: 1, 2: 1, 3: 0, 4: 0}
    assert position.match.seats == (await room.matches.position(number)).match.seats
    for seat in position.match.seats:
        assert seat.user_id is not None
        assert position.seat_of(seat.user_id) == seat.seat


async def test_bots_are_dealt_around_the_wishes(room: Room) -> None:
    number = await room.lobby(2, bots=2, game="sequence")
    await room.lobbies.wish_team(number, room.person(1), 1)
    await room.lobbies.wish_team(number, room.person(2), 1)
    seats = (await room.lobbies.start(number, room.person(1))).match.seats
    assert [seat.user_id for seat in seats] == [None, 1, None, 2]
    assert [seat.held_by for seat in seats] == ["stand_in", "person", "stand_in", "person"]


# How many --------------------------------------------------------------------------------------------------

WAYS = {
    5: ["1 more makes 2 teams of 3.", "3 more make 2 teams of 4.", "1 less makes 2 teams of 2."],
    7: ["1 more makes 2 teams of 4.", "2 more make 3 teams of 3.", "1 less makes 2 teams of 3."],
    11: ["1 more makes 2 teams of 6.", "1 less makes 2 teams of 5."],
}


@pytest.mark.parametrize(("count", "ways"), WAYS.items())
async def test_a_number_that_does_not_fit_is_told_which_would(room: Room, count: int, ways: list[str]) -> None:
    number = await room.lobby(count, game="sequence")
    refusal = await refused(room, room.lobbies.start(number, room.person(1)), WrongNumber)
    assert isinstance(refusal, WrongNumber)
    assert str(refusal) == f"**Sequence** is played by 2, 3, 4, 6, 8, 9, 10, 12; you are {count}."
    assert _ways(refusal, SAY) == ways


async def test_the_ways_follow_the_options(room: Room) -> None:
    number = await room.lobby(7, game="sequence", teams=3)
    refusal = await refused(room, room.lobbies.start(number, room.person(1)), WrongNumber)
    assert isinstance(refusal, WrongNumber)
    assert _ways(refusal, SAY)[-1] == "1 less makes 3 teams of 2."


def test_few_play_all_against_all() -> None:
    refusal = WrongNumber("Sequence", 4, (2, 3, 6), lambda seats: tuple(range(seats)) if seats < 4 else TWO)
    assert _ways(refusal, SAY) == ["2 more make 2 teams of 3.", "1 less makes all against all."]


async def test_one_alone_is_too_few(room: Room) -> None:
    number = await room.lobby(1, game="sequence")
    await refused(room, room.lobbies.start(number, room.person(1)), TooFew)


async def test_twelve_sit_and_no_more(room: Room) -> None:
    number = await room.lobby(12, game="sequence")
    said = await refused(room, room.lobbies.join(number, room.person(13)), Refused)
    assert str(said) == "All 12 seats are taken."


# Bots ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bots", [4, 6, 10])
async def test_bots_that_do_not_fit_are_refused_before_anything_is_kept(room: Room, bots: int) -> None:
    opening = room.lobbies.open(GUILD, CHANNEL, room.person(1), "sequence", "day", bots=bots)
    refusal = await refused(room, opening, WrongNumber)
    assert isinstance(refusal, WrongNumber)
    assert refusal.count == bots + 1
    assert room.woken == []


@pytest.mark.parametrize("bots", [-1, 12, 99])
async def test_more_bots_than_seats_are_refused(room: Room, bots: int) -> None:
    opening = room.lobbies.open(GUILD, CHANNEL, room.person(1), "sequence", "day", bots=bots)
    assert str(await refused(room, opening, Refused)) == "A table has room for 11 bots beside you."


@pytest.mark.parametrize("bots", [1, 2, 3, 5, 11])
async def test_bots_that_fit_sit_and_the_match_starts(room: Room, bots: int) -> None:
    position = await room.lobbies.open(GUILD, CHANNEL, room.person(1), "sequence", "day", bots=bots)
    names = [seat.bot_name for seat in position.match.seats]
    assert names[0] is None
    assert len(set(names)) == bots + 1
    begun = await room.lobbies.start(position.match.id, room.person(1))
    assert begun.match.status == "running"
    assert set(begun.state.to_act) == {begun.seat_of(1)}  # the bots have played up to the person


async def test_filling_seats_one_bot_where_too_few_sit_and_none_more(room: Room) -> None:
    number = await room.lobby(1, game="sequence")
    position = await room.lobbies.fill(number, room.person(1))
    assert [seat.held_by for seat in position.match.seats] == ["person", "stand_in"]
    said = await refused(room, room.lobbies.fill(number, room.person(1)), Refused)
    assert "There are enough now" in str(said)


async def test_two_who_fill_in_one_moment_seat_one_bot(room: Room) -> None:
    number = await room.lobby(1, game="sequence")
    made = await asyncio.gather(*(room.lobbies.fill(number, room.person(1)) for _ in range(2)), return_exceptions=True)
    assert [isinstance(each, Refused) for each in made] == [False, True]


async def test_filling_is_for_the_opener(room: Room) -> None:
    number = await room.lobby(1, game="sequence")
    said = await refused(room, room.lobbies.fill(number, room.person(9)), Refused)
    assert "Name 1" in str(said)
