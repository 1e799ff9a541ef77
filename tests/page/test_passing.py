"""A whole match of The Passing Game, as two people play it on the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from bot.sandbox import Person, Sandbox
from rules.engine import Seat
from rules.passing import GAME, Pass, Play, shown
from tests.e2e.bots import Bot
from tests.e2e.passing_chain import fresh
from tests.e2e.passing_tables import PassingTable

from .conftest import NARROW, Opener
from .play import newest_post
from .window import Window

pytestmark = pytest.mark.asyncio(loop_scope="session")

SOME = 4
"""Tiles that they lay in a round before both pass."""
OFFERED = re.compile(r"^([0-6]–[0-6]|Pass)$")


async def lay_late(table: PassingTable, bot: Bot) -> None:
    """Let the match stand shortly before its end."""
    await bot.crash()
    table.put(fresh(table.state, "on the page", (100, 100)))
    await bot.open()


async def fresh_panel(window: Window) -> Locator:
    """Press My hand on the newest post; the choices of the new panel can be seen."""
    await window.look_at(newest_post(window.person))
    before = await window.private.count()
    await window.button("My hand").click()
    await expect(window.private).to_have_count(before + 1)
    panel = window.private.last
    await expect(panel.get_by_role("button", name=OFFERED).first).to_be_in_viewport()
    return panel


async def press(panel: Locator, state: Any, seat: Seat) -> None:
    """Lay what the stand-in would, some tiles long; then pass."""
    move = GAME.stand_in(state.view(seat), state.legal_moves(seat)) if len(state.train) < SOME else Pass()
    if not isinstance(move, Play):
        await panel.get_by_role("button", name="Pass", exact=True).click()
        return
    await panel.get_by_role("button", name=shown(move.tile), exact=True).click()
    if move.end is not None:
        end = state.view(None).ends[move.end == "right"]
        await panel.get_by_role("button", name=f"On the {end}", exact=True).click()


async def test_two_people_play_a_match_of_dominoes_to_its_end(
    sandbox: Sandbox, bot: Bot, window: Opener, alice: Person, bob: Person
) -> None:
    hers, his = await window("alice"), await window("bob", NARROW)
    await hers.command("play")
    await hers.page.get_by_role("option", name="The Passing Game", exact=True).click()
    await hers.page.keyboard.press("Enter")
    await his.button("Join").click()
    await expect(hers.messages.first).to_contain_text("Bob")
    table = PassingTable(sandbox, alice, alice.last("games"), bot.file)
    await hers.button("Start").click()
    await hers.go("The Passing Game")
    await (
        his.page.get_by_role("link", name=re.compile("The Passing Game"))
        .or_(his.page.get_by_role("button", name=re.compile("The Passing Game")))
        .first.click()
    )
    for each in (hers, his):
        await expect(each.button("My hand")).to_be_visible()
    await bot.settled()
    await lay_late(table, bot)
    windows = {alice.id: hers, bob.id: his}
    while (position := await bot.cheza.matches.position(1)).state.outcome is None:
        (seat,) = position.state.to_act
        panel = await fresh_panel(windows[position.holder(seat).user_id or 0])
        await press(panel, position.state, seat)
        await expect(panel).to_contain_text(re.compile(r"\b(led|played|passed)\b"))
        await bot.settled()
    for each in windows.values():
        await each.look_at(newest_post(each.person))
        ending = each.shown(newest_post(each.person))
        await expect(ending).to_contain_text("wins")
        await expect(ending.get_by_role("button", name="Fair deal?")).to_be_in_viewport()
