"""The routes that the other tests don't come by; each answer is checked against Discord's description."""

import asyncio
import logging
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox import Permission, Person, Sandbox

from .bots import PNG, Api, Puppet


async def test_servers_channels_roles_and_members_are_listed(
    sandbox: Sandbox, api: Api, bob: Person, games: int
) -> None:
    guild = sandbox.guild.id
    assert (await api("GET", f"/guilds/{guild}"))[1]["name"] == "Tafarn"
    assert (await api("GET", f"/guilds/{guild}?with_counts=true"))[1]["approximate_member_count"] == 13
    _, channels = await api("GET", f"/guilds/{guild}/channels")
    assert [channel["name"] for channel in channels] == ["games", "tavern"]
    assert [role["name"] for role in (await api("GET", f"/guilds/{guild}/roles"))[1]] == ["@everyone"]
    assert (await api("GET", f"/guilds/{guild}/members/{bob.id}"))[1]["user"]["username"] == "bob"
    assert (await api("GET", f"/guilds/{guild}/members/12"))[1]["code"] == 10013
    assert (await api("GET", "/guilds/12"))[1]["code"] == 10004
    _, thread = await api("POST", f"/channels/{games}/threads", {"name": "match", "type": 11})
    _, active = await api("GET", f"/guilds/{guild}/threads/active")
    assert [found["id"] for found in active["threads"]] == [thread["id"]]
    assert (await api("GET", "/users/@me/guilds?with_counts=true"))[1][0]["name"] == "Tafarn"


async def test_the_bot_leaves_a_server_by_itself(sandbox: Sandbox, api: Api) -> None:
    assert (await api("DELETE", f"/users/@me/guilds/{sandbox.guild.id}"))[0] == 204
    assert (await api("DELETE", f"/users/@me/guilds/{sandbox.guild.id}"))[1]["code"] == 10004


async def test_the_gateway_is_told_and_users_are_found(sandbox: Sandbox, api: Api, bob: Person) -> None:
    assert (await api("GET", "/gateway"))[1] == {"url": sandbox.gateway.url}
    assert (await api("GET", "/gateway/bot"))[1]["session_start_limit"]["remaining"] == 1000
    assert (await api("GET", f"/users/{bob.id}"))[1]["username"] == "bob"
    assert (await api("GET", "/users/12"))[1]["code"] == 10013
    assert (await api("GET", "/applications/@me"))[1]["bot"]["username"] == "cheza"


async def test_channels_change_with_permission_only(sandbox: Sandbox, api: Api, alice: Person, games: int) -> None:
    path = f"/channels/{games}"
    assert (await api("PATCH", path, {"topic": "x"}))[1]["code"] == 50013
    sandbox.staff.overwrite(games, sandbox.world.bot, allow=Permission.MANAGE_CHANNELS)
    status, changed = await api("PATCH", path, {"name": "tables", "topic": "x", "rate_limit_per_user": 5})
    assert (status, changed["name"], changed["rate_limit_per_user"]) == (200, "tables", 5)
    assert alice.channel("tables").id == games
    assert (await api("GET", path))[1]["topic"] == "x"
    dm = alice.channel("dm").id
    assert (await api("PATCH", f"/channels/{dm}", {"name": "x"}))[1]["code"] == 50024


async def test_a_threads_owner_renames_it_and_others_need_a_permission(
    sandbox: Sandbox, api: Api, alice: Person, games: int
) -> None:
    _, own = await api("POST", f"/channels/{games}/threads", {"name": "match", "type": 11})
    path = f"/channels/{own['id']}"
    assert (await api("PATCH", path, {"name": "match 17", "auto_archive_duration": 60}))[0] == 200
    assert (await api("PATCH", path, {"auto_archive_duration": 61}))[1]["code"] == 50035
    assert (await api("PATCH", path, {"name": "n" * 101}))[1]["code"] == 50035
    assert (await api("PATCH", path, {"rate_limit_per_user": 5}))[1]["code"] == 50013
    assert (await api("PATCH", path, {"archived": True}))[0] == 200
    assert alice.channel(int(own["id"])).archived
    state = sandbox.world.channels[int(own["id"])].thread
    assert state is not None
    state.owner_id = alice.id
    assert (await api("PATCH", path, {"archived": False}))[0] == 200
    assert (await api("PATCH", path, {"name": "x"}))[1]["code"] == 50013
    sandbox.staff.deny_bot(games, Permission.SEND_MESSAGES_IN_THREADS)
    sandbox.staff.archive(int(own["id"]))
    assert (await api("PATCH", path, {"archived": False}))[1]["code"] == 50013
    sandbox.violations.clear()


