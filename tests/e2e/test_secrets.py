"""Nothing that a hand holds, and no card laid face down, is anywhere before the table sees it."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable

from bot.codec import dump_state, load_state
from bot.sandbox import Call, Person, Sandbox, Seen
from rules import GAMES

from .bots import Bot
from .logbook import Logbook
from .tables import Table, cards_of

TELLING = 30
"""Cards from here on: smaller numbers also count turns, seats and heads."""


def public(sandbox: Sandbox, calls: Iterable[Call]) -> str:
    """Everything that a run of calls wrote where more than one person reads it: words, alt texts, file names, ids."""
    dms = {channel.id for channel in sandbox.world.channels.values() if channel.recipient_id is not None}
    written = []
    for call in calls:
        if (
            call.method in ("POST", "PATCH")
            and call.route.startswith("/channels/")
            and call.id("channel_id") not in dms
        ):
            written += [json.dumps(call.body), *(file.filename for file in call.files), call.path]
    return "\n".join(written)


SEAL = re.compile(r"Deal sealed: [0-9a-f]+")


def numbers(text: str) -> set[int]:
    text = SEAL.sub("", text)
    return {int(found) for found in re.findall(r"(?<![\d.])\d{1,3}(?![\d.])", text) if int(found) >= TELLING}


def cards(panel: Seen) -> set[int]:
    return {int(card) for card in cards_of(panel) if int(card) >= TELLING}


async def test_no_hidden_card_is_in_anything_public_or_in_the_log_during_a_whole_match(
    sandbox: Sandbox, bot: Bot, log: Logbook, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    checked = 0
    while not table.is_over():
        await table.take_rows()
        if table.is_over():
            break
        turn, calls, lines = table.turn(), len(sandbox.calls), len(log.lines)
        panels = {person.id: await table.panel(person) for person in table.people}
        hands = {person: cards(panel) for person, panel in panels.items()}
        hidden = set().union(*hands.values())
        played = set()
        for person in table.people:
            others = hidden - hands[person.id]
            assert not numbers("\n".join(picture.alt for picture in panels[person.id].pictures)) & others
            card = cards_of(panels[person.id])[-1]
            played.add(int(card))
            if person is table.people[-1]:
                await bot.settled()
                before = public(sandbox, sandbox.calls[calls:])
                assert not numbers(before) & hidden, "a card face down is seen by nobody"
                calls = len(sandbox.calls)
            await table.press(person, panels[person.id], card)
        await table.posted(turn)
        await bot.settled()
        if not table.is_over():
            assert not numbers(public(sandbox, sandbox.calls[calls:])) & (hidden - played)
            checked += len(hidden - played)
        said = "\n".join(line.split(" ", 2)[2] for line in log.lines[lines:] if line.count(" ") > 2)
        facts = r"\b(match|move|turn|guild|channel)=\d+"  # a number of these can be that of a card
        assert not numbers(re.sub(facts, "", said)) & hidden, "no card is logged"
    assert checked > 30
    position = await bot.cheza.matches.position(table.match)
    for secret in (position.match.secret, position.state.seed):
        assert secret not in log.text
    assert position.state.seed not in public(sandbox, sandbox.calls)


async def test_the_secret_of_the_deal_is_shown_when_the_match_is_over_and_not_before(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    secret = (await bot.cheza.matches.position(table.match)).match.secret
    more = await (await alice.click(table.post(), "More")).reply()
    sealed = await (await alice.click(more, "Fair deal?")).reply()
    assert secret not in sealed.text
    ending = await table.play_out()
    assert all(secret not in json.dumps(call.body) for call in sandbox.calls)
    opened = await (await bob.click(ending, "Fair deal?")).reply()
    assert secret in opened.text


async def test_a_twin_of_the_match_with_other_hidden_cards_looks_the_same_to_everybody_else(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, kim: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.trick()
    await table.pick(alice)
    await bot.settled()
    before, hand = await seen_by_all(table, kim), cards_of(await table.panel(alice))
    await bot.crash()
    deal_a_twin(bot, table.match)
    await bot.open()
    assert cards_of(await table.panel(alice)) != hand, "it is another deal"
    assert await seen_by_all(table, kim) == before
    for person in (bob, kim):
        offered = (await person.autocomplete(table.place(), "move", "move", move="")).choices
        assert {int(choice.value) for choice in offered} <= {int(card) for card in cards_of(await table.panel(person))}


async def seen_by_all(table: Table, onlooker: Person) -> list[object]:
    """What somebody sees who doesn't sit: the table by command, its post, its history, the list of threads."""
    board = await (await onlooker.slash(table.place(), "table", match=table.match)).reply()
    pictures = [(picture.name, picture.alt, picture.data) for picture in (*board.pictures, *table.post().pictures)]
    return [board.text, table.post().text, table.post().buttons, pictures, await table.history(onlooker), table.place()]


def deal_a_twin(bot: Bot, match: int) -> None:
    """Deal anew, in the file of a bot that is closed, all that the public can't see."""
    game = GAMES["take5"]
    with sqlite3.connect(bot.file) as connection:
        (text,) = connection.execute("SELECT state FROM matches WHERE id = ?", (match,)).fetchone()
        twin = game.redeal(load_state(game, text), None, "twin")
        connection.execute("UPDATE matches SET state = ? WHERE id = ?", (dump_state(game, twin), match))
    connection.close()


async def test_autocomplete_offers_ones_own_cards_alone(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, kim: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    for person in (alice, bob):
        offered = (await person.autocomplete(table.place(), "move", "move")).choices
        assert [choice.value for choice in offered] == cards_of(await table.panel(person))
        first = cards_of(await table.panel(person))[0]
        narrowed = (await person.autocomplete(table.place(), "move", "move", move=first)).choices
        assert first in [choice.value for choice in narrowed]
        assert all(choice.value.startswith(first) for choice in narrowed)
    assert (await kim.autocomplete(table.place(), "move", "move")).choices == []
