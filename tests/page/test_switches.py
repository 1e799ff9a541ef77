"""The sandbox's own switches: the bot is killed, time passes, DMs are closed, a second window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.sandbox import Person, Sandbox
from tests.e2e.bots import Bot

from .conftest import NARROW, PATIENCE, Opener
from .play import newest_post

pytestmark = pytest.mark.asyncio(loop_scope="session")
ROOT = Path(__file__).parents[2]


async def test_the_bot_is_killed_in_mid_match_and_started_again(
    sandbox: Sandbox, window: Opener, tmp_path: Path, alice: Person
) -> None:
    child = sandbox.child(database_url=f"sqlite+aiosqlite:///{tmp_path / 'db'}", log=tmp_path / "log", cwd=ROOT)
    sandbox.stage.snapshots.switch = child
    hers = await window("alice", NARROW)
    outage = hers.page.get_by_role("status").filter(has_text="The bot is stopped:")
    await expect(outage).to_be_visible()
    await hers.button("Start it").click()
    await expect(outage).to_be_hidden()
    await expect(hers.button("Play")).to_be_enabled(timeout=60_000)
    await hers.button("Play").click()
    panel = await hers.take_hand()
    first = newest_post(alice)
    await hers.page.get_by_role("button", name="Sandbox. The bot is running").click()
    await hers.button("Kill it").click()
    await expect(outage).to_be_visible()
    await hers.page.keyboard.press("Escape")

    cards = panel.get_by_role("button", name=re.compile(r"^\d+$"))
    await cards.first.click()
    await sandbox.until(lambda: any(not i.answered.is_set() for i in sandbox.stage.interactions.by_id.values()))
    await sandbox.pass_time(PATIENCE)
    await expect(panel.get_by_role("alert")).to_have_text("The bot isn’t running. Start it, then try again.")

    await outage.get_by_role("button", name="Start it").click()
    await expect(outage).to_be_hidden()
    await expect(hers.page.get_by_role("status").filter(has_text="starting")).to_be_hidden(timeout=60_000)
    before = await panel.locator(".body").text_content() or ""
    await cards.first.click()
    await expect(panel.get_by_role("alert")).to_have_count(0)
    await expect(panel.locator(".body")).not_to_have_text(before)
    await expect(panel).not_to_contain_text("isn’t running")
    await alice.until(lambda: newest_post(alice).id != first.id, what="the post of what came of it")
    await child.terminate()


async def test_an_answer_that_does_not_come_is_said_on_the_message(sandbox: Sandbox, bot: Bot, window: Opener) -> None:
    hers = await window("alice")
    await hers.button("Play").click()
    await expect(hers.button("My hand")).to_be_visible()
    held = sandbox.hold(path_regex=r"/interactions/.*/callback")
    await hers.button("My hand").click()
    await held.reached()
    await sandbox.pass_time(PATIENCE)
    await expect(hers.messages.get_by_role("alert")).to_have_text("The bot didn’t answer within 3 seconds. Try again.")
    held.discard()


async def test_a_day_passes_and_the_turn_is_played_for_who_is_late(bot: Bot, window: Opener, alice: Person) -> None:
    hers = await window("alice")
    await hers.button("Play").click()
    await expect(hers.button("My hand")).to_be_visible()
    first = newest_post(alice)
    panel = await hers.take_hand()
    for _ in range(3):
        if newest_post(alice).id != first.id:
            break
        await hers.button("Let a day pass").click()
        await expect(hers.page.get_by_role("alert").filter(has_text="It is now")).to_be_visible()
        await bot.pass_time(1)
        await bot.settled()
    await alice.until(lambda: newest_post(alice).id != first.id, what="the move of the deadline")
    await expect(hers.shown(newest_post(alice))).to_be_in_viewport()
    await expect(hers.shown(first).get_by_role("button", name="My hand")).to_have_count(0)

    await panel.get_by_role("button", name=re.compile("^Your hand")).click()  # its link has expired by now
    picture = hers.page.get_by_role("dialog", name="Picture").get_by_role("img")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("async it => { await it.decode(); return it.naturalWidth; }") > 0


async def test_closed_dms_are_told_to_every_window_and_to_the_bot(bot: Bot, window: Opener, alice: Person) -> None:
    hers, second = await window("alice"), await window("alice")
    await hers.page.get_by_label("My DMs are closed").check()
    await expect(second.page.get_by_label("My DMs are closed")).to_be_checked()
    await hers.button("Play").click()
    await hers.choose(await hers.take_hand())
    await bot.settled()
    assert alice.messages("dm") == []
    await hers.page.get_by_label("My DMs are closed").uncheck()
    await expect(second.page.get_by_label("My DMs are closed")).not_to_be_checked()


async def test_a_second_person_plays_beside(window: Opener, bob: Person) -> None:
    hers = await window("alice")
    await hers.page.get_by_role("button", name="Open a second window as Bob").click()
    his = hers.page.frame_locator("iframe")
    await his.get_by_role("combobox", name=re.compile("^Message ")).fill("hello")
    await his.get_by_role("button", name="Send").click()
    await expect(hers.messages.last).to_contain_text("hello")
    await expect(hers.messages.last).to_contain_text("Bob")
    await his.get_by_role("button", name="Close this window").click()
    await expect(hers.page.locator("iframe")).to_have_count(0)


async def test_another_person_is_chosen_from_the_list(window: Opener) -> None:
    hers = await window("alice")
    await hers.page.get_by_role("button", name="You are Alice. Switch person").click()
    await hers.page.get_by_role("button", name="Cara", exact=True).click()
    await expect(hers.page.get_by_role("button", name="You are Cara. Switch person")).to_be_visible()
    assert hers.page.url.endswith("#cara")