async def test_thread_members_come_and_go(sandbox: Sandbox, api: Api, bob: Person, games: int) -> None:
    _, opened = await api("POST", f"/channels/{games}/threads", {"name": "aside", "type": 12})
    path = f"/channels/{opened['id']}/thread-members"
    assert (await api("PUT", f"{path}/12"))[1]["code"] == 10013
    assert (await api("PUT", f"{path}/{bob.id}"))[0] == 204
    assert (await api("DELETE", f"{path}/{bob.id}"))[1]["code"] == 50013
    sandbox.staff.overwrite(games, sandbox.world.bot, allow=Permission.MANAGE_THREADS)
    assert (await api("DELETE", f"{path}/{bob.id}"))[0] == 204
    assert bob.threads() == []
    assert (await api("DELETE", f"{path}/@me"))[0] == 204
    sandbox.staff.archive(int(opened["id"]))
    assert (await api("PUT", f"{path}/{bob.id}"))[1]["code"] == 50083
    assert (await api("PUT", f"/channels/{games}/thread-members/{bob.id}"))[1]["code"] == 50024


async def test_who_may_not_see_the_channel_joins_no_thread(sandbox: Sandbox, api: Api, bob: Person, games: int) -> None:
    sandbox.staff.overwrite(games, bob.user, deny=Permission.VIEW_CHANNEL)
    _, opened = await api("POST", f"/channels/{games}/threads", {"name": "aside", "type": 12})
    assert (await api("PUT", f"/channels/{opened['id']}/thread-members/{bob.id}"))[1]["code"] == 50001


async def test_answers_by_token_are_read_edited_and_deleted(
    sandbox: Sandbox, bot: Puppet, api: Api, alice: Person
) -> None:
    kept: list[discord.Interaction] = []

    async def answer(interaction: discord.Interaction) -> None:
        kept.append(interaction)
        await interaction.response.send_message("one", ephemeral=True)

    bot.on_component = answer
    await alice.click(alice.say("games", "x"), custom_id="x", raw=True)
    assert (await kept[0].original_response()).content == "one"
    follow_up: Any = await kept[0].followup.send("two", ephemeral=True, wait=True)
    await follow_up.edit(content="two!")
    assert [message.text for message in alice.messages("games")] == ["x", "one", "two!"]
    await kept[0].delete_original_response()
    await follow_up.delete()
    assert [message.text for message in alice.messages("games")] == ["x"]
    path = f"/webhooks/{kept[0].application_id}/{kept[0].token}/messages"
    assert (await api("GET", f"{path}/@original"))[1]["code"] == 10008
    assert (await api("GET", f"{path}/{alice.last('games').id}"))[1]["code"] == 10008
    assert (await api("GET", f"/webhooks/1/{kept[0].token}/messages/@original"))[1]["code"] == 10015


async def test_an_answer_in_a_channel_that_is_gone_is_refused(
    sandbox: Sandbox, bot: Puppet, alice: Person, games: int
) -> None:
    refused: list[int] = []

    async def answer(interaction: discord.Interaction) -> None:
        sandbox.staff.delete_channel(games)
        try:
            await interaction.response.send_message("too late")
        except discord.NotFound as refusal:
            refused.append(refusal.code)
        await sandbox.pass_time(3)

    bot.on_component = answer
    assert (await alice.click(alice.say("games", "x"), custom_id="x", raw=True)).failed
    assert refused == [10003]


