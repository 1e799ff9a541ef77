"""What the panel of Sequence asks, and what comes of it: jacks, dead cards, five of a line, drawing, the deck's end."""

from __future__ import annotations

import re

import pytest

from bot.sandbox import Person, Sandbox
from rules.sequence import Options
from tests.rules.sequence_table import at, cards, spaces

from .bots import Bot
from .sequence_tables import BACK, MINE, ROWS, THEIRS, TYPE, SequenceTable, cards_shown, spaces_shown
from .tables import moves_of

ROW_1 = at((1, 1), (1, 2), (1, 3), (1, 4), (1, 5))
SEVEN = spaces("b5 c5 d5 f5 g5 h5 i5")
"""The 5♥ on E5 makes eight of them."""


@pytest.fixture
async def table(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person) -> SequenceTable:
    return await SequenceTable.dealt(sandbox, bot.file, [alice, bob])


async def test_a_two_eyed_jack_goes_where_a_list_of_rows_and_then_a_button_say(bot: Bot, table: SequenceTable) -> None:
    await bot.crash()
    table.lay("jc", chips={THEIRS: spaces("c7")})
    await bot.open()
    active = table.active
    panel = await table.card(active, "jc")
    assert len(spaces_shown(panel)) == 5, "the best few stand first"
    rows = panel.select(ROWS)
    assert [option.label for option in rows.options] == [f"Row {row}" for row in range(1, 11)]
    assert "C7" not in str([option.description for option in rows.options])
    panel = await table.row(active, panel, 7)
    assert spaces_shown(panel) == [f"{column}7" for column in "ABDEFGHIJ"]
    again = await table.press(active, panel, BACK)
    assert "J♣" in cards_shown(again), "there is a way back"
    panel = await table.row(active, await table.press(active, again, "J♣"), 10)
    turn = table.turn()
    done = await table.press(active, panel, "E10")
    assert "J♣" in done.text and "E10" in done.text
    assert "on **E10**" in (await table.posted(turn)).text


async def test_a_space_is_typed_for_a_jack_and_a_wrong_one_is_explained(bot: Bot, table: SequenceTable) -> None:
    await bot.crash()
    table.lay("jd", chips={THEIRS: spaces("c7")})
    await bot.open()
    active, before = table.active, table.state
    for wrong in ("c7", "a1", "z99", "no space"):
        panel = await table.card(active, "jd")
        refused = await table.typed(active, panel, wrong)
        assert refused.text
        assert table.state == before
    turn = table.turn()
    panel = await table.card(active, "jd")
    done = await table.typed(active, panel, " d7 ")
    assert "D7" in done.text
    assert "**D7**" in (await table.posted(turn)).text


async def test_a_one_eyed_jack_takes_a_chip_that_is_in_no_sequence(bot: Bot, table: SequenceTable) -> None:
    await bot.crash()
    table.lay("js", chips={THEIRS: (*ROW_1, *spaces("c7 h4"))}, sequences=[(THEIRS, ROW_1)])
    await bot.open()
    active, held = table.active, len(table.state.hands[table.state.active])
    panel = await table.card(active, "js")
    assert "take away" in panel.text
    assert sorted(spaces_shown(panel)) == ["C7", "H4"]
    turn = table.turn()
    done = await table.press(active, panel, "C7")
    assert "chip from **C7** with **J♠**" in done.text
    post = await table.posted(turn)
    assert "chip from **C7**" in post.text
    assert table.awaited() != [active]
    assert len(table.state.hands[table.people.index(active)]) == held, "a card is drawn as always"
    row = next(line for line in post.pictures[0].alt.splitlines() if line.startswith("7 "))
    assert row.split()[3] == "9C", "the chip is gone from C7"


async def test_a_dead_card_is_swapped_once_and_the_turn_goes_on(bot: Bot, table: SequenceTable) -> None:
    await bot.crash()
    table.lay("7h 7h 2c", chips={MINE: spaces("i5"), THEIRS: spaces("d6")}, top="2d")
    await bot.open()
    active = table.active
    panel = await table.panel(active)
    assert "7♥ is dead" in panel.text.replace("*", "")
    assert panel.button("7♥").disabled
    swapped = await table.press(active, panel, "Swap 7♥")
    assert "You drew 2♦ last" in swapped.text
    assert not swapped.has_button("Swap 7♥"), "once a turn"
    assert "dead card" in (await table.until_told("has swapped a dead card")).text, "the table sees it before the play"
    assert table.awaited() == [active]
    typed = await (await active.slash(table.place(), "move", move="dead 7h", match=table.match)).reply()
    assert "already" in typed.text
    await table.play("2c e2")
    assert "swapped a dead **7♥**" in table.post().text
    assert "2♦" not in table.post().text
    told = (await table.history(table.active)).partition("begins.")[2]  # before it, what was drawn for the deal
    assert "swapped" in told
    assert "2♦" not in told


async def test_who_has_eight_in_a_line_says_which_five_count(bot: Bot, table: SequenceTable) -> None:
    await bot.crash()
    table.lay("5h", chips={MINE: SEVEN})
    await bot.open()
    active, turn = table.active, table.turn()
    asked = await table.space(active, await table.card(active, "5h"), "E5")
    assert [button.label for button in moves_of(asked)] == ["B5–F5", "C5–G5", "D5–H5", "E5–I5"]
    await table.until_told("to say which five count")
    assert table.awaited() == [active]
    await table.press(active, asked, "D5–H5")
    post = await table.posted(turn)
    assert "put **5♥** on **E5**" in post.text
    assert "completed D5–H5: 1 sequence" in post.text
    assert table.awaited() != [active]


