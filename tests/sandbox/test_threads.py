"""Threads: opening, archiving, locking, joining, vanishing."""

import discord
import pytest

from bot.sandbox import Impossible, Permission, Person, Sandbox

from .bots import Api, Puppet


async def open_thread(api: Api, games: int, **more: object) -> int:
    """A thread of a new message; its id."""
    _, message = await api("POST", f"/channels/{games}/messages", {"content": "lobby"})
    path = f"/channels/{games}/messages/{message['id']}/threads"
    status, thread = await api("POST", path, {"name": "match 17", "auto_archive_duration": 10080} | more)
    assert (status, thread["id"]) == (201, message["id"])
    return int(thread["id"])


async def test_a_thread_of_a_message_has_its_id_and_there_is_only_one(
    sandbox: Sandbox, bot: Puppet, api: Api, alice: Person, games: int
) -> None:
    message = await bot.get_partial_messageable(games).send("lobby")
    status, opened = await api("POST", f"/channels/{games}/messages/{message.id}/threads", {"name": "match 17"})
    assert (status, opened["id"]) == (201, str(message.id))
    assert [(place.id, place.name) for place in alice.threads("games")] == [(message.id, "match 17")]
    again = await api("POST", f"/channels/{games}/messages/{message.id}/threads", {"name": "x"})
    assert (again[0], again[1]["code"]) == (400, 160004)
    shown = alice.last("games").payload
    assert shown["flags"] & 1 << 5 and shown["thread"]["id"] == str(message.id)


async def test_people_and_bot_talk_in_a_thread(api: Api, alice: Person, bob: Person, games: int) -> None:
    thread = await open_thread(api, games)
    await api("POST", f"/channels/{thread}/messages", {"content": "turn 1"})
    bob.say("match 17", "hello")
    assert [message.text for message in alice.messages(thread)] == ["turn 1", "hello"]
    _, history = await api("GET", f"/channels/{thread}/messages")
    assert [message["type"] for message in history] == [0, 0, 21], "the bot also finds the empty starter"


async def test_a_quiet_thread_archives_itself_and_sending_opens_it_again(
    sandbox: Sandbox, api: Api, alice: Person, games: int
) -> None:
    thread = await open_thread(api, games, auto_archive_duration=60)
    await sandbox.pass_time(59 * 60)
    _, sent = await api("POST", f"/channels/{thread}/messages", {"content": "turn 1"})
    await sandbox.pass_time(59 * 60)
    assert not alice.channel(thread).archived
    await api("PATCH", f"/channels/{thread}/messages/{sent['id']}", {"content": "no activity"})
    await sandbox.pass_time(2 * 60)
    assert alice.channel(thread).archived
    assert alice.threads() == []
    for method, body in (("PATCH", {"content": "x"}), ("DELETE", None)):
        status, refusal = await api(method, f"/channels/{thread}/messages/{sent['id']}", body)
        assert (status, refusal["code"]) == (400, 50083)
    assert (await api("PATCH", f"/channels/{thread}", {"name": "new"}))[1]["code"] == 50083
    assert (await api("POST", f"/channels/{thread}/messages", {"content": "turn 2"}))[0] == 200
    assert not alice.channel(thread).archived


async def test_the_bot_opens_an_archived_thread_before_it_edits(
    sandbox: Sandbox, api: Api, alice: Person, games: int
) -> None:
    thread = await open_thread(api, games)
    _, sent = await api("POST", f"/channels/{thread}/messages", {"content": "turn 1"})
    sandbox.staff.archive(thread)
    assert (await api("PATCH", f"/channels/{thread}", {"archived": False}))[0] == 200
    assert (await api("PATCH", f"/channels/{thread}/messages/{sent['id']}", {"content": "x"}))[0] == 200


async def test_a_click_opens_an_archived_thread_or_is_not_sent(
    sandbox: Sandbox, bot: Puppet, api: Api, alice: Person, bob: Person, games: int
) -> None:
    async def defer(interaction: discord.Interaction) -> None:
        await interaction.response.defer()

    bot.on_component = defer
    thread = await open_thread(api, games)
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Hand", "custom_id": "h"}]}
    await api("POST", f"/channels/{thread}/messages", {"content": "turn 1", "components": [row]})
    table = alice.last(thread)
    sandbox.staff.overwrite(games, bob.user, deny=Permission.SEND_MESSAGES_IN_THREADS)
    sandbox.staff.archive(thread)
    with pytest.raises(Impossible, match="archived"):
        await bob.click(table, "Hand")
    assert (await alice.click(table, "Hand")).acked
    assert not alice.channel(thread).archived