async def test_an_emoji_is_renamed_and_unknown_once_deleted(sandbox: Sandbox, api: Api, bot: Puppet) -> None:
    emoji = await bot.create_application_emoji(name="joker", image=PNG)
    path = f"/applications/{sandbox.world.bot.id}/emojis"
    status, refusal = await api("POST", path, {"name": "joker", "image": "data:image/png;base64,"})
    assert (status, refusal["code"]) == (400, 50035)
    assert (await api("POST", path, {"name": "ace", "image": "not a picture"}))[0] == 400
    assert (await api("PATCH", f"{path}/{emoji.id}", {"name": "fool"}))[1]["name"] == "fool"
    assert (await api("GET", f"{path}/{emoji.id}"))[1]["name"] == "fool"
    await emoji.delete()
    assert (await api("GET", f"{path}/{emoji.id}"))[1]["code"] == 10014
    sandbox.violations.clear()


async def test_history_around_a_message_is_said_to_be_missing(sandbox: Sandbox, api: Api, games: int) -> None:
    assert (await api("GET", f"/channels/{games}/messages?around=5"))[0] == 501
    assert "around" in str(sandbox.violations)
    sandbox.violations.clear()


@pytest.mark.parametrize("body", [[], "x", 5, None])
async def test_a_body_that_is_no_object_is_refused(sandbox: Sandbox, api: Api, games: int, body: object) -> None:
    status, refusal = await api("POST", f"/channels/{games}/messages", body)
    assert (status, refusal["code"] in (50035, 50006)) == (400, True)
    sandbox.violations.clear()


async def test_a_body_that_is_no_json_is_refused(sandbox: Sandbox, games: int) -> None:
    address = f"{sandbox.url}/api/v10/channels/{games}/messages"
    headers = {"Content-Type": "application/json", "Authorization": f"Bot {sandbox.token}"}
    async with aiohttp.ClientSession(headers=headers) as session, session.post(address, data=b"{x") as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
    assert "no JSON" in str(sandbox.violations)
    sandbox.violations.clear()


async def test_a_reply_to_nothing_is_refused_unless_it_may_fail(sandbox: Sandbox, api: Api, games: int) -> None:
    path = f"/channels/{games}/messages"
    reference: dict[str, Any] = {"message_id": "12"}
    status, refusal = await api("POST", path, {"content": "x", "message_reference": reference})
    assert (status, refusal["code"]) == (400, 50035)
    reference["fail_if_not_exists"] = False
    assert (await api("POST", path, {"content": "x", "message_reference": reference}))[0] == 200
    sandbox.violations.clear()


async def test_roles_and_everyone_ping_whom_the_bot_may_ping(
    sandbox: Sandbox, bot: Puppet, alice: Person, bob: Person, games: int
) -> None:
    role = sandbox.world.add_role(sandbox.guild, "players", Permission(0), [bob.user])
    everybody = discord.AllowedMentions.all()
    channel = bot.get_partial_messageable(games)
    await channel.send(f"<@&{role.id}> @everyone", allowed_mentions=everybody)
    assert (alice.pings, bob.pings) == ([], [])
    role.mentionable = True
    await channel.send(f"<@&{role.id}>", allowed_mentions=everybody)
    assert (len(alice.pings), len(bob.pings)) == (0, 1)
    sandbox.staff.overwrite(games, sandbox.world.bot, allow=Permission.MENTION_EVERYONE)
    await channel.send("@everyone", allowed_mentions=everybody)
    assert (len(alice.pings), len(bob.pings)) == (1, 2)


@pytest.mark.parametrize("kind", ["application/json", "multipart/form-data; boundary=x"])
async def test_a_call_that_breaks_off_in_the_middle_has_never_come(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    part = '--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.png"\r\n\r\nabc'
    async with Sandbox() as sandbox:
        host = sandbox.url.removeprefix("http://")
        head = f"POST /api/v10/channels/1/messages HTTP/1.1\r\nHost: {host}\r\nContent-Type: {kind}\r\n"
        reader, writer = await asyncio.open_connection(*host.split(":"))
        writer.write(f"{head}Expect: 100-continue\r\nContent-Length: 5000\r\n\r\n{part}".encode())
        assert b"100 Continue" in await reader.readline(), "the rest is waited for"
        writer.close()
    assert (sandbox.calls, sandbox.violations) == ([], [])
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
