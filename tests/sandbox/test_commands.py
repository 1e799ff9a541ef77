"""Registering commands, their limits, and who can use which."""

from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from bot.sandbox import Impossible, Permission, Person, Sandbox

from .bots import Api, Puppet, running


@pytest.fixture
def path(sandbox: Sandbox) -> str:
    return f"/applications/{sandbox.world.bot.id}/commands"


def command(name: str = "play", **more: Any) -> dict[str, Any]:
    return {"name": name, "type": 1, "description": "Play a game"} | more


def option(name: str = "game", **more: Any) -> dict[str, Any]:
    return {"name": name, "type": 3, "description": "Which"} | more


REFUSED: dict[str, list[dict[str, Any]]] = {
    "a capital letter": [command("Play")],
    "a blank in the name": [command("play now")],
    "a name over 32": [command("x" * 33)],
    "no description": [command(description="")],
    "a description over 100": [command(description="d" * 101)],
    "a localised description over 100": [command(description_localizations={"cy": "d" * 101})],
    "the same name twice": [command(), command()],
    "26 options": [command(options=[option(f"o{n}") for n in range(26)])],
    "an option twice": [command(options=[option(), option()])],
    "an option without a description": [command(options=[option(description="")])],
    "required after optional": [command(options=[option(), option("seats", required=True)])],
    "26 choices": [command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])])],
    "a choice over 100": [command(options=[option(choices=[{"name": "n" * 101, "value": "v"}])])],
    "over 8000 characters": [
        command(
            options=[
                option(
                    f"o{n}",
                    description="d" * 100,
                    choices=[{"name": f"{m}" * 40, "value": f"{m}" * 40} for m in range(9)],
                )
                for n in range(10)
            ]
        )
    ],
    "101 commands": [command(f"c{n}") for n in range(101)],
    "16 user commands": [{"name": f"c{n}", "type": 2} for n in range(16)],
}


@pytest.mark.parametrize("what", REFUSED)
async def test_the_limits_hold_without_discords_description(what: str) -> None:
    async with Sandbox() as bare, aiohttp.ClientSession() as session:
        path = f"/applications/{bare.world.bot.id}/commands"
        status, refusal = await Api(session, bare)("PUT", path, REFUSED[what])
    assert (status, refusal["code"] in (50035, 30032)) == (400, True), refusal


@pytest.mark.parametrize("what", REFUSED)
async def test_commands_over_a_limit_are_refused(sandbox: Sandbox, api: Api, path: str, what: str) -> None:
    status, refusal = await api("PUT", path, REFUSED[what])
    assert (status, refusal["code"] in (50035, 30032)) == (400, True), refusal
    assert (await api("GET", path))[1] == []
    sandbox.violations.clear()


async def test_names_may_be_in_any_script(api: Api, path: str) -> None:
    commands = [command("chwarae"), command("खेलो"), command("เล่น"), command("jeu_d'été-2")]
    assert (await api("PUT", path, commands))[0] == 200


async def test_a_second_sync_keeps_ids_and_costs_nothing(sandbox: Sandbox, api: Api, path: str) -> None:
    _, first = await api("PUT", path, [command(f"c{n}") for n in range(100)])
    for _ in range(3):
        _, again = await api("PUT", path, [command(f"c{n}") for n in range(100)])
    assert [entry["id"] for entry in again] == [entry["id"] for entry in first]
    assert (await api("PUT", path, [command(f"d{n}") for n in range(100)]))[0] == 200
    status, refusal = await api("POST", path, command("e"))
    assert refusal["code"] == 30032
    await api("PUT", path, [])
    status, refusal = await api("POST", path, command("e"))
    assert (status, refusal["code"]) == (400, 30034)
    await sandbox.pass_time(24 * 3600)
    assert (await api("POST", path, command("e")))[0] == 200
    sandbox.violations.clear()


async def test_one_command_can_be_edited_and_deleted(api: Api, path: str) -> None:
    _, made = await api("POST", path, command())
    one = f"{path}/{made['id']}"
    assert (await api("PATCH", one, {"description": "New"}))[1]["description"] == "New"
    assert (await api("GET", one))[1]["description"] == "New"
    assert (await api("DELETE", one))[0] == 204
    assert (await api("GET", one))[1]["code"] == 10063


async def test_a_command_of_one_server_is_used_there_alone(sandbox: Sandbox, api: Api, alice: Person) -> None:
    guild = sandbox.guild.id
    of_guild = f"/applications/{sandbox.world.bot.id}/guilds/{guild}/commands"
    _, made = await api("PUT", of_guild, [command()])
    assert made[0]["guild_id"] == str(guild)
    with pytest.raises(Impossible, match="no command"):
        await alice.slash("dm", "play")


async def test_guarded_commands_need_the_permission(
    sandbox: Sandbox, api: Api, path: str, alice: Person, bob: Person
) -> None:
    manage = str(int(Permission.MANAGE_GUILD))
    await api("PUT", path, [command("admin", default_member_permissions=manage, contexts=[0])])
    with pytest.raises(Impossible, match="no command /admin"):
        await bob.slash("games", "admin")
    with pytest.raises(Impossible, match="no command /admin"):
        await alice.slash("dm", "admin")
    staff = sandbox.world.add_role(sandbox.guild, "staff", Permission.MANAGE_GUILD)
    sandbox.staff.give_role(sandbox.guild, bob.user, staff)
    bot = Puppet()

    @bot.tree.command(description="For staff")
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def admin(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("yes?", ephemeral=True)

    async with running(sandbox, bot):
        assert (await bob.slash("games", "admin")).acked


async def test_commands_can_be_forbidden_in_a_channel(
    sandbox: Sandbox, api: Api, path: str, bob: Person, games: int
) -> None:
    await api("PUT", path, [command()])
    sandbox.staff.overwrite(games, bob.user, deny=Permission.USE_APPLICATION_COMMANDS)
    with pytest.raises(Impossible, match="no command"):
        await bob.slash("games", "play")


async def test_commands_of_another_application_are_out_of_reach(sandbox: Sandbox, api: Api) -> None:
    assert (await api("GET", "/applications/12/commands"))[1]["code"] == 50001
