"""Each kind of call is answered once by the 403 or 404 that fits it: the state is right, people learn what happened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from bot.messenger import Code
from bot.sandbox import Answer, Call, Person, Seen

from .courses import Course, Stepped
from .tables import cards_of

pytestmark = pytest.mark.asyncio(loop_scope="module")
MISSING = "isn't posted in its place"


# Answers ------------------------------------------------------------------------------------------------


async def test_a_press_that_is_answered_too_late_changes_nothing_and_works_when_it_is_made_again(
    course: Course,
) -> None:
    ann, ben = course.people

    waiting: list[asyncio.Future[Answer]] = []

    async def late(step: str, press: Callable[[], Coroutine[Any, Any, Answer]]) -> None:
        course.step = step
        refused = course.refuse(f"the answer to {step}", 404, Code.UNKNOWN_INTERACTION)
        waiting.append(asyncio.ensure_future(press()))
        await course.sandbox.until(lambda: refused.spent)
        while under_way := course.bot.cheza.under_way:
            await asyncio.wait(under_way)
        await course.bot.settled()

    await late("/play", lambda: ann.slash(course.games, "play", game="take5"))
    assert course.lobbies() == []
    assert "no match" in (await (await ann.slash(course.games, "games")).reply()).text
    table = course.table = Stepped(course, await (await ann.slash(course.games, "play", game="take5")).reply())
    await late("Options", lambda: ann.click(table.lobby, "Options"))
    form = await (await ann.click(table.lobby, "Options")).reply()
    option = {"custom_id": f"o:{table.match}:rounds", "values": ["1"]}
    await late("an option", lambda: ann.click(form, **option))  # type: ignore[arg-type]  # as click takes them
    await late("Join", lambda: ben.click(table.lobby, "Join"))
    await course.bot.settled()
    assert "Changed" not in table.lobby_now().text
    assert table.seats() == 1
    await (await ann.click(form, **option)).reply()  # type: ignore[arg-type]  # as above
    await table.join(ben)
    await late("Start", lambda: ann.click(table.lobby, "Start"))
    await course.bot.settled()
    assert table.lobby_now().has_button("Start")
    course.step = "started"
    await table.start()
    await late("My hand", lambda: ann.click(table.post(), "My hand"))
    panel = await table.panel(ann)
    card = cards_of(panel)[0]
    await late("a move", lambda: ann.click(panel, card))
    assert "Picked" not in (await table.panel(ann)).text
    await table.pick_all()
    await table.posted(1)
    assert len(course.public()) == 1
    assert all([(await answer).failed for answer in waiting])


async def test_a_press_that_counts_as_answered_already_is_carried_out(course: Course) -> None:
    table = await course.begun()
    for step in ("My hand", "a move"):
        course.refuse(f"the answer to {step}", 400, Code.ALREADY_ACKNOWLEDGED, took_effect=True)
    await table.pick_all()
    await table.posted(1)


async def test_an_answer_that_was_deleted_before_it_came_is_shown_beside(course: Course) -> None:
    course.refuse("what comes of /play", 404, Code.UNKNOWN_MESSAGE)
    course.refuse("what comes of Options", 404, Code.UNKNOWN_MESSAGE)
    course.step = "/play"
    answer = await course.ann.slash(course.games, "play", game="take5")
    lobby = await course.ann.until(lambda: course.lobbies()[-1])
    table = course.table = Stepped(course, lobby)
    course.step = "Options"
    answer = await course.ann.click(table.lobby, "Options")
    assert "Options of" in (await answer.reply()).text
    course.step = "joined"
    await table.join(course.ben)
    await table.start()
    course.refuse("what comes of My hand", 404, Code.UNKNOWN_MESSAGE)
    course.step = "My hand"
    panel = await (await course.ann.click(table.post(), "My hand")).reply()
    course.refuse("what comes of a move", 404, Code.UNKNOWN_MESSAGE)
    course.step = "a move"
    answer = await course.ann.click(panel, cards_of(panel)[0])
    beside = await course.ann.until(lambda: answer.followups[0])
    assert "You chose" in beside.text
    assert len(course.public()) == 1


async def test_an_answer_whose_time_is_over_is_kept_without_a_word_and_without_a_code(course: Course) -> None:
    course.refuse("what comes of /play", 401, Code.BAD_TOKEN)
    table = await course.begun()
    assert len(course.public()) == 1
    refused = course.refuse("what comes of My hand", 404, Code.UNKNOWN_WEBHOOK)
    course.step = "My hand"
    await course.ann.click(table.post(), "My hand")
    await course.sandbox.until(lambda: refused.spent)
    panel = await table.panel(course.ann)
    refused = course.refuse("what comes of a move", 401, Code.BAD_TOKEN)
    course.step = "a move"
    await course.ann.click(panel, cards_of(panel)[0])
    await course.sandbox.until(lambda: refused.spent)
    await course.bot.settled()
    assert not [call for call in course.to("what comes of a move") if call.took_effect]
    assert not course.to("a word aside of a move")
    await table.pick(course.ben)
    await table.posted(1)


async def test_a_welcome_that_can_not_be_shown_costs_nobody_the_seat(course: Course) -> None:
    course.refuse("a word aside of Join", 404, Code.UNKNOWN_WEBHOOK)
    table = await course.begun()
    assert len(table.people) == 2
    assert len(course.to("a word aside of Join")) == 1


# Hands by DM --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("purpose", "code"),
    [
        ("a DM channel", Code.NO_COMMON_SERVER),
        ("the first hand by DM", Code.DM_CLOSED),
        ("the first hand by DM", Code.NO_COMMON_SERVER),
    ],
)
async def test_who_takes_no_dm_is_called_in_the_thread_and_told_so_once_and_never_written_to_again(
    purpose: str, code: int, course: Course
) -> None:
    table = await course.opened()
    refused = course.refuse(purpose, 403, code)
    await table.start()
    await course.bot.settled()
    (call,) = refused.calls
    closed = next(person for person in course.people if concerns(call, person))
    calls = len(course.calls)
    assert "couldn't send you a DM" in (await table.panel(closed)).text
    assert "couldn't send you a DM" not in (await table.panel(closed)).text
    await table.bring_a_turn(closed, next(person for person in course.people if person is not closed))
    await course.bot.settled()
    assert turn_in(closed.pings[-1]) == table.turn()
    assert not [call for _, call in course.calls[calls:] if concerns(call, closed)]


def concerns(call: Call, person: Person) -> bool:
    """Whether a call opens somebody's DM channel, or goes there."""
    if call.route == "/users/@me/channels":
        return int(call.body["recipient_id"]) == person.id
    return call.args.get("channel_id") == str(person.channel("dm").id)


