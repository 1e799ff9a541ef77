"""A match without a pointer."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from bot.sandbox import Person
from tests.e2e.bots import Bot

from .conftest import Opener
from .play import newest_post
from .window import CHOICE, Window

pytestmark = pytest.mark.asyncio(loop_scope="session")

MANY = 80
NAME_OF_FOCUSED = """() => {
    const it = document.activeElement;
    return it.getAttribute("aria-label") || it.innerText || it.querySelector("img")?.alt || "";
}"""


async def tab_to(window: Window, name: str | re.Pattern[str]) -> str:
    """Presses Tab until something of this name has the focus; returns its whole name."""
    wanted = re.compile(rf"^{re.escape(name)}$") if isinstance(name, str) else name
    passed = []
    for _ in range(MANY):
        await window.page.keyboard.press("Tab")
        found = str(await window.page.evaluate(NAME_OF_FOCUSED))
        if wanted.search(found):
            return found
        passed.append(found)
    raise AssertionError(f"{name!r} is not reached by Tab, only {passed}")


async def to_the_last_message(window: Window) -> None:
    """Goes down message by message, as the arrow keys do in the conversation."""
    for _ in range(MANY):
        if await window.messages.last.evaluate("it => it === document.activeElement"):
            return
        await window.page.keyboard.press("ArrowDown")
    raise AssertionError("the arrow keys don't lead to the newest message")


async def test_a_match_is_played_by_keyboard_alone(bot: Bot, window: Opener, alice: Person) -> None:
    hers = await window("alice")
    keys = hers.page.keyboard
    await expect(hers.button("Play")).to_be_enabled()
    await tab_to(hers, "Play")
    await keys.press("Enter")
    await expect(hers.button("My hand")).to_be_visible()
    for number in range(3):
        await expect(hers.shown(newest_post(alice))).to_be_in_viewport()
        await tab_to(hers, "My hand")
        await keys.press("Enter")
        await expect(hers.private).to_have_count(number + 1)
        panel = hers.private.last
        await expect(panel.get_by_role("button", name=CHOICE).first).to_be_in_viewport()
        before = await panel.locator(".body").text_content() or ""
        await tab_to(hers, CHOICE)
        await keys.press("Space")
        await expect(panel.locator(".body")).not_to_have_text(before)
        await bot.settled()
        await expect(hers.shown(newest_post(alice))).to_be_visible()
        await to_the_last_message(hers)

    await tab_to(hers, re.compile("^Row 1"))  # the picture is named by its alt text
    await keys.press("Enter")
    await expect(hers.page.get_by_role("dialog", name="Picture")).to_be_visible()
    await keys.press("Escape")
    await expect(hers.page.get_by_role("dialog", name="Picture")).to_be_hidden()
    assert re.match("Row 1", await hers.page.evaluate(NAME_OF_FOCUSED))

    await keys.press("Alt+ArrowUp")
    await expect(hers.page.get_by_role("heading", level=1)).to_have_text("# games")
    await keys.press("/")
    await keys.type("rules")
    await keys.press("Enter")
    await keys.press("Enter")
    await keys.press("Enter")
    await expect(hers.private.last).to_contain_text("Take 5")