async def test_an_old_panel_plays_nothing_and_becomes_the_present_one(bot: Bot, table: SequenceTable) -> None:
    await bot.crash()
    table.lay("2s 7h jc", "4d")
    await bot.open()
    active, other = table.active, table.after(1)
    cards_old = await table.panel(active)
    space_old = await table.card(active, "2s")
    row_old = await table.card(active, "jc")
    typed_old = await table.card(active, "jc")
    await table.play("7h d6")
    old = ((cards_old, "2♠"), (space_old, "B1"), (row_old, spaces_shown(row_old)[0]), (typed_old, TYPE))
    for panel, label in old:
        answer = await table.press(active, panel, label)
        assert answer.id == panel.id
        assert "moved on" in answer.text
        assert f"{other.user.global_name}'s turn" in answer.text and not cards_shown(answer)
    await table.play("4d e3", other)
    listed = await table.card(active, "jc")
    late = await active.click(listed, TYPE)
    await table.play("2s b1")
    kept = table.state
    assert "moved on" in (await (await active.submit(late, {"rest": "e10"})).reply()).text
    assert table.state == kept


async def test_discard_piles_are_open_to_who_watches(bot: Bot, table: SequenceTable, kim: Person) -> None:
    await bot.crash()
    table.lay("2s", "4d", piles=["3s 3c", "9h"])
    await bot.open()
    await table.play("2s b1")
    page = await table.page(kim, "Discard piles")
    assert page.ephemeral
    assert "2♠ 3♣ 3♠" in page.text, "the newest first"
    assert re.search(r": 9♥$", page.text, re.MULTILINE)
    assert f"Deck: {len(table.state.deck)}" in page.text
    assert not set(cards("4d")) & set(re.findall(r"\S+", page.text))
    assert "4♦" not in page.text


async def test_an_empty_deck_is_made_new_from_all_discard_piles(bot: Bot, table: SequenceTable) -> None:
    await bot.crash()
    table.lay("2s", piles=["3s 3s", "*"])
    await bot.open()
    await table.play("2s b1")
    assert "The deck was empty: 91 discarded cards make a new one" in table.post().text
    page = await table.page(table.active, "Discard piles")
    assert page.text.count("none") == 2


@pytest.mark.parametrize("ahead", [False, True])
async def test_if_everybody_has_to_pass_the_match_is_over(
    ahead: bool, sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await SequenceTable.dealt(sandbox, bot.file, [alice, bob], manual_draw="on")
    await bot.crash()
    made = {THEIRS: ROW_1} if ahead else {}
    table.lay("js", "jh", chips=made, sequences=list(made.items()), fill=False)
    await bot.open()
    first, second = table.active, table.after(1)
    assert "Nothing can be played" in (await table.panel(first)).text
    await table.play("pass")
    assert "could play nothing, and passed" in table.post().text
    assert table.awaited() == [second]
    await table.play("pass")
    ending = table.post().text
    assert table.is_over() and "Everybody had to pass in turn" in ending
    assert (f"{second.user.global_name} wins" in ending) if ahead else (" draw" in ending)
    assert table.state.options == Options(manual_draw=True)


async def test_a_card_is_drawn_by_hand_out_of_turn(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person) -> None:
    table = await SequenceTable.dealt(sandbox, bot.file, [alice, bob], manual_draw="on")
    await bot.crash()
    table.lay("2s 3h", "4d 8c", top="qd")
    await bot.open()
    first, second = table.active, table.after(1)
    await table.play("2s b1")
    assert "May still draw" in table.post().text
    assert table.awaited() == [second]
    opened = await table.card(second, "4d")
    waiting = await table.panel(first)
    drawn = await table.press(first, waiting, "Draw")
    assert "You drew Q♦ last" in drawn.text and not drawn.has_button("Draw")
    await first.until(lambda: "May still draw" not in table.post().text)
    assert "Q♦" not in table.post().text
    again = await first.click(waiting, custom_id=f"m:{table.match}:-:draw", raw=True)
    assert "isn't on this message any more" in (await again.reply()).text
    typed = await (await first.slash(table.place(), "move", move="draw", match=table.match)).reply()
    assert "no card for you to draw" in typed.text
    turn = table.turn()
    await table.press(second, opened, "E3")  # opened before the draw, and none the older for it
    assert "drew a card" in (await table.posted(turn)).text
    assert "Q♦" not in table.post().text
    await table.play("3h f6")
    assert "forgot to draw" not in table.post().text


async def test_who_forgets_to_draw_plays_on_with_a_card_less(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await SequenceTable.dealt(sandbox, bot.file, [alice, bob], manual_draw="on")
    await bot.crash()
    table.lay("2s 4s", "4d")
    await bot.open()
    first = table.people.index(table.active)
    await table.play("2s b1")
    await table.play("4d e3")
    await table.play("4s d1")
    assert "forgot to draw" in table.post().text
    assert len(table.state.hands[first]) == 5