async def test_a_locked_thread_needs_manage_threads(
    sandbox: Sandbox, api: Api, alice: Person, bob: Person, games: int
) -> None:
    thread = await open_thread(api, games)
    sandbox.staff.lock(thread)
    status, refusal = await api("POST", f"/channels/{thread}/messages", {"content": "x"})
    assert (status, refusal["code"]) == (403, 160005)
    assert (await api("PATCH", f"/channels/{thread}", {"locked": False}))[1]["code"] == 50013
    with pytest.raises(Impossible, match="locked"):
        bob.say(thread, "x")
    alice.say(thread, "the owner may")
    sandbox.staff.overwrite(games, sandbox.world.bot, allow=Permission.MANAGE_THREADS)
    assert (await api("POST", f"/channels/{thread}/messages", {"content": "x"}))[0] == 200
    assert (await api("PATCH", f"/channels/{thread}", {"locked": False}))[0] == 200


async def test_active_threads_have_a_cap(sandbox: Sandbox, api: Api, alice: Person, games: int) -> None:
    sandbox.world.active_thread_cap = 1
    thread = await open_thread(api, games)
    _, message = await api("POST", f"/channels/{games}/messages", {"content": "lobby"})
    path = f"/channels/{games}/messages/{message['id']}/threads"
    assert (await api("POST", path, {"name": "match 18"}))[1]["code"] == 160006
    sandbox.staff.archive(thread)
    assert (await api("POST", path, {"name": "match 18"}))[0] == 201


async def test_a_private_thread_is_seen_by_its_members_and_by_who_manages_threads(
    sandbox: Sandbox, api: Api, alice: Person, bob: Person, games: int
) -> None:
    _, opened = await api("POST", f"/channels/{games}/threads", {"name": "aside", "type": 12})
    assert [place.name for place in alice.threads()] == ["aside"], "the owner manages threads"
    assert bob.threads() == []
    assert (await api("PUT", f"/channels/{opened['id']}/thread-members/{bob.id}"))[0] == 204
    assert [place.name for place in bob.threads()] == ["aside"]
    _, members = await api("GET", f"/channels/{opened['id']}/thread-members")
    assert str(bob.id) in [member["user_id"] for member in members]


async def test_a_mention_brings_a_person_into_the_thread(sandbox: Sandbox, api: Api, bob: Person, games: int) -> None:
    _, opened = await api("POST", f"/channels/{games}/threads", {"name": "aside", "type": 12})
    await api("POST", f"/channels/{opened['id']}/messages", {"content": f"come, {bob.mention}"})
    assert [place.name for place in bob.threads()] == ["aside"]
    assert [ping.text for ping in bob.pings] == [f"come, {bob.mention}"]


async def test_a_public_thread_without_a_message_is_announced(api: Api, alice: Person, games: int) -> None:
    await api("POST", f"/channels/{games}/threads", {"name": "match 17", "type": 11})
    assert alice.messages("games") == []
    assert [message.content for message in alice.messages("games", system=True)] == ["match 17"]


async def test_a_deleted_thread_or_channel_is_unknown(sandbox: Sandbox, api: Api, alice: Person, games: int) -> None:
    first, second = await open_thread(api, games), await open_thread(api, games)
    sandbox.staff.delete_channel(first)
    assert (await api("POST", f"/channels/{first}/messages", {"content": "x"}))[1]["code"] == 10003
    sandbox.staff.delete_channel(games)
    for gone in (second, games):
        status, refusal = await api("POST", f"/channels/{gone}/messages", {"content": "x"})
        assert (status, refusal["code"]) == (404, 10003)
    assert [place.name for place in alice.channels() if place.guild_id] == ["tavern"]


async def test_threads_go_in_text_channels_only(sandbox: Sandbox, api: Api, alice: Person) -> None:
    dm = alice.channel("dm").id
    assert (await api("POST", f"/channels/{dm}/threads", {"name": "x", "type": 11}))[1]["code"] == 50024
