"""Things that happen in one tick: each is played one after the other, and nobody is left without an answer."""

from __future__ import annotations

import asyncio

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .tables import Table, aside, cards_of, due_of, moves_of


async def test_ten_picks_in_one_tick_are_one_trick_with_ten_cards(
    sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    people = twelve[:10]
    table = await Table.started(sandbox, *people)
    panels = await asyncio.gather(*(table.panel(person) for person in people))
    cards = [cards_of(panel)[index] for index, panel in enumerate(panels)]
    await asyncio.gather(
        *(table.press(person, panel, card) for person, panel, card in zip(people, panels, cards, strict=True))
    )
    post = await table.posted(1)
    for person, card in zip(people, cards, strict=True):
        assert f"{person.user.global_name} {card}" in post.pictures[0].alt
    await bot.settled()
    assert len(table.told()) == 2


async def test_twenty_joins_in_one_tick_fill_exactly_the_free_seats(
    sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    alice, *others = twelve
    table = await Table.opened(sandbox, alice, rounds=None)
    for _ in range(5):
        await table.add_bot()
    pressing = [*others, *others[:9]]
    answers = await asyncio.gather(*(person.click(table.lobby, "Join") for person in pressing))
    replies = [await aside(answer, person) for answer, person in zip(answers, pressing, strict=True)]
    assert all(reply.ephemeral for reply in replies)
    refused = [reply for reply in replies if not reply.has_button("Only here")]
    assert len(refused) == 20 - 4
    assert all("taken" in reply.text or "sit here" in reply.text for reply in refused)
    await alice.until(lambda: table.seats() == 10)
    await bot.settled()
    assert table.seats() == 10
    assert table.lobby_now().button("Join").disabled
    lobby_edits = [call for call in sandbox.calls if call.method == "PATCH" and str(table.lobby.id) in call.path]
    assert len(lobby_edits) < 5 + 20


async def test_a_card_pressed_twice_in_one_tick_is_one_pick(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    panel = await table.panel(alice)
    card = cards_of(panel)[3]
    twice = await asyncio.gather(alice.click(panel, card), alice.click(panel, card))
    for answer in twice:
        assert card in (await answer.reply()).text
    assert table.turn() == 1
    await table.pick(bob)
    post = await table.posted(1)
    assert f"Alice {card}" in post.pictures[0].alt


async def test_the_last_card_pressed_twice_in_one_tick_does_not_choose_for_the_next_trick(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick(alice)
    panel = await table.panel(bob)
    card = cards_of(panel)[-1]
    await asyncio.gather(bob.click(panel, card), bob.click(panel, card))
    # Both answers change the one panel; whichever comes last stays on it.
    await sandbox.until(lambda: any("moved on" in str(call.body) for call in sandbox.calls))
    await bot.settled()
    assert table.turn() == 2
    assert len(table.told()) == 2
    assert "Have chosen" not in table.post().text
    now = bob.find(panel.id)
    assert now is not None
    assert card not in cards_of(now)


async def test_a_row_pressed_twice_in_one_tick_is_taken_once(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, rounds=None)
    while not table.row_is_asked():
        turn = table.turn()
        await table.pick_all()
        await table.posted(turn)
    turn = table.turn()
    person, panel = await table.chooser()
    before = await table.history(person)
    row = moves_of(panel)[0].label
    await asyncio.gather(person.click(panel, row), person.click(panel, row))
    await table.posted(turn)
    # Both answers change the one panel; whichever comes last stays on it.
    await sandbox.until(lambda: any("moved on" in str(call.body) for call in sandbox.calls))
    await bot.settled()
    assert table.turn() == turn + 1
    history = await table.history(person)
    assert history.count("took row 1") == before.count("took row 1") + 1


async def test_start_pressed_twice_in_one_tick_deals_once(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.opened(sandbox, alice, bob)
    twice = await asyncio.gather(alice.click(table.lobby, "Start"), alice.click(table.lobby, "Start"))
    await alice.until(table.posts)
    await alice.until(lambda: any(answer.followups for answer in twice))
    await bot.settled()
    said = [answer.followups[0].text for answer in twice if answer.followups]
    assert len(said) == 1
    assert "started" in said[0]
    assert len(alice.threads()) == 1
    assert len(table.told()) == 1


async def test_join_and_start_in_one_tick_seat_a_person_or_tell_them_that_they_are_late(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.opened(sandbox, alice, bob)
    _, joined = await asyncio.gather(alice.click(table.lobby, "Start"), cara.click(table.lobby, "Join"))
    await alice.until(table.posts)
    told = await aside(joined, cara)
    seated = cara.mention in table.post().text
    assert seated is told.has_button("Only here")
    assert seated or "started" in told.text


async def test_a_last_pick_just_before_the_deadline_counts_and_the_deadline_does_nothing_more(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, pace="live")
    await table.pick(alice)
    panel = await table.panel(bob)
    card = cards_of(panel)[-1]
    await bot.pass_time(due_of(panel) - sandbox.world.clock.now() - 1)
    answer, _ = await asyncio.gather(bob.click(panel, card), bot.pass_time(2.2))
    assert "moved on" not in (await answer.reply()).text
    post = await table.posted(1)
    assert f"Bob {card}" in post.pictures[0].alt
    await bot.settled()
    assert len(table.told()) == 2


async def test_a_last_pick_just_after_the_deadline_is_told_that_the_table_has_moved_on(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, pace="live")
    await table.pick(alice)
    await table.once_more(bot, 2 * 60 + 2)
    panel = await table.panel(bob)
    await bot.pass_time(due_of(panel) - sandbox.world.clock.now() - 0.2)
    on_its_way = sandbox.hold(method="POST", path_regex=r"/interactions/.*/callback")
    click = asyncio.ensure_future(bob.click(panel, cards_of(panel)[-1]))
    await on_its_way.reached()
    post = await table.posted(1)
    on_its_way.release()
    told = await (await click).reply()
    assert "moved on" in told.text
    assert len(cards_of(told)) == 9 or "Row" in told.text or table.row_is_asked()
    assert table.post().id == post.id
    assert "Have chosen" not in table.post().text
