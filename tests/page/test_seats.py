"""A seat that is handed over, and a vote, as people do it on the page."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.sandbox import Person, Sandbox
from tests.e2e.bots import Bot
from tests.e2e.tables import Table

from .conftest import NARROW, Opener

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_seat_is_handed_over_to_a_person_of_the_list_who_then_sees_the_hand(
    sandbox: Sandbox, bot: Bot, window: Opener, alice: Person, bob: Person
) -> None:
    await Table.started(sandbox, alice, bob)
    hers, other = await window("alice"), await window("cara")
    for each in (hers, other):
        await each.go("Take 5")
    await hers.button("More").click()
    await hers.button("Hand over my seat").click()
    await hers.page.get_by_role("button", name="Choose a person").click()
    await hers.page.get_by_role("option", name="Cara").click()
    await expect(hers.private.last).to_contain_text("Your seat is offered to @Cara")
    await other.button("Take the seat").click()
    await expect(other.private.first).to_contain_text("The seat is yours")
    await expect(other.private.first.get_by_role("img", name="hand")).to_have_count(1)
    await expect(hers.log).to_contain_text("sits here now in place of")
    await hers.button("My hand").click()
    await expect(hers.private.last).to_contain_text("You're watching")


async def test_a_vote_fits_a_narrow_window_and_ends_with_one_line(
    sandbox: Sandbox, bot: Bot, window: Opener, alice: Person, bob: Person
) -> None:
    cara = sandbox.person("cara")
    table = await Table.started(sandbox, alice, bob, cara)
    hers, his = await window("alice", NARROW), await window("bob", NARROW)
    for each in (hers, his):
        await each.page.get_by_role("button", name="Channels").click()
        await each.go("Take 5")
    await bot.cheza.matches.leave(table.match, cara.id)
    await hers.button("More").click()
    await hers.button("Vote about a seat").click()
    await hers.button("3 Cara").click()
    vote = hers.messages.filter(has_text="what about the seat of")
    for each, voted in ((hers, "Your voice"), (his, "Decided")):
        await expect(each.button("Call it off")).to_be_in_viewport()
        await each.button("Call it off").click()
        await expect(each.private.last).to_contain_text(voted)
        assert await each.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    await expect(hers.log).to_contain_text("The table voted to call it off.")
    await expect(vote).to_have_count(0)
