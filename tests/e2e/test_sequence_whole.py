"""Whole matches of Sequence by people who click: two alone, three alone, two teams of two, two teams of six."""

from __future__ import annotations

import re
import sqlite3

import pytest

from bot.codec import dump_state
from bot.sandbox import Call, Person, Sandbox
from rules.cards import sign
from rules.sequence import GAME

from .bots import Bot
from .logbook import Logbook
from .sequence_tables import SequenceTable, cards_shown, spaces_shown
from .tables import moves_of, turns_of
from .test_secrets import public

NAMED = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")
"""A card in a sentence. The board's alt text writes its printed cards otherwise."""
TYPED = re.compile(r"\b[2-9tjqka][cdhs] (?:x )?[a-j]\d")
"""A move in a button's id."""


@pytest.mark.parametrize("count", [2, 3, 4, 12])
async def test_a_whole_match_is_played_to_its_sequence(
    count: int, sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    table = await SequenceTable.dealt(sandbox, bot.file, twelve[:count], sequences_to_win="1")
    assert "of 1" in table.post().text
    side = table.team(table.active)
    assert len(side) == {2: 1, 3: 1, 4: 2, 12: 6}[count]
    while not table.is_over():
        assert table.awaited() == [table.active]
        move = table.sensible() if table.active in side else table.out_of_the_way(side)
        told = await table.play(str(move))
        assert NAMED.search(told.text), "the panel says what came of it"
    ending = table.post().text
    assert "1 sequence" in ending
    winners = table.state.outcome
    assert winners is not None
    for seat, person in enumerate(table.people):
        place = 1 if seat in winners.winners else 1 + len(winners.winners)
        assert re.search(rf"\*\*{place}=?\*\* .*{person.user.global_name} · ", ending)
    await table.closed_lobby()
    await table.put_away()
    assert len(table.told()) == turns_of(table.post()) + 1
    board = await (await table.first.slash("games", "leaderboard", game="sequence")).reply()
    assert len(re.findall(r"of 1\b", board.text)) == min(count, 10)


async def test_only_who_is_in_turn_can_play(sandbox: Sandbox, bot: Bot, twelve: list[Person]) -> None:
    table = await SequenceTable.dealt(sandbox, bot.file, twelve[:3])
    active, move = table.active, table.sensible()
    for person in table.people:
        panel = await table.panel(person)
        if person is active:
            assert cards_shown(panel)
        else:
            assert f"{active.user.global_name}'s turn" in panel.text.replace("*", "")
            assert not cards_shown(panel) and not moves_of(panel)
    foreign = f"m:{table.match}:{table.state.move_number}:{move}"
    before = table.state
    panel = await table.panel(active)
    place = await table.press(active, panel, cards_shown(panel)[0])
    assert spaces_shown(place)
    for person in (table.after(1), table.after(2)):
        typed = await (await person.slash(table.place(), "move", move=str(move), match=table.match)).reply()
        assert "not your turn" in typed.text
        stolen = await person.click(table.post(), custom_id=foreign, raw=True)
        assert stolen.failed is False
    assert table.state == before


async def test_no_card_drawn_or_held_is_in_anything_public_or_in_the_log(
    sandbox: Sandbox, bot: Bot, log: Logbook, twelve: list[Person]
) -> None:
    table = await SequenceTable.dealt(sandbox, bot.file, twelve[:2], sequences_to_win="1", dead_cards="none")
    shown_before: set[str] = set()
    checked = 0
    for _ in range(12):
        if table.is_over():
            break
        calls, lines, move = len(sandbox.calls), len(log.lines), table.sensible()
        played = {sign(card)} if (card := getattr(move, "card", None)) else set()
        active = table.state.active
        told = await table.play(str(move))
        await bot.settled()
        hidden = set(map(sign, (*table.state.hands[active], *table.state.hands[1 - active])))
        drawn = table.state.drawn[active]
        assert drawn is None or f"You drew {sign(drawn)} last" in told.text, "one's own panel says it"
        written = _public(sandbox, sandbox.calls[calls:])
        named = set(NAMED.findall(written))
        assert played <= named <= played | shown_before
        checked += len(hidden - named)
        assert not TYPED.search(written)
        said = "\n".join(log.lines[lines:])
        assert not NAMED.search(said) and not TYPED.search(said), "no card is logged"
        shown_before = played
    assert checked > 30
    position = await bot.cheza.matches.position(table.match)
    for secret in (position.match.secret, position.state.seed):
        assert secret not in log.text and secret not in _public(sandbox, sandbox.calls)


async def test_a_twin_of_the_match_with_other_hidden_cards_looks_the_same_to_everybody_else(
    sandbox: Sandbox, bot: Bot, twelve: list[Person], kim: Person
) -> None:
    table = await SequenceTable.dealt(sandbox, bot.file, twelve[:2])
    await table.play(str(table.sensible()))
    await bot.settled()
    before, hand = await _seen_by(table, kim), cards_shown(await table.panel(table.active))
    await bot.crash()
    with sqlite3.connect(table.file) as connection:
        twin = dump_state(GAME, GAME.redeal(table.state, None, "twin"))
        connection.execute("UPDATE matches SET state = ? WHERE id = ?", (twin, table.match))
    connection.close()
    await bot.open()
    assert cards_shown(await table.panel(table.active)) != hand, "it is another deal"
    assert await _seen_by(table, kim) == before
    assert (await kim.autocomplete(table.place(), "move", "move")).choices == []


def _public(sandbox: Sandbox, calls: list[Call]) -> str:
    """What a run of calls wrote for all, characters as people read them."""
    return re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), public(sandbox, calls))


async def _seen_by(table: SequenceTable, onlooker: Person) -> list[object]:
    board = await (await onlooker.slash(table.place(), "table", match=table.match)).reply()
    pictures = [(picture.name, picture.alt, picture.data) for picture in (*board.pictures, *table.post().pictures)]
    piles = await table.page(onlooker, "Discard piles")
    return [board.text, table.post().text, table.post().buttons, pictures, piles.text, await table.history(onlooker)]
