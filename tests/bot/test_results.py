"""What a match comes to: places, shared wins, ratings that move the right way."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.positions import Position
from bot.results import BASE, newcomer, results_of, shown_rating
from db.records import RatingRecord
from rules.engine import Outcome

from .room import NOON, TAKE5, Room


async def ended(room: Room, *places: int, bots: int = 0) -> Position:
    """Give a match that ended with these places; the last seats are bots."""
    position = await room.match(len(places) - bots, bots=bots)
    outcome = Outcome(places, tuple(10 * place for place in places), "target")
    return replace(position, state=replace(position.state, outcome=outcome))


def in_teams(position: Position, *teams: int) -> Position:
    """Let the same seats play in teams."""
    return replace(position, game=replace(TAKE5, teams=lambda seats, options: teams))


def by_person(ratings: list[RatingRecord]) -> dict[int, RatingRecord]:
    return {each.user_id: each for each in ratings}


def test_a_newcomer_is_shown_at_the_base() -> None:
    position: Any = SimpleNamespace(match=SimpleNamespace(guild_id=1, game="g"))
    new = newcomer(position, 7, False)
    assert new.rating == pytest.approx(BASE)
    assert (new.played, new.won, new.shared_wins, new.place_sum) == (0, 0, 0, 0)
    assert shown_rating(new.mu + 1, new.sigma) > new.rating > shown_rating(new.mu, new.sigma + 1)


async def test_each_seat_gets_its_place_score_and_moment(room: Room) -> None:
    position = await ended(room, 2, 1, 3)
    results, ratings = results_of(position, {}, False, NOON)
    assert [(each.seat, each.user_id, each.place, each.score) for each in results] == [
        (0, 1, 2, 20),
        (1, 2, 1, 10),
        (2, 3, 3, 30),
    ]
    assert {each.ended_at for each in results} == {each.last_at for each in ratings} == {NOON}
    assert [each.shared for each in results] == [False] * 3
    assert [(each.played, each.won, each.place_sum) for each in ratings] == [(1, 0, 2), (1, 1, 1), (1, 0, 3)]


async def test_a_shared_win_is_counted_as_a_win_and_as_shared(room: Room) -> None:
    _, ratings = results_of(await ended(room, 1, 1, 3), {}, False, NOON)
    assert [(each.won, each.shared_wins) for each in ratings] == [(1, 1), (1, 1), (0, 0)]


async def test_a_shared_second_place_is_no_shared_win(room: Room) -> None:
    results, ratings = results_of(await ended(room, 1, 2, 2), {}, False, NOON)
    assert [each.shared for each in results] == [False, True, True]
    assert [(each.won, each.shared_wins) for each in ratings] == [(1, 0), (0, 0), (0, 0)]


async def test_the_winner_rises_and_the_loser_falls(room: Room) -> None:
    results, ratings = results_of(await ended(room, 2, 1), {}, False, NOON)
    loser, winner = ratings
    assert winner.rating > BASE > loser.rating
    assert [each.rating_before for each in results] == pytest.approx([BASE, BASE])
    assert [each.rating_after for each in results] == [loser.rating, winner.rating]


async def test_among_newcomers_skill_is_moved_not_made(room: Room) -> None:
    position = await ended(room, 3, 1, 4, 2)
    _, ratings = results_of(position, {}, False, NOON)
    assert sum(each.mu for each in ratings) == pytest.approx(4 * 25)
    order = sorted(range(4), key=lambda seat: -ratings[seat].rating)
    assert order == [1, 3, 0, 2]
    assert all(each.sigma < 25 / 3 for each in ratings)


async def test_those_who_share_a_place_are_rated_alike(room: Room) -> None:
    _, ratings = results_of(await ended(room, 1, 1, 3), {}, False, NOON)
    assert ratings[0].rating == pytest.approx(ratings[1].rating)
    assert ratings[0].rating > ratings[2].rating


async def test_beating_the_strong_gains_more_than_beating_the_weak(room: Room) -> None:
    position = await ended(room, 1, 2)
    new = newcomer(position, 2, False)
    strong, weak = replace(new, mu=35.0), replace(new, mu=15.0)
    gains = [results_of(position, {2: other}, False, NOON)[1][0].mu for other in (strong, weak)]
    assert gains[0] > gains[1] > 25


async def test_a_standing_grows_by_the_match(room: Room) -> None:
    position = await ended(room, 1, 2)
    known = replace(newcomer(position, 1, False), played=4, won=2, shared_wins=1, place_sum=7, mu=27.0)
    _, ratings = results_of(position, {1: known}, False, NOON)
    mine = by_person(ratings)[1]
    assert (mine.played, mine.won, mine.shared_wins, mine.place_sum) == (5, 3, 1, 8)
    assert mine.mu > 27.0


async def test_a_bot_has_a_place_but_keeps_no_standing(room: Room) -> None:
    position = await ended(room, 2, 1, bots=1)
    results, ratings = results_of(position, {}, True, NOON)
    assert [(each.user_id, each.place, each.rating_after is None) for each in results] == [
        (1, 2, False),
        (None, 1, True),
    ]
    assert [each.user_id for each in ratings] == [1]
    assert {each.with_bots for each in results} == {each.with_bots for each in ratings} == {True}
    assert ratings[0].rating < BASE


async def test_partners_share_their_place_and_it_is_no_shared_win(room: Room) -> None:
    position = in_teams(await ended(room, 1, 2, 1, 2), 0, 1, 0, 1)
    results, ratings = results_of(position, {}, False, NOON)
    assert [each.shared for each in results] == [False] * 4
    assert [(each.won, each.shared_wins) for each in ratings] == [(1, 0), (0, 0), (1, 0), (0, 0)]
    assert ratings[0].rating == pytest.approx(ratings[2].rating)
    assert ratings[0].rating > BASE > ratings[1].rating


async def test_teams_that_share_the_win_share_it(room: Room) -> None:
    position = in_teams(await ended(room, 1, 1, 3, 1, 1, 3), 0, 1, 2, 0, 1, 2)
    _, ratings = results_of(position, {}, False, NOON)
    assert [(each.won, each.shared_wins) for each in ratings] == [(1, 1), (1, 1), (0, 0)] * 2


async def test_each_of_a_team_is_rated_from_their_own_standing(room: Room) -> None:
    position = in_teams(await ended(room, 1, 2, 1, 2), 0, 1, 0, 1)
    known = replace(newcomer(position, 3, False), mu=30.0, sigma=2.0)
    _, ratings = results_of(position, {3: known}, False, NOON)
    mine = by_person(ratings)
    assert 30.0 < mine[3].mu < 31.0
    assert 25.0 < mine[1].mu < 30.0
