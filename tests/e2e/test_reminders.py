"""Reminders as each prefers them: the ladder, quiet hours, the last one; and a bot that is killed in their midst."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.sandbox import Person, Sandbox, Seen

from .bots import Bot
from .tables import PATIENCE, Table
from .test_time import reminders

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
NONCE_FORGOTTEN = 20 * 60


async def prefer(person: Person, **typed: str) -> Seen:
    """Fill the form of preferences; returns what it is answered with."""
    form = await person.slash("games", "preferences")
    return await (await person.submit(form, typed)).reply()


async def at(bot: Bot, table: Table, hours: float) -> None:
    """Let time pass until so many hours after the match began, as this test knows it."""
    now = table.sandbox.world.clock.now()
    began = BEGAN.setdefault(table.match, now)
    await bot.pass_time(max(began + hours * HOUR - now, 0))
    await bot.settled()


BEGAN: dict[int, float] = {}


@pytest.fixture(autouse=True)
def forget() -> None:
    BEGAN.clear()


async def arrived(person: Person, number: int) -> list[Seen]:
    """Wait for so many reminders of somebody's."""
    await person.until(lambda: len(reminders(person)) >= number, within=PATIENCE, what="a reminder")
    return reminders(person)


async def counted(bot: Bot, table: Table, number: int) -> None:
    """Wait until the bot knows that so many reminders of the first seat went out."""
    async with asyncio.timeout(PATIENCE):
        while True:
            rows = await bot.cheza.matches.deadlines(table.match)
            if [row.sent for row in rows if (row.seat, row.kind) == (0, "reminder")] == [number]:
                return
            await bot.pass_time(1)


async def test_each_is_reminded_by_their_own_ladder(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person, dai: Person
) -> None:
    for person, ladder in ((bob, "half"), (cara, "end"), (dai, "none")):
        await prefer(person, reminders=ladder)
    table = await Table.started(sandbox, alice, bob, cara, dai)
    await bot.settled()
    people = (alice, bob, cara, dai)
    for hours, counts in ((11.9, [0, 0, 0, 0]), (12.1, [1, 1, 0, 0]), (20.9, [1, 1, 0, 0]), (21.1, [2, 1, 1, 0])):
        await at(bot, table, hours)
        for person, count in zip(people, counts, strict=True):
            if count:
                await arrived(person, count)
        assert [len(reminders(person)) for person in people] == counts
    await at(bot, table, 23.9)
    assert [len(reminders(person)) for person in people] == [2, 1, 1, 0]
    assert all("Due" in seen.text and "stand-in" not in seen.text for seen in reminders(alice))


