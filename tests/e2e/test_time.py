"""Clocks: how long a turn may take, the one reminder, what is played at the deadline, and time spent switched off."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.sandbox import Person, Sandbox, Seen

from .bots import Bot
from .tables import Table, cards_of, due_of, rows_of
from .test_pings import prefer

MINUTE, DAY = 60, 24 * 3600


def reminders(person: Person, where: object = "dm") -> list[Seen]:
    """The reminders that lie before somebody."""
    carries = re.compile(r"h:\d+:\d+:r\d+\.\d+")
    seen = person.messages(where)  # type: ignore[arg-type]  # a place or its name
    return [each for each in seen if any(carries.fullmatch(button.custom_id or "") for button in each.buttons)]


@pytest.mark.parametrize(("pace", "seconds"), [("live", 2 * MINUTE), ("day", DAY), ("three_days", 3 * DAY)])
async def test_a_deadline_plays_for_everybody_who_is_late_and_makes_one_post(
    pace: str, seconds: int, sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara, pace=pace)
    picked = cards_of(await table.panel(alice))[6]
    await table.pick(alice, picked)
    left = due_of(table.post()) - sandbox.world.clock.now()
    assert abs(left - seconds) < MINUTE
    await bot.pass_time(left - 10)
    await bot.settled()
    assert table.turn() == 1, "not before the deadline"
    assert len(table.told()) == 1
    pings = [len(person.pings) for person in table.people]
    notice = await table.once_more(bot, 12)
    assert re.search("Bob.*and.*Cara.*ran out of time and have it once more", notice.text)
    assert "Alice" not in notice.text
    assert notice.silent
    assert [len(person.pings) for person in table.people] == pings
    assert abs(due_of(table.post()) - sandbox.world.clock.now() - seconds) < MINUTE, "the post says so too"
    await bot.pass_time(seconds - 20)
    await bot.settled()
    assert table.turn() == 1, "not before the time is over once more"
    await bot.pass_time(22)
    post = await table.posted(1)
    assert f"Alice {picked}" in post.pictures[0].alt
    assert "Bob" in post.pictures[0].alt
    await bot.settled()
    assert table.turn() == 2
    assert abs(due_of(table.post()) - sandbox.world.clock.now() - seconds) < MINUTE


async def test_a_row_not_chosen_in_time_is_the_one_with_the_fewest_heads(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, pace="live", rounds=None)
    while not table.row_is_asked():
        turn = table.turn()
        await table.pick_all()
        await table.posted(turn)
    turn = table.turn()
    person, panel = await table.chooser()
    heads = [int(re.findall(r"\d+", label)[1]) for label in rows_of(panel)]
    cheapest = heads.index(min(heads)) + 1
    await table.once_more(bot, 2 * MINUTE + 2)
    await bot.pass_time(2 * MINUTE + 2)
    post = await table.posted(turn)
    assert f"{person.user.global_name}** took row {cheapest}" in post.text


async def test_without_a_clock_nothing_happens_for_thirty_days_and_the_old_buttons_still_play(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, pace="none")
    await table.pick(alice)
    await bot.settled()
    assert "Due" not in table.post().text
    said = len(alice.messages("dm")) + len(bob.messages("dm"))
    for _ in range(30):
        await bot.pass_time(DAY)
    await bot.restart()
    await bot.settled()
    assert table.turn() == 1
    assert len(alice.messages("dm")) + len(bob.messages("dm")) == said
    hand = bob.last("dm")
    panel = await (await bob.click(hand, "Play here")).reply()
    await (await bob.click(panel, cards_of(panel)[0])).reply()
    await table.posted(1)


# Reminders ----------------------------------------------------------------------------------------------


async def test_one_reminder_comes_at_half_time_to_who_is_awaited_where_they_want_it(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    await prefer(bob, "thread")
    table = await Table.started(sandbox, alice, bob, cara)
    await table.pick(cara)
    await bot.settled()
    before = {person.id: len(person.pings) for person in table.people}
    await bot.pass_time(DAY / 2 - 5 * MINUTE)
    await bot.settled()
    assert reminders(alice) == []
    await bot.pass_time(6 * MINUTE)
    await alice.until(lambda: reminders(alice))
    await bob.until(lambda: reminders(bob, table.place()))
    await bot.pass_time(DAY / 4)
    assert len(reminders(alice)) == 1
    assert len(reminders(bob, table.place())) == 1
    assert [reminders(bob), reminders(cara)] == [[], []]
    assert {person.id: len(person.pings) - before[person.id] for person in table.people} == {
        alice.id: 1,
        bob.id: 1,
        cara.id: 0,
    }
    panel = await (await alice.click(reminders(alice)[0], "Play here")).reply()
    await (await alice.click(panel, cards_of(panel)[0])).reply()
    await table.pick(bob)
    await table.posted(1)


async def test_no_reminder_at_pace_live_and_none_to_who_has_played(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    live = await Table.started(sandbox, alice, bob, pace="live")
    await bot.pass_time(119)
    await bot.settled()
    assert [reminders(alice), reminders(bob)] == [[], []]
    assert live.turn() == 1


async def test_closed_dms_bring_the_reminder_to_the_thread(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.settled()
    alice.close_dms()
    await bot.pass_time(DAY / 2 + MINUTE)
    await alice.until(lambda: [each for each in reminders(alice, table.place()) if alice.id in each.mentions])
    await bob.until(lambda: reminders(bob))


# Time switched off --------------------------------------------------------------------------------------


async def test_a_day_switched_off_costs_nobody_a_turn_and_brings_no_reminder(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick(alice)
    await bot.settled()
    due = due_of(table.post())
    await bot.crash()
    await sandbox.pass_time(DAY)
    await bot.open()
    await bot.settled()
    assert table.turn() == 1
    assert reminders(bob) == []
    panel = await table.panel(bob)
    assert abs(due_of(panel) - due - DAY) < 2 * MINUTE
    await bot.pass_time(DAY / 2 + MINUTE)
    await bob.until(lambda: reminders(bob))
    await bot.settled()
    assert len(reminders(bob)) == 1
    await table.once_more(bot, DAY / 2)
    await bot.pass_time(DAY + MINUTE)
    await table.posted(1)


async def test_many_switched_off_spells_bring_one_reminder(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.settled()
    await bot.pass_time(DAY / 2 - MINUTE)
    for _ in range(3):
        await bot.crash()
        await sandbox.pass_time(5 * DAY)
        await bot.open()
    await bot.pass_time(2 * MINUTE)
    for person in (alice, bob):
        await person.until(lambda who=person: reminders(who))  # type: ignore[misc]  # mypy infers no lambda with a default
    await bot.restart()
    await bot.settled()
    assert [len(reminders(alice)), len(reminders(bob))] == [1, 1]
    assert table.turn() == 1


async def test_a_short_spell_off_moves_no_clock(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.settled()
    due = due_of(table.post())
    await bot.crash()
    await sandbox.pass_time(40)
    await bot.open()
    assert due_of(await table.panel(alice)) == due


async def test_a_gateway_that_is_away_for_long_costs_nobody_a_turn(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, pace="live")
    await bot.settled()
    due = due_of(table.post())
    identifies, resumes = sandbox.gateway.identifies, sandbox.gateway.resumes
    await sandbox.gateway.drop(4000)
    await sandbox.until(lambda: sandbox.gateway.identifies + sandbox.gateway.resumes > identifies + resumes)
    assert due_of(await table.panel(alice)) == due, "a short one moves nothing"


@pytest.mark.parametrize("away", ["switched off", "cut off"])
async def test_after_ten_minutes_away_the_post_says_the_new_time_by_itself(
    away: str, sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.settled()
    due = due_of(table.post())
    if away == "switched off":
        await bot.crash()
        await sandbox.pass_time(10 * MINUTE)
        await bot.open()
    else:
        bot.cheza.dispatch("disconnect")
        await bot.pass_time(10 * MINUTE)
        bot.cheza.dispatch("connect")
    await alice.until(lambda: abs(due_of(table.post()) - due - 10 * MINUTE) < MINUTE, what="the new time")


async def test_a_bot_that_is_closed_comes_apart_only_when_its_clock_has_stopped(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Table.started(sandbox, alice, bob)
    await bot.settled()
    sandbox.faults.add(predicate=lambda call: ":r0" in str(call.body), answer=429, retry_after=25, times=None)
    await bot.pass_time(DAY / 2)
    await sandbox.until(lambda: "reminders" in at_work())
    presentations = bot.cheza.presentations
    remove, then = presentations.remove, set[str]()

    def watched(key: str) -> None:
        then.update(at_work())
        remove(key)

    monkeypatch.setattr(presentations, "remove", watched)
    await bot.close()
    assert list(presentations) == []
    assert not then & {"clock", "housekeeping", "reminders"}


async def test_a_move_made_just_before_the_bot_is_closed_is_told_before_it_comes_apart(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick(alice)
    await bot.settled()
    await table.pick(bob)
    await bot.close()
    assert table.turn() == 2


def at_work() -> set[str]:
    """The names of the tasks that go on."""
    return {task.get_name() for task in asyncio.all_tasks() if not task.done()}
