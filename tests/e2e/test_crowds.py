"""Where many press at once, a panel is the answer itself; whatever becomes of that one call, the move counts once."""

from __future__ import annotations

import pytest

from bot.answering import answers
from bot.messenger import Code
from bot.sandbox import Seen
from bot.sandbox.model import CallbackKind
from bot.timing.pace import SECOND

from .courses import Course, Stepped, Trouble
from .tables import PATIENCE, aside, cards_of
from .test_faults_passing import TROUBLES

pytestmark = pytest.mark.asyncio(loop_scope="module")
ANSWER, LATER = "the answer to a move", "what comes of a move"
BUSY = 60
DEFERRED, UPDATE = CallbackKind.DEFERRED_UPDATE, CallbackKind.UPDATE


@pytest.fixture
def crowd(course: Course, monkeypatch: pytest.MonkeyPatch) -> Course:
    """A course on which one who presses is a crowd already, and a busy machine makes no press old or slow."""
    monkeypatch.setattr(course.bot.cheza.precedence, "crowd", 1)
    monkeypatch.setattr(answers, "YOUNG", BUSY * SECOND)
    monkeypatch.setattr(answers, "SOON", BUSY)
    return course


def answered(course: Course) -> list[CallbackKind]:
    """How moves have been answered, as far as that came through."""
    return [CallbackKind(call.body["type"]) for call in course.to(ANSWER) if call.took_effect]


async def picked(course: Course, table: Stepped) -> Seen:
    """Ann picks a card, and sees that she has."""
    panel = await table.panel(course.ann)
    card = cards_of(panel)[0]
    course.step = "a move"
    await course.ann.click(panel, card)
    return await course.ann.until(
        lambda: seen if (seen := course.ann.find(panel.id)) and "You chose" in seen.text else None,
        within=PATIENCE,
        what="her choice",
    )


async def goes_on(course: Course, table: Stepped) -> None:
    """Ben picks too, and the turn is told once."""
    await table.pick(course.ben)
    await table.posted(1)
    assert len(table.told()) == 2


async def test_alone_a_move_is_acknowledged_first(course: Course) -> None:
    table = await course.begun()
    await picked(course, table)
    assert (answered(course), len(course.to(LATER))) == ([DEFERRED], 1)


async def test_in_a_crowd_the_panel_is_the_answer(crowd: Course) -> None:
    table = await crowd.begun()
    await picked(crowd, table)
    await goes_on(crowd, table)
    assert (answered(crowd), crowd.to(LATER)) == ([UPDATE, UPDATE], [])


async def test_in_a_crowd_a_hand_by_dm_is_the_answer_too(crowd: Course) -> None:
    table = await crowd.begun()
    crowd.step = "Play here"
    panel = await (await crowd.ann.click(crowd.ann.last("dm"), "Play here")).reply()
    crowd.step = "a move"
    shown = await (await crowd.ann.click(panel, cards_of(panel)[0])).reply()
    assert (shown.id, "You chose" in shown.text) == (panel.id, True)
    assert (answered(crowd), crowd.to(LATER), crowd.to("what comes of Play here")) == ([UPDATE], [], [])
    await goes_on(crowd, table)


@pytest.mark.parametrize("trouble", TROUBLES, ids=str)
async def test_an_answer_in_one_call_that_goes_wrong_is_acknowledged_and_comes_after(
    trouble: Trouble, crowd: Course
) -> None:
    table = await crowd.begun()
    wrong = crowd.sandbox.faults.add(
        predicate=lambda call: crowd.purpose(call) == ANSWER,
        answer=trouble.answer,
        took_effect=trouble.took_effect,
        retry_after=trouble.retry_after,
    )
    await picked(crowd, table)
    assert wrong.spent
    await goes_on(crowd, table)


@pytest.mark.parametrize("code", [Code.UNKNOWN_MESSAGE, Code.NO_ACCESS])
async def test_an_answer_in_one_call_that_is_refused_comes_as_an_edit(code: int, crowd: Course) -> None:
    table = await crowd.begun()
    crowd.refuse(ANSWER, 403 if code == Code.NO_ACCESS else 404, code)
    await picked(crowd, table)
    assert (answered(crowd), len(crowd.to(LATER))) == ([DEFERRED], 1)
    await goes_on(crowd, table)


async def test_a_move_whose_answer_is_taken_no_more_counts_and_my_hand_shows_it(crowd: Course) -> None:
    table = await crowd.begun()
    panel = await table.panel(crowd.ann)
    crowd.refuse(ANSWER, 404, Code.UNKNOWN_INTERACTION, times=2)
    crowd.step = "a move"
    assert (await crowd.ann.click(panel, cards_of(panel)[0])).failed
    await crowd.bot.settled()
    assert not crowd.to(LATER)
    assert "You chose" in (await table.panel(crowd.ann)).text
    await goes_on(crowd, table)


async def test_what_takes_long_is_acknowledged_first_in_a_crowd_too(
    crowd: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "SOON", 0.01)
    table = await crowd.begun()
    panel = await table.panel(crowd.ann)
    crowd.step = "a move"
    async with crowd.bot.cheza.database.write():
        await crowd.ann.click(panel, cards_of(panel)[0])
        await crowd.sandbox.until(lambda: answered(crowd) == [DEFERRED])
        assert not crowd.to(LATER)
    await crowd.sandbox.until(lambda: len(crowd.to(LATER)) == 1)
    await goes_on(crowd, table)


async def test_a_press_of_some_time_ago_is_acknowledged_before_anything_is_done(
    crowd: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await crowd.begun()
    monkeypatch.setattr(answers, "YOUNG", -1)
    await picked(crowd, table)
    assert answered(crowd) == [DEFERRED]


async def test_a_refusal_in_a_crowd_stands_beside_the_panel(crowd: Course) -> None:
    table = await crowd.begun()
    panel = await table.panel(crowd.ann)
    matches = crowd.bot.cheza.matches
    await matches.call_off(await matches.position(table.match), "staff")
    crowd.step = "a move"
    answer = await crowd.ann.click(panel, cards_of(panel)[0])
    assert "called off" in (await aside(answer, crowd.ann)).text
    assert answered(crowd) == [DEFERRED]


async def test_what_pressed_twice_counts_twice_is_not_done_without_an_acknowledgement(crowd: Course) -> None:
    table = await crowd.opened()
    await table.add_bot()
    form = await (await crowd.ann.click(table.lobby, "Options")).reply()
    crowd.refuse("the answer to Remove a bot", 404, Code.UNKNOWN_INTERACTION)
    crowd.step = "Remove a bot"
    assert (await crowd.ann.click(form, "Remove a bot")).failed
    await crowd.bot.settled()
    assert table.seats() == 3
    await crowd.ann.click(form, "Remove a bot")
    await crowd.ann.until(lambda: table.seats() == 2, within=PATIENCE)
