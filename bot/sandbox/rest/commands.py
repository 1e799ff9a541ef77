"""Registering application commands, global and for one guild."""

from typing import Any

from ..journal import Call
from ..refusals import Refusal
from ..stage import Stage
from .access import guild_of
from .routing import Routes

routes = Routes()

GLOBAL = "/applications/{application_id}/commands"
OF_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
FIELDS = frozenset(
    {
        "id",
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "options",
        "default_member_permissions",
        "dm_permission",
        "contexts",
        "integration_types",
        "nsfw",
    }
)


def _scope(stage: Stage, call: Call) -> int | None:
    if call.id("application_id") != stage.world.bot.id:
        raise Refusal(50001)
    return guild_of(stage, call).id if "guild_id" in call.args else None


@routes.add("GET", GLOBAL)
@routes.add("GET", OF_GUILD)
def listed(stage: Stage, call: Call) -> Any:
    return stage.commands.all(_scope(stage, call))


@routes.add("PUT", GLOBAL, fields=FIELDS, many=True)
@routes.add("PUT", OF_GUILD, fields=FIELDS, many=True)
def sync(stage: Stage, call: Call) -> Any:
    scope = _scope(stage, call)
    before = [command | {"version": None} for command in stage.commands.all(scope)]
    made = stage.commands.replace_all(scope, call.body)
    if [command | {"version": None} for command in made] != before:  # a bot that starts again syncs what it had
        stage.snapshots.tell_commands()
    return made


@routes.add("POST", GLOBAL, fields=FIELDS)
@routes.add("POST", OF_GUILD, fields=FIELDS)
def upsert(stage: Stage, call: Call) -> Any:
    made = stage.commands.upsert(_scope(stage, call), call.body)
    stage.snapshots.tell_commands()
    return made


@routes.add("GET", GLOBAL + "/{command_id}")
@routes.add("GET", OF_GUILD + "/{command_id}")
def one(stage: Stage, call: Call) -> Any:
    return stage.commands.one(_scope(stage, call), call.id("command_id"))


@routes.add("PATCH", GLOBAL + "/{command_id}", fields=FIELDS)
@routes.add("PATCH", OF_GUILD + "/{command_id}", fields=FIELDS)
def edit(stage: Stage, call: Call) -> Any:
    made = stage.commands.edit(_scope(stage, call), call.id("command_id"), call.body)
    stage.snapshots.tell_commands()
    return made


@routes.add("DELETE", GLOBAL + "/{command_id}")
@routes.add("DELETE", OF_GUILD + "/{command_id}")
def delete(stage: Stage, call: Call) -> Any:
    stage.commands.delete(_scope(stage, call), call.id("command_id"))
    stage.snapshots.tell_commands()
