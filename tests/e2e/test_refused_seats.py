"""Calls of votes and of seats' changing hands that Discord refuses, and presses of one moment."""

from __future__ import annotations

import asyncio

import pytest

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .tables import PATIENCE, Table, cards_of, hand_in_dm
from .test_seats import ballot_of, give_up, more, noticed, notices, offer, press


async def called(sandbox: Sandbox, alice: Person, bob: Person, cara: Person) -> Table:
    """A table at which a stand-in plays for cara, and whose posts are told."""
    table = await Table.started(sandbox, alice, bob, cara)
    await give_up(table, cara)
    await alice.until(lambda: table.post().has_button("I'm back"), within=PATIENCE)
    return table


async def call(table: Table, alice: Person) -> None:
    await press(alice, await press(alice, await more(table, alice), "Vote about a seat"), "3 Cara")


# Refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 160006), (400, 50035)])
async def test_a_vote_whose_post_is_refused_for_good_goes_on_under_more(
    status: int, code: int, sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await called(sandbox, alice, bob, cara)
    refused = sandbox.faults.add(
        answer=status, code=code, method="POST", path_regex=rf"/channels/{table.place().id}/messages"
    )
    await call(table, alice)
    await bot.settled()
    assert len(refused.calls) == 1, "it isn't tried again"
    assert not notices(table)
    await press(alice, await ballot_of(table, alice, "Cara"), "Call it off")
    assert "Decided" in (await press(bob, await ballot_of(table, bob, "Cara"), "Call it off")).text
    await alice.until(table.is_over, within=PATIENCE, what="the last post")


@pytest.mark.parametrize("took_effect", [False, True])
async def test_a_vote_whose_post_is_refused_for_the_moment_is_posted_once(
    took_effect: bool, sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await called(sandbox, alice, bob, cara)
    sandbox.faults.add(
        answer="reset",
        took_effect=took_effect,
        method="POST",
        path_regex=rf"/channels/{table.place().id}/messages",
    )
    await call(table, alice)
    await noticed(table, "what about the seat of")
    await bot.settled()
    assert len(notices(table)) == 1


async def test_an_old_vote_that_takes_no_edit_any_more_is_voted_on_all_the_same(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await called(sandbox, alice, bob, cara)
    await call(table, alice)
    post = await noticed(table, "what about the seat of")
    refused = sandbox.faults.add(
        answer=429,
        code=30046,
        retry_after=3600,
        method="PATCH",
        path_regex=rf"/channels/{table.place().id}/messages/{post.id}",
        times=None,
    )
    await press(alice, post, "Someone else")
    await bot.settled()
    assert "Decided" in (await press(bob, post, "Someone else")).text
    await noticed(table, "Who takes the seat of")
    await bot.settled()
    assert "over" in (await press(bob, post, "Call it off")).text, "its buttons are still there, and answered"
    assert 1 <= len(refused.calls) <= 3


async def test_a_vote_whose_post_somebody_deletes_goes_on_under_more(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await called(sandbox, alice, bob, cara)
    await call(table, alice)
    post = await noticed(table, "what about the seat of")
    sandbox.staff.delete_message(post.id)
    await press(alice, await ballot_of(table, alice, "Cara"), "Someone else")
    await bot.settled()
    await press(bob, await ballot_of(table, bob, "Cara"), "Someone else")
    await noticed(table, "Who takes the seat of")
    await bot.settled()
    edits = [each for each in sandbox.calls if each.method == "PATCH" and each.path.endswith(f"/{post.id}")]
    assert len(edits) == 1, "no second call goes to what is gone"


@pytest.mark.parametrize(
    ("status", "code", "wiped"), [(503, 0, True), (404, 10008, False), (403, 50001, False), (404, 10003, False)]
)
async def test_an_old_hand_that_cannot_be_wiped_holds_up_nothing(
    status: int, code: int, wiped: bool, sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    hand = await bob.until(lambda: hand_in_dm(bob, table), within=PATIENCE)
    refused = sandbox.faults.add(
        answer=status, code=code, method="PATCH", path_regex=rf"/channels/{bob.channel('dm').id}/messages/{hand.id}"
    )
    await offer(table, bob, cara)
    await press(cara, await noticed(table, "would hand you"), "Take the seat")
    table.people = [alice, cara]
    await table.pick_all()
    await table.posted(1)
    await bot.settled()
    tries = [each for each in sandbox.calls if each.method == "PATCH" and each.path.endswith(f"/{hand.id}")]
    assert refused.spent
    assert len(tries) == (2 if wiped else 1)
    left = bob.find(hand.id)
    assert left is not None
    assert bool(left.pictures) is not wiped


async def test_a_last_post_that_is_refused_comes_after_all_and_says_why(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await press(alice, await press(alice, await more(table, alice), "Call the match off"), "Ask them")
    post = await noticed(table, "asks to call")
    sandbox.faults.add(answer=501, method="POST", path_regex=rf"/channels/{table.place().id}/messages", times=2)
    assert "called off" in (await press(bob, post, "Call it off")).text
    await alice.until(table.is_over, within=PATIENCE, what="the last post")
    assert "Everybody who played wanted" in table.post().text


# One moment ------------------------------------------------------------------------------------------------


async def test_all_voices_of_one_moment_are_answered_and_have_one_effect(
    sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    people = twelve[:6]
    *voters, late = people
    table = await Table.started(sandbox, *people)
    await give_up(table, late)
    asked = await press(voters[0], await more(table, voters[0]), "Vote about a seat")
    await press(voters[0], asked, asked.labels[0])
    post = await noticed(table, "what about the seat of")
    presses = [(person, "Someone else") for person in voters] * 2
    answers = await asyncio.gather(*(person.click(post, label) for person, label in presses))
    replies = [await answer.reply(within=PATIENCE) for answer in answers]
    assert all(reply.ephemeral for reply in replies)
    assert sum("Decided" in reply.text for reply in replies) == 1
    await bot.settled()
    assert len([seen for seen in notices(table) if "Who takes" in seen.text]) == 1


async def test_of_all_who_press_take_the_seat_in_one_moment_one_sits(
    sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    alice, bob, cara, *others = twelve
    table = await called(sandbox, alice, bob, cara)
    await call(table, alice)
    post = await noticed(table, "what about the seat of")
    await press(alice, post, "Someone else")
    await press(bob, post, "Someone else")
    free = await noticed(table, "Who takes the seat of")
    answers = await asyncio.gather(*(person.click(free, "Take the seat") for person in [*others, *others]))
    replies = [await answer.reply(within=PATIENCE) for answer in answers]
    got = [reply for reply in replies if cards_of(reply)]
    assert len(got) == 1
    assert all(reply.ephemeral and reply.text for reply in replies)
    await bot.settled()
    assert len([seen for seen in notices(table) if "in place of **Cara**" in seen.text]) == 1


async def test_two_votes_about_two_seats_are_decided_each_for_itself(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person, dai: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara, dai)
    for person in (cara, dai):
        await give_up(table, person)
    for name in ("3 Cara", "4 Dai"):
        await press(alice, await press(alice, await more(table, alice), "Vote about a seat"), name)
    first, second = await noticed(table, "Cara**?"), await noticed(table, "Dai**?")
    await asyncio.gather(*(press(person, post, "Someone else") for person in (alice, bob) for post in (first, second)))
    await noticed(table, "Cara**? Anybody")
    await noticed(table, "Dai**? Anybody")


async def test_a_vote_that_decides_and_a_move_of_its_person_in_one_moment_come_one_after_the_other(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara, pace="none")
    await table.pick_all([alice, bob])
    await sandbox.pass_time(24 * 60 * 60 + 1)
    await bot.settled()
    await call(table, alice)
    post = await noticed(table, "what about the seat of")
    assert post.labels == ["Stand-in", "Someone else", "Call it off"], "without a clock there is no time to give"
    await press(alice, post, "Stand-in")
    panel = await table.panel(cara)
    voted, moved = await asyncio.gather(bob.click(post, "Stand-in"), cara.click(panel, cards_of(panel)[0]))
    decided = "Decided" in (await voted.reply(within=PATIENCE)).text
    await moved.reply(within=PATIENCE)
    await bot.settled()
    assert len([seen for seen in table.told() if "By vote" in seen.text]) == decided
    assert decided or (await bot.cheza.matches.position(table.match)).holder(2).held_by == "person"
    await alice.until(lambda: not post_now(table, post.id), within=PATIENCE, what="a vote without buttons")


def post_now(table: Table, id: int) -> bool:
    found = table.first.find(id)
    return found is not None and bool(found.buttons)
