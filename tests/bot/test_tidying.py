"""Edits that may wait, on an offline Discord: made after all where Discord refuses them for the moment."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.sandbox import Seen
from bot.sandbox.faults import Fault
from bot.telling.tellings import EDIT_TRIES, load_retired
from db.repositories import MatchRepository

from .desk import Desk, open_desk
from .room import Room


@pytest.fixture
async def desk(room: Room) -> AsyncIterator[Desk]:
    async with open_desk(room) as desk:
        desk.teller.pauses = (0,)
        await desk.told()
        yield desk


def posts(desk: Desk) -> list[Seen]:
    return [each for each in desk.sandbox.person("alice").messages(desk.games) if not each.ephemeral]


def awaited(desk: Desk) -> set[int]:
    """Whom the newest post says it waits for."""
    (waiting,) = [line for line in posts(desk)[-1].text.splitlines() if line.startswith("Waiting for")]
    return {user_id for user_id in desk.people if str(user_id) in waiting}


def refuse(desk: Desk, post: Seen, times: int | None) -> list[object]:
    """Refuse edits of a post, so often; return the calls that this meets."""
    path = rf".*/messages/{post.id}"
    return desk.sandbox.faults.add(answer=501, method="PATCH", path_regex=path, times=times).calls  # type: ignore[return-value]  # read only


async def test_the_newest_post_says_who_is_still_awaited_though_that_is_refused_at_first(desk: Desk) -> None:
    alice, bob = desk.people
    assert awaited(desk) == {alice, bob}
    met = refuse(desk, posts(desk)[-1], times=EDIT_TRIES + 1)
    await desk.room.matches.play(desk.number, alice, "21", None)
    await desk.told()
    assert len(met) == EDIT_TRIES + 1
    assert awaited(desk) == {bob}


async def test_an_older_post_loses_its_buttons_though_that_is_refused_at_first(desk: Desk) -> None:
    old = posts(desk)[-1]
    met = refuse(desk, old, times=EDIT_TRIES - 1)
    await desk.trick(21, 41)
    assert len(met) == EDIT_TRIES - 1
    assert [bool(each.buttons) for each in posts(desk)] == [False, True]
    assert load_retired((await desk.kept()).retire) == []


async def test_an_older_post_whose_edits_never_succeed_is_left_as_it_is(desk: Desk) -> None:
    met = refuse(desk, posts(desk)[-1], times=None)
    await desk.trick(21, 41)
    assert len(met) == EDIT_TRIES
    kept = await desk.kept()
    assert load_retired(kept.retire) == []
    assert kept.settled_version == (await desk.room.matches.position(desk.number)).match.version


def limit(desk: Desk, post: Seen) -> Fault:
    """Let an old post be beyond Discord's limits."""
    path = rf".*/messages/{post.id}"
    return desk.sandbox.faults.add(
        answer=429, code=30046, retry_after=3600, method="PATCH", path_regex=path, times=None
    )


async def lagging(desk: Desk) -> tuple[int, ...]:
    async with desk.room.database.read() as connection:
        return await MatchRepository(connection).lagging()


async def test_an_edit_beyond_discords_limits_is_made_in_a_later_round_however_many_come_first(desk: Desk) -> None:
    limited = limit(desk, posts(desk)[-1])
    for pair in ((21, 41), (22, 42), (23, 43)):
        await desk.trick(*pair)
    rounds = len(limited.calls)
    for _ in range(EDIT_TRIES):
        await desk.told()
    assert len(limited.calls) == rounds + EDIT_TRIES, "once a round"
    desk.sandbox.faults.clear()
    await desk.told()
    assert [bool(each.buttons) for each in posts(desk)] == [False, False, False, True]


async def test_the_waiting_line_beyond_discords_limits_is_brought_up_to_date_in_a_later_round(desk: Desk) -> None:
    alice, bob = desk.people
    limited = limit(desk, posts(desk)[-1])
    await desk.room.matches.play(desk.number, alice, "21", None)
    await desk.told()
    assert (len(limited.calls), awaited(desk)) == (1, {alice, bob})
    assert desk.number in await lagging(desk), "so that housekeeping tells it"
    desk.sandbox.faults.clear()
    await desk.teller.catch_up()
    await desk.teller.settled()
    assert awaited(desk) == {bob}
    assert desk.number not in await lagging(desk)
