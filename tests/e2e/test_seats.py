"""Seats that change hands, and votes about them, by people on Discord's screens."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from bot.sandbox import Person, Sandbox, Seen

from .bots import Bot
from .tables import PATIENCE, Table, cards_of, due_of, hand_in_dm, moves_of

LIVE = 2 * 60 + 2
"""A turn at pace live, in seconds, and a little more."""


async def more(table: Table, person: Person) -> Seen:
    return await (await person.click(table.post(), "More")).reply()


async def press(person: Person, seen: Seen, label: str) -> Seen:
    return await (await person.click(seen, label)).reply(within=PATIENCE)


def notices(table: Table) -> list[Seen]:
    """What stands in the match's place beside its posts."""
    posts = {seen.id for seen in table.posts()}
    return [
        seen
        for seen in table.told()
        if seen.id not in posts and not seen.text.startswith("-# Turn ") and seen.id != table.lobby.id
    ]


async def noticed(table: Table, words: str) -> Seen:
    return await table.first.until(
        lambda: next((seen for seen in notices(table) if words in seen.text), None), within=PATIENCE, what=words
    )


async def give_up(table: Table, person: Person) -> None:
    sure = await press(person, await more(table, person), "Give up my seat")
    await press(person, sure, "Give it up")


async def offer(table: Table, giver: Person, to: Person) -> Seen:
    """Offer a seat; return what the giver sees."""
    form = await press(giver, await more(table, giver), "Hand over my seat")
    return await (await giver.click(form, "Choose a person", values=[to.id])).reply()


async def call_vote(table: Table, person: Person, about: str) -> Seen:
    """Call a vote; return its notice."""
    asked = await press(person, await more(table, person), "Vote about a seat")
    said = await press(person, asked, next(label for label in asked.labels if label.endswith(about)))
    assert "Vote below" in said.text
    return await table.first.until(
        lambda: next((seen for seen in notices(table) if f"{about}**?" in seen.text), None), within=PATIENCE
    )


async def ballot_of(table: Table, person: Person, about: str) -> Seen:
    """Look at an open vote under More."""
    return await press(person, await more(table, person), f"Vote: 3 {about}")


# Handing over ----------------------------------------------------------------------------------------------


