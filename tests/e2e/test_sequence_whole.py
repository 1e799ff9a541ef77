"""Whole matches of Sequence by people who click: two alone, three alone, two teams of two, two teams of six."""

from __future__ import annotations

import re
import sqlite3

import pytest

from bot.codec import dump_state
from bot.sandbox import Call, Person, Sandbox
from rules.cards import sign
from rules.sequence import GAME, State

from .bots import Bot
from .logbook import Logbook
from .sequence_tables import SequenceTable, cards_held, cards_shown, chips_shown, spaces_shown
from .tables import moves_of, turns_of
from .test_secrets import public

NAMED = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")
"""A card in a sentence. The board's alt text writes its printed cards otherwise."""
TYPED = re.compile(r"\b[2-9tjqka][cdhs] (?:x )?[a-j]\d")
"""A move in a button's id."""


@pytest.mark.parametrize(
    ("count", "deal", "options"),
    [
        (2, "deal 100", {}),  # the usual game: two sequences
        (3, "deal 259", {}),
        (4, "deal 24", {"sequences_to_win": "1"}),
        (12, "deal 1", {"sequences_to_win": "1"}),
    ],
)
async def test_a_whole_match_opened_again_before_every_click_goes_as_the_rules_say(
    count: int, deal: str, options: dict[str, str], sandbox: Sandbox, bot: Bot, twelve: list[Person], kim: Person
) -> None:
    table = await SequenceTable.dealt(sandbox, bot.file, twelve[:count], **options)
    await bot.crash()
    table.deal(deal)
    await bot.open()
    side, told, moves = table.team(table.active), len(table.told()), 0
    assert len(side) == {2: 1, 3: 1, 4: 2, 12: 6}[count]
    table.between = bot.restart
    expected = table.state
    while expected.outcome is None:
        active, turn = table.people[expected.active], expected.turn
        move = table.sensible() if active in side else table.out_of_the_way(side)
        said = await table.make(active, move)
        await bot.restart()
        expected, _ = expected.apply(expected.active, move)
        moves += 1
        assert table.state == expected, "nothing is lost, nothing doubled"
        card = NAMED.search(said.text)
        assert card, "the panel says what came of it"
        if expected.turn > turn:
            post = await table.posted(turn)
            assert card[0] in post.text
            told += 1
        await sees_right(table, expected, active)
    table.between = None
    ending = table.post().text
    assert re.search(r"\b2 sequences" if count == 2 else r"\b1 sequence", ending)
    for seat, person in enumerate(table.people):
        place = 1 if seat in expected.outcome.winners else 1 + len(expected.outcome.winners)
        assert re.search(rf"\*\*{place}=?\*\* .*{person.user.global_name} · ", ending)
    await table.closed_lobby()
    await table.put_away()
    assert len(table.told()) == told == turns_of(table.post()) + 1
    assert len(re.findall(r" put \*\*|'s chip from ", await table.history(kim))) == moves
    board = await (await table.first.slash("games", "leaderboard", game="sequence")).reply()
    assert len(re.findall(r"of 1\b", board.text)) == min(count, 10)


async def sees_right(table: SequenceTable, state: State, *of: Person) -> None:
    """Hold the newest post to the position, and the hands of some people and of who is in turn."""
    post, chips = table.post(), state.view(None).chips
    assert chips_shown(post)[: len(chips)] == chips
    if state.outcome is not None:
        return
    assert table.awaited() == [table.people[state.active]]
    for person in {*of, table.people[state.active]}:
        panel = await table.panel(person)
        assert cards_held(panel) == [sign(card) for card in state.hands[table.people.index(person)]]


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
        if drawn is not None and not table.is_over():
            assert f"You drew {sign(drawn)} last" in told.text, "one's own panel says it"
        written = _public(sandbox, sandbox.calls[calls:])
        named = set(NAMED.findall(written))
        assert played <= named <= played | shown_before
        checked += len(hidden - named)
        assert not TYPED.search(written)
        said = "\n".join(log.lines[lines:])
        assert not NAMED.search(said) and not TYPED.search(said), "no card is logged"
        shown_before |= played  # an older post may lose its buttons late
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
