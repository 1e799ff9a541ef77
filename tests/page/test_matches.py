"""Whole matches, as people play them on the page."""

from __future__ import annotations

import json
import re

import pytest
from playwright.async_api import expect

from bot.sandbox import Person
from tests.e2e.bots import Bot

from .conftest import NARROW, Opener
from .play import newest_post, play_out, thread_of
from .window import Window

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def only_one_round(window: Window) -> None:
    """Chooses in Options that the match has one round."""
    await window.button("Options").click()
    await window.private.last.get_by_role("button", name=re.compile("^Rounds")).click()
    await window.page.get_by_role("option", name="1 round", exact=True).click()
    await expect(window.private.last.get_by_role("button", name=re.compile("^Rounds.*1 round$"))).to_be_visible()
    await expect(window.messages.first).to_contain_text("Changed")


async def test_two_people_play_a_whole_match_in_two_windows(
    bot: Bot, window: Opener, alice: Person, bob: Person
) -> None:
    hers, his = await window("alice"), await window("bob")
    await hers.command("play")
    await hers.page.get_by_role("option", name="Take 5").click()
    await hers.page.keyboard.press("Enter")
    await expect(hers.button("Join")).to_be_visible()
    await only_one_round(hers)
    await his.button("Join").click()
    await expect(hers.messages.first).to_contain_text("Bob")
    await hers.button("Start").click()
    for each in (hers, his):
        await each.go("Take 5")
        await expect(each.button("My hand")).to_be_visible()
    await play_out(bot, hers, his)

    for mine, other in ((hers, bob), (his, alice)):
        for message in other.messages(thread_of(other)):
            if message.ephemeral:
                assert not [frame for frame in mine.frames if str(message.id) in frame], "a private panel went astray"
                await expect(mine.shown(message)).to_have_count(0)
        told = [json.loads(frame) for frame in mine.frames]
        private = [event["message"] for event in told if "message" in event and event["message"].get("flags", 0) & 64]
        assert private
        users = {message["interaction_metadata"]["user"]["id"] for message in private}
        assert users == {str(mine.person.id)}


async def test_the_guide_alone_leads_through_a_match_against_bots(bot: Bot, window: Opener, alice: Person) -> None:
    hers = await window("alice")
    guide = hers.page.get_by_role("region", name="First steps")
    await expect(guide).to_contain_text("You are Alice. Press Play: three bots take the other seats.")
    await guide.get_by_role("button", name="Play", exact=True).click()
    await expect(hers.page.get_by_role("heading", level=1)).to_contain_text("Take 5")
    await expect(guide).to_be_hidden()
    await play_out(bot, hers)
    await hers.page.reload()
    await expect(hers.button("Fair deal?")).to_be_visible()
    await hers.go("games")
    await expect(guide).to_be_hidden()
    await hers.page.goto(f"{hers.sandbox.url}/#bob")
    await expect(hers.page.get_by_role("button", name="You are Bob. Switch person")).to_be_visible()
    await expect(guide).to_be_hidden()


async def test_a_match_is_played_on_a_narrow_screen(bot: Bot, window: Opener, alice: Person) -> None:
    hers = await window("alice", NARROW)
    guide = hers.page.get_by_role("region", name="First steps")
    box = await guide.bounding_box()
    assert box is not None and box["height"] < 0.15 * NARROW["height"]
    await hers.button("Play").click()
    await expect(hers.button("My hand")).to_be_in_viewport()
    for _ in range(4):
        await hers.look_at(newest_post(alice))
        await hers.choose(await hers.take_hand())
        await bot.settled()
        assert await hers.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    await hers.page.get_by_role("button", name="Channels").click()
    await expect(hers.channel("tavern")).to_be_in_viewport()
    await hers.go("tavern")
    await expect(hers.channel("tavern")).to_be_hidden()
