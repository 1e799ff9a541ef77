"""The bot ends without a word at every step and is opened again from its file: nothing is lost, nothing doubled."""

from __future__ import annotations

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .tables import Table, cards_of, due_of, moves_of, turns_of


async def test_a_match_survives_a_restart_after_every_click(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.opened(sandbox, alice)
    await bot.restart()
    await table.join(bob)
    await bot.restart()
    await table.start()
    dues = []
    while not table.is_over():
        turn = table.turn()
        panels = {person.id: await table.panel(person) for person in table.awaited()}
        dues.append(due_of(table.post()))
        for person in table.awaited():
            await bot.restart()
            panel = panels[person.id]  # opened before the restart
            assert due_of(panel) == dues[-1], "the clock of the turn runs on"
            await (await person.click(panel, custom_id=moves_of(panel)[0].custom_id)).reply()
        await bot.restart()
        await table.posted(turn)
    assert len(table.told()) == turns_of(table.post()) + 1
    await table.closed_lobby()
    await bot.restart()
    await bot.settled()
    assert len(table.told()) == turns_of(table.post()) + 1


async def test_a_pick_made_before_a_restart_still_counts_and_can_be_changed_after_it(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    low, high = (cards := cards_of(await table.panel(alice)))[0], cards[-1]
    picked = await table.pick(alice, low)
    assert low in picked.text
    await bot.restart()
    assert low in (await table.panel(alice)).text.split("**")[1]
    await table.press(alice, picked, high)
    await bot.restart()
    await table.pick(bob)
    await table.posted(1)
    assert high not in cards_of(await table.panel(alice)) or table.row_is_asked()
    assert f"Alice {high}" in (table.post().pictures[0].alt)


async def test_a_post_found_again_after_two_crashes_says_what_has_changed_since_it_was_sent(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.settled()
    await bot.lay_deal(table.match)
    sent = sandbox.hold(method="POST", path_regex=rf"/channels/{table.place().id}/messages", took_effect=True)
    await table.pick_all()
    await sent.reached()
    await bot.crash()
    sent.discard()
    looked_for = sandbox.hold(method="GET", path_regex=rf"/channels/{table.place().id}/messages")
    await bot.open()
    await looked_for.reached()
    assert table.turn() == 2
    await table.pick(alice)
    await bot.crash()
    looked_for.discard()
    await bot.open()
    await alice.until(lambda: "Have chosen: " in table.post().text, what="who has chosen")
    assert len(table.told()) == 2


async def test_a_lobby_outlives_restarts_with_its_options_its_seats_and_its_end(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.opened(sandbox, alice, bob, rounds=2)
    await bot.restart()
    before = table.lobby_now().text
    await cara.click(table.lobby, "Join")
    await alice.until(lambda: "Cara" in table.lobby_now().text)
    await bot.restart()
    await cara.click(table.lobby, "Leave")
    await alice.until(lambda: "Cara" not in table.lobby_now().text)
    assert table.lobby_now().text == before
    await bot.restart()
    await alice.click(table.lobby, "Cancel")
    await alice.until(lambda: not table.lobby_now().buttons)
    await bot.restart()
    await bot.settled()
    assert len([seen for seen in alice.messages("games") if not seen.ephemeral]) == 1


async def test_bots_play_on_after_a_restart(sandbox: Sandbox, bot: Bot, alice: Person) -> None:
    table = await Table.opened(sandbox, alice)
    await table.add_bot()
    await table.start()
    clicks = 0
    while not table.is_over():
        turn = table.turn()
        panel = await table.panel(alice)
        await table.press(alice, panel, moves_of(panel)[0].label)
        clicks += 1
        await bot.restart()
        await table.posted(turn)
    assert len(table.told()) == clicks + 1


async def test_a_kindly_stopped_bot_has_told_everything_first(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick_all()
    await bot.close()
    assert table.turn() == 2
    await bot.open()
    await bot.settled()
    assert len(table.told()) == 2
