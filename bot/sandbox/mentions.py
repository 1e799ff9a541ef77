"""Whom a message pings: what it says, as far as `allowed_mentions` lets it (resources/message.mdx)."""

import re
from collections.abc import Mapping
from typing import Any

from . import components
from .jsons import Json
from .model import Channel, Mentions, Message, MessageKind
from .permissions import Permission
from .world import World


def mentioned(
    world: World,
    channel: Channel,
    author_id: int,
    text: str,
    tree: list[Json],
    allowed: Mapping[str, Any] | None,
    replied_to: Message | None = None,
) -> Mentions:
    """Mentions in the content and in every text display; without `allowed_mentions` all of them count."""
    words = "\n".join([text, *components.texts(tree)])
    parse = {"users", "roles", "everyone"} if allowed is None else set(allowed.get("parse") or [])
    listed_users = {int(user) for user in (allowed or {}).get("users") or []}
    listed_roles = {int(role) for role in (allowed or {}).get("roles") or []}

    users = [int(found) for found in re.findall(r"<@!?(\d+)>", words)]
    users = [user for user in users if user in world.users and ("users" in parse or user in listed_users)]
    if replied_to is not None and (allowed is None or allowed.get("replied_user")):
        users.append(replied_to.author_id)

    may_mention_all = world.may(channel, author_id, Permission.MENTION_EVERYONE)
    guild = None if channel.guild_id is None else world.guilds[channel.guild_id]
    roles = []
    for found in re.findall(r"<@&(\d+)>", words):
        role = guild.roles.get(int(found)) if guild else None
        if role and ("roles" in parse or role.id in listed_roles) and (role.mentionable or may_mention_all):
            roles.append(role.id)
    everyone = bool(re.search(r"@(everyone|here)", words)) and "everyone" in parse and may_mention_all
    return Mentions(list(dict.fromkeys(users)), list(dict.fromkeys(roles)), everyone)


def pinged(world: World, message: Message) -> list[int]:
    """The people a new message notifies: those it mentions and, in a DM, its reader.

    Silent messages and ephemeral ones notify nobody, nor does anybody notify themselves.
    """
    if message.kind in (MessageKind.THREAD_CREATED, MessageKind.THREAD_STARTER):
        return []
    channel = world.channels[message.channel_id]
    guild = None if channel.guild_id is None else world.guilds[channel.guild_id]
    wanted = set(message.mentions.users)
    if channel.recipient_id is not None:
        wanted.add(channel.recipient_id)
    if guild is not None:
        for member in guild.members.values():
            if message.mentions.everyone or set(member.roles) & set(message.mentions.roles):
                wanted.add(member.user_id)
    wanted.discard(message.author_id)
    return [user for user in wanted if not world.users[user].bot and world.sees_message(user, message)]
