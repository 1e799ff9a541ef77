"""From what a person types after a slash to the interaction's data (application-commands.mdx)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from . import payloads
from .impossible import Impossible
from .jsons import Json
from .model import Channel
from .world import World


class Option(IntEnum):
    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10


TRUE = (True, "true", "True", "1", "on")


@dataclass
class CommandData:
    """Builds the data of one use of a command; refuses what Discord's own form would not send."""

    world: World
    channel: Channel
    user_id: int
    focus: str | None = None
    """The option being typed, when this is a question for choices: nothing typed so far is checked."""
    resolved: Json = field(default_factory=dict)

    def build(self, command: Json, path: list[str], typed: Mapping[str, Any]) -> Json:
        declared, wrappers = _leaf(command, path)
        unknown = set(typed) - set(declared)
        if unknown:
            raise Impossible(f"/{' '.join([command['name'], *path])} has no option {sorted(unknown)}")
        if self.focus is None:
            for option in declared.values():
                if option.get("required") and typed.get(option["name"]) is None:
                    raise Impossible(f"{option['name']} is needed")
        options = [self._filled(declared[name], value) for name, value in typed.items() if value is not None]
        for name, kind in reversed(wrappers):
            options = [{"name": name, "type": kind, "options": options}]
        data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        if self.resolved:
            data["resolved"] = self.resolved
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        return data

    def _filled(self, option: Json, value: Any) -> Json:
        filled: Json = {"name": option["name"], "type": option["type"]}
        if option["name"] == self.focus:
            return filled | {"value": str(value), "focused": True}
        return filled | {"value": self._value(option, value)}

    def _value(self, option: Json, value: Any) -> Any:
        match option["type"]:
            case Option.STRING:
                return self._string(option, str(value))
            case Option.INTEGER | Option.NUMBER:
                return self._number(option, value)
            case Option.BOOLEAN:
                return value in TRUE
            case Option.USER | Option.MENTIONABLE:
                resolve_users(self.world, self.channel, [value], self.resolved)
                return str(int(value))
            case Option.CHANNEL:
                resolve_channels(self.world, self.user_id, [value], self.resolved)
                return str(int(value))
            case kind:
                raise Impossible(f"the sandbox can't fill options of type {kind}")

    def _string(self, option: Json, value: str) -> str:
        if self.focus is not None:
            return value
        if not (option.get("min_length") or 0) <= len(value) <= (option.get("max_length") or 6000):
            raise Impossible(f"{option['name']} is too short or too long")
        choices = option.get("choices") or []
        if choices and value not in [choice["value"] for choice in choices]:
            raise Impossible(f"{option['name']}: choose one from the list")
        return value

    def _number(self, option: Json, value: Any) -> float:
        try:
            number = int(value) if option["type"] == Option.INTEGER else float(value)
        except (TypeError, ValueError):
            if self.focus is None:
                raise Impossible(f"{option['name']} is a number") from None
            return 0
        least, most = option.get("min_value"), option.get("max_value")
        if self.focus is None and ((least is not None and number < least) or (most is not None and number > most)):
            raise Impossible(f"{option['name']} is out of range")
        choices = option.get("choices") or []
        if self.focus is None and choices and number not in [choice["value"] for choice in choices]:
            raise Impossible(f"{option['name']}: choose one from the list")
        return number


def resolve_users(world: World, channel: Channel, ids: list[Any], resolved: Json) -> None:
    """Adds people (and members, in a guild) to the `resolved` part of an interaction."""
    for user_id in map(int, ids):
        if user_id not in world.users:
            raise Impossible(f"there is nobody with the id {user_id}")
        resolved.setdefault("users", {})[str(user_id)] = payloads.user(world.users[user_id])
        guild = world.guilds.get(channel.guild_id or 0)
        if guild is not None and user_id in guild.members:
            member = payloads.bare_member(guild.members[user_id])
            member["permissions"] = str(int(world.permissions(channel, user_id)))
            resolved.setdefault("members", {})[str(user_id)] = member


def resolve_channels(world: World, user_id: int, ids: list[Any], resolved: Json) -> None:
    for channel_id in map(int, ids):
        found = world.channels.get(channel_id)
        if found is None or not world.sees(user_id, found):
            raise Impossible("there is no such channel to choose")
        resolved.setdefault("channels", {})[str(channel_id)] = {
            "id": str(found.id),
            "name": found.name,
            "type": int(found.kind),
            "permissions": str(int(world.permissions(found, user_id))),
            "parent_id": None if found.parent_id is None else str(found.parent_id),
        }


def resolve_roles(world: World, channel: Channel, ids: list[Any], resolved: Json) -> None:
    guild = world.guilds.get(channel.guild_id or 0)
    for role_id in map(int, ids):
        if guild is None or role_id not in guild.roles:
            raise Impossible("there is no such role to choose")
        resolved.setdefault("roles", {})[str(role_id)] = payloads.role(guild.roles[role_id])


def _leaf(command: Json, path: list[str]) -> tuple[dict[str, Json], list[tuple[str, int]]]:
    """The options of the (sub)command that `path` leads to, by name, and what they are wrapped in."""
    node, wrappers = command, []
    for word in path:
        inside = [o for o in node.get("options") or [] if o["type"] in (Option.SUBCOMMAND, Option.GROUP)]
        found = next((option for option in inside if option["name"] == word), None)
        if found is None:
            raise Impossible(f"there is no command /{' '.join([command['name'], *path])}")
        node = found
        wrappers.append((word, int(found["type"])))
    options = node.get("options") or []
    if any(option["type"] in (Option.SUBCOMMAND, Option.GROUP) for option in options):
        raise Impossible(f"/{' '.join([command['name'], *path])} needs one of its subcommands")
    return {option["name"]: option for option in options}, wrappers
