"""The demo forgets, so that it doesn't grow; nothing that is still of use is lost."""

from typing import Any

import discord

from bot.sandbox import Person, Sandbox
from bot.sandbox.broom import KEPT_CALLS, KEPT_PINGS, KEPT_PRIVATE, sweep
from bot.sandbox.interactions import TOKEN_LIFE

from .bots import Api, Puppet, button, row, running


async def test_old_calls_and_pings_go_and_the_newest_stay(
    sandbox: Sandbox, bot: Puppet, api: Api, alice: Person, bob: Person, games: int
) -> None:
    for number in range(KEPT_CALLS + 5):
        await api("POST", f"/channels/{games}/messages", {"content": str(number)})
    for number in range(KEPT_PINGS + 5):
        bob.say("games", f"{alice.mention} {number}")
    sweep(sandbox.stage)
    assert len(sandbox.calls) == KEPT_CALLS
    assert sandbox.calls[-1].body == {"content": str(KEPT_CALLS + 4)}
    assert len(alice.pings) == KEPT_PINGS
    assert alice.pings[-1].content.endswith(str(KEPT_PINGS + 4))


async def test_a_person_keeps_their_newest_private_messages_and_all_public_ones(
    sandbox: Sandbox, api: Api, alice: Person, bob: Person, games: int
) -> None:
    bot = Puppet()

    async def answer(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("for you", ephemeral=True)

    bot.on_component = answer
    async with running(sandbox, bot):
        await api("POST", f"/channels/{games}/messages", {"content": "turn 1", "components": [row(button("hand"))]})
        post = alice.last("games")
        for _ in range(KEPT_PRIVATE + 3):
            await alice.click(post, custom_id="hand")
        await bob.click(post, custom_id="hand")
        sweep(sandbox.stage)
        newest = alice.last("games")
        assert len([m for m in alice.messages("games") if m.ephemeral]) == KEPT_PRIVATE
        assert len([m for m in bob.messages("games") if m.ephemeral]) == 1
        assert alice.find(post.id) and newest.ephemeral

        assert len(sandbox.stage.interactions.by_id) == KEPT_PRIVATE + 4
        await sandbox.pass_time(TOKEN_LIFE + 1)
        sweep(sandbox.stage)
        assert sandbox.stage.interactions.by_id == {}
