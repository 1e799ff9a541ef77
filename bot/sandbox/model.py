"""What exists on the offline Discord: plain records, without behaviour.

Ids are numbers here and strings on the wire; moments are seconds since 1970.
"""

import asyncio
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from .jsons import Json
from .permissions import Overwrite, Permission


@dataclass
class User:
    id: int
    username: str
    global_name: str | None
    bot: bool = False
    locale: str = "en-US"
    dms_closed: bool = False


@dataclass
class Role:
    id: int
    name: str
    permissions: Permission
    position: int = 0
    mentionable: bool = False


@dataclass
class Member:
    user_id: int
    joined_at: float
    nick: str | None = None
    roles: list[int] = field(default_factory=list)


@dataclass
class Guild:
    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    locale: str = "en-US"


class ChannelKind(IntEnum):
    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


@dataclass
class ThreadState:
    """What only a thread has (resources/channel.mdx, Thread Metadata)."""

    owner_id: int
    created_at: float
    auto_archive_minutes: int
    archive_changed_at: float
    last_active_at: float
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    members: set[int] = field(default_factory=set)
    message_count: int = 0


@dataclass
class Channel:
    id: int
    kind: ChannelKind
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    topic: str | None = None
    position: int = 0
    slow_mode: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    recipient_id: int | None = None
    thread: ThreadState | None = None
    last_message_id: int | None = None
    messages: dict[int, "Message"] = field(default_factory=dict)


class MessageFlag(IntFlag):
    """resources/message.mdx, Message Flags."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


NO_FLAGS = MessageFlag(0)


class MessageKind(IntEnum):
    DEFAULT = 0
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    THREAD_STARTER = 21


@dataclass(eq=False)
class Attachment:
    id: int
    channel_id: int
    filename: str
    data: bytes
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass
class Mentions:
    """Whom a message pings."""

    users: list[int] = field(default_factory=list)
    roles: list[int] = field(default_factory=list)
    everyone: bool = False


@dataclass(eq=False)
class Message:
    id: int
    channel_id: int
    author_id: int
    created_at: float
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: MessageFlag = NO_FLAGS
    kind: MessageKind = MessageKind.DEFAULT
    mentions: Mentions = field(default_factory=Mentions)
    edited_at: float | None = None
    nonce: str | int | None = None
    reference: Json | None = None
    tts: bool = False
    interaction: "Interaction | None" = None
    only_for: int | None = None
    """The one person who sees it, when it is ephemeral."""
    revision: int = 0
    """Grows with every change of what it shows."""


class InteractionKind(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackKind(IntEnum):
    """interactions/receiving-and-responding.mdx, Interaction Callback Type."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    AUTOCOMPLETE = 8
    MODAL = 9


@dataclass
class Interaction:
    """One act of a person that the bot is told of, and how it was answered."""

    id: int
    token: str
    kind: InteractionKind
    user_id: int
    channel_id: int
    guild_id: int | None
    created_at: float
    name: str | None = None
    """The command with its subcommands: `play`, `group sub`."""
    source_id: int | None = None
    """The message whose component was used."""
    answer: CallbackKind | None = None
    failed: bool = False
    ephemeral: bool = False
    loading: bool = False
    original_id: int | None = None
    followups: list[int] = field(default_factory=list)
    modal: Json | None = None
    modal_open: bool = False
    choices: list[Json] = field(default_factory=list)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the first answer came, or can't come any more."""


@dataclass
class Emoji:
    """An emoji of the application (resources/emoji.mdx)."""

    id: int
    name: str
    data: bytes
    content_type: str
    animated: bool = False
