"""Permissions, overwrites, closed DMs, and a bot or member that is no longer there."""

import aiohttp
import pytest

from bot.sandbox import Impossible, Permission, Person, Sandbox, World

from .bots import PNG, Api, Puppet


@pytest.mark.parametrize(
    ("denied", "body", "files", "code"),
    [
        (Permission.VIEW_CHANNEL, {"content": "x"}, None, 50001),
        (Permission.SEND_MESSAGES, {"content": "x"}, None, 50013),
        (Permission.ATTACH_FILES, {"content": "x"}, {"a.png": PNG}, 50013),
        (Permission.EMBED_LINKS, {"embeds": [{"title": "x"}]}, None, 50013),
    ],
)
async def test_the_bot_needs_permissions_in_the_channel(
    sandbox: Sandbox,
    api: Api,
    games: int,
    denied: Permission,
    body: dict[str, object],
    files: dict[str, bytes] | None,
    code: int,
) -> None:
    path = f"/channels/{games}/messages"
    assert (await api("POST", path, body, files=files))[0] == 200
    sandbox.staff.deny_bot(games, denied)
    status, refusal = await api("POST", path, body, files=files)
    assert (status, refusal["code"]) == (403, code)
    sandbox.staff.clear_overwrite(games, sandbox.world.bot)
    assert (await api("POST", path, body, files=files))[0] == 200


async def test_threads_need_permissions_of_their_own(sandbox: Sandbox, api: Api, alice: Person, games: int) -> None:
    _, message = await api("POST", f"/channels/{games}/messages", {"content": "lobby"})
    path = f"/channels/{games}/messages/{message['id']}/threads"
    sandbox.staff.deny_bot(games, Permission.CREATE_PUBLIC_THREADS)
    assert (await api("POST", path, {"name": "match"}))[1]["code"] == 50013
    sandbox.staff.deny_bot(games, Permission.SEND_MESSAGES_IN_THREADS)
    assert (await api("POST", path, {"name": "match"}))[0] == 201
    assert (await api("POST", f"/channels/{message['id']}/messages", {"content": "x"}))[1]["code"] == 50013
    assert (await api("POST", f"/channels/{games}/messages", {"content": "x"}))[0] == 200


async def test_without_the_history_permission_history_is_empty(sandbox: Sandbox, api: Api, games: int) -> None:
    _, sent = await api("POST", f"/channels/{games}/messages", {"content": "x"})
    sandbox.staff.deny_bot(games, Permission.READ_MESSAGE_HISTORY)
    assert await api("GET", f"/channels/{games}/messages") == (200, [])
    assert (await api("GET", f"/channels/{games}/messages/{sent['id']}"))[1]["code"] == 50013


async def test_overwrites_add_up_from_everyone_over_roles_to_the_member(
    sandbox: Sandbox, alice: Person, bob: Person, games: int
) -> None:
    world, staff = sandbox.world, sandbox.staff
    role = world.add_role(sandbox.guild, "players", Permission(0), [bob.user])
    staff.overwrite(games, sandbox.guild, deny=Permission.SEND_MESSAGES)
    with pytest.raises(Impossible, match="may not write"):
        bob.say("games", "x")
    alice.say("games", "owners may")
    staff.overwrite(games, role, allow=Permission.SEND_MESSAGES)
    bob.say("games", "by role")
    staff.overwrite(games, bob.user, deny=Permission.VIEW_CHANNEL)
    with pytest.raises(LookupError):
        bob.channel("games")


async def test_slow_mode_binds_people_only(sandbox: Sandbox, api: Api, alice: Person, bob: Person, games: int) -> None:
    sandbox.staff.set_slow_mode(games, 10)
    bob.say("games", "one")
    with pytest.raises(Impossible, match="slow mode"):
        bob.say("games", "two")
    alice.say("games", "owner")
    alice.say("games", "again")
    for n in range(3):
        assert (await api("POST", f"/channels/{games}/messages", {"content": str(n)}))[0] == 200
    await sandbox.pass_time(10)
    bob.say("games", "two")