async def test_once_more_has_reminders_of_its_own_which_say_what_comes_then(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.settled()
    await prefer(bob, reminders="none")
    await at(bot, table, 12.1)
    assert "stand-in" not in (await arrived(alice, 1))[0].text
    await table.once_more(bot, 12 * HOUR)
    assert len(reminders(alice)) == 1
    await at(bot, table, 36.2)
    first = (await arrived(alice, 2))[1]
    assert "then a stand-in plays for you" in first.text
    await at(bot, table, 45.2)
    await arrived(alice, 3)
    panel = await (await alice.click(first, "Play here")).reply()
    assert "then a stand-in plays for you" in panel.text
    assert reminders(bob) == []


async def test_quiet_hours_hold_a_reminder_back_until_they_end_and_changing_ones_mind_counts(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.settled()
    await at(bot, table, 0)
    now = datetime.fromtimestamp(sandbox.world.clock.now(), UTC)
    quiet = "-".join(f"{now + timedelta(hours=hours):%H:%M}" for hours in (11, 14))
    told = await prefer(alice, quiet=quiet, zone="utc")
    begin, end = quiet.split("-")
    assert f"Not between {begin} and {end}." in told.text
    assert "UTC" in told.text
    await prefer(bob, quiet=quiet, zone="UTC")
    await at(bot, table, 13.9)
    assert [len(reminders(person)) for person in (alice, bob)] == [0, 0]
    await prefer(bob, quiet="")
    await arrived(bob, 1)
    assert reminders(alice) == []
    await at(bot, table, 14.1)
    await arrived(alice, 1)


async def test_the_last_one_of_three_is_told_so_once_and_it_counts(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    await prefer(bob, ping="thread")
    table = await Table.started(sandbox, alice, bob, cara)
    await bot.settled()
    await at(bot, table, 0)
    await table.pick(alice)
    await at(bot, table, 2)
    assert [reminders(person) for person in (alice, bob, cara)] == [[], [], []]
    await table.pick(bob)
    (told,) = await arrived(cara, 1)
    assert "you're the last one we wait for" in told.text
    assert cara.pings[-1].id == told.id
    await table.pick(bob, None)
    await at(bot, table, 11.9)
    assert len(reminders(cara)) == 1
    await at(bot, table, 12.1)
    assert "you're the last one" not in (await arrived(cara, 2))[1].text
    await at(bot, table, 21.1)
    assert len(reminders(cara)) == 2, "two a deadline, this one included"
    assert [reminders(alice), reminders(bob), reminders(bob, table.place())] == [[], [], []]


async def test_the_last_one_is_told_in_the_thread_where_they_want_it(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    await prefer(cara, ping="thread")
    table = await Table.started(sandbox, alice, bob, cara)
    await bot.settled()
    await at(bot, table, 0)
    await table.pick(alice)
    await table.pick(bob)
    await at(bot, table, 0.9)
    assert reminders(cara, table.place()) == [], "they were asked less than an hour ago"
    await at(bot, table, 1.1)
    await cara.until(lambda: reminders(cara, table.place()))
    (told,) = reminders(cara, table.place())
    assert told.text.startswith(f"{cara.mention}, you're the last one we wait for.")
    assert told.mentions == (cara.id,)


@pytest.mark.parametrize("took_effect", [True, False])
async def test_killed_twice_in_the_midst_of_each_reminder_it_comes_once(
    took_effect: bool, sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick(bob)
    await bot.settled()
    await at(bot, table, 0)
    before = len(alice.pings)
    for number, hours in ((1, 12.1), (2, 21.2)):
        for _ in range(2):
            if len(reminders(alice)) < number:
                held = sandbox.hold(
                    method="POST",
                    path_regex=rf"/channels/{alice.channel('dm').id}/messages",
                    predicate=lambda call: "waits for you" in str(call.body),
                    took_effect=took_effect,
                )
                await at(bot, table, hours)
                await held.reached(within=30)
                await bot.crash()
                held.discard()
            else:  # it has come through, which the bot doesn't know
                await bot.crash()
            await sandbox.pass_time(NONCE_FORGOTTEN)
            BEGAN[table.match] += NONCE_FORGOTTEN  # that time is given back
            await bot.open()
        await counted(bot, table, number)
        assert len(reminders(alice)) == number
    assert len(alice.pings) == before + 2
    await table.pick(alice)
    await table.posted(1)


async def test_what_is_not_understood_leads_back_to_the_form_and_changes_nothing(
    sandbox: Sandbox, bot: Bot, alice: Person
) -> None:
    await prefer(alice, reminders="end", zone="Berlin")
    for typed, words in (
        ({"zone": "Berln"}, "Did you mean Europe/Berlin?"),
        ({"zone": "Narnia", "reminders": "none"}, "Name a large city"),
        ({"quiet": "all night"}, "Write them as 22-8"),
        ({"quiet": "22-8", "zone": ""}, "Quiet hours need your time zone"),
    ):
        refused = await prefer(alice, **typed)
        assert words in refused.text
        again = await alice.click(refused, "Preferences")
        assert again.modal is not None
        fields = {field.custom_id: field.value for field in again.modal.fields}
        assert (fields["zone"], fields["quiet"]) == ("Europe/Berlin", None)
    told = await (await alice.submit(again, {"quiet": "10 pm to 8 am"})).reply()
    assert "You are reminded near the end of your time. Not between 22:00 and 08:00." in told.text
    assert "in your time zone, Europe/Berlin." in told.text
