"""Matches, played in windows."""

from __future__ import annotations

import re

from playwright.async_api import expect

from bot.sandbox import Person, Place, Seen
from tests.e2e.bots import Bot

from .window import Window


def thread_of(person: Person) -> Place:
    """The newest match's thread."""
    return person.threads()[-1]


def newest_post(person: Person) -> Seen:
    """The table or the open window as it was posted last, or the ending."""
    shown = person.messages(thread_of(person))
    opens = ("More", "Answer", "Fair deal?")
    return [m for m in shown if not m.ephemeral and any(map(m.has_button, opens))][-1]


async def awaited(bot: Bot, match: int) -> set[int]:
    """Who has to move."""
    position = await bot.cheza.matches.position(match)
    if position.state is None or position.state.outcome is not None:
        return set()
    holders = (position.holder(seat).user_id for seat in position.state.to_act)
    return {user_id for user_id in holders if user_id is not None}


async def play_out(bot: Bot, *windows: Window, match: int = 1) -> None:
    """Everybody takes their hand from the newest post and chooses, until the match is over."""
    for window in windows:
        await expect(window.button("My hand")).to_be_visible()
    while someone := await awaited(bot, match):
        for window in windows:
            if window.person.id not in someone:
                continue
            await window.look_at(newest_post(window.person))
            await window.choose(await window.take_hand())
        await bot.settled()
    for window in windows:
        await window.look_at(newest_post(window.person))
        ending = window.shown(newest_post(window.person))
        await expect(ending.get_by_role("button", name="Fair deal?")).to_be_in_viewport()
        await expect(ending).to_contain_text(re.compile("wins|share"))
