"""Discord's permissions, and how roles and overwrites add up."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntFlag


class Permission(IntFlag):
    """The bits the sandbox knows by name (topics/permissions.mdx); others are carried along unread."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    PIN_MESSAGES = 1 << 51
    BYPASS_SLOWMODE = 1 << 52


NOTHING = Permission(0)
EVERYTHING = Permission((1 << 53) - 1)
EVERYONE_BY_DEFAULT = (
    Permission.CREATE_INSTANT_INVITE
    | Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What a channel gives to or takes from one role or one member."""

    id: int
    of_member: bool
    allow: Permission = NOTHING
    deny: Permission = NOTHING


def in_channel(
    base: Permission, everyone: int, roles: Iterable[int], member: int, overwrites: dict[int, Overwrite]
) -> Permission:
    """Permissions of a member in a channel (topics/permissions.mdx, Permission Overwrites).

    `base` is what the roles grant in the guild; `everyone` the id of the @everyone role.
    """
    if base & Permission.ADMINISTRATOR:
        return EVERYTHING
    if not overwrites:
        return base
    result = _overwritten(base, [overwrites[everyone]] if everyone in overwrites else [])
    result = _overwritten(result, [overwrites[role] for role in roles if role in overwrites])
    return _overwritten(result, [overwrites[member]] if member in overwrites else [])


def _overwritten(permissions: Permission, overwrites: list[Overwrite]) -> Permission:
    allow = deny = NOTHING
    for overwrite in overwrites:
        allow |= overwrite.allow
        deny |= overwrite.deny
    return permissions & ~deny | allow
