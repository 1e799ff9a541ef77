"""A whole match of Sequence Stacks, as two people play it on the page."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace

import pytest
from playwright.async_api import Locator, expect

from bot.codec import dump_state
from bot.i18n import say_in
from bot.messages.names import Names
from bot.presentation import Panel
from bot.sandbox import Person
from bot.selfplay import playable
from cogs.stacks import StacksGame
from rules.engine import Seat
from rules.stacks import GAME, End, Move, State
from tests.e2e.bots import Bot

from .conftest import Opener
from .play import newest_post
from .window import Window

pytestmark = pytest.mark.asyncio(loop_scope="session")

SAY, STACKS = say_in(None), StacksGame()
NAMES = Names({0: "Alice", 1: "Bob"}, {})
FILLED = re.compile("^(End the turn|Let it pass)")
SHORT = "lucky 176"
"""A deal that soon comes to an end."""


async def three_chips_win(window: Window) -> None:
    await window.button("Options").click()
    await window.private.last.get_by_role("button", name=re.compile("^Chips to win|^5")).first.click()
    await window.page.get_by_role("option", name="3", exact=True).click()
    await expect(window.messages.first).to_contain_text("Changed")


async def deal_anew(bot: Bot) -> None:
    """Lay a short deal into the file of the bot while it is down; the same seat begins."""
    before = (await bot.cheza.matches.position(1)).state
    await bot.crash()
    dealt, _ = GAME.deal(2, before.options, SHORT)
    if dealt.active != before.active:
        dealt = replace(dealt, active=before.active, hands=dealt.hands[::-1])
    with sqlite3.connect(bot.file) as connection:
        connection.execute("UPDATE matches SET state = ? WHERE id = 1", (dump_state(GAME, dealt),))
    connection.close()
    await bot.open()


async def fresh_panel(window: Window, button: str) -> Locator:
    """Press a button of the newest post, and wait for the new panel."""
    await window.look_at(newest_post(window.person))
    before = await window.private.count()
    await window.button(button).click()
    await expect(window.private).to_have_count(before + 1)
    panel = window.private.last
    await expect(panel.get_by_role("button", name=FILLED).first).to_be_visible()
    return panel


def panel_of(state: State, seat: Seat, path: str = "") -> Panel:
    return STACKS.panel(state.view(seat), state.legal_moves(seat), path, NAMES, SAY)


async def make(panel: Locator, bot: Bot, state: State, move: Move) -> None:
    """Make a move on an open panel: by a button, by two, or by the list that ends the turn."""
    seat = state.active
    if isinstance(move, End):
        label = next(each.label for each in panel_of(state, seat).picks[0].choices if each.move == str(move))
        await panel.get_by_role("button", name=re.compile("^End the turn")).click()
        await panel.page.get_by_role("option", name=label, exact=True).click()
    else:
        choices = [choice for row in panel_of(state, seat).rows for choice in row]
        chosen = next((each for each in choices if each.move == str(move)), None)
        if chosen is None:
            first = next(each for each in choices if each.path and str(move).startswith(f"{each.path} "))
            await panel.get_by_role("button", name=first.label, exact=True).click()
            inner = panel_of(state, seat, first.path or "")
            chosen = next(each for row in inner.rows for each in row if each.move == str(move))
        await panel.get_by_role("button", name=chosen.label, exact=True).click()
    while (after := (await bot.cheza.matches.position(1)).state).move_number == state.move_number:
        pass
    if after.outcome is None and (picture := panel_of(after, seat).picture) is not None:
        await expect(panel.get_by_role("button", name=picture.alt, exact=True)).to_be_visible()


async def test_two_people_play_a_whole_match_of_stacks(bot: Bot, window: Opener, alice: Person, bob: Person) -> None:
    hers, his = await window("alice"), await window("bob")
    await hers.command("play")
    await hers.page.get_by_role("option", name=GAME.title, exact=True).click()
    await hers.page.keyboard.press("Enter")
    await expect(hers.button("Join")).to_be_visible()
    await three_chips_win(hers)
    await his.button("Join").click()
    await expect(hers.messages.first).to_contain_text("Bob")
    await hers.button("Start").click()
    for each in (hers, his):
        await each.channel(GAME.title).click()
        await expect(each.button("My hand")).to_be_visible()
    await deal_anew(bot)
    sits = (hers, his)
    panel: Locator | None = None
    while (state := (await bot.cheza.matches.position(1)).state).outcome is None:
        if state.window is not None:
            other = sits[1 - state.active]
            answer = await fresh_panel(other, "Answer")
            await answer.get_by_role("button", name="Let it pass", exact=True).click()
            while (await bot.cheza.matches.position(1)).state.window is not None:
                pass
            panel = None
        else:
            move = GAME.stand_in(state.view(state.active), playable(state, state.active))
            panel = panel or await fresh_panel(sits[state.active], "My hand")
            await make(panel, bot, state, move)
            panel = None if isinstance(move, End) else panel
        await bot.quiet()
    for each in sits:
        await each.look_at(newest_post(each.person))
        ending = each.shown(newest_post(each.person))
        await expect(ending).to_contain_text("wins")
        await expect(ending.get_by_role("button", name="Fair deal?")).to_be_in_viewport()
