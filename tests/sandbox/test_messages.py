"""Posting, editing, attachments, nonces, mentions, old messages."""

import io
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox import Person, Sandbox

from .bots import PNG, Api, Puppet, button, row


def board(text: str, *, file: str = "board.png", label: str | None = None) -> discord.ui.LayoutView:
    """A layout that shows a picture, as the table post does."""
    view = discord.ui.LayoutView(timeout=None)
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{file}", description="rows of cards")
    )
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(text), gallery))
    if label is not None:
        pressed: discord.ui.Button[Any] = discord.ui.Button(label=label, custom_id=label)
        view.add_item(discord.ui.ActionRow(pressed))
    return view


def picture(name: str = "board.png", data: bytes = PNG) -> discord.File:
    return discord.File(io.BytesIO(data), name)


async def test_a_layout_shows_text_picture_alt_text_and_buttons(bot: Puppet, alice: Person, games: int) -> None:
    channel = bot.get_partial_messageable(games)
    await channel.send(view=board("Turn 1", label="My hand"), file=picture())
    seen = alice.last("games")
    assert (seen.text, seen.labels) == ("Turn 1", ["My hand"])
    assert [(p.name, p.data, p.alt) for p in seen.pictures] == [("board.png", PNG, "rows of cards")]
    assert seen.payload["attachments"] == []


async def test_an_edit_without_attachments_keeps_the_picture_a_layout_shows(
    bot: Puppet, alice: Person, games: int
) -> None:
    channel = bot.get_partial_messageable(games)
    message = await channel.send(view=board("Turn 1", label="My hand"), file=picture())
    await message.edit(view=board("Turn 1, Bob has chosen"))
    seen = alice.last("games")
    assert (seen.text, [p.data for p in seen.pictures]) == ("Turn 1, Bob has chosen", [PNG])
    assert seen.edited


async def test_an_edit_with_attachments_keeps_only_those_it_lists(
    sandbox: Sandbox, api: Api, alice: Person, games: int
) -> None:
    files = {"one.png": PNG, "two.png": PNG + b"2"}
    _, sent = await api("POST", f"/channels/{games}/messages", {"content": "two"}, files=files)
    first = sent["attachments"][0]["id"]
    path = f"/channels/{games}/messages/{sent['id']}"
    _, kept = await api("PATCH", path, {"attachments": [{"id": first}]})
    assert [a["filename"] for a in kept["attachments"]] == ["one.png"]
    embeds = [{"image": {"url": "attachment://one.png"}}]
    _, shown = await api("PATCH", path, {"embeds": embeds, "attachments": [{"id": first}]})
    assert shown["attachments"] == []
    assert shown["embeds"][0]["image"]["url"].startswith(sandbox.url)
    status, refusal = await api("PATCH", path, {"embeds": embeds, "attachments": []})
    assert (status, refusal["code"]) == (400, 50035)
    assert [p.name for p in alice.last("games").pictures] == ["one.png"]
    sandbox.violations.clear()


async def test_a_new_picture_replaces_the_old_one_under_the_same_name(bot: Puppet, alice: Person, games: int) -> None:
    channel = bot.get_partial_messageable(games)
    message = await channel.send(view=board("Turn 1"), file=picture())
    await message.edit(view=board("Turn 2"), attachments=[picture(data=PNG + b"new")])
    assert [p.data for p in alice.last("games").pictures] == [PNG + b"new"]


async def test_a_layout_may_not_show_a_file_that_is_not_there(sandbox: Sandbox, api: Api, games: int) -> None:
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://none.png"}}]}
    body = {"flags": 1 << 15, "components": [gallery]}
    status, refusal = await api("POST", f"/channels/{games}/messages", body)
    assert (status, refusal["code"]) == (400, 50035)
    assert "none.png" in str(sandbox.violations)
    sandbox.violations.clear()


async def test_a_file_can_be_read_back_until_its_link_expires(sandbox: Sandbox, bot: Puppet, games: int) -> None:
    message = await bot.get_partial_messageable(games).send(file=picture())
    attachment = message.attachments[0]
    assert (await attachment.read(), attachment.width, attachment.height) == (PNG, 2, 1)
    async with aiohttp.ClientSession() as session:
        forged = attachment.url.replace("ex=", "ex=f")
        async with session.get(forged) as response:
            assert response.status == 404
        await sandbox.pass_time(24 * 3600 + 1)
        async with session.get(attachment.url) as response:
            assert response.status == 404
    fresh = await bot.get_partial_messageable(games).fetch_message(message.id)
    assert await fresh.attachments[0].read() == PNG
    await fresh.delete()
    with pytest.raises(discord.NotFound):
        await fresh.attachments[0].read()


async def test_alt_text_comes_from_the_attachment_or_the_layout(bot: Puppet, alice: Person, games: int) -> None:
    file = discord.File(io.BytesIO(PNG), "hand.png", description="3, 17, 55")
    await bot.get_partial_messageable(games).send(file=file)
    assert alice.last("games").pictures[0].alt == "3, 17, 55"


async def test_a_nonce_brings_back_the_message_for_some_minutes_and_per_channel(
    sandbox: Sandbox, api: Api, alice: Person, games: int
) -> None:
    tavern = alice.channel("tavern").id
    body = {"content": "turn 3", "nonce": "t.17.3.1", "enforce_nonce": True}
    _, first = await api("POST", f"/channels/{games}/messages", body)
    _, again = await api("POST", f"/channels/{games}/messages", body)
    _, elsewhere = await api("POST", f"/channels/{tavern}/messages", body)
    assert again["id"] == first["id"] != elsewhere["id"]
    await sandbox.pass_time(600)
    _, later = await api("POST", f"/channels/{games}/messages", body)
    assert later["id"] != first["id"]
    assert len(alice.messages("games")) == 2


