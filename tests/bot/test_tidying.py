"""Edits that may wait, on an offline Discord: made after all where Discord refuses them for the moment."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.sandbox import Seen
from bot.telling.tellings import EDIT_TRIES, load_retired

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


async def test_an_edit_beyond_discords_limits_is_left_for_the_next_round(desk: Desk) -> None:
    old = posts(desk)[-1]
    fault = desk.sandbox.faults.add(
        answer=429, code=30046, retry_after=3600, method="PATCH", path_regex=rf".*/messages/{old.id}", times=None
    )
    await desk.trick(21, 41)
    await desk.trick(22, 42)
    assert len(fault.calls) == 2
    desk.sandbox.faults.clear()
    await desk.trick(23, 43)
    assert [bool(each.buttons) for each in posts(desk)] == [False, False, False, True]
