"""People who don't come: the stand-in keeps their seat, one button gives it back, and a deserted match ends."""

from __future__ import annotations

import re

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .tables import Table, moves_of

LIVE = 2 * 60 + 2
"""A turn at pace live, in seconds, and a little more."""


async def play_until_kept(bot: Bot, table: Table, *present: Person) -> None:
    """Let turns run out on whoever isn't present, until a stand-in keeps a seat."""
    while not table.post().has_button("I'm back"):
        turn = table.turn()
        await play(table, *present)
        await bot.quiet()
        while table.turn() == turn:
            await bot.pass_time(LIVE)
            await bot.settled()


async def play(table: Table, *people: Person) -> None:
    """Let those who are awaited choose the first card or row."""
    for person in table.awaited():
        if person in people:
            panel = await table.panel(person)
            await table.press(person, panel, moves_of(panel)[0].label)


def times_late(table: Table, name: str) -> int:
    """How often somebody was played for, or had their time once more."""
    return sum(bool(re.search(rf"{name}(\*\*)? ran out of time", seen.text)) for seen in table.told())


async def test_a_stand_in_keeps_the_seat_after_three_misses_until_its_owner_presses_im_back(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, pace="live")
    await play_until_kept(bot, table, alice)
    assert times_late(table, "Bob") == 3
    post = table.post()
    assert "A stand-in keeps the seat of" in post.text
    assert "Bob" in post.text.partition("A stand-in keeps the seat of")[2]
    assert table.awaited() == [alice]

    watching = await (await cara.click(post, "I'm back")).reply()
    assert "watching" in watching.text
    turn = table.turn()
    await play(table, alice)
    await table.posted(turn)
    assert table.post().has_button("I'm back"), "the seat is not waited for"

    await bot.restart()
    hand = await table.panel(bob)
    assert "A stand-in plays for you." in hand.text
    assert len(hand.pictures) == 1
    assert [button.label for button in hand.buttons] == ["I'm back"]
    back = await (await bob.click(hand, "I'm back")).reply()
    assert "the seat is yours again" in back.text
    again = await (await bob.click(table.post(), "I'm back")).reply()
    assert "You have your seat." in again.text
    await alice.until(lambda: not table.post().has_button("I'm back"), what="the post without the button")
    assert "A stand-in keeps" not in table.post().text
    while bob not in table.awaited():  # a row may be asked of Alice first
        turn = table.turn()
        await play(table, alice)
        await table.posted(turn)


async def test_a_deserted_match_says_so_is_called_off_after_one_more_turn_and_counts_for_nobody(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, pace="live")
    await play_until_kept(bot, table)
    assert "Nobody is at the table." in table.post().text
    shown = len(table.posts())
    await bot.pass_time(60)
    await bot.settled()
    assert len(table.posts()) == shown
    await bot.restart()
    await bot.pass_time(LIVE)
    await alice.until(lambda: any("The match doesn't count." in seen.text for seen in alice.messages(table.place())))
    await bot.settled()
    ending = alice.messages(table.place())[-1]
    assert "The match doesn't count." in ending.text
    assert ending.mentions == ()
    assert not table.post().has_button("My hand")
    assert "Called off" in table.lobby_now().text
    assert "Called off" in alice.last("dm").text
    proof = await (await bob.click(ending, "Fair deal?")).reply()
    assert "gives this match, move by move" in proof.text
    refused = await (await alice.slash(table.place(), "hand")).reply()
    assert "no match" in refused.text.lower() or "called off" in refused.text
    ranks = await (await alice.slash("games", "leaderboard", game="take5")).reply()
    assert "Alice" not in ranks.text


async def test_coming_back_to_a_deserted_match_goes_on_with_a_fresh_clock(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, pace="live")
    await play_until_kept(bot, table)
    await bot.pass_time(100)
    await (await alice.click(table.post(), "I'm back")).reply()
    await bot.settled()
    await bot.pass_time(100)
    await bot.settled()
    assert not table.is_over()
    turn = table.turn()
    await play(table, alice)
    await table.posted(turn)
    assert table.awaited() == [alice]


async def test_who_gives_up_their_seat_is_asked_first_and_played_for_until_they_are_back(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    more = await (await cara.click(table.post(), "More")).reply()
    assert not more.has_button("Give up my seat")
    more = await (await bob.click(table.post(), "More")).reply()
    sure = await (await bob.click(more, "Give up my seat")).reply()
    assert [button.label for button in sure.buttons] == ["Give it up"]
    assert not table.post().has_button("I'm back")
    done = await (await bob.click(sure, "Give it up")).reply()
    assert "A stand-in plays for you now." in done.text
    await alice.until(lambda: table.post().has_button("I'm back"), what="a post that says who is played for")
    turn = table.turn()
    await play(table, alice)
    await table.posted(turn)
    back = await (await bob.click(done, "I'm back")).reply()
    assert "the seat is yours again" in back.text