async def test_closed_dms_refuse_the_message_not_the_channel(sandbox: Sandbox, api: Api, alice: Person) -> None:
    alice.close_dms()
    status, dm = await api("POST", "/users/@me/channels", {"recipient_id": str(alice.id)})
    assert status == 200
    status, refusal = await api("POST", f"/channels/{dm['id']}/messages", {"content": "x"})
    assert (status, refusal["code"]) == (403, 50007)
    alice.open_dms()
    assert (await api("POST", f"/channels/{dm['id']}/messages", {"content": "x"}))[0] == 200


async def test_nobody_without_a_common_server_gets_a_dm(sandbox: Sandbox, api: Api, bob: Person) -> None:
    _, dm = await api("POST", "/users/@me/channels", {"recipient_id": str(bob.id)})
    sandbox.staff.remove_member(sandbox.guild, bob.user)
    status, refusal = await api("POST", f"/channels/{dm['id']}/messages", {"content": "x"})
    assert (status, refusal["code"]) == (403, 50278)
    assert (await api("GET", f"/guilds/{sandbox.guild.id}/members/{bob.id}"))[1]["code"] == 10007
    assert [place.name for place in bob.channels() if place.guild_id] == []


async def test_a_dm_with_a_bot_or_nobody_is_refused(sandbox: Sandbox, api: Api) -> None:
    bot = sandbox.world.bot.id
    assert (await api("POST", "/users/@me/channels", {"recipient_id": str(bot)}))[1]["code"] == 50007
    assert (await api("POST", "/users/@me/channels", {"recipient_id": "12"}))[1]["code"] == 10013


async def test_opening_too_many_dms_is_refused_for_a_while() -> None:
    def build(world: World) -> None:
        world.add_guild("One", [world.add_user(f"p{n}") for n in range(4)])
        world.new_dms_cap = 2

    async with Sandbox(world=build) as sandbox, aiohttp.ClientSession() as session:
        api = Api(session, sandbox)
        ids = [user.id for user in sandbox.world.people]
        path = "/users/@me/channels"
        answers = [await api("POST", path, {"recipient_id": str(n)}) for n in (*ids[:2], ids[0], ids[2])]
        assert [status for status, _ in answers] == [200, 200, 200, 403]
        assert answers[3][1]["code"] == 40003
        await sandbox.pass_time(600)
        assert (await api("POST", path, {"recipient_id": str(ids[2])}))[0] == 200


async def test_a_removed_bot_finds_nothing_until_it_is_back(
    sandbox: Sandbox, api: Api, alice: Person, games: int
) -> None:
    guild = sandbox.guild
    sandbox.staff.remove_bot(guild)
    assert (await api("POST", f"/channels/{games}/messages", {"content": "x"}))[1]["code"] == 50001
    assert (await api("GET", f"/guilds/{guild.id}"))[1]["code"] == 10004
    assert (await api("GET", "/users/@me/guilds"))[1] == []
    message = alice.say("games", "where is it?")
    with pytest.raises(Impossible, match="no longer on this server"):
        await alice.slash("games", "play")
    sandbox.staff.add_bot(guild)
    assert alice.find(message.id) is not None
    assert (await api("POST", f"/channels/{games}/messages", {"content": "x"}))[0] == 200
    assert [entry["id"] for entry in (await api("GET", "/users/@me/guilds"))[1]] == [str(guild.id)]


async def test_two_servers_stay_apart() -> None:
    def build(world: World) -> None:
        ann, ben = world.add_user("ann"), world.add_user("ben")
        for name, people in (("One", [ann, ben]), ("Two", [ann])):
            world.add_channel(world.add_guild(name, people), "games")

    async with Sandbox(world=build) as sandbox:
        ann, ben = sandbox.person("ann"), sandbox.person("ben")
        assert len([p for p in ann.channels() if p.name == "games"]) == 2
        with pytest.raises(LookupError, match="2 channels"):
            ann.channel("games")
        assert ben.channel("games").guild_id == sandbox.guild.id


async def test_people_are_found_and_renamed(sandbox: Sandbox, bot: Puppet, bob: Person) -> None:
    sandbox.staff.rename(bob.user, "**B** @everyone")
    assert (await bot.fetch_user(bob.id)).global_name == "**B** @everyone"
    with pytest.raises(LookupError):
        sandbox.person("nobody")
