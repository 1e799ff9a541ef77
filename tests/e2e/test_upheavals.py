"""In mid-match a place, a permission, the gateway or the server is taken away, and given back: play goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.sandbox import Call, Permission, Sandbox

from .bots import Bot
from .closing import Closing, look_back
from .conftest import description
from .courses import Course, Stepped, servers
from .logbook import kept_log
from .tables import moves_of

pytestmark = pytest.mark.asyncio(loop_scope="module")
MISSING = "isn't posted in its place"


async def told(course: Course) -> Stepped:
    """Wait until the post of the turn that is kept stands, and look that nothing was told twice."""
    table = course.table
    assert table is not None
    turn = await course.turn_kept()
    await course.ann.until(lambda: table.is_over() or table.turn() == turn)
    await table.put_away()
    for person in course.people:
        called = [(seen.channel_id, button) for seen in person.pings for button in seen.buttons[:1]]
        assert len(called) == len({(place, button.custom_id) for place, button in called})
    posts = [
        call
        for call in to_the_place(course)
        if call.took_effect and call.method == "POST" and call.path.endswith("/messages")
    ]
    assert len(posts) == len({call.body["nonce"] for call in posts})
    return table


def to_the_place(course: Course, since: int = 0) -> list[Call]:
    """The calls to a match's own place, from some call on."""
    assert course.table is not None
    return [call for call in course.sandbox.calls[since:] if call.args.get("channel_id") == str(course.table.lobby.id)]


# The place ----------------------------------------------------------------------------------------------


async def test_an_archived_thread_is_opened_once_by_the_next_post(course: Course) -> None:
    table = await course.begun()
    course.sandbox.staff.archive(table.place().id)
    await course.played()
    await told(course)
    assert not table.place().archived
    assert table.turn() == 2


async def test_a_thread_that_is_archived_by_every_second_call_is_opened_once_a_post(course: Course) -> None:
    table = await course.begun()
    course.sandbox.faults.add(
        predicate=lambda call: course.purpose(call) == "the post of a turn", answer=400, code=50083, times=None
    )
    await course.played()
    assert len(course.to("the post of a turn")) == 2
    assert MISSING in (await course.by_hand(course.ann)).text
    opened = [
        call for call in course.sandbox.calls if call.method == "PATCH" and call.path == f"/channels/{table.lobby.id}"
    ]
    assert len(opened) == 1
    course.sandbox.faults.clear()
    await (await course.ann.slash(table.place(), "table")).reply()
    await told(course)


@pytest.mark.parametrize("archived", [False, True])
async def test_a_locked_thread_leaves_the_match_to_commands_and_dms_until_it_is_unlocked(
    archived: bool, course: Course
) -> None:
    table = await course.begun()
    thread = table.place().id
    course.sandbox.staff.lock(thread)
    course.sandbox.staff.archive(thread, archived=archived)
    await course.played()
    assert MISSING in (await course.by_hand(course.ann)).text
    assert "Play here" in course.ann.last("dm").labels
    await course.played()
    assert await course.turn_kept() == 3
    course.sandbox.staff.archive(thread, archived=False)
    course.sandbox.staff.lock(thread, locked=False)
    await (await course.ann.slash(thread, "table")).reply()
    await told(course)
    assert table.turn() == 3


async def test_a_channel_that_is_deleted_leaves_the_match_to_be_played_out_by_commands_and_dms(course: Course) -> None:
    table = await course.begun()
    course.sandbox.staff.delete_channel(course.games)
    calls = 0
    for turn in range(1, 10):  # the last card plays itself
        for person in course.people:
            hand = await (await person.slash("dm", "hand", match=table.match)).reply()
            assert turn == 1 or MISSING in hand.text
            assert turn == 1 or "<#" not in hand.text, "no channel is named that people can't see"
            await (await person.click(hand, custom_id=moves_of(hand)[0].custom_id)).reply()
        await course.bot.settled()
        calls = calls or len(course.sandbox.calls)
    for person in course.people:
        await person.until(lambda who=person: any("share the victory" in seen.text for seen in who.messages("dm")))  # type: ignore[misc]  # mypy infers no lambda with a default
    gone = {str(course.games), str(table.lobby.id)}
    assert not [call for call in course.sandbox.calls[calls:] if call.args.get("channel_id") in gone]


TAKEN = (
    (Permission.SEND_MESSAGES_IN_THREADS,),
    (Permission.ATTACH_FILES,),
    (Permission.VIEW_CHANNEL,),
)


