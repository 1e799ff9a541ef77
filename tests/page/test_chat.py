"""The page as a chat program: commands, forms, pictures, unread messages, strange names and texts."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from bot.sandbox import Person, Sandbox
from tests.e2e.bots import Bot

from .conftest import Opener
from .play import newest_post

pytestmark = pytest.mark.asyncio(loop_scope="session")

EVIL = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>'


async def test_a_move_is_typed_with_the_choices_of_the_bot(bot: Bot, window: Opener, alice: Person) -> None:
    hers = await window("alice")
    await hers.button("Play").click()
    await expect(hers.button("My hand")).to_be_visible()
    await hers.command("move")
    options = hers.page.get_by_role("option")
    await expect(options).to_have_count(10)
    card = (await options.nth(3).inner_text()).split()[0]
    await hers.page.get_by_role("combobox", name=re.compile("^move: ")).fill(card)
    await expect(options.first).to_have_text(re.compile(rf"^{card} "))
    await hers.page.keyboard.press("Enter")
    await hers.page.keyboard.press("Enter")
    await expect(hers.private.last).to_contain_text(re.compile("Choose a|is lower than every row"))
    await bot.settled()
    assert f"Alice {card}" in newest_post(alice).pictures[0].alt


async def test_a_command_lacks_an_option_or_is_unknown(bot: Bot, window: Opener) -> None:
    hers = await window("alice")
    await hers.command("play")
    await hers.page.keyboard.press("Escape")
    await hers.button("Send").click()
    await expect(hers.page.get_by_text("game is needed.")).to_be_visible()
    await hers.page.keyboard.press("Escape")
    await hers.page.keyboard.press("Escape")
    await hers.field.fill("/nothing")
    await expect(hers.page.get_by_text("No such command here.")).to_be_visible()


async def test_preferences_are_a_form(bot: Bot, window: Opener) -> None:
    hers = await window("alice")
    await hers.command("preferences")
    await hers.page.keyboard.press("Enter")
    form = hers.page.get_by_role("dialog", name="Your preferences")
    await form.get_by_role("radio", name=re.compile("Only under My hand")).check()
    await (
        form.get_by_role("group", name="Where you are told of your turn")
        .get_by_label(re.compile("In the match’s thread|In the match's thread"))
        .check()
    )
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_be_hidden()
    await expect(hers.private.last).to_contain_text("Your hand stays here, under My hand.")
    await hers.private.last.get_by_role("button", name="Dismiss message").click()
    await expect(hers.private).to_have_count(0)


async def test_a_picture_is_enlarged_with_its_text(bot: Bot, window: Opener, alice: Person) -> None:
    hers = await window("alice")
    await hers.button("Play").click()
    await expect(hers.button("My hand")).to_be_visible()
    alt = newest_post(alice).pictures[0].alt
    assert len(alt) > 40
    await hers.page.get_by_role("button", name=alt, exact=True).click()
    dialog = hers.page.get_by_role("dialog", name="Picture")
    await expect(dialog.get_by_role("img", name=alt, exact=True)).to_be_visible()
    await expect(dialog.get_by_role("figure").get_by_text(alt, exact=True)).to_be_visible()
    await dialog.get_by_role("button", name="Full size").click()
    natural = await dialog.get_by_role("img").evaluate("it => [it.naturalWidth, it.width]")
    assert natural[0] == natural[1] > 0
    await dialog.get_by_role("button", name="Close").click()
    await expect(dialog).to_be_hidden()


async def test_what_is_unread_is_counted_and_marked(window: Opener, alice: Person, bob: Person) -> None:
    hers = await window("alice")
    tavern = hers.channel("tavern")
    bob.say("tavern", "is anybody here?")
    await expect(tavern).to_have_accessible_name("channel tavern, 1 unread")
    bob.say("tavern", f"{alice.mention}, are you?")
    await expect(tavern).to_have_accessible_name("channel tavern, 2 unread, 1 for you")
    await expect(hers.page).to_have_title(re.compile(r"^\(1\) Alice"))
    await hers.go("tavern")
    await expect(tavern).to_have_accessible_name("channel tavern")
    await expect(hers.log).to_contain_text("· new")
    await expect(hers.messages.last).to_have_accessible_name(re.compile("mentions you"))
    await hers.page.reload()
    await expect(tavern).to_have_accessible_name("channel tavern")


async def test_a_reader_further_up_stays_there_and_is_told_of_new_messages(window: Opener, bob: Person) -> None:
    for number in range(60):
        bob.say("games", f"line {number}")
    hers = await window("alice")
    await expect(hers.messages.last).to_be_in_viewport()
    twentieth = hers.log.get_by_text("line 20", exact=True)
    await twentieth.scroll_into_view_if_needed()
    await expect(twentieth).to_be_in_viewport()
    place = await twentieth.bounding_box()
    bob.say("games", "news")
    chip = hers.page.get_by_role("button", name="New messages")
    await expect(chip).to_be_visible()
    assert await twentieth.bounding_box() == place
    await chip.click()
    await expect(hers.log.get_by_text("news", exact=True)).to_be_in_viewport()
    await expect(chip).to_be_hidden()


async def test_times_are_told_in_the_readers_zone(window: Opener, bob: Person) -> None:
    hers = await window("alice")
    bob.say("games", "at <t:1800000000:t>, on <t:1800000000:D>")
    await expect(hers.messages.last).to_contain_text("at 17:00, on 15 January 2027")


async def test_markup_in_names_and_texts_is_only_text(
    sandbox: Sandbox, window: Opener, alice: Person, bob: Person
) -> None:
    sandbox.staff.rename(bob.user, EVIL[:32])
    sandbox.staff.rename_channel(alice.channel("tavern").id, "<b>tavern</b>")
    hers = await window("alice")
    bob.say("games", f"**bold** {EVIL} [a](javascript:alert(1)) `{EVIL}` <t:99999999999:R> \u0001{0}\u0002")
    newest = hers.messages.last
    await expect(newest.get_by_text("bold", exact=True)).to_be_visible()
    await expect(newest).to_contain_text(EVIL)
    await expect(newest).to_contain_text("[a](javascript:alert(1))")
    await expect(newest).to_contain_text(EVIL[:32])
    await expect(hers.channels).to_contain_text("<b>tavern</b>")
    await expect(hers.page.locator("#log img, #log script, #log a, #nav b")).to_have_count(0)
    assert await hers.page.evaluate("window.hurt") is None


async def test_a_refusal_is_a_short_notice(window: Opener) -> None:
    hers = await window("alice")
    await hers.field.fill("x" * 2001)
    await hers.button("Send").click()
    await expect(hers.page.get_by_role("alert").filter(has_text=re.compile("2000"))).to_be_visible()
    await expect(hers.field).to_have_value("x" * 2001)
