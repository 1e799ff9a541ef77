"""The bot ends before and after each call of a match's start and end, in turn: nothing is lost, nothing doubled."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.sandbox import Sandbox
from bot.sandbox.faults import Held

from .bots import Bot
from .closing import Closing, look_back
from .conftest import description
from .courses import Course, servers
from .logbook import kept_log
from .tables import cards_of

NONCE_FORGOTTEN = 20 * 60
"""Seconds after which Discord takes a message for a new one, though it is sent with the same nonce."""
START = ("the thread", "the opening post", "a DM channel", "the first hand by DM", "the lobby")
END = ("the ending", "the end of a hand", "the lobby", "the end of a post")


@pytest.fixture
async def course(tmp_path: Path) -> AsyncIterator[Course]:
    with kept_log() as log:
        async with Sandbox(world=servers(1), description=description()) as sandbox:
            bot = Bot(sandbox, tmp_path / "cheza.sqlite3")
            await bot.open()
            yield Course(sandbox, bot, 0)
            await bot.close()
            assert not log.errors, "\n".join(log.errors)
            look_back(sandbox, log.text, Closing(interactions_may_fail=True))


def held_at(course: Course, purpose: str, *, took_effect: bool) -> Held:
    return course.sandbox.hold(predicate=lambda call: course.purpose(call) == purpose, took_effect=took_effect)


async def crashed(course: Course, first: Held, purposes: Sequence[str]) -> None:
    """End at the call that is held, and then before and after each of the others."""
    held: Held | None = first
    stops = [(purpose, after) for purpose in purposes for after in (False, True)][1:]
    while held is not None:
        await held.reached(within=30)
        await course.bot.crash()
        held.discard()
        await course.sandbox.pass_time(NONCE_FORGOTTEN)
        held = held_at(course, stops[0][0], took_effect=stops[0][1]) if stops else None
        stops = stops[1:]
        await course.bot.open()
    await course.bot.settled()


async def test_a_start_that_is_cut_short_at_each_call_is_told_once(course: Course) -> None:
    table = await course.opened()
    await course.bot.settled()
    held = held_at(course, START[0], took_effect=False)
    await course.ann.click(table.lobby, "Start")
    await crashed(course, held, START)
    assert "Started" in table.lobby_now().text
    assert table.place().id == table.lobby.id
    assert len(table.told()) == 1
    for person in course.people:
        assert len(person.pings) == 1
        assert [seen.labels for seen in person.messages("dm")] == [["Play here"]]
    await table.trick()


async def test_an_end_that_is_cut_short_at_each_call_is_told_once(course: Course) -> None:
    table = await course.begun(cards=2)
    await table.pick(course.ann)
    panel = await table.panel(course.ben)
    await course.bot.settled()
    held = held_at(course, END[0], took_effect=False)
    await course.ben.click(panel, cards_of(panel)[0])
    await crashed(course, held, END)
    assert table.is_over()
    assert len(table.told()) == 2
    assert len(table.posts()) == 1
    assert "Over" in table.lobby_now().text
    for person in course.people:
        assert len(person.pings) == 1
        assert [bool(seen.labels) for seen in person.messages("dm")] == [False]
    board = await (await course.ann.slash(course.games, "leaderboard")).reply()
    assert "of 1" in board.text
