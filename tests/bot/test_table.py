"""The teller on an offline Discord: what it does when the table's place refuses, when news comes, when time played."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.messenger import Code
from bot.table import PAUSES
from bot.telling.tellings import Told, dump_told, late_of, load_told
from db.records import MadeBy, MoveRecord
from db.repositories import MatchRepository, PeopleRepository
from rules.take5 import Options
from tests.rules.take5_table import lay

from .desk import ROWS, Desk, open_desk
from .room import Room

POSTS = r".*/messages"


@pytest.fixture
async def desk(room: Room) -> AsyncIterator[Desk]:
    async with open_desk(room) as desk:
        yield desk


# A place that refuses --------------------------------------------------------------------------------------


async def test_a_refusal_that_may_end_is_told_by_the_next_turn(desk: Desk) -> None:
    await desk.told()
    desk.sandbox.faults.add(answer=403, code=Code.NO_PERMISSION, method="POST", path_regex=POSTS)
    before = len(desk.shown())
    await desk.trick(21, 41)
    kept = await desk.kept()
    assert len(desk.shown()) == before
    assert not kept.place_gone
    assert {told.way for told in load_told(kept.pinged).values()} == {"dm"}
    assert (desk.by_dm("alice"), desk.by_dm("bob")) == (1, 1)
    await desk.trick(22, 42)
    kept = await desk.kept()
    assert len(desk.shown()) == before + 1
    assert desk.shown()[-1].count("Nobody took a row.") == 2
    assert kept.told_seq == (await desk.room.matches.position(desk.number)).match.log_length


@pytest.mark.parametrize("code", [Code.UNKNOWN_CHANNEL, Code.NO_ACCESS])
async def test_a_place_that_is_gone_is_remembered_and_called_no_more_until_it_is_revived(desk: Desk, code: int) -> None:
    await desk.told()
    status = 404 if code == Code.UNKNOWN_CHANNEL else 403
    fault = desk.sandbox.faults.add(answer=status, code=code, method="POST", path_regex=rf".*/{desk.games}/messages")
    before = len(desk.shown())
    await desk.trick(21, 41)
    assert (await desk.kept()).place_gone
    assert fault.spent
    await desk.trick(22, 42)
    assert len(desk.shown()) == before
    assert {told.way for told in load_told((await desk.kept()).pinged).values()} <= {"dm", "self"}
    await desk.teller.revive(desk.number, desk.games + 1)
    await desk.teller.settled()
    assert (await desk.kept()).place_gone  # somebody asked for the table elsewhere
    await desk.teller.revive(desk.number, desk.games)
    await desk.teller.settled()
    assert not (await desk.kept()).place_gone
    assert len(desk.shown()) == before + 1


async def test_what_is_there_is_not_revived(desk: Desk) -> None:
    await desk.told()
    before = await desk.kept()
    await desk.teller.revive(desk.number, desk.games)
    await desk.teller.settled()
    assert await desk.kept() == before


# News ------------------------------------------------------------------------------------------------------


async def test_news_cuts_a_pause_short(desk: Desk) -> None:
    refusals = 6
    assert sum(PAUSES[:refusals]) > 100
    fault = desk.sandbox.faults.add(answer=501, method="POST", path_regex=POSTS, times=refusals)
    desk.teller.tell(desk.number)
    async with asyncio.timeout(20):
        for count in range(1, refusals + 1):
            await desk.sandbox.until(lambda count=count: len(fault.calls) >= count or None)  # type: ignore[misc]  # asked
            desk.teller.tell(desk.number)
        await desk.teller.settled()
    assert len(desk.shown()) == 1


async def test_closing_waits_for_nothing_that_was_stopped_before_it_began(desk: Desk) -> None:
    desk.teller.tell(desk.number)
    desk.teller._tasks[desk.number].cancel()
    async with asyncio.timeout(10):
        await desk.teller.close(5)
    assert desk.shown() == []


async def test_what_comes_to_a_teller_that_is_closed_is_told_after_the_next_start(desk: Desk) -> None:
    await desk.told()
    await desk.teller.close(5)
    calls = len(desk.sandbox.calls)
    for person, picked in zip(desk.people, (21, 41), strict=True):
        await desk.room.matches.play(desk.number, person, str(picked), None)
    desk.teller.tell(desk.number)
    await desk.teller.settled()
    assert len(desk.sandbox.calls) == calls
    async with desk.room.database.read() as connection:
        assert await MatchRepository(connection).lagging() == (desk.number,)


async def test_a_hand_of_a_position_that_has_passed_is_not_brought(desk: Desk) -> None:
    await desk.told()
    async with desk.room.database.write() as connection:
        for person in desk.people:
            await PeopleRepository(connection).change_user(person, hand="dm", ping="dm")
    scene = await desk.teller.scene(desk.number)
    since = scene.position.state.to_act
    told = {int(seat): Told(turn, "dm", hand=False, user_id=desk.people[seat]) for seat, turn in since.items()}
    telling = replace(await desk.kept(), pinged=dump_told(told))
    calls = len(desk.sandbox.calls)
    assert await desk.hands.tell(scene, telling, superseded=lambda: True) == telling
    assert len(desk.sandbox.calls) == calls
    asked = iter((False, True))
    after = await desk.hands.tell(scene, telling, superseded=lambda: next(asked))
    assert [each.hand for each in load_told(after.pinged).values()] == [True, False]
    after = await desk.hands.tell(scene, after)
    assert [each.hand for each in load_told(after.pinged).values()] == [True, True]


async def test_a_match_that_ends_while_a_hand_is_replaced_leaves_its_end_in_the_dm_channel(desk: Desk) -> None:
    async with desk.room.database.write() as connection:
        for person in desk.people:
            await PeopleRepository(connection).change_user(person, hand="dm", ping="dm")
    await desk.told()
    lost = desk.sandbox.faults.add(answer=501, method="DELETE", took_effect=True, times=2)
    for person, picked in zip(desk.people, (21, 41), strict=True):
        await desk.room.matches.play(desk.number, person, str(picked), None)
    desk.teller.tell(desk.number)
    await desk.sandbox.until(lambda: len(lost.calls) == 2 or None)
    over = lay(ROWS, [(22, 23), (42, 43)], options=Options(rounds=1))
    await desk.room.put(desk.number, over)
    await desk.trick(22, 42)
    for name in ("alice", "bob"):
        (left,) = desk.sandbox.person(name).messages("dm")
        assert "over" in left.text


# Time ------------------------------------------------------------------------------------------------------


async def test_a_post_says_for_whom_the_deadline_played(desk: Desk) -> None:
    await desk.told()
    await desk.room.matches.play(desk.number, desk.people[0], "21", None)
    await desk.room.run_out(desk.number)
    await desk.told()
    (line,) = [line for line in desk.shown()[-1].splitlines() if "ran out of time" in line]
    assert "**bob** ran out of time; a stand-in chose." in line
    assert "alice" not in line
    await desk.trick(22, (await hand(desk))[0])
    assert "ran out of time" in desk.shown()[-2]  # it stays in what is left of the post
    assert "ran out of time" not in desk.shown()[-1]


async def hand(desk: Desk) -> tuple[int, ...]:
    held: tuple[int, ...] = (await desk.room.matches.position(desk.number)).state.hands[1]
    return held


def test_only_the_deadlines_own_moves_are_late_and_each_seat_once() -> None:
    made: list[tuple[int | None, MadeBy]] = [(2, "time"), (1, "stand_in"), (2, "time"), (0, "person"), (None, "table")]
    rows = [MoveRecord(seq, seat, "55", by, None, 1, "[]", 0) for seq, (seat, by) in enumerate([*made, (0, "time")])]
    assert late_of(rows) == [2, 0]
    assert late_of([]) == []
