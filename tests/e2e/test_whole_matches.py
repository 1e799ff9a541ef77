"""Complete matches, by people who see nothing but their screens."""

from __future__ import annotations

import pytest

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .tables import Table, hand_in_dm, moves_of, turns_of


@pytest.mark.parametrize("count", [2, 3, 6, 10])
async def test_a_match_is_played_from_the_lobby_to_the_winner(
    count: int, sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    table = await Table.started(sandbox, *twelve[:count])
    ending = await table.play_out()
    assert "Round 1" in ending.text
    assert len(ending.pictures) == 1
    ranked = [line for line in ending.text.splitlines() if "head" in line and line.startswith("**")]
    assert len(ranked) == count
    await table.closed_lobby()
    assert len(table.told()) == turns_of(ending) + 1
    history = await table.history(twelve[-1])
    assert history.count("Laid") == 10


async def test_a_match_goes_on_over_rounds_until_somebody_has_more_than_66_heads(
    sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    table = await Table.opened(sandbox, *twelve[:2], rounds=None)
    for _ in range(3):
        await table.add_bot()
    await table.start()
    ending = await table.play_out()
    scores = [
        int(line.split("·")[1].split()[0])
        for line in ending.text.splitlines()
        if line.startswith("**") and "head" in line
    ]
    assert len(scores) == 5
    assert max(scores) > 66
    assert scores == sorted(scores)
    history = await table.history(table.first)
    rounds = history.count("After round")
    assert rounds >= 2
    assert history.count("Laid") == 10 * rounds
    two_pictures = [call for call in sandbox.calls if call.method == "POST" and len(call.files) == 2]
    assert len(two_pictures) == rounds - 1


async def test_a_match_is_played_by_the_hands_that_come_by_dm(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    for person in (alice, bob):
        await person.until(lambda who=person: hand_in_dm(who, table), what="a hand by DM")  # type: ignore[misc]  # mypy infers no lambda with a default
    last: Person | None = None
    while not table.is_over():
        turn, brought_it = table.turn(), last
        for person in table.awaited():
            if person is brought_it:  # the turn came by their own click, and so did their panel
                panel = person.last("dm")
            else:
                hand = await person.until(lambda who=person: hand_in_dm(who, table), what="a hand by DM")  # type: ignore[misc]  # mypy infers no lambda with a default
                panel = await (await person.click(hand, "Play here")).reply()
                assert panel.id == hand.id, "the hand by DM is brought up to date in place"
            await (await person.click(panel, custom_id=moves_of(panel)[0].custom_id)).reply()
            last = person
        await table.posted(turn)
    assert len(table.told()) == turns_of(table.post()) + 1
    assert [seen for seen in alice.messages(table.place()) if seen.ephemeral] == []


async def test_a_match_is_played_by_typing(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person) -> None:
    table = await Table.started(sandbox, alice, bob)
    while not table.is_over():
        turn = table.turn()
        for person in table.awaited():
            offered = (await person.autocomplete(table.place(), "move", "move")).choices
            await (await person.slash(table.place(), "move", move=offered[0].value)).reply()
        await table.posted(turn)
    assert len(table.told()) == turns_of(table.post()) + 1


async def test_a_match_is_played_in_the_channel_where_the_server_wants_that(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    answer = await (await alice.slash("games", "settings", matches="channel")).reply()
    assert answer.ephemeral
    table = await Table.started(sandbox, alice, bob)
    assert table.place().name == "games"
    assert alice.threads() == []
    await table.play_out()
    closed = await table.closed_lobby()
    assert closed.buttons == ()
    assert alice.threads() == []


async def test_a_match_with_bots_starts_at_once_and_every_turn_is_one_post_that_tells_it_all(
    sandbox: Sandbox, bot: Bot, alice: Person
) -> None:
    table = await Table.opened(sandbox, alice)
    for _ in range(3):
        await table.add_bot()
    await table.start()
    for _ in range(20):
        before, turn = len(table.told()), table.turn()
        panel = await table.panel(alice)
        await table.press(alice, panel, moves_of(panel)[0].label)
        post = await table.posted(turn)
        assert len(table.told()) == before + 1
        if post.has_button("Fair deal?"):
            break
        assert table.awaited() == [alice]
    assert table.is_over()


async def test_play_with_bots_deals_at_once(sandbox: Sandbox, bot: Bot, alice: Person) -> None:
    lobby = await (await alice.slash("games", "play", game="take5", bots=3)).reply()
    table = Table(sandbox, alice, lobby)
    await alice.until(table.posts, what="the opening post")
    assert table.awaited() == [alice]
    assert await table.trick()


async def test_a_table_opened_inside_a_thread_is_played_there(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    host = await Table.started(sandbox, alice, bob)
    inner = await Table.started(sandbox, bob, alice, where=str(host.place().name))
    assert inner.place().id == host.place().id
    assert len(alice.threads()) == 1
    await inner.play_out()
    assert not host.is_over()