async def test_a_seat_is_handed_over_to_whom_its_person_names_and_to_nobody_else(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person, dai: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bob.until(lambda: hand_in_dm(bob, table), within=PATIENCE)
    hand = cards_of(await table.panel(bob))
    pings = [len(each.pings) for each in (alice, bob, cara, dai)]
    mine = await offer(table, bob, cara)
    assert cara.mention in mine.text
    asked = await noticed(table, "would hand you their seat")
    assert [len(each.pings) for each in (alice, bob, cara, dai)] == [pings[0], pings[1], pings[2] + 1, pings[3]]
    refused = await press(dai, asked, "Take the seat")
    assert "somebody else" in refused.text
    assert "sit here already" in (await press(alice, asked, "Take the seat")).text
    assert "watching" in (await table.panel(cara)).text, "nothing is shown before it is theirs"

    got = await press(cara, asked, "Take the seat")
    assert "The seat is yours" in got.text
    assert cards_of(got) == hand
    await noticed(table, "sits here now in place of **Bob**")
    await cara.until(lambda: not asked_now(table, asked).buttons, what="an offer without buttons", within=PATIENCE)
    assert "watching" in (await table.panel(bob)).text
    await bob.until(
        lambda: "sits in your place now" in bob.last("dm").text, what="an old hand that is wiped", within=PATIENCE
    )
    assert not bob.last("dm").pictures
    listed = await (await bob.slash("games", "games")).reply()
    assert "no match" in listed.text
    assert "Take 5" in (await (await cara.slash("games", "games")).reply()).text

    await table.pick(cara)
    await table.pick(alice)
    table.people = [alice, cara]
    await table.posted(1)
    assert len(bob.pings) == pings[1]
    await table.play_out()
    await table.closed_lobby()
    assert "Opened by Alice" in table.lobby_now().text
    told = await table.history(alice)
    assert "Cara took the seat in turn 1; somebody else played it before." in told
    board = await (await alice.slash("games", "leaderboard")).reply()
    assert "Cara" in board.text
    assert "Bob" not in board.text


def asked_now(table: Table, seen: Seen) -> Seen:
    found = table.first.find(seen.id)
    assert found is not None
    return found


async def test_the_opener_can_hand_over_like_anybody_and_is_named_as_before(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await offer(table, alice, cara)
    await press(cara, await noticed(table, "would hand you"), "Take the seat")
    table.people = [bob, cara]
    await table.play_out()
    await table.closed_lobby()
    assert "Opened by Alice" in table.lobby_now().text


async def test_no_thanks_and_take_it_back_leave_the_seat_as_it_is(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person, dai: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await offer(table, bob, cara)
    asked = await noticed(table, "would hand you")
    done = await press(cara, asked, "No, thanks")
    assert "stays as it is" in done.text
    await noticed(table, "doesn't take it")
    refused = await offer(table, bob, cara)
    assert "said no" in refused.text
    mine = await offer(table, bob, dai)
    second = await noticed(table, "would hand you")
    again = await press(bob, await more(table, bob), "Hand over my seat")
    assert dai.mention in again.text
    pings = len(dai.pings)
    await press(bob, mine, "Take it back")
    late = await press(dai, second, "Take the seat")
    assert "isn't offered any more" in late.text
    await offer(table, bob, dai)
    await dai.until(
        lambda: len([seen for seen in notices(table) if dai.mention in seen.text]) == 1,
        what="an offer",
        within=PATIENCE,
    )
    assert len(dai.pings) == pings, "nobody is called twice to a seat"
    listed = await press(bob, await more(table, bob), "Hand over my seat")
    await press(bob, listed, "Take it back")
    assert cards_of(await table.panel(bob))


async def test_bots_people_who_sit_and_people_who_left_are_not_offered_a_seat(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    form = await press(bob, await more(table, bob), "Hand over my seat")

    async def chosen(user: int) -> str:
        return (await (await bob.click(form, "Choose a person", values=[user])).reply()).text

    assert "A bot can't" in await chosen(sandbox.world.bot.id)
    assert "sits here already" in await chosen(alice.id)
    sandbox.staff.remove_member(next(iter(sandbox.world.guilds.values())), cara.user)
    assert "isn't on this server" in await chosen(cara.id)
    assert not notices(table)


async def test_a_substitute_with_closed_dms_who_plays_elsewhere_too_plays_on_from_the_thread(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person, dai: Person
) -> None:
    other = await Table.started(sandbox, cara, dai)
    table = await Table.started(sandbox, alice, bob)
    cara.close_dms()
    await offer(table, bob, cara)
    await press(cara, await noticed(table, "would hand you"), "Take the seat")
    table.people = [alice, cara]
    await table.bring_a_turn(cara, alice)
    await cara.until(
        lambda: any(cara.mention in seen.text for seen in table.told()), what="a call in the thread", within=PATIENCE
    )
    assert cards_of(await table.panel(cara)) or table.row_is_asked()
    assert cards_of(await other.panel(cara))


async def test_a_seat_can_change_hands_again_in_the_next_turn(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person, dai: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    hand = cards_of(await table.panel(bob))
    await table.pick(bob, hand[4])
    await offer(table, bob, cara)
    await press(cara, await noticed(table, "would hand you"), "Take the seat")
    await noticed(table, "in place of **Bob**")
    await offer(table, cara, dai)
    asked = await cara.until(
        lambda: next((seen for seen in notices(table) if dai.mention in seen.text), None),
        what="an offer",
        within=PATIENCE,
    )
    assert "in this turn" in (await press(dai, asked, "Take the seat")).text
    table.people = [alice, cara]
    await table.pick(alice)
    post = await table.posted(1)
    assert f"Cara {hand[4]}" in post.pictures[0].alt
    got = await press(dai, asked, "Take the seat")
    assert set(cards_of(got)) < set(hand)


async def test_a_hand_that_is_being_sent_while_its_seat_changes_hands_ends_with_nobody(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.opened(sandbox, alice, bob)
    held = sandbox.hold(method="POST", path_regex=rf"/channels/{bob.channel('dm').id}/messages")
    await table.start()
    await held.reached()
    await offer(table, bob, cara)
    board = await (await cara.slash("games", "table", match=table.match)).reply()
    await press(cara, await press(cara, board, "Offered: 2 Bob"), "Take the seat")
    held.release()
    await bot.settled()
    assert [bool(seen.pictures) for seen in bob.messages("dm")] == [False]
    assert "sits in your place" in bob.last("dm").text
    assert not cara.messages("dm"), "who has the hand before them is called by nothing"


# Votes -----------------------------------------------------------------------------------------------------


async def test_the_others_vote_and_somebody_else_takes_the_seat(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person, dai: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await give_up(table, cara)
    before = [len(each.pings) for each in (alice, bob, cara, dai)]
    post = await call_vote(table, alice, "Cara")
    assert post.labels == ["Someone else", "Call it off"], "a stand-in plays already, so no clock runs"
    assert "Alice** asks" in post.text
    assert "Nobody has voted yet" in post.text
    assert "those who sit" in (await press(dai, post, "Call it off")).text
    assert "I'm back" in (await press(cara, post, "Call it off")).text
    mine = await press(alice, await ballot_of(table, alice, "Cara"), "Call it off")
    assert "Your voice: **Call it off**" in mine.text
    assert mine.button("Call it off").style != mine.button("Someone else").style
    await alice.until(lambda: "Voted:" in asked_now(table, post).text, what="who has voted", within=PATIENCE)
    shown = asked_now(table, post)
    assert "Alice" in shown.text.partition("Voted:")[2]
    assert [button.style for button in shown.buttons] == [button.style for button in post.buttons], "never how"
    await bot.restart()
    bobs = await ballot_of(table, bob, "Cara")
    told = await press(bob, post, "Someone else")
    assert "Your voice: **Someone else**" in told.text
    assert not told.buttons
    done = await press(alice, mine, "Someone else")
    assert "Decided: **Someone else**" in done.text
    await alice.until(lambda: not asked_now(table, post).buttons, what="a vote without buttons", within=PATIENCE)
    late = await (await bob.click(post.id, custom_id=post.buttons[0].custom_id, raw=True)).reply()
    assert "isn't on this message any more" in late.text
    assert "This vote is over" in (await press(bob, bobs, "Call it off")).text

    free = await noticed(table, "Who takes the seat of")
    got = await press(dai, free, "Take the seat")
    assert "The seat is yours" in got.text
    await noticed(table, "in place of **Cara**")
    await alice.until(lambda: not asked_now(table, free).buttons, what="an offer without buttons", within=PATIENCE)
    assert [len(each.pings) for each in (alice, bob, cara, dai)] == before, "votes call nobody"
    table.people = [alice, bob, dai]
    await table.pick_all([alice, bob])
    await table.posted(1)
    assert "Dai" in table.post().pictures[0].alt, "the stand-in's card was the last one"


async def test_what_is_decided_because_fewer_hold_their_seats_is_done_after_a_kill_in_between(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await give_up(table, cara)
    post = await call_vote(table, alice, "Cara")
    await press(alice, post, "Someone else")
    await bot.settled()
    assert asked_now(table, post).buttons, "one of two"
    await bot.crash()
    with closing(sqlite3.connect(bot.file)) as connection, connection:
        connection.execute("UPDATE seats SET held_by = 'stand_in' WHERE user_id = ?", (bob.id,))
    await bot.open()
    await noticed(table, "Who takes the seat of")
    await alice.until(lambda: not asked_now(table, post).buttons, what="a vote without buttons", within=PATIENCE)


async def test_a_late_seat_gets_more_time_by_vote_and_a_move_of_its_person_ends_the_next(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara, pace="live")
    await table.pick_all([alice, bob])
    await bot.pass_time(LIVE)
    await bot.settled()
    while cara not in table.awaited():
        for person in table.awaited():
            await press(person, panel := await table.panel(person), moves_of(panel)[0].label)
        await bot.settled()
    await press(alice, await call_vote(table, alice, "Cara"), "More time")
    asked = await noticed(table, "what about the seat of")
    await press(bob, asked, "More time")
    told = await noticed(table, "By vote")
    assert "has more time" in told.text
    await alice.until(
        lambda: due_of(table.post()) == due_of(told), what="the table's post with the new deadline", within=PATIENCE
    )
    assert due_of(await table.panel(cara)) == due_of(told)

    await call_vote(table, bob, "Cara")
    panel = await table.panel(cara)
    await press(cara, panel, moves_of(panel)[0].label)
    await noticed(table, "Cara is back")
    assert "nothing to vote about" in (await press(bob, await more(table, bob), "Vote about a seat")).text


async def test_a_match_that_all_want_to_end_is_called_off_and_says_why(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    sure = await press(alice, await more(table, alice), "Call the match off")
    await press(alice, sure, "Ask them")
    post = await noticed(table, "asks to call the match off")
    assert "Bob" in post.text.partition("Not yet")[2]
    assert "those who sit" in (await press(cara, post, "Call it off")).text
    done = await press(bob, post, "Call it off")
    assert "The match is called off" in done.text
    await alice.until(table.is_over, within=PATIENCE, what="the last post")
    assert "Everybody who played wanted" in table.post().text
    await bot.settled()
    assert not any(seen.buttons for seen in notices(table))
    assert "Called off" in table.lobby_now().text


async def test_the_servers_staff_does_each_of_it_and_the_table_is_told(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person, leo: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    offered = await leo.autocomplete(table.place(), "admin match", "seat", do="time", match=table.match)
    assert [choice.name for choice in offered.choices] == ["1 Alice", "2 Bob"]

    async def does(what: str, **more: object) -> Seen:
        return await (await leo.slash("games", "admin match", do=what, match=table.match, **more)).reply()

    assert "the table is told" in (await does("time", seat=2)).text
    assert "more time" in (await noticed(table, "The server's staff gave")).text
    await does("other", seat=2, who=cara)
    await press(cara, await noticed(table, "the server's staff offer you"), "Take the seat")
    table.people = [alice, cara]
    await does("stand_in", seat=2)
    kept = await noticed(table, "gave the seat of")
    assert "Cara" in kept.text
    assert "the seat is yours again" in (await press(cara, kept, "I'm back")).text
    await alice.until(
        lambda: not asked_now(table, kept).buttons, what="news that are no longer so without a button", within=PATIENCE
    )
    await does("stand_in", seat=2)
    kept = await alice.until(
        lambda: next((seen for seen in notices(table) if seen.has_button("I'm back")), None),
        what="a stand-in",
        within=PATIENCE,
    )
    await does("other", seat=2, who=bob)
    asked = await alice.until(
        lambda: next((seen for seen in notices(table) if bob.mention in seen.text), None),
        what="an offer",
        within=PATIENCE,
    )
    await press(bob, asked, "Take the seat")
    table.people = [alice, bob]
    await alice.until(
        lambda: not asked_now(table, kept).buttons, what="news that are no longer so without a button", within=PATIENCE
    )
    assert "Cara" in asked_now(table, kept).text, "it is of who sat there then"
    assert "Which seat" in (await does("stand_in")).text
    await does("off")
    await alice.until(table.is_over, within=PATIENCE, what="the last post")
    assert "The server's staff called it off" in table.post().text
    with pytest.raises(Exception, match="no command"):
        await bob.slash("games", "admin match", do="off", match=table.match)
