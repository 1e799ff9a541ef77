"""Votes and offers where the match's own place can't be used: from /table, from a DM, under More."""

from __future__ import annotations

from bot.sandbox import Permission, Person, Sandbox

from .bots import Bot
from .tables import PATIENCE, Table, cards_of
from .test_seats import ballot_of, give_up, more, noticed, notices, offer, press


async def test_votes_and_offers_go_on_without_the_place_of_the_match(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person, dai: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await give_up(table, cara)
    await bot.settled()
    sandbox.staff.delete_channel(table.place().id)
    board = await (await alice.slash("games", "table", match=table.match)).reply()
    asked = await press(alice, await press(alice, board, "More"), "Vote about a seat")
    ballot = await press(alice, asked, "3 Cara")
    await press(alice, ballot, "Someone else")
    await bot.settled()
    hand = await (await bob.slash("dm", "hand", match=table.match)).reply()
    ballot = await press(bob, await press(bob, hand, "More"), "Vote: 3 Cara")
    assert "Decided" in (await press(bob, ballot, "Someone else")).text
    board = await (await dai.slash("games", "table", match=table.match)).reply()
    got = await press(dai, await press(dai, board, "Offered: 3 Cara"), "Take the seat")
    assert "The seat is yours" in got.text
    assert cards_of(got)
    form = await press(dai, await press(dai, got, "More"), "Hand over my seat")
    mine = await (await dai.click(form, "Choose a person", values=[cara.id])).reply()
    assert f"**/table** with match {table.match}" in mine.text
    await bot.settled()
    calls = len(sandbox.calls)
    board = await (await cara.slash("games", "table", match=table.match)).reply()
    await press(cara, await press(cara, board, "Offered: 3 Dai"), "Take the seat")
    await bot.settled()
    gone = [call for call in sandbox.calls[calls:] if call.args.get("channel_id") == str(table.lobby.id)]
    assert gone == [], "no call goes to a place that is gone"


async def test_in_a_dm_who_takes_the_seat_is_chosen_on_the_server(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    hand = await (await bob.slash("dm", "hand", match=table.match)).reply()
    listed = await press(bob, hand, "More")
    assert "can only be chosen on the server" in (await press(bob, listed, "Hand over my seat")).text


async def test_a_vote_in_a_thread_that_falls_asleep_is_posted_and_edited_all_the_same(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await give_up(table, cara)
    await bot.settled()
    sandbox.staff.archive(table.place().id)
    board = await (await alice.slash("games", "table", match=table.match)).reply()
    asked = await press(alice, await press(alice, board, "More"), "Vote about a seat")
    await press(alice, asked, "3 Cara")
    await noticed(table, "Alice** asks")
    assert not table.place().archived


async def test_a_vote_in_a_thread_that_is_locked_goes_on_from_table(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await give_up(table, cara)
    await bot.settled()
    sandbox.staff.deny_bot(alice.channel("games").id, Permission.SEND_MESSAGES_IN_THREADS)
    await press(alice, await press(alice, await more(table, alice), "Vote about a seat"), "3 Cara")
    await press(alice, await ballot_of(table, alice, "Cara"), "Call it off")
    await bot.settled()
    assert not notices(table)
    board = await (await bob.slash("games", "table", match=table.match)).reply()
    assert "Decided" in (await press(bob, await press(bob, board, "Vote: 3 Cara"), "Call it off")).text
    await bob.until(lambda: "Called off" in table.lobby_now().text, within=PATIENCE, what="a lobby that says so")


async def test_old_buttons_of_a_seat_ask_nothing_of_who_does_not_sit_there_nor_once_the_match_is_over(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, dai: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    bobs = await more(table, bob)
    labels = ("Give up my seat", "Hand over my seat")
    assert set(labels) <= set(bobs.labels)
    await offer(table, bob, dai)
    await press(dai, await noticed(table, "would hand you"), "Take the seat")
    for label in labels:
        late = await press(bob, bobs, label)
        assert "those who sit at this table" in late.text
        assert not late.buttons and not late.selects
    dais = await more(table, dai)
    await bot.cheza.seats.by_staff(table.match, "off", None)
    for label in labels:
        late = await press(dai, dais, label)
        assert "was called off" in late.text
        assert not late.buttons and not late.selects
