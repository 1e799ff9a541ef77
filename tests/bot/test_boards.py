"""Leaderboards: ranks without gaps, nobody who has left, months and seasons by UTC."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import discord
import pytest

from bot.i18n import say_in
from bot.messages.boards import PAGE, Board, Leaderboards, Span, board_message, ranks, since
from bot.timing.pace import DAY
from db.records import RatingRecord, Standing
from db.repositories import LeaderboardRepository, PeopleRepository

from .room import GUILD, NOON, Room

SAY = say_in(None)


def moment(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("span", "now", "began"),
    [
        ("month", "2026-03-01T00:00:00", "2026-03-01"),
        ("month", "2026-02-28T23:59:59.999", "2026-02-01"),
        ("month", "2026-12-31T23:59:59", "2026-12-01"),
        ("season", "2026-03-31T23:59:59", "2026-01-01"),
        ("season", "2026-04-01T00:00:00", "2026-04-01"),
        ("season", "2026-08-15T12:00:00", "2026-07-01"),
        ("season", "2026-12-31T23:59:59", "2026-10-01"),
        ("season", "2027-01-01T00:00:00", "2027-01-01"),
    ],
)
def test_a_month_and_a_season_begin_at_midnight_utc(span: Span, now: str, began: str) -> None:
    assert since(span, moment(now)) == moment(began)


def test_all_time_has_no_beginning() -> None:
    assert since("all", NOON) is None


# Ranks -----------------------------------------------------------------------------------------------------


def standing(user_id: int, rating: float, played: int = 5) -> Standing:
    return Standing(user_id, f"Name {user_id}", rating, played, 2, 1, 1.5)


def test_equal_ratings_share_a_rank_and_the_next_follows_the_count() -> None:
    made = ranks([standing(1, 1100), standing(2, 1050.4), standing(3, 1049.6), standing(4, 900)])
    assert [(each.rank, each.tied) for each in made] == [(1, False), (2, True), (2, True), (4, False)]


def test_nobody_is_ranked_where_nobody_played() -> None:
    assert ranks([]) == []


# Pages -----------------------------------------------------------------------------------------------------


async def rate(room: Room, *ratings: float, played: Sequence[int] | None = None, with_bots: bool = False) -> None:
    """Give person n the n-th rating."""
    async with room.database.write() as connection:
        people, boards = PeopleRepository(connection), LeaderboardRepository(connection)
        for number, rating in enumerate(ratings, start=1):
            await people.saw(number, f"Name {number}")
            count = played[number - 1] if played else 3
            await boards.put_ratings(
                [RatingRecord(GUILD, "take5", with_bots, number, 25.0, 8.0, rating, count, 1, 0, 2 * count, NOON)]
            )


class Server:
    """Who is on the server, and who was asked for."""

    def __init__(self, *gone: int) -> None:
        self.gone = set(gone)
        self.asked: list[int] = []

    async def has(self, user_id: int) -> bool:
        self.asked.append(user_id)
        return user_id not in self.gone


async def page(
    room: Room, server: Server, number: int = 0, caller: int = 99, span: Span = "all", with_bots: bool = False
) -> Board:
    boards = Leaderboards(room.database, room.time)
    return await boards.page(GUILD, "take5", span, with_bots, number, caller, server.has)


def listed(board: Board) -> list[tuple[int, int]]:
    return [(each.rank, each.standing.user_id) for each in board.ranked]


async def test_the_best_comes_first(room: Room) -> None:
    await rate(room, 900, 1100, 1000)
    assert listed(await page(room, Server())) == [(1, 2), (2, 3), (3, 1)]


async def test_ranks_have_no_gap_over_people_who_left(room: Room) -> None:
    await rate(room, 1300, 1200, 1100, 1000)
    assert listed(await page(room, Server(1, 3))) == [(1, 2), (2, 4)]


async def test_membership_is_kept_a_day(room: Room) -> None:
    await rate(room, 1300, 1200)
    server = Server()
    await page(room, server)
    assert server.asked == [1, 2]
    server.gone = {1}
    room.time.now += DAY
    assert listed(await page(room, server)) == [(1, 1), (2, 2)]
    assert server.asked == [1, 2]
    room.time.now += 1
    assert listed(await page(room, server)) == [(1, 2)]
    assert server.asked == [1, 2, 1, 2]


async def test_who_asks_is_there_and_is_not_asked_for(room: Room) -> None:
    await rate(room, 1300, 1200)
    server = Server(1)
    assert listed(await page(room, server, caller=1)) == [(1, 1), (2, 2)]
    assert server.asked == [2]


async def test_below_three_matches_people_are_listed_without_a_rank(room: Room) -> None:
    await rate(room, 1300, 1200, 1100, played=[2, 3, 1])
    board = await page(room, Server())
    assert listed(board) == [(1, 2)]
    assert [each.user_id for each in board.unranked] == [1, 3]


async def test_matches_with_bots_stand_apart(room: Room) -> None:
    await rate(room, 1300)
    assert listed(await page(room, Server(), with_bots=True)) == []
    await rate(room, 1000, 1100, with_bots=True)
    assert listed(await page(room, Server(), with_bots=True)) == [(1, 2), (2, 1)]
    assert listed(await page(room, Server())) == [(1, 1)]


async def test_pages_follow_one_another_and_one_too_far_is_the_last(room: Room) -> None:
    await rate(room, *(2000 - number for number in range(PAGE + 3)))
    first, second = await page(room, Server()), await page(room, Server(), 1)
    assert (first.page, first.pages, len(first.ranked)) == (0, 2, PAGE)
    assert listed(second) == [(11, 11), (12, 12), (13, 13)]
    assert await page(room, Server(), 99) == second
    assert await page(room, Server(), -1) == first


async def test_ones_own_line_is_shown_where_it_is_not_on_the_page(room: Room) -> None:
    await rate(room, *(2000 - number for number in range(PAGE + 3)))
    board = await page(room, Server(), caller=12)
    assert board.own is not None
    assert (board.own.rank, board.own.standing.user_id) == (12, 12)
    assert (await page(room, Server(), 1, caller=12)).own is None
    assert (await page(room, Server(), caller=99)).own is None


async def test_an_empty_board_is_one_page(room: Room) -> None:
    board = await page(room, Server())
    assert (board.page, board.pages, board.ranked, board.own, board.unranked) == (0, 1, (), None, ())


# The post --------------------------------------------------------------------------------------------------


async def test_a_board_says_game_span_kind_and_lines(room: Room) -> None:
    await rate(room, 1100.2, 1100.4, 900)
    text = board_message(await page(room, Server()), "Take 5", "Our *server*", SAY).text()
    assert "## Take 5 in Our \\*server\\*" in text
    assert "all time · without bots · at least 3 matches" in text
    assert "**1=** **Name 2** · 1100 · 1 of 3 won · average place 2.0" in text
    assert "**3** **Name 3** · 900" in text


async def test_a_board_of_nobody_says_so(room: Room) -> None:
    assert (
        "Nobody has played 3 matches in that time."
        in board_message(await page(room, Server()), "Take 5", "S", SAY).text()
    )


async def test_the_longest_board_fits_a_message() -> None:
    name = "@everyone" + "*" * 23
    best = Standing(1, name, 12345.0, 99999, 88888, 77777, 9.9)
    lines = ranks([best] * PAGE)
    board = Board("take5", "season", True, 0, 99, tuple(lines), lines[0], (best,) * PAGE)
    made = board_message(board, "Take 5", "*" * 100, SAY)
    assert len(made.text()) <= 4000
    view = made.view()
    assert view.total_children_count <= 40
    ids = [item.custom_id for item in view.walk_children() if isinstance(item, discord.ui.Button)]
    assert len(set(ids)) == len(ids)
