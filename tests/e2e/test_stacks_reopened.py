"""Whole matches of Sequence Stacks at every table size, the bot closed or crashed and opened again between clicks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from bot.sandbox import Person, Sandbox
from bot.selfplay import playable
from bot.telling.tellings import events_of
from rules.engine import Seat
from rules.stacks import GAME, Answer, Blocked, Completed, Discarded, Event, Gained, Move, State

from .bots import Bot
from .stacks_tables import StacksTable
from .tables import turns_of

ORDERS_ANSWER = 3601
"""Seconds after which the bots have answered in a window."""
TOLD = {
    Completed: r" completed (?:red|blue)\.",
    Gained: r"Nobody blocked it",
    Blocked: r"played \*\*Block\*\*",
    Discarded: r"discarded (?:red|blue|Skip|Reverse|Steal|Block)",
}


async def begun(sandbox: Sandbox, bot: Bot, people: Sequence[Person], bots: int) -> StacksTable:
    table = await StacksTable.gathered(sandbox, bot.file, people, chips_to_win="3")
    for _ in range(bots):
        await table.add_bot()
    await table.begin()
    return table


@pytest.mark.parametrize(
    ("people", "bots", "deal"),
    [(1, 1, "lucky 238"), (2, 1, "lucky 69"), (1, 3, "lucky 211"), (1, 4, "lucky 75"), (2, 4, "lucky 103")],
)
async def test_a_whole_match_opened_again_before_every_click_goes_as_the_rules_say(
    people: int, bots: int, deal: str, sandbox: Sandbox, bot: Bot, twelve: list[Person], kim: Person
) -> None:
    table = await begun(sandbox, bot, twelve[:people], bots)
    while table.state.window is not None:  # a bot's completion; the post of it doesn't fit the deal that is laid now
        await bot.cheza.seats.by_staff(table.match, "off", None)
        table = await begun(sandbox, bot, twelve[:people], bots)
    await bot.crash()
    table.deal(deal, first=0)
    await bot.open()
    expected, posts, before = table.state, len(table.told()), Counter(map(type, await told(bot, table)))
    table.between = bot.reopen
    panel = None
    while (state := expected).outcome is None:
        seat = next((seat for seat in sorted(state.to_act) if seat < people and playable(state, seat)), None)
        if seat is None:
            await bot.pass_time(ORDERS_ANSWER)
        elif isinstance(move := sensible(state, seat), Answer):
            await table.answer(table.people[seat], "Block it" if move.block else "Let it pass")
            expected, _ = state.apply(seat, move)
        else:
            panel = await table.make(table.people[seat], str(move), panel)
            expected, _ = state.apply(seat, move)
        expected = bots_played(expected, people, answer=seat is None)
        if expected.turn > state.turn:
            await table.posted(state.turn)
            posts, panel = posts + 1, None
        assert table.state == expected, "nothing is lost, nothing doubled"
    table.between = None
    ending = table.post()
    assert turns_of(ending) == expected.turn - 1
    for person, place, score in zip(table.people, expected.outcome.places, expected.outcome.scores, strict=False):
        assert re.search(rf"\*\*{place}=?\*\* .*{person.user.global_name} · {score} chip", ending.text)
    await table.closed_lobby()
    await table.put_away()
    assert len(table.told()) == posts, "a post for what came of each click that ended something, and no other"
    events = Counter(map(type, await told(bot, table)))
    assert events[Completed] - before[Completed] >= 3
    history = await table.history(kim)
    for kind, words in TOLD.items():
        assert len(re.findall(words, history)) == events[kind]


def sensible(state: State, seat: Seat) -> Move:
    """What the stand-in would do, by what a seat sees."""
    move: Move = GAME.stand_in(state.view(seat), playable(state, seat))
    return move


def bots_played(state: State, people: int, *, answer: bool) -> State:
    """Return the position after all that the bots do by themselves; in a window, where its time to answer has come."""
    if answer:
        for seat in sorted(state.to_act):
            if state.window is not None and playable(state, seat):
                state, _ = state.apply(seat, sensible(state, seat))
    while state.outcome is None and state.window is None and state.active >= people:
        state, _ = state.apply(state.active, sensible(state, state.active))
    return state


async def told(bot: Bot, table: StacksTable) -> list[Event]:
    """All that the table has seen."""
    position = await bot.cheza.matches.position(table.match)
    return list(events_of(position, await bot.cheza.matches.log_of(table.match, 0)))
