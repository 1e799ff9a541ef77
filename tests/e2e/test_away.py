"""/away as people use it: what they are told, what the table sees, and what becomes of clocks, reminders and seats."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.sandbox import Person, Sandbox, Seen
from db.repositories import PeopleRepository

from .bots import Bot
from .tables import PATIENCE, Table, cards_of, due_of
from .test_reminders import prefer
from .test_time import reminders

HOUR, DAY = 3600, 24 * 3600
NONCE_FORGOTTEN = 20 * 60


def day(sandbox: Sandbox, ahead: int) -> str:
    return f"{datetime.fromtimestamp(sandbox.world.clock.now(), UTC) + timedelta(days=ahead):%Y-%m-%d}"


def end_of_day(sandbox: Sandbox, ahead: int) -> int:
    """The last second of a day in UTC."""
    now = datetime.fromtimestamp(sandbox.world.clock.now(), UTC)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=ahead + 1)
    return round(midnight.timestamp()) - 1


def in_words(second: float) -> str:
    """The day of a second, in UTC, as the answer says it."""
    then = datetime.fromtimestamp(second, UTC)
    return f"{then:%a} {then.day} {then:%b %Y}"


async def away(person: Person, until: str | None = None, where: str = "games") -> Seen:
    options = {} if until is None else {"until": until}
    return await (await person.slash(where, "away", **options)).reply()


async def post_says(table: Table, words: str) -> Seen:
    return await table.first.until(
        lambda: table.post() if words in table.post().text else None, within=PATIENCE, what=f"a post that says {words}"
    )


async def post_is_silent_on(table: Table, words: str) -> None:
    await table.first.until(lambda: words not in table.post().text, within=PATIENCE, what=f"a post without {words}")


async def test_away_is_told_to_them_and_to_the_table_and_their_clock_stands_still_until_the_day_is_over(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await table.pick(cara)
    await bot.settled()
    due, until = due_of(table.post()), end_of_day(sandbox, 2)
    stands = until - sandbox.world.clock.now()
    told = await away(bob, day(sandbox, 2))
    assert f"You're away until {in_words(until)}." in told.text
    assert "1 match knows:" in told.text and f"Take 5 #{table.match}**: the clock stands still" in told.text
    assert "UTC; **/preferences**" in told.text
    assert told.ephemeral and told.labels == ["I'm back"]
    post = await post_says(table, "is away until")
    line = next(line for line in post.text.splitlines() if "is away" in line)
    assert "Bob is away until" in line and f"<t:{until}:D>; the clock stands still (" in line
    assert line.endswith(" of 5 days taken).")
    dues = {name: int(time) for time, name in re.findall(r"Due <t:(\d+):R>: \S+\xa0(\w+)", post.text)}
    assert dues["Alice"] == due
    assert abs(dues["Bob"] - due - stands) <= 2
    assert not post.mentions or bob.id not in post.mentions[3:], "nobody is called for it"

    await bot.pass_time(DAY / 2 + 60)
    await alice.until(lambda: reminders(alice))
    assert reminders(bob) == []
    await table.once_more(bot, DAY / 2)
    assert all("Bob" not in seen.text for seen in table.notices("ran out of time"))
    await table.pick(alice)
    panel = await table.panel(bob)
    assert abs(due_of(panel) - dues["Bob"]) <= 2
    await table.press(bob, panel, cards_of(panel)[0])
    await table.posted(1)
    assert "is away until" in table.post().text or bob not in table.awaited(), "a move leaves them away"


async def test_back_early_gives_the_clock_its_time_again_and_the_table_is_told_also_on_an_old_post(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick(alice)
    await bot.settled()
    due = due_of(table.post())
    await bot.pass_time(2 * HOUR)
    told = await away(bob, "3 days")
    await post_says(table, "is away until")
    assert due_of(table.post()) > due + 2 * DAY
    await bot.pass_time(4 * HOUR)
    back = await (await bob.click(told, "I'm back")).reply()
    assert "Welcome back." in back.text
    await post_is_silent_on(table, "is away until")
    assert abs(due_of(table.post()) - due - 4 * HOUR) <= 5
    again = await away(bob)
    assert "You aren't away." in again.text
    assert abs(due_of(await table.panel(bob)) - due - 4 * HOUR) <= 5


async def test_who_is_away_can_type_that_they_are_back(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.settled()
    due = due_of(table.post())
    for typed in ("back", " Off ", "now", "I’m back"):
        await away(bob, "3 days")
        await post_says(table, "is away until")
        assert "Welcome back." in (await away(bob, typed)).text
        await post_is_silent_on(table, "is away until")
        assert abs(due_of(table.post()) - due) <= 5
    assert "You aren't away." in (await away(bob, "back")).text
    assert "Welcome" not in (await away(bob, "back")).text


async def test_old_posts_are_edited_for_that_alone_and_never_for_what_is_hidden(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await bot.settled()
    await bot.pass_time(2 * HOUR)
    before = table.post()
    await table.pick(alice)
    await told(bot, table)
    assert table.post() == before
    await away(bob, "tomorrow")
    await post_says(table, "Bob is away until")
    await told(bot, table)
    after = table.post()
    await table.pick(cara)
    await told(bot, table)
    assert table.post() == after


async def told(bot: Bot, table: Table) -> None:
    """Have the table told, whatever of it was still to come."""
    bot.cheza.teller.tell(table.match)
    await bot.settled()


async def test_days_can_be_picked_from_a_list_and_are_offered_while_typing(
    sandbox: Sandbox, bot: Bot, alice: Person
) -> None:
    told = await away(alice)
    assert "You aren't away." in told.text and "5 days a match" in told.text
    offered = await alice.autocomplete("games", "away", "until")
    assert [choice.value for choice in offered.choices[:2]] == [day(sandbox, 0), day(sandbox, 1)]
    (pick,) = told.selects
    labels = [option.label for option in pick.options]
    assert labels[0].startswith("Today, ") and labels[1].startswith("Tomorrow, ")
    chosen = await (await alice.click(told, custom_id=pick.custom_id, values=[pick.options[3].value])).reply()
    assert f"You're away until {in_words(end_of_day(sandbox, 3))}." in chosen.text
    assert "knows" not in chosen.text, "there is no match"
    offered = await alice.autocomplete("games", "away", "until")
    assert [choice.value for choice in offered.choices[:3]] == ["back", day(sandbox, 0), day(sandbox, 1)]
    offered = await alice.autocomplete("games", "away", "until", until="bac")
    assert [choice.name for choice in offered.choices] == ["I'm back"]
    for typed, value in (("3 days", day(sandbox, 3)), ("tomorrow", day(sandbox, 1)), ("24 Dec", None), ("???", None)):
        offered = await alice.autocomplete("games", "away", "until", until=typed)
        assert offered.choices
        if value:
            assert [choice.value for choice in offered.choices] == [value]


async def test_a_day_that_is_over_or_years_ahead_or_no_day_is_refused_and_changes_nothing(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.settled()
    before = table.post()
    for typed, words in (
        (day(sandbox, -1), "is over"),
        (day(sandbox, 3650), "more than a year ahead"),
        ("the end of the world", "I don't understand the date"),
    ):
        refused = await away(alice, typed)
        assert words in refused.text
        assert not refused.buttons
    await bot.settled()
    assert table.post() == before
    assert "You aren't away." in (await away(alice)).text


async def test_a_day_is_that_of_ones_own_time_zone(sandbox: Sandbox, bot: Bot, alice: Person) -> None:
    await prefer(alice, zone="UTC+14")
    there = datetime.fromtimestamp(sandbox.world.clock.now() + 14 * HOUR, UTC)
    told = await away(alice, f"{there:%Y-%m-%d}")
    midnight = there.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1) - timedelta(hours=14)
    async with bot.cheza.database.read() as connection:
        user = await PeopleRepository(connection).user(alice.id)
    assert user is not None
    assert user.away_until == (round(midnight.timestamp()) - 1) * 1000
    assert f"until {in_words(there.timestamp())}." in told.text
    assert "your time zone, UTC+14" in told.text


async def test_each_match_says_by_its_own_pace_what_being_away_does(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person, dai: Person, eli: Person
) -> None:
    paces = ("day", "three_days", "live", "none")
    others = (bob, cara, dai, eli)
    tables = [await Table.started(sandbox, alice, other, pace=pace) for pace, other in zip(paces, others, strict=True)]
    await bot.settled()
    told = await away(alice, "30 days")
    assert "4 matches know:" in told.text
    lines = [line for line in told.text.splitlines() if line.startswith("- ")]
    for table, line, words in zip(
        tables, lines, ("5 of 5 days taken", "10 of 10 days taken", "live, the clock runs on", "no clock"), strict=True
    ):
        assert f"#{table.match}**" in line and words in line
    for table in tables:
        await post_says(table, "Alice is away until")
    assert "the clock stands still until" in tables[0].post().text
    assert "the clock" not in tables[2].post().text
    await tables[0].pick(alice)
    mine = await away(alice)
    assert f"#{tables[0].match}**: waits for others now (0 of 5 days taken)" in mine.text


async def test_before_a_seat_is_lost_the_table_waits_for_days_and_says_so(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.lay_deal(table.match)
    await table.pick(alice)
    await table.once_more(bot, DAY + 60)
    await bot.pass_time(DAY + 60)
    await table.posted(1)
    await table.pick(alice)
    await bot.pass_time(DAY + 60)
    await alice.until(lambda: table.notices("may be away"), within=PATIENCE, what="word of days more")
    await bot.settled()
    (notice,) = table.notices("may be away")
    assert "**Bob** may be away: 5 days more before the stand-in takes the seat." in notice.text
    assert notice.silent
    assert abs(due_of(table.post()) - sandbox.world.clock.now() - 5 * DAY) < 300
    panel = await (await bob.click(notice, "My hand")).reply()
    assert "then a stand-in keeps your seat" in panel.text
    await bot.pass_time(5 * DAY + 60)
    await table.posted(2)
    await bot.settled()
    assert "A stand-in keeps the seat of" in table.post().text
    assert table.notices("may be away") == []
    assert any("Bob had 5 days more." in seen.text for seen in table.told())


async def test_time_switched_off_while_somebody_is_away_uses_no_days(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick(alice)
    await bot.settled()
    due = due_of(table.post())
    await away(bob, day(sandbox, 1))
    await bot.crash()
    await sandbox.pass_time(4 * DAY)
    await bot.open()
    await bot.settled()
    assert abs(due_of(await table.panel(bob)) - due - 4 * DAY) < 60
    used = [seat.away_used for seat in (await bot.cheza.matches.position(table.match)).match.seats]
    assert used[0] == 0 and used[1] < 60_000


@pytest.mark.parametrize("took_effect", [True, False])
async def test_killed_in_the_midst_of_telling_that_a_turn_is_given_once_more_it_is_told_once(
    took_effect: bool, sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick(alice)
    await bot.settled()
    pings = [len(person.pings) for person in (alice, bob)]
    held = sandbox.hold(
        method="POST",
        path_regex=rf"/channels/{table.place().id}/messages",
        predicate=lambda call: "it once more" in str(call.body),
        took_effect=took_effect,
    )
    await bot.pass_time(DAY + 60)
    await held.reached(within=30)
    await bot.crash()
    held.discard()
    await sandbox.pass_time(NONCE_FORGOTTEN)
    await bot.open()
    await alice.until(lambda: table.notices("it once more"), within=PATIENCE, what="word that Bob is late")
    await bot.settled()
    assert len(table.notices("it once more")) == 1
    assert [len(person.pings) for person in (alice, bob)] == pings
    due = due_of(await table.panel(bob))
    assert abs(due - sandbox.world.clock.now() - DAY) < 300
    await bot.restart()
    assert abs(due_of(await table.panel(bob)) - due) < 30
    assert len([seen for seen in table.told() if "ran out of time" in seen.text]) == 1
    await bot.pass_time(DAY + 300)
    await table.posted(1)
    assert "**Bob** ran out of time; a stand-in chose." in table.post().text


async def test_killed_between_what_somebody_says_and_their_matches_every_table_is_told_after_the_start(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    tables = [await Table.started(sandbox, alice, other) for other in (bob, cara)]
    await bot.settled()
    held = sandbox.hold(
        method="PATCH",
        path_regex=rf"/channels/{tables[0].place().id}/messages/.*",
        predicate=lambda call: "is away until" in str(call.body),
    )
    await away(alice, "tomorrow")
    await held.reached(within=30)
    await bot.crash()
    held.discard()
    await bot.open()
    for table in tables:
        await post_says(table, "Alice is away until")