@pytest.mark.parametrize("taken", TAKEN, ids=lambda taken: taken[0].name)
async def test_a_permission_that_is_taken_away_costs_nobody_a_turn_and_given_back_brings_the_table_back(
    taken: tuple[Permission, ...], course: Course
) -> None:
    table = await course.begun()
    course.sandbox.staff.deny_bot(course.games, *taken)
    await course.played()
    assert f"h:{table.match}:2:d" in [each.custom_id for each in course.ann.last("dm").buttons]
    panel = await (await course.ann.click(table.post(), "My hand")).reply()
    assert "View Channel, Send Messages or Attach Files" in panel.text
    calls = len(course.sandbox.calls)
    await course.by_hand(course.ben)
    await course.bot.settled()
    assert not to_the_place(course, calls)
    course.sandbox.staff.clear_overwrite(course.games, course.sandbox.world.bot)
    panel = await (await course.ben.click(table.post(), "My hand")).reply()
    assert MISSING not in panel.text
    await told(course)
    assert table.turn() == 2
    await course.played()
    await told(course)
    assert table.turn() == 3


async def test_a_bot_that_was_removed_from_the_server_goes_on_by_dm_and_in_its_place_when_it_is_back(
    course: Course,
) -> None:
    table = await course.begun()
    guild = next(guild for guild in course.sandbox.world.guilds.values() if course.ann.id in guild.members)
    course.sandbox.staff.remove_bot(guild)
    for person in course.people:
        hand = await (await person.slash("dm", "hand", match=table.match)).reply()
        await (await person.click(hand, custom_id=moves_of(hand)[0].custom_id)).reply()
    await course.bot.settled()
    assert await course.turn_kept() == 2
    calls = len(course.sandbox.calls)
    await (await course.ann.slash("dm", "hand", match=table.match)).reply()
    assert not to_the_place(course, calls)
    course.sandbox.staff.add_bot(guild)
    await (await course.ann.slash(table.place(), "hand")).reply()
    await told(course)
    assert table.turn() == 2
    await course.played()
    await told(course)


async def test_a_thread_that_is_deleted_leaves_the_match_to_commands_and_dms(course: Course) -> None:
    table = await course.begun()
    thread = table.lobby.id
    course.sandbox.staff.delete_channel(table.place().id)
    await course.played()
    await course.played()
    assert MISSING in (await course.by_hand(course.ann)).text
    calls = len(course.sandbox.calls)
    await course.played()
    assert await course.turn_kept() == 4
    assert not [call for call in course.sandbox.calls[calls:] if call.args.get("channel_id") == str(thread)]


async def test_slow_mode_slows_no_match(course: Course) -> None:
    table = await course.begun()
    for place in (course.games, table.place().id):
        course.sandbox.staff.set_slow_mode(place, 6 * 3600)
    for turn in (2, 3):
        await table.pick_all(course.people)
        await told(course)
        assert table.turn() == turn


# The gateway --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["dropped", "asked to reconnect", "invalidated"])
async def test_a_gateway_that_goes_away_in_mid_turn_loses_no_move_and_tells_nothing_twice(
    how: str, course: Course
) -> None:
    table = await course.begun()
    gateway = course.sandbox.gateway
    await table.pick(course.ann)
    back = gateway.identifies + gateway.resumes
    if how == "dropped":
        await gateway.drop(4000)
    elif how == "asked to reconnect":
        gateway.ask_to_reconnect()
    else:
        gateway.invalidate()
    await course.sandbox.until(lambda: gateway.connected and gateway.identifies + gateway.resumes > back)
    await table.pick(course.ben)
    await told(course)
    assert table.turn() == 2
    await table.pick_all()
    await table.posted(2)
    await told(course)
    assert table.turn() == 3


async def test_a_press_while_the_gateway_is_away_is_answered_when_it_is_back(course: Course) -> None:
    table = await course.begun()
    panels = [await table.panel(person) for person in course.people]
    await course.sandbox.gateway.drop(4000)
    for person, panel in zip(course.people, panels, strict=True):
        assert (await person.click(panel, panel.buttons[0].label)).acked
    await table.posted(1)
    await told(course)
    assert table.turn() == 2


# Limits -------------------------------------------------------------------------------------------------


async def test_a_whole_match_keeps_to_discords_rate_limits(tmp_path: Path) -> None:
    with kept_log() as log:
        async with Sandbox(world=servers(1), description=description(), rate_limits=True) as sandbox:
            bot = Bot(sandbox, tmp_path / "cheza.sqlite3")
            await bot.open()
            course = Course(sandbox, bot, 0)
            table = await course.begun(cards=6)
            while not table.is_over():
                await table.trick()
            await table.closed_lobby()
            await table.put_away()
            await bot.settled()
            assert sandbox.invalid_calls <= 3
            await bot.close()
            assert not log.errors, "\n".join(log.errors)
            look_back(sandbox, log.text, Closing())