async def test_old_messages_take_three_edits_an_hour(sandbox: Sandbox, api: Api, alice: Person, games: int) -> None:
    path = f"/channels/{games}/messages"
    _, old = await api("POST", path, {"content": "0"})
    for n in range(5):
        assert (await api("PATCH", f"{path}/{old['id']}", {"content": f"young {n}"}))[0] == 200
    await sandbox.pass_time(3601)
    for n in range(3):
        assert (await api("PATCH", f"{path}/{old['id']}", {"content": f"old {n}"}))[0] == 200
    status, refusal = await api("PATCH", f"{path}/{old['id']}", {"content": "one more"})
    assert (status, refusal["code"]) == (429, 30046)
    assert 3590 < refusal["retry_after"] <= 3600
    _, young = await api("POST", path, {"content": "new"})
    assert (await api("PATCH", f"{path}/{young['id']}", {"content": "edited"}))[0] == 200
    await sandbox.pass_time(3601)
    assert (await api("PATCH", f"{path}/{old['id']}", {"content": "next hour"}))[0] == 200
    assert alice.messages("games")[0].text == "next hour"


async def test_mentions_ping_whom_allowed_mentions_lets_through(
    bot: Puppet, alice: Person, bob: Person, games: int
) -> None:
    channel = bot.get_partial_messageable(games)
    text = f"{alice.mention} {bob.mention} @everyone"
    await channel.send(text, allowed_mentions=discord.AllowedMentions(users=[discord.Object(alice.id)]))
    await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
    await channel.send(text, silent=True)
    assert [message.mentions for message in alice.messages("games")] == [
        (alice.id,),
        (),
        (alice.id, bob.id),
    ]
    assert len(alice.pings) == 1
    assert bob.pings == []
    assert alice.messages("games")[2].silent


async def test_text_displays_ping_and_edits_do_not(bot: Puppet, alice: Person, bob: Person, games: int) -> None:
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay(f"Waiting for {alice.mention}"))
    message = await bot.get_partial_messageable(games).send(view=view)
    other = discord.ui.LayoutView()
    other.add_item(discord.ui.TextDisplay(f"Waiting for {bob.mention}"))
    await message.edit(view=other)
    assert [ping.text for ping in alice.pings] == [f"Waiting for {alice.mention}"]
    assert bob.pings == []


async def test_a_direct_message_pings_unless_it_is_silent(bot: Puppet, alice: Person) -> None:
    user = await bot.fetch_user(alice.id)
    await user.send("your turn")
    await user.send("noted", silent=True)
    assert [ping.text for ping in alice.pings] == ["your turn"]
    assert [message.text for message in alice.messages("dm")] == ["your turn", "noted"]


async def test_only_own_messages_can_be_edited(sandbox: Sandbox, api: Api, alice: Person, games: int) -> None:
    path = f"/channels/{games}/messages/{alice.say('games', 'mine').id}"
    assert (await api("PATCH", path, {"content": "x"}))[1]["code"] == 50005
    assert (await api("DELETE", path))[1]["code"] == 50013
    assert alice.last("games").text == "mine"


async def test_history_comes_newest_first_and_in_parts(bot: Puppet, api: Api, alice: Person, games: int) -> None:
    for n in range(5):
        alice.say("games", str(n))
    channel = bot.get_partial_messageable(games)
    latest = [message.id async for message in channel.history(limit=2)]
    assert latest == [message.id for message in alice.messages("games")][:2:-1]
    _, older = await api("GET", f"/channels/{games}/messages?before={latest[-1]}&limit=50")
    _, after = await api("GET", f"/channels/{games}/messages?after={older[0]['id']}&limit=1")
    ids = [str(message.id) for message in alice.messages("games")]
    assert [m["id"] for m in older] == ids[2::-1]
    assert [m["id"] for m in after] == [ids[3]]
    assert {m["content"] for m in older} == {""}, "others' words need an intent, over HTTP too"


async def test_a_deleted_message_is_unknown(sandbox: Sandbox, bot: Puppet, api: Api, alice: Person, games: int) -> None:
    channel = bot.get_partial_messageable(games)
    first, second = await channel.send("one"), await channel.send("two")
    await first.delete()
    sandbox.staff.delete_message(second.id)
    for gone in (first, second):
        status, refusal = await api("PATCH", f"/channels/{games}/messages/{gone.id}", {"content": "x"})
        assert (status, refusal["code"]) == (404, 10008)
    assert alice.messages("games") == []


async def test_a_reply_pings_its_author_only_when_asked(
    sandbox: Sandbox, bot: Puppet, alice: Person, games: int
) -> None:
    channel = bot.get_partial_messageable(games)
    asked = discord.MessageReference(message_id=alice.say("games", "?").id, channel_id=games)
    await channel.send("quiet", reference=asked, mention_author=False)
    assert alice.pings == []
    await channel.send("loud", reference=asked, mention_author=True)
    assert [ping.text for ping in alice.pings] == ["loud"]


async def test_components_get_ids_and_emoji_ids_become_text(sandbox: Sandbox, api: Api, games: int) -> None:
    emoji = {"id": 1503040506070809088, "name": "card"}
    body = {"content": "x", "components": [row(button("a", emoji=emoji), button("b"))]}
    _, sent = await api("POST", f"/channels/{games}/messages", body)
    buttons = sent["components"][0]["components"]
    assert [sent["components"][0]["id"], *[b["id"] for b in buttons]] == [1, 2, 3]
    assert buttons[0]["emoji"]["id"] == "1503040506070809088"
