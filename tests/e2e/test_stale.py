"""Old panels: each says that it is old, changes nothing, and becomes the present one."""

from __future__ import annotations

import asyncio
import re

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .sequence_tables import SequenceTable
from .tables import Table, cards_of, moves_of, number_in, rows_of


async def test_a_panel_of_the_turn_before_plays_nothing_and_becomes_the_present_one(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    old = await table.panel(alice)
    kept = cards_of(old)[-1]  # a card that is still in hand afterwards
    await table.trick()
    answer = await table.press(alice, old, kept)
    assert answer.id == old.id
    assert "moved on" in answer.text
    assert "trick 2" in answer.text
    assert kept in cards_of(answer)
    await bot.settled()
    assert "Have chosen" not in table.post().text
    assert kept in (await table.press(alice, answer, kept)).text.split("**")[1], "the panel it became plays"


async def test_a_panel_of_the_round_before_is_old_though_its_card_is_in_hand_again(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, rounds=2)
    old = await table.panel(alice)
    while "Round 1 is over" not in table.post().text:
        await table.trick()
    answer = await table.press(alice, old, cards_of(old)[0])
    assert "moved on" in answer.text
    assert "round 2" in answer.text
    assert len(cards_of(answer)) == 10


async def test_an_old_choice_of_a_row_takes_nothing(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person) -> None:
    table = await Table.started(sandbox, alice, bob, rounds=None)
    while not table.row_is_asked():
        turn = table.turn()
        await table.pick_all()
        await table.posted(turn)
    turn = table.turn()
    person, old = await table.chooser()
    row = rows_of(old)[0]
    now = await table.panel(person)
    await table.press(person, now, rows_of(now)[1])
    await table.posted(turn)
    before, told = table.post(), await table.history(person)
    answer = await table.press(person, old, row)
    assert "moved on" in answer.text
    await bot.settled()
    assert table.post().id == before.id
    assert await table.history(person) == told


async def test_panels_of_a_match_that_is_over_play_nothing(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    old = await table.panel(alice)
    posted = table.post()
    ending = await table.play_out()
    answer = await alice.click(old, custom_id=moves_of(old)[0].custom_id)
    assert "over" in (await answer.reply()).text
    again = await alice.click(posted, custom_id=f"h:{table.match}:1:t", raw=True)
    assert (await again.reply()).text
    await bot.settled()
    assert table.post().id == ending.id
    assert table.post().text == ending.text


async def test_an_old_choice_on_a_panel_of_a_match_that_was_called_off_says_so(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await SequenceTable.dealt(sandbox, bot.file, [alice, bob], pace="live")
    person, turn = table.active, table.turn()
    old = await table.panel(person)
    await table.play(str(table.sensible()))
    await table.posted(turn)
    for each in (alice, bob):
        more = await (await each.click(table.post(), "More")).reply()
        sure = await (await each.click(more, "Give up my seat")).reply()
        await (await each.click(sure, "Give it up")).reply()
    await bot.pass_time(2 * 60 + 2)
    await alice.until(lambda: any("doesn't count." in seen.text for seen in alice.messages(table.place())))
    choice = next(button for button in old.buttons if (button.custom_id or "").startswith("p:"))
    answer = await (await person.click(old, custom_id=choice.custom_id)).reply()
    assert "called off" in answer.text
    assert "code" not in answer.text


async def test_a_panel_from_before_a_restart_and_a_turn_is_old(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    old = await table.panel(alice)
    await bot.restart()
    await table.trick()
    await bot.restart()
    answer = await table.press(alice, old, cards_of(old)[-1])
    assert "moved on" in answer.text
    assert "Have chosen" not in table.post().text


async def test_two_matches_of_a_person_in_one_channel_do_not_touch_each_other(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    await (await alice.slash("games", "settings", matches="channel")).reply()
    one = await Table.started(sandbox, alice, bob)
    two = await Table.started(sandbox, alice, cara)
    assert one.place().id == two.place().id
    first, second = await one.panel(alice), await two.panel(alice)
    assert cards_of(first) != cards_of(second)
    played = await one.press(alice, first, cards_of(first)[0])
    assert cards_of(first)[0] in played.text.split("**")[1]
    await bot.settled()
    assert "Have chosen" in one.post().text
    assert "Have chosen" not in two.post().text
    await two.press(alice, second, cards_of(second)[4])
    await one.pick(bob)
    await one.posted(1)
    assert two.turn() == 1
    await two.pick(cara)
    assert f"Alice {cards_of(second)[4]}" in (await two.posted(1)).pictures[0].alt
    assert f"Alice {cards_of(first)[0]}" in one.post().pictures[0].alt
    which = await (await alice.slash("games", "hand")).reply()
    named = {number_in(button.label): button.label for button in which.buttons}
    assert named.keys() == {one.match, two.match}
    chosen = await (await alice.click(which, named[two.match])).reply()
    assert re.search(rf"match #?{two.match}\b", chosen.text)


async def test_a_press_on_a_lobby_that_has_started_is_told_so(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.opened(sandbox, alice, bob)
    form = await (await alice.click(table.lobby, "Options")).reply()
    await table.start()
    answer = await alice.click(form, custom_id=f"o:{table.match}:rounds", values=["5"])
    assert "started" in (await answer.reply()).text
    late = await cara.click(table.lobby, custom_id=f"l:{table.match}:join", raw=True)
    assert (await late.reply()).text
    assert len(table.people) == 2
    assert cara.mention not in table.post().text


async def test_a_press_on_a_table_called_off_is_told_so(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person) -> None:
    table = await Table.opened(sandbox, alice, bob)
    form = await (await alice.click(table.lobby, "Options")).reply()
    await alice.click(table.lobby, "Cancel")
    await alice.until(lambda: not table.lobby_now().buttons)
    answer = await alice.click(form, custom_id=f"o:{table.match}:rounds", values=["5"])
    assert "called off" in (await answer.reply()).text
    typed = await (await alice.slash("games", "hand", match=table.match)).reply()
    assert "called off" in typed.text


async def test_a_form_that_the_bot_does_not_know_any_more_is_told_so(sandbox: Sandbox, bot: Bot, alice: Person) -> None:
    form = await alice.slash("games", "preferences")
    await alice.until(lambda: form.modal is not None)
    assert form.modal is not None
    form.modal.payload["custom_id"] = "once upon a time"
    said = await (await alice.submit(form, {"hand": "panel"})).reply()
    assert "know this form any more" in said.text
    assert said.ephemeral
    fresh = await alice.submit(await alice.slash("games", "preferences"), {"hand": "panel", "ping": "thread"})
    assert "Your hand stays here" in (await fresh.reply()).text
    await asyncio.gather(*bot.cheza.under_way)
    assert sum("know this form any more" in str(call.body) for call in sandbox.calls) == 1, "and only then"