def turn_in(seen: Seen) -> int:
    return next(int(button.custom_id.split(":")[2]) for button in seen.buttons if button.custom_id)


@pytest.mark.parametrize("code", [Code.UNKNOWN_CHANNEL, Code.NO_ACCESS])
async def test_a_dm_channel_that_is_gone_is_opened_anew_for_the_next_turn(code: int, course: Course) -> None:
    table = await course.begun()
    refused = course.refuse("a hand by DM anew", 404 if code == Code.UNKNOWN_CHANNEL else 403, code)
    await table.bring_a_turn(course.ann, course.ben)
    await course.bot.settled()
    assert refused.spent
    assert turn_in(course.ann.pings[-1]) == table.turn(), "called in the thread"
    await table.bring_a_turn(course.ann, course.ben)
    await course.bot.settled()
    assert [person for person in course.people for call in course.to("a DM channel") if concerns(call, person)] == [
        course.ann,
        course.ann,
        course.ben,
    ]
    assert turn_in(course.ann.last("dm")) == table.turn()


@pytest.mark.parametrize(
    ("purpose", "status", "code"),
    [
        ("the end of the hand before", 404, Code.UNKNOWN_MESSAGE),
        ("the end of the hand before", 403, Code.NO_ACCESS),
        ("the end of a hand", 404, Code.UNKNOWN_MESSAGE),
        ("the end of a hand", 403, Code.DM_CLOSED),
    ],
)
async def test_a_hand_that_can_not_be_taken_away_holds_up_nothing_and_is_not_asked_for_again(
    purpose: str, status: int, code: int, course: Course
) -> None:
    table = await course.begun()
    refused = course.refuse(purpose, status, code, times=2)
    await table.bring_a_turn(course.ann, course.ben)
    await course.leap()
    while not table.is_over():
        await course.turn()
    await table.closed_lobby()
    await course.bot.settled()
    assert refused.calls
    paths = [call.path for call in refused.calls]
    assert [sum(call.path == path for call in course.to(purpose)) for path in paths] == [1] * len(paths)


