"""Moves of the table itself, and what is played for those who don't: rulings, late turns, draws by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.i18n import Refused
from bot.positions import NoSuchMatch, Position, Stale
from bot.timing.pace import DAY
from db.records import MoveRecord
from db.repositories import LeaderboardRepository
from rules.engine import IllegalMove, Refusal, Seat
from rules.sequence import Options, State
from tests.rules.sequence_table import BLUE, GREEN, at, lay, spaces

from .room import GUILD, NOON, Room

MANUAL = Options(manual_draw=True)
V5 = at((4, 1), (4, 2), (4, 3), (4, 5), (4, 6), (4, 7), (4, 8))
WON = at((4, 5), (4, 6), (4, 8), (4, 9), (3, 7), (5, 7), (6, 7), (7, 7))
"""Eight chips that the 9 of diamonds on H5 makes two sequences of."""


async def table(room: Room, state: State) -> Position:
    """Start a match of Sequence and lay a position; person n sits on seat n - 1, whatever luck dealt."""
    seats = len(state.hands)
    begun = (await room.match(seats, game="sequence")).match
    await room.seat(begun.id, [replace(seat, user_id=seat.seat + 1) for seat in begun.seats])
    return await room.put(begun.id, state)


async def log_of(room: Room, number: int, since: int = 1) -> list[MoveRecord]:
    return list(await room.matches.log_of(number, since))


def rows(log: list[MoveRecord]) -> list[tuple[int | None, str | None, str]]:
    return [(row.seat, row.notation, row.by) for row in log]


async def refused(room: Room, kind: type[Refusal], *what: Any) -> str:
    """Try a ruling that is refused; nothing may have changed, and nobody been woken."""
    before, woken = await room.everything(), list(room.woken)
    with pytest.raises(Refusal) as refusal:
        await room.matches.rule(*what)
    assert type(refusal.value) is kind
    assert await room.everything() == before
    assert room.woken == woken
    return str(refusal.value)


# Rulings ---------------------------------------------------------------------------------------------------


async def test_a_moderators_ruling_is_kept_and_leaves_the_match_rated(room: Room) -> None:
    before = await table(room, lay(["2s", "", "", ""]))
    number = before.match.id
    after = await room.matches.rule(number, 77, True, "penalty green")
    assert after.state.debts == (0, 1, 0, 1)
    assert after.match.rated
    assert await room.matches.position(number) == after
    (row,) = await log_of(room, number)
    assert (row.seat, row.notation, row.by, row.user_id, row.turn) == (None, "penalty green", "table", 77, 51)
    assert (after.match.version, after.match.turn) == (before.match.version + 1, before.match.turn + 1)


async def test_the_openers_ruling_makes_the_match_unrated_for_good(room: Room) -> None:
    number = (await table(room, lay([""] * 4))).match.id
    after = await room.matches.rule(number, 1, False, "penalty blue")
    assert not after.match.rated
    after = await room.matches.rule(number, 77, True, "penalty green")
    assert not after.match.rated
    assert not (await room.matches.position(number)).match.rated


async def test_an_opener_who_moderates_rules_as_a_moderator(room: Room) -> None:
    number = (await table(room, lay([""] * 4))).match.id
    assert (await room.matches.rule(number, 1, True, "penalty blue")).match.rated


@pytest.mark.parametrize("person", [2, 99])
async def test_nobody_else_rules(room: Room, person: int) -> None:
    number = (await table(room, lay([""] * 4))).match.id
    said = await refused(room, Refused, number, person, False, "penalty blue")
    assert said == "That is for the match's opener, or for a moderator."


@pytest.mark.parametrize(
    "notation", ["", "penalty", "penalty red", "penalty purple", "2s b1", "pass", "draw", "x" * 999]
)
async def test_what_is_no_ruling_changes_nothing(room: Room, notation: str) -> None:
    number = (await table(room, lay(["2s", "", "", ""]))).match.id
    for person, moderator in ((1, False), (77, True)):
        await refused(room, IllegalMove, number, person, moderator, notation)
    assert (await room.matches.position(number)).match.rated


async def test_where_nobody_has_a_team_mate_nothing_is_ruled(room: Room) -> None:
    number = (await table(room, lay(["", ""]))).match.id
    await refused(room, IllegalMove, number, 77, True, "penalty blue")


async def test_nothing_is_ruled_before_the_start_nor_of_no_match(room: Room) -> None:
    number = await room.lobby(2, game="sequence")
    assert "hasn't started" in await refused(room, Refused, number, 77, True, "penalty blue")
    await refused(room, NoSuchMatch, 999, 77, True, "penalty blue")


async def test_a_seat_does_not_rule_by_a_move_of_its_own(room: Room) -> None:
    number = (await table(room, lay([""] * 4))).match.id
    with pytest.raises(IllegalMove, match="not by a seat"):
        await room.matches.play(number, 1, "penalty green", None)


async def test_a_ruling_asks_the_debtors_and_lets_the_turns_clock_run(room: Room) -> None:
    number = (await table(room, lay([""] * 4))).match.id
    room.time.now += 1000
    await room.matches.rule(number, 77, True, "penalty green")
    due = {each.seat: each.due for each in await room.matches.deadlines(number) if each.kind == "turn"}
    assert due == {0: NOON + DAY, 1: NOON + 1000 + DAY, 3: NOON + 1000 + DAY}
    assert room.woken[-1] == NOON + 1000


async def test_a_click_from_before_the_ruling_is_stale_but_a_card_given_up_is_not(room: Room) -> None:
    position = await table(room, lay(["2s", "2c", "", ""]))
    number, old = position.match.id, position.state.move_number
    await room.matches.rule(number, 77, True, "penalty green")
    with pytest.raises(Stale):
        await room.matches.play(number, 1, "2s b1", old)
    after = await room.matches.play(number, 2, "drop 2c", None)
    assert after.position.state.debts == (0, 0, 0, 1)


async def test_who_owes_and_holds_no_seat_pays_by_the_stand_in_at_once(room: Room) -> None:
    number = (await table(room, lay([""] * 4))).match.id
    await room.give_up(number, 1)
    after = await room.matches.rule(number, 77, True, "penalty green")
    assert after.state.debts == (0, 0, 0, 1)
    assert [(row.seat, row.by) for row in await log_of(room, number)] == [(None, "table"), (1, "stand_in")]


# What an unrated match leaves ------------------------------------------------------------------------------


@pytest.mark.parametrize("moderator", [True, False])
async def test_an_unrated_match_has_results_and_changes_no_rating(room: Room, moderator: bool) -> None:
    number = (await table(room, lay(["", "9d", "", ""], {GREEN: WON}, active=1))).match.id
    await room.matches.rule(number, 1, moderator, "penalty blue")
    after = (await room.matches.play(number, 2, "9d h5", None)).position
    assert after.match.status == "over"
    assert after.match.rated == moderator
    async with room.database.read() as connection:
        boards = LeaderboardRepository(connection)
        results = await boards.results(number)
        ratings = await boards.ratings(GUILD, "sequence", False, [1, 2, 3, 4])
    assert [(each.user_id, each.place, each.score) for each in results] == [(1, 3, 0), (2, 1, 2), (3, 3, 0), (4, 1, 2)]
    changes = [(each.rating_before, each.rating_after) for each in results]
    assert all((None not in change) == moderator for change in changes)
    assert set(ratings) == ({1, 2, 3, 4} if moderator else set())


async def test_nothing_is_ruled_after_the_end(room: Room) -> None:
    number = (await table(room, lay(["", "9d", "", ""], {GREEN: WON}, active=1))).match.id
    await room.matches.play(number, 2, "9d h5", None)
    assert "is over" in await refused(room, Refused, number, 77, True, "penalty blue")


# Late turns ------------------------------------------------------------------------------------------------


async def test_a_late_seats_whole_turn_is_played_and_is_one_miss(room: Room) -> None:
    number = (await table(room, lay(["", ""], active=1))).match.id
    after = await room.run_out(number)
    assert after is not None
    log = await log_of(room, number)
    assert [(row.seat, row.by) for row in log] == [(1, "time")]
    assert after.state.active == 0
    assert [seat.misses for seat in after.match.seats] == [0, 2]
    assert (await room.matches.position(number)).match.seats[1].misses == 2


async def test_a_late_turn_that_completes_a_long_line_says_its_five_too(room: Room) -> None:
    number = (await table(room, lay(["", "5h"], {GREEN: V5}, active=1))).match.id
    after = await room.run_out(number)
    assert after is not None
    log = await log_of(room, number)
    assert rows(log) == [(1, "5h e5", "time"), (1, "five b5-f5", "time")]
    assert after.match.seats[1].misses == 2
    assert after.state.view(None).counts == (0, 1)


async def test_a_late_dead_card_is_swapped_and_a_card_played(room: Room) -> None:
    state = lay(["", "7h"], {GREEN: spaces("d6"), BLUE: spaces("i5")}, active=1)
    number = (await table(room, state)).match.id
    after = await room.run_out(number)
    assert after is not None
    first, second = await log_of(room, number)
    assert first.notation == "dead 7h"
    assert second.notation is not None
    assert not second.notation.startswith(("dead", "pass"))
    assert after.state.active == 0
    assert after.match.seats[1].misses == 2


async def test_a_late_debt_is_paid_out_of_turn(room: Room) -> None:
    number = (await table(room, lay(["2s", "", "", ""], debts=(0, 0, 2, 0)))).match.id
    room.time.now += DAY // 2
    await room.matches.play(number, 1, "2s b1", None)
    after = await room.run_out(number)
    assert after is not None
    log = await log_of(room, number, 2)
    assert [(row.seat, row.by) for row in log] == [(2, "time")] * 2
    assert all(row.notation is not None and row.notation.startswith("drop ") for row in log)
    assert after.state.debts == (0, 0, 0, 0)
    assert after.state.active == 1
    assert [seat.misses for seat in after.match.seats] == [0, 1, 2, 0], "whose turn it is has it once more"


async def legal(room: Room, number: int, seat: int) -> list[str]:
    state = (await room.matches.position(number)).state
    return [str(each) for each in state.legal_moves(Seat(seat))]


# Draws by hand ---------------------------------------------------------------------------------------------


async def test_a_person_draws_by_hand(room: Room) -> None:
    number = (await table(room, lay(["2s", ""], options=MANUAL))).match.id
    after = (await room.matches.play(number, 1, "2s b1", None)).position
    assert len(after.state.hands[0]) == 6
    assert rows(await log_of(room, number)) == [(0, "2s b1", "person")]
    after = (await room.matches.play(number, 1, "draw", None)).position
    assert len(after.state.hands[0]) == 7
    assert after.state.active == 1


async def test_a_late_turns_card_is_drawn_for_it(room: Room) -> None:
    number = (await table(room, lay(["2s", ""], options=MANUAL))).match.id
    after = await room.run_out(number)
    assert after is not None
    played, drawn = rows(await log_of(room, number))
    assert (played[0], played[2]) == (0, "time")
    assert drawn == (0, "draw auto", "time")
    assert len(after.state.hands[0]) == 7
    assert after.state.rights == (0, 0)
    assert after.match.seats[0].misses == 2


async def test_a_stand_ins_card_is_drawn_for_it_and_nobody_elses_lapses(room: Room) -> None:
    number = (await table(room, lay(["2s", ""], options=MANUAL))).match.id
    await room.give_up(number, 1)
    after = (await room.matches.play(number, 1, "2s b1", None)).position
    log = rows(await log_of(room, number))
    assert [(seat, by) for seat, _, by in log] == [(0, "person"), (1, "stand_in"), (1, "stand_in")]
    assert log[-1][1] == "draw auto"
    assert after.state.rights[0] > 0
    assert after.state.rights[1] == 0
    assert len(after.state.hands[1]) == 7
    assert "draw" in await legal(room, number, 0)
