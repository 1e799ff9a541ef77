"""Table talk is called, by the opener or by a moderator; each of the team gives up a card of their choice."""

from __future__ import annotations

import re

import pytest

from bot.sandbox import Impossible, Person, Sandbox
from tests.rules.sequence_table import at

from .bots import Bot
from .sequence_tables import MINE, SequenceTable, cards_shown, sign_of
from .tables import moves_of

FOUR = at((0, 1), (0, 2), (0, 3))
"""With the corner and the 5♠ on E1 it's five."""


@pytest.fixture
async def table(sandbox: Sandbox, bot: Bot, twelve: list[Person]) -> SequenceTable:
    """Bob, who is no moderator, has opened it."""
    table = await SequenceTable.dealt(sandbox, bot.file, twelve[1:5], sequences_to_win="1")
    await bot.crash()
    table.lay("5s 2h", "2c 2c", "2d 2d", "4c 4c", chips={MINE: FOUR})
    await bot.open()
    return table


def team_name(table: SequenceTable, person: Person) -> str:
    return ("blue", "green")[table.people.index(person) % 2]


async def pay(table: SequenceTable, person: Person) -> str:
    """Give up a card; returns which."""
    panel = await table.panel(person)
    assert "Which card do you give up?" in panel.text
    card = moves_of(panel)[0].label
    turn, before = table.turn(), len(table.state.hands[table.people.index(person)])
    done = await table.press(person, panel, card)
    assert f"gave up **{card}**" in done.text
    assert len(table.state.hands[table.people.index(person)]) == before - 1
    assert table.turn() == turn, "nobody's turn is over by it"
    return card


async def rows(table: SequenceTable) -> list[str]:
    return re.findall(r"^\*\*\d=?\*\* .*$", table.post().text, re.MULTILINE)


async def test_the_opener_calls_it_and_the_match_is_unrated(
    bot: Bot, table: SequenceTable, bob: Person, kim: Person
) -> None:
    active, mate = table.active, table.after(2)
    name = team_name(table, active)
    opened = await table.card(active, "5s")
    turn = table.turn()
    more = await (await bob.click(table.post(), "More")).reply()
    said = await table.press(bob, more, f"Table talk by {name}")
    assert "Called" in said.text
    assert "no longer counts for the ratings" in said.text
    post = await table.posted(turn)
    assert f"Table talk by {name}" in post.text
    assert "Owe cards" in post.text
    assert set(table.awaited()) == {active, mate}
    stale = await table.press(active, opened, "E1")
    assert "moved on" in stale.text and "give up" in stale.text, "who owes pays before they play"
    typed = await (await active.slash(table.place(), "move", move="5s e1", match=table.match)).reply()
    assert "You owe a card" in typed.text
    other = table.after(1)
    assert not moves_of(await table.panel(other))
    refused = await (await other.slash(table.place(), "move", move="drop 2c", match=table.match)).reply()
    assert "You owe no card" in refused.text
    await pay(table, mate)
    await table.first.until(lambda: table.awaited() == [active])
    panel = await table.panel(active)
    assert len(cards_shown(panel)) > 1
    await table.press(active, panel, sign_of("2h"))
    await table.first.until(lambda: "Owe cards" not in table.post().text)
    await table.play("5s e1")
    assert "1 sequence" in table.post().text
    assert "gave up **2♥**" in await table.history(kim)
    assert all("(+" not in row and "(−" not in row for row in await rows(table)), "no rating moves"
    assert "· doesn't count for the ratings" in table.post().text
    board = await (await bob.slash("games", "leaderboard", game="sequence")).reply()
    assert "of 1" not in board.text


async def test_a_moderator_calls_it_by_command_and_the_match_stays_rated(
    bot: Bot, table: SequenceTable, leo: Person
) -> None:
    active, mate = table.active, table.after(2)
    name = team_name(table, active)
    offered = (await leo.autocomplete(table.place(), "admin penalty", "penalty", penalty="")).choices
    assert [choice.value for choice in offered] == ["penalty blue", "penalty green"]
    turn = table.turn()
    said = await (await leo.slash(table.place(), "admin penalty", penalty=f"penalty {name}")).reply()
    assert said.text.strip() == "Called; the table is told."
    await table.posted(turn)
    for person in (mate, active):
        panel = await table.panel(person)
        spare = next(button.label for button in moves_of(panel) if button.label != sign_of("5s"))
        await table.press(person, panel, spare)
    await table.play("5s e1")
    assert all("(+" in row or "(−" in row for row in await rows(table))
    assert "· counts for the ratings" in table.post().text


async def test_a_penalty_paid_is_told_with_the_next_turn(bot: Bot, table: SequenceTable, leo: Person) -> None:
    other, mate = table.after(1), table.after(3)
    turn = table.turn()
    await (
        await leo.slash("games", "admin penalty", penalty=f"penalty {team_name(table, other)}", match=table.match)
    ).reply()
    await table.posted(turn)
    card = await pay(table, mate)
    await table.play(str(table.sensible()))
    assert f"gave up **{card}**" in table.post().text


async def test_nobody_else_can_call_it(
    bot: Bot, table: SequenceTable, cara: Person, kim: Person, mia: Person, leo: Person
) -> None:
    before = table.state
    for person in (cara, kim):
        more = await (await person.click(table.post(), "More")).reply()
        assert not [label for label in more.labels if "Table talk" in label]
        forged = await person.click(table.post(), custom_id=f"r:{table.match}:penalty blue", raw=True)
        assert "isn't on this message" in (await forged.reply()).text
        typed = await (await person.slash(table.place(), "move", move="penalty blue", match=table.match)).reply()
        assert "Called" not in typed.text
        with pytest.raises(Impossible):
            await person.slash(table.place(), "admin penalty", penalty="penalty blue")
    elsewhere = await (await mia.slash("cantina", "hand", match=table.match)).reply()
    assert "Called" not in elsewhere.text
    for wrong in ("penalty red", "5s e1", "talk"):
        said = await (await leo.slash(table.place(), "admin penalty", penalty=wrong)).reply()
        assert said.text and "Called" not in said.text
    assert table.state == before


async def test_where_nobody_has_a_team_mate_nothing_is_called(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, leo: Person
) -> None:
    table = await SequenceTable.dealt(sandbox, bot.file, [alice, bob])
    more = await (await alice.click(table.post(), "More")).reply()
    assert not [label for label in more.labels if "Table talk" in label]
    said = await (await leo.slash(table.place(), "admin penalty", penalty="penalty blue")).reply()
    assert "Nobody has a team-mate" in said.text