# Posts --------------------------------------------------------------------------------------------------

PLACE = [(403, Code.NO_PERMISSION), (403, Code.NO_ACCESS), (404, Code.UNKNOWN_CHANNEL)]


@pytest.mark.parametrize(("status", "code"), PLACE)
@pytest.mark.parametrize("purpose", ["the opening post", "the post of a turn"])
async def test_a_post_that_is_refused_costs_nobody_the_turn_and_comes_when_it_is_asked_for(
    purpose: str, status: int, code: int, course: Course
) -> None:
    table = await (course.begun() if purpose == "the post of a turn" else course.opened())
    refused = course.refuse(purpose, status, code)
    if purpose == "the opening post":
        await course.ann.click(table.lobby, "Start")
    else:
        await course.played()
    await course.sandbox.until(lambda: refused.spent)
    await course.bot.settled()
    turn = await course.turn_kept()
    calls = len(course.calls)
    assert MISSING in (await course.by_hand(course.ann)).text
    for person in course.people if turn == 1 else (course.ann,):  # ben's own click brought him his turn
        assert f"h:{table.match}:{turn}:d" in [each.custom_id for each in person.last("dm").buttons]
    assert not to_the_place(course, calls)
    board = await (await course.ben.slash(table.place(), "table")).reply()
    assert board.pictures
    await course.ann.until(lambda: table.turn() == turn)
    assert len(table.told()) == turn
    assert MISSING not in (await course.by_hand(course.ann)).text
    await course.played()
    assert table.turn() == await course.turn_kept() > turn
    await table.put_away()


def to_the_place(course: Course, since: int) -> list[Call]:
    """The calls to a match's place from some call on."""
    assert course.table is not None
    return [call for _, call in course.calls[since:] if call.args.get("channel_id") == str(course.table.lobby.id)]


@pytest.mark.parametrize(("status", "code"), PLACE)
async def test_an_ending_that_is_refused_is_told_by_the_lobby_and_dm_and_comes_when_it_is_asked_for(
    status: int, code: int, course: Course
) -> None:
    table = await course.begun()
    await course.leap()
    refused = course.refuse("the ending", status, code)
    while (await course.bot.cheza.matches.position(table.match)).match.status == "running":
        await course.played()
    assert refused.spent
    for person in course.people:
        await person.until(lambda who=person: "over" in who.last("dm").text)  # type: ignore[misc]  # mypy infers no lambda with a default
    assert not table.is_over()
    await (await course.ann.slash(table.place(), "table")).reply()
    await course.ann.until(table.is_over)
    await table.closed_lobby()
    await table.put_away()
    assert len(course.to("the ending")) == 2


async def test_an_older_post_in_a_place_out_of_reach_loses_its_buttons_once_the_place_is_back(course: Course) -> None:
    table = await course.begun()
    refused = course.refuse("the end of a post", 403, Code.NO_ACCESS)
    await course.played()
    await course.sandbox.until(lambda: refused.spent)
    await course.bot.settled()
    assert MISSING in (await course.by_hand(course.ann)).text
    await (await course.ann.slash(table.place(), "table")).reply()
    await table.put_away()
    assert table.turn() == await course.turn_kept()


