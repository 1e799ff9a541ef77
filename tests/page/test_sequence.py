"""A whole match of Sequence, as two people play it on the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from bot.sandbox import Person
from rules.cards import sign
from rules.engine import Seat
from rules.sequence import GAME, Place, name_of
from tests.e2e.bots import Bot

from .conftest import Opener
from .play import newest_post
from .window import Window

pytestmark = pytest.mark.asyncio(loop_scope="session")

CARD = re.compile("^(10|[2-9JQKA])[♣♦♥♠]$")


async def one_sequence_wins(window: Window) -> None:
    await window.button("Options").click()
    await window.private.last.get_by_role("button", name=re.compile("^Sequences to win")).click()
    await window.page.get_by_role("option", name="1", exact=True).click()
    await expect(window.messages.first).to_contain_text("Changed")


async def fresh_panel(window: Window) -> Locator:
    """Press My hand on the newest post; the cards of the new panel can be seen."""
    await window.look_at(newest_post(window.person))
    before = await window.private.count()
    await window.button("My hand").click()
    await expect(window.private).to_have_count(before + 1)
    panel = window.private.last
    await expect(panel.get_by_role("button", name=CARD).first).to_be_in_viewport()
    return panel


def chosen(state: Any, seat: Seat, *, well: bool) -> Place:
    """One plays as well as the stand-in, the other puts a chip anywhere: so it doesn't take long."""
    legal = state.legal_moves(seat)
    move = GAME.stand_in(state.view(seat), legal) if well else None
    if isinstance(move, Place):
        return move
    return next(each for each in reversed(legal) if isinstance(each, Place) and each.card[0] != "j")


async def test_two_people_play_a_whole_match_of_sequence(bot: Bot, window: Opener, alice: Person, bob: Person) -> None:
    hers, his = await window("alice"), await window("bob")
    await hers.command("play")
    await hers.page.get_by_role("option", name="Sequence", exact=True).click()
    await hers.page.keyboard.press("Enter")
    await expect(hers.button("Join")).to_be_visible()
    await one_sequence_wins(hers)
    await his.button("Join").click()
    await expect(hers.messages.first).to_contain_text("Bob")
    await hers.button("Start").click()
    for each in (hers, his):
        await each.go("Sequence")
        await expect(each.button("My hand")).to_be_visible()
    windows = {alice.id: hers, bob.id: his}
    while (position := await bot.cheza.matches.position(1)).state.outcome is None:
        (seat,) = position.state.to_act
        user_id = position.holder(seat).user_id
        assert user_id is not None
        move = chosen(position.state, seat, well=user_id == alice.id)
        panel = await fresh_panel(windows[user_id])
        await panel.get_by_role("button", name=sign(move.card), exact=True).click()
        await panel.get_by_role("button", name=name_of(move.space).upper(), exact=True).click()
        await expect(panel).to_contain_text(re.compile("s turn|wins"))
        await bot.settled()
    for each in windows.values():
        await each.look_at(newest_post(each.person))
        ending = each.shown(newest_post(each.person))
        await expect(ending).to_contain_text("wins")
        await expect(ending.get_by_role("button", name="Fair deal?")).to_be_in_viewport()
