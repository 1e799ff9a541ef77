"""The application commands that were synced, and who can use which."""

from collections import defaultdict

from .bell import Bell
from .budget import Budget
from .command_limits import SLASH, check_command, check_commands
from .jsons import Json
from .model import Channel
from .permissions import Permission
from .refusals import Refusal
from .world import World

DAY = 24 * 3600.0
CREATES_A_DAY = 200
IN_GUILD, IN_BOT_DM = 0, 1


class Commands:
    """Global commands stand under None, a guild's under its id."""

    def __init__(self, world: World, bell: Bell) -> None:
        self._world = world
        self._bell = bell
        self._sets: dict[int | None, list[Json]] = defaultdict(list)
        self._creates: dict[int | None, Budget] = {}

    def all(self, guild_id: int | None) -> list[Json]:
        return self._sets[guild_id]

    def one(self, guild_id: int | None, command_id: int) -> Json:
        for command in self._sets[guild_id]:
            if command["id"] == str(command_id):
                return command
        raise Refusal(10063)

    def replace_all(self, guild_id: int | None, wanted: list[Json]) -> list[Json]:
        check_commands(wanted)
        old = {_key(command): command for command in self._sets[guild_id]}
        self._spend(guild_id, sum(_key(command) not in old for command in wanted))
        self._sets[guild_id] = [self._made(guild_id, c, old.get(_key(c))) for c in wanted]
        self._bell.ring()
        return self._sets[guild_id]

    def upsert(self, guild_id: int | None, wanted: Json) -> Json:
        """Creates a command, or overwrites the one of the same name and type."""
        check_command(wanted, "")
        others = [command for command in self._sets[guild_id] if _key(command) != _key(wanted)]
        old = next((c for c in self._sets[guild_id] if _key(c) == _key(wanted)), None)
        check_commands([*others, wanted])
        self._spend(guild_id, 0 if old else 1)
        made = self._made(guild_id, wanted, old)
        self._sets[guild_id] = [*others, made]
        self._bell.ring()
        return made

    def edit(self, guild_id: int | None, command_id: int, changes: Json) -> Json:
        old = self.one(guild_id, command_id)
        wanted = old | changes
        others = [command for command in self._sets[guild_id] if command is not old]
        check_commands([*others, wanted])
        made = self._made(guild_id, wanted, old)
        self._sets[guild_id] = [*others, made]
        self._bell.ring()
        return made

    def delete(self, guild_id: int | None, command_id: int) -> None:
        self._sets[guild_id].remove(self.one(guild_id, command_id))
        self._bell.ring()

    def usable(self, channel: Channel, user_id: int) -> list[Json]:
        """What a person can pick in a channel, by context and by default_member_permissions."""
        available = list(self._sets[None])
        if channel.guild_id is not None:
            available += self._sets[channel.guild_id]
        return [command for command in available if self._may_use(command, channel, user_id)]

    def slash_commands(self, channels: list[Channel], user_id: int) -> list[Json]:
        """The slash commands usable in any of these channels, each once."""
        found = {c["id"]: c for channel in channels for c in self.usable(channel, user_id)}
        return [command for command in found.values() if command["type"] == SLASH]

    def _may_use(self, command: Json, channel: Channel, user_id: int) -> bool:
        contexts = command["contexts"]
        if channel.guild_id is None:
            return IN_BOT_DM in contexts if contexts is not None else command["dm_permission"] is not False
        if contexts is not None and IN_GUILD not in contexts:
            return False
        granted = self._world.permissions(channel, user_id)
        if not granted & Permission.USE_APPLICATION_COMMANDS:
            return False
        needed = command["default_member_permissions"]
        if needed is None or granted & Permission.ADMINISTRATOR:
            return True
        return int(needed) != 0 and granted & Permission(int(needed)) == Permission(int(needed))

    def _spend(self, guild_id: int | None, creates: int) -> None:
        """200 creates a day for each guild and for the global set (30034); overwriting costs nothing."""
        budget = self._creates.setdefault(guild_id, Budget(self._world.clock, DAY))
        if budget.spend(CREATES_A_DAY, creates) is not None:
            raise Refusal(30034)

    def _made(self, guild_id: int | None, wanted: Json, old: Json | None) -> Json:
        made = {
            "id": old["id"] if old else str(self._world.new_id()),
            "application_id": str(self._world.bot.id),
            "version": str(self._world.new_id()),
            "type": int(wanted.get("type") or SLASH),
            "name": wanted["name"],
            "name_localizations": wanted.get("name_localizations"),
            "description": wanted.get("description") or "",
            "description_localizations": wanted.get("description_localizations"),
            "options": wanted.get("options") or [],
            "default_member_permissions": _text(wanted.get("default_member_permissions")),
            "dm_permission": wanted.get("dm_permission", True),
            "contexts": wanted.get("contexts"),
            "integration_types": wanted.get("integration_types") or [0],
            "nsfw": bool(wanted.get("nsfw")),
        }
        return made if guild_id is None else made | {"guild_id": str(guild_id)}


def _key(command: Json) -> tuple[str, int]:
    return command["name"], int(command.get("type") or SLASH)


def _text(value: object) -> str | None:
    return None if value is None else str(value)