@pytest.mark.parametrize(
    ("status", "code"), [(403, Code.NO_PERMISSION), (404, Code.UNKNOWN_MESSAGE), (400, 160006), (403, Code.NO_ACCESS)]
)
async def test_a_thread_that_is_refused_leaves_the_match_in_the_channel(status: int, code: int, course: Course) -> None:
    table = await course.opened()
    refused = course.refuse("the thread", status, code)
    await course.ann.click(table.lobby, "Start")
    await course.sandbox.until(lambda: refused.spent)
    await course.bot.settled()
    posts = [seen for seen in course.ann.messages(course.games) if seen.has_button("My hand") and not seen.ephemeral]
    assert len(posts) == (0 if code == Code.NO_ACCESS else 1)
    assert len(course.to("the thread")) == (1 if code == Code.NO_ACCESS else 2), "with the opening post"
    await (await course.ann.slash(course.games, "table")).reply()
    await course.ann.until(lambda: table.turn() == 1)
    await course.bot.settled()
    await table.pick_all()
    await table.posted(1)


async def test_a_post_that_was_deleted_is_edited_no_more_and_comes_again_with_the_next_press_in_its_place(
    course: Course,
) -> None:
    table = await course.begun()
    panel = await table.panel(course.ann)
    course.sandbox.staff.delete_message(table.post().id)
    await table.press(course.ann, panel, cards_of(panel)[0])
    await course.bot.settled()
    assert len(course.to("who is awaited")) == 1
    panel = await (await course.ann.slash(table.place(), "hand")).reply()
    await course.ann.until(lambda: table.turn() == 1)
    await course.bot.settled()
    assert table.awaited() == [course.ben]
    assert len(course.ben.pings) == 1, "nobody is called twice for a turn"
    await table.press(course.ann, panel, cards_of(panel)[-1])
    await table.pick(course.ben)
    await table.posted(1)
    await table.put_away()
    assert not course.repeated_to_what_is_gone()


@pytest.mark.parametrize(
    ("status", "code", "tries"),
    [(404, Code.UNKNOWN_MESSAGE, 1), (403, Code.NO_ACCESS, 2)],  # once more when its place is back
)
async def test_an_old_post_that_can_not_be_put_away_holds_up_nothing(
    status: int, code: int, tries: int, course: Course
) -> None:
    table = await course.begun()
    refused = course.refuse("the end of a post", status, code)
    await course.turn()
    await course.bot.settled()
    assert refused.spent
    await (await course.ann.slash(table.place(), "table")).reply()
    await course.ann.until(lambda: table.turn() == 2)
    await course.turn()
    await course.bot.settled()
    assert sum(call.path == refused.calls[0].path for call in course.to("the end of a post")) == tries


@pytest.mark.parametrize("code", [30046, 0])
async def test_edits_of_old_posts_that_discord_limits_hold_up_no_turn(code: int, course: Course) -> None:
    table = await course.begun()
    course.sandbox.faults.add(
        predicate=lambda call: course.purpose(call) == "the end of a post",
        answer=429,
        code=code,
        retry_after=3600,
        times=None,
    )
    for _ in range(3):
        await course.turn()
    await course.bot.settled()
    assert len({call.path for call in course.to("the post of a turn")}) == 1
    assert table.turn() >= 4
    assert len(table.posts()) > 1
    course.sandbox.faults.clear()
    await course.bot.cheza.housekeeping.look_again()
    await table.put_away()


async def test_a_lobby_whose_post_was_deleted_is_posted_again_and_begins(course: Course) -> None:
    table = await course.opened()
    course.step = "Options"
    form = await (await course.ann.click(table.lobby, "Options")).reply()
    course.sandbox.staff.delete_message(table.lobby.id)
    await (await course.ann.click(form, custom_id=f"o:{table.match}:rounds", values=["2"])).reply()
    table.lobby = await course.ann.until(lambda: course.lobbies()[-1])
    assert len(course.lobbies()) == 1
    await table.start()
    await course.bot.settled()
    assert table.place().id == table.lobby.id
    course.sandbox.staff.delete_message(table.lobby.id)
    await table.trick()
    await course.bot.settled()
    assert not course.repeated_to_what_is_gone()
