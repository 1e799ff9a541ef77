"""People who leave the server, are banned, or delete their account in the midst of a match."""

from __future__ import annotations

from bot.sandbox import Call, Person, Sandbox

from .bots import Bot
from .tables import PATIENCE, Table

DAY = 24 * 3600
SAID = "is no longer on this server"


def looked_up(sandbox: Sandbox, person: Person) -> list[Call]:
    """The calls that ask for somebody as a member."""
    return [call for call in sandbox.calls if call.path.endswith(f"/members/{person.id}")]


def said(table: Table) -> bool:
    """Whether the table is told that somebody is gone."""
    return any(SAID in seen.text for seen in table.told())


async def left_alone(sandbox: Sandbox, bot: Bot, table: Table, person: Person) -> None:
    """Somebody leaves the server; the others pick, and that turn's time runs out."""
    sandbox.staff.remove_member(sandbox.guild, person.user)
    await table.pick_all([each for each in table.people if each is not person])
    await bot.settled()
    assert not looked_up(sandbox, person), "whoever has just pressed something is there"
    await bot.pass_time(DAY + 60)
    await table.first.until(lambda: said(table), within=PATIENCE, what="a line that says so")
    await bot.settled()


async def test_who_has_left_the_server_is_noticed_at_their_deadline_and_played_for(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    turn = table.turn()
    await left_alone(sandbox, bot, table, cara)
    await table.posted(turn)
    assert "A stand-in keeps the seat of" in table.post().text
    assert len(looked_up(sandbox, cara)) == 1
    await bot.restart()
    while not table.is_over():
        await table.take_rows()
        turn = table.turn()
        await table.pick_all([alice, bob])
        await table.posted(turn)
    await bot.settled()
    assert len(looked_up(sandbox, cara)) == 1, "whose seat is kept isn't asked for again"
    assert sum(SAID in seen.text for seen in table.told()) == 0, "the line says how it was"
    assert sum("was no longer on this server" in seen.text for seen in table.told()) == 1


async def test_who_has_left_is_noticed_at_their_turn_a_day_after_they_were_last_seen(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, pace="three_days")
    await bot.lay_deal(table.match)
    await table.pick(bob)
    sandbox.staff.remove_member(sandbox.guild, bob.user)
    await bot.pass_time(DAY + 60)
    turn = table.turn()
    await table.pick(alice)
    await alice.until(lambda: said(table), within=PATIENCE, what="a line that says so")
    assert (await table.posted(turn)).has_button("I'm back")
    assert bob.messages("dm") == [] or "over" not in bob.last("dm").text


async def test_who_is_back_on_the_server_takes_the_seat_again(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await left_alone(sandbox, bot, table, cara)
    notice = next(seen for seen in table.told() if SAID in seen.text)
    sandbox.staff.add_member(sandbox.guild, cara.user)
    back = await (await cara.click(notice, "I'm back")).reply(within=PATIENCE)
    assert "yours again" in back.text
    await bot.settled()
    await alice.until(lambda: not said(table), within=PATIENCE, what="the line put away")
    await bot.pass_time(DAY / 4)
    assert cara not in table.awaited() or table.post().text.count("keeps the seat") == 0


async def test_a_table_that_everybody_left_is_called_off_and_counts_for_nobody(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick(bob)
    thread = table.place().id
    for person in (alice, bob):
        sandbox.staff.remove_member(sandbox.guild, person.user)
    for _ in range(6):
        await bot.pass_time(DAY + 60)
        await bot.settled()
    board = await (await cara.slash("games", "leaderboard", game="take5")).reply()
    assert "Nobody has played" in board.text
    ended = [seen.text for seen in cara.messages(thread) if "Called off" in seen.text]
    assert len(ended) == 1 and "doesn't count" in ended[0]


async def test_a_lookup_that_discord_refuses_costs_nobody_their_seat(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, pace="three_days")
    await bot.lay_deal(table.match)
    for status, code in ((403, 50001), (404, 10004), (403, 50013)):
        asked = len(looked_up(sandbox, bob))
        refusal = sandbox.faults.add(path_regex=".*/members/.*", answer=status, code=code, times=None)
        await table.pick(bob)
        await bot.pass_time(DAY + 60)
        turn = table.turn()
        await table.pick(alice)
        await table.posted(turn)
        await bot.settled()
        assert len(looked_up(sandbox, bob)) == asked + 1, "bob was last seen a day ago"
        assert not said(table) and not table.post().has_button("I'm back")
        bot.cheza.teller.tell(table.match)
        await bot.settled()
        assert len(looked_up(sandbox, bob)) == asked + 1, "it isn't asked again at once"
        refusal.pattern.times = 0


async def test_who_is_back_on_the_server_loses_no_seat_by_what_was_known_of_them_before(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await left_alone(sandbox, bot, table, cara)
    sandbox.staff.add_member(sandbox.guild, cara.user)
    await (await cara.slash("games", "hand", match=table.match)).reply(within=PATIENCE)
    other = await Table.started(sandbox, cara, bob)
    await bot.restart()
    bot.cheza.teller.tell(other.match)
    await bot.settled()
    assert not said(other) and not other.post().has_button("I'm back")
