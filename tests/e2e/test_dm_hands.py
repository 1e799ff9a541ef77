"""The hand by DM, and DMs that are closed: the match goes on, with one private hint and no further try."""

from __future__ import annotations

import pytest

from bot.sandbox import Call, Person, Sandbox, Seen

from .bots import Bot
from .tables import Table, cards_of, hand_in_dm, moves_of


def tries(sandbox: Sandbox, person: Person) -> list[Call]:
    """Every message that the bot tried to send to somebody's DM channel."""
    return [
        call
        for call in sandbox.calls_to("POST", "/channels/{channel_id}/messages")
        if call.id("channel_id") == dm(person)
    ]


def dm(person: Person) -> int:
    return person.channel("dm").id


def hands(person: Person) -> list[Seen]:
    """The messages in a person's DM channel that show cards, as a picture or as buttons."""
    return [seen for seen in person.messages("dm") if seen.pictures or cards_of(seen)]


# The hand by DM -----------------------------------------------------------------------------------------


async def test_the_hand_comes_at_the_start_and_anew_at_each_turn_and_is_wiped_at_the_end(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    first = await alice.until(lambda: hand_in_dm(alice, table))
    assert first.silent, "the opening post has called everybody already"
    assert [picture.name for picture in first.pictures] == ["hand.png"]
    assert f"<#{table.place().id}>" in first.text
    await table.pick(alice)
    await bot.settled()
    assert alice.find(first.id) == first, "a move made elsewhere leaves it alone"
    await table.bring_a_turn(alice, bob)
    anew = await alice.until(lambda: hand_in_dm(alice, table))
    await bot.settled()
    assert not anew.silent
    assert alice.find(first.id) is None, "the one before is deleted"
    assert len(hands(alice)) == 1
    await table.play_out()
    await bot.settled()
    for person in (alice, bob):
        assert hands(person) == []
        left = person.last("dm")
        assert "over" in left.text
        assert left.buttons == ()
    assert [len(each) for each in (alice.messages("dm"), bob.messages("dm"))] == [1, 1]


async def test_the_hand_by_dm_becomes_the_panel_in_place_and_follows_its_owners_own_moves(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    hand = await alice.until(lambda: hand_in_dm(alice, table))
    panel = await (await alice.click(hand, "Play here")).reply()
    card = cards_of(panel)[2]
    picked = await (await alice.click(panel, card)).reply()
    assert {hand.id} == {panel.id, picked.id}
    assert card in picked.text.split("**")[1]
    await table.pick(bob)
    await table.posted(1)
    assert f"Alice {card}" in table.post().pictures[0].alt


async def test_only_here_at_joining_keeps_the_hand_out_of_the_dm_and_calls_in_the_thread(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.opened(sandbox, alice)
    joined = await table.join(bob)
    note = await bob.until(lambda: joined.followups[0])
    assert "DM" in note.text
    said = await (await bob.click(note, "Only here")).reply()
    assert "My hand" in said.text
    await table.start()
    for person in (bob, alice):
        await table.pick(person)
    await table.posted(1)
    await bot.settled()
    assert bob.messages("dm") == []
    assert tries(sandbox, bob) == []
    if bob in table.awaited():
        assert bob.pings[-1].id == table.post().id


async def test_the_welcome_comes_once_in_a_life(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person) -> None:
    joined = await (await Table.opened(sandbox, alice)).join(bob)
    await bob.until(lambda: joined.followups)
    again = await (await Table.opened(sandbox, alice)).join(bob)
    await bot.settled()
    assert again.followups == []


# Closed DMs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["before joining", "before the start", "in mid-match", "while a hand lies there"])
async def test_closed_dms_cost_nothing_but_one_private_hint(
    when: str, sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    if when == "before joining":
        alice.close_dms()
    table = await Table.opened(sandbox, alice, bob, rounds=2)
    if when == "before the start":
        alice.close_dms()
    await table.start()
    await bot.settled()
    if when == "in mid-match":
        await table.trick()
    if when in ("in mid-match", "while a hand lies there"):
        await bot.settled()
        alice.close_dms()
    turn_brought_by_bob = 0
    while turn_brought_by_bob < 3:
        turn, before = table.turn(), len(alice.pings)
        for person in (alice, bob):
            panel = await table.panel(person)
            if moves := moves_of(panel):
                await table.press(person, panel, moves[0].label)
        await table.posted(turn)
        await bot.settled()
        if table.row_is_asked():
            await table.take_rows()
            await bot.settled()
            continue
        turn_brought_by_bob += 1
        assert len(alice.pings) == before + 1, "one call a turn"
        assert alice.pings[-1].channel_id == table.place().id, "in the thread, where DMs are closed"
    hints = [call for call in sandbox.calls if "couldn't send you a DM" in str(call.body)]
    assert [call.path.rsplit("/", 1)[1] for call in hints] == ["@original"], "said once, to them alone"
    refused = [call for call in tries(sandbox, alice) if call.status == 403]
    assert len(refused) == 1
    assert tries(sandbox, alice)[-1] is refused[0], "no further try"
    assert hands(bob), "closed DMs of one hold up nobody else"


async def test_who_asks_for_dms_again_gets_them_again(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person) -> None:
    alice.close_dms()
    table = await Table.started(sandbox, alice, bob)
    await bot.settled()
    alice.open_dms()
    await table.trick()
    await bot.settled()
    assert hand_in_dm(alice, table) is None
    form = await alice.slash("games", "preferences")
    kept = await alice.submit(form, {"hand": "dm", "ping": "dm"})
    assert "DM" in (await kept.reply()).text
    await table.bring_a_turn(alice, bob)
    await alice.until(lambda: hand_in_dm(alice, table), what="a hand by DM again")


async def test_an_unlucky_dm_is_tried_again_and_comes_once(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.opened(sandbox, alice, bob)
    fault = sandbox.faults.add(method="POST", path_regex=rf"/channels/{dm(alice)}/messages", answer=503)
    await table.start()
    await alice.until(lambda: hand_in_dm(alice, table))
    await bot.settled()
    assert fault.spent
    assert len(alice.messages("dm")) == 1
    assert hand_in_dm(bob, table)
