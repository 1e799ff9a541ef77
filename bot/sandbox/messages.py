"""Posting, editing and deleting messages, whoever does it."""

from collections.abc import Mapping
from typing import Any

from . import attachments, components
from .broadcast import Broadcast
from .budget import Budget
from .files import Files
from .journal import Upload
from .jsons import Json, copied
from .limits import check_message
from .mentions import mentioned
from .model import Channel, Interaction, InteractionKind, Message, MessageFlag, MessageKind
from .permissions import Permission
from .refusals import RateLimited, Refusal, form_error
from .threads import Threads
from .world import World

SETTABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
NONCE_MEMORY = 300.0
"""Seconds for which a nonce is remembered ("the past few minutes", resources/message.mdx)."""
OLD = 3600.0
OLD_EDITS = 3
"""Edits of older messages that a channel gets in an hour before 30046. The true number is not public."""


class Messages:
    def __init__(self, world: World, files: Files, broadcast: Broadcast, threads: Threads, max_file: int) -> None:
        self._world = world
        self._files = files
        self._broadcast = broadcast
        self._threads = threads
        self._max_file = max_file
        self._nonces: dict[tuple[int, int, str], tuple[int, float]] = {}
        self._old_edits: dict[int, Budget] = {}

    def post(
        self,
        channel: Channel,
        author_id: int,
        body: Mapping[str, Any],
        uploads: list[Upload] | None = None,
        *,
        interaction: Interaction | None = None,
        where: str = "",
    ) -> Message:
        """Checks and posts a message; in an archived thread it re-opens the thread.

        Only an answer to an interaction can be ephemeral; elsewhere the flag is ignored.
        """
        uploads = uploads or []
        check_message(body, uploads, max_file=self._max_file, where=where)
        replied_to = self._replied_to(channel, body)
        taken = attachments.take_uploads(channel.id, body, uploads, self._world.new_id)
        embeds, tree = _copied(body, "embeds"), _copied(body, "components")
        attachments.bind(embeds, tree, taken, where)
        flags = MessageFlag(body.get("flags") or 0)
        ephemeral = bool(flags & MessageFlag.EPHEMERAL) and interaction is not None
        message = Message(
            id=self._world.new_id(),
            channel_id=channel.id,
            author_id=author_id,
            created_at=self._world.clock.now(),
            content=(body.get("content") or "").strip(),
            embeds=embeds,
            components=tree,
            attachments=taken,
            flags=flags & SETTABLE | (MessageFlag.EPHEMERAL if ephemeral else MessageFlag(0)),
            nonce=body.get("nonce"),
            reference=body.get("message_reference"),
            tts=bool(body.get("tts")),
            interaction=interaction,
            only_for=interaction.user_id if interaction is not None and ephemeral else None,
            mentions=mentioned(
                self._world,
                channel,
                author_id,
                body.get("content") or "",
                tree,
                body.get("allowed_mentions"),
                replied_to,
            ),
        )
        if message.reference is not None:
            message.kind = MessageKind.REPLY
        elif interaction is not None and interaction.kind is InteractionKind.COMMAND:
            message.kind = MessageKind.CHAT_INPUT_COMMAND
        self._add(channel, message)
        return message

    def post_thinking(self, channel: Channel, interaction: Interaction) -> Message:
        """The "thinking" message of a deferred answer."""
        flags = MessageFlag.LOADING
        if interaction.ephemeral:
            flags |= MessageFlag.EPHEMERAL
        message = Message(
            id=self._world.new_id(),
            channel_id=channel.id,
            author_id=self._world.bot.id,
            created_at=self._world.clock.now(),
            flags=flags,
            interaction=interaction,
            only_for=interaction.user_id if interaction.ephemeral else None,
        )
        if interaction.kind is InteractionKind.COMMAND:
            message.kind = MessageKind.CHAT_INPUT_COMMAND
        self._add(channel, message)
        return message

    def post_system(self, channel: Channel, kind: MessageKind, author_id: int, text: str, about: Json) -> None:
        """A line that Discord itself writes, such as "started a thread"."""
        message = Message(
            id=self._world.new_id(),
            channel_id=channel.id,
            author_id=author_id,
            created_at=self._world.clock.now(),
            content=text,
            kind=kind,
            reference=about,
        )
        channel.messages[message.id] = message
        channel.last_message_id = message.id
        self._broadcast.message_created(message)

    def edit(
        self,
        message: Message,
        body: Mapping[str, Any],
        uploads: list[Upload] | None = None,
        *,
        where: str = "",
    ) -> Message:
        """Checks and edits; the flag of components V2 and the ephemeral state stay as they are."""
        uploads = uploads or []
        channel = self._world.channels[message.channel_id]
        if channel.thread is not None and channel.thread.archived:
            raise Refusal(50083)
        check_message(body, uploads, max_file=self._max_file, where=where, before=message)
        taken = attachments.take_uploads(channel.id, body, uploads, self._world.new_id)
        held = attachments.kept(message, body) + taken
        embeds = _copied(body, "embeds") if "embeds" in body else copied(message.embeds)
        tree = _copied(body, "components") if "components" in body else copied(message.components)
        attachments.bind(embeds, tree, held, where)
        for attachment in taken:
            self._files.keep_attachment(attachment)
        for attachment in message.attachments:
            if attachment not in held:
                self._files.forget_attachment(attachment)
        components.settle(tree)
        message.embeds, message.components, message.attachments = embeds, tree, held
        if "content" in body:
            message.content = (body["content"] or "").strip()
        if body.get("flags") is not None:
            flags = MessageFlag(body["flags"])
            message.flags &= ~MessageFlag.SUPPRESS_EMBEDS
            message.flags |= flags & (MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2)
        message.mentions = mentioned(
            self._world,
            channel,
            message.author_id,
            message.content,
            message.components,
            body.get("allowed_mentions"),
        )
        # The edit that replaces "thinking" leaves no "(edited)" mark.
        if not message.flags & MessageFlag.LOADING:
            message.edited_at = self._world.clock.now()
        message.flags &= ~MessageFlag.LOADING
        message.revision += 1
        self._broadcast.message_edited(message)
        return message

    def delete(self, message: Message) -> None:
        channel = self._world.channels[message.channel_id]
        del channel.messages[message.id]
        for attachment in message.attachments:
            self._files.forget_attachment(attachment)
        self._broadcast.message_deleted(message)

    # ---- rules that only the bot's own calls meet

    def by_nonce(self, channel: Channel, author_id: int, nonce: object) -> Message | None:
        """The message that was posted with this nonce in the last minutes, if it is still there."""
        message_id, at = self._nonces.get((channel.id, author_id, str(nonce)), (0, 0.0))
        if self._world.clock.now() - at > NONCE_MEMORY:
            return None
        return channel.messages.get(message_id)

    def remember_nonce(self, message: Message) -> None:
        key = (message.channel_id, message.author_id, str(message.nonce))
        self._nonces[key] = (message.id, self._world.clock.now())

    def spend_old_edit(self, message: Message) -> None:
        """Refuses the edit of a message older than an hour once the channel's budget is spent (30046)."""
        if self._world.clock.now() - message.created_at <= OLD:
            return
        budget = self._old_edits.setdefault(message.channel_id, Budget(self._world.clock, OLD))
        if (wait := budget.spend(OLD_EDITS)) is not None:
            raise RateLimited(30046, wait)

    # ---- inside

    def _add(self, channel: Channel, message: Message) -> None:
        components.settle(message.components)
        for attachment in message.attachments:
            self._files.keep_attachment(attachment)
        if channel.thread is not None and message.only_for is None:
            self._threads.was_active(channel)
        if channel.thread is not None:
            invited = [u for u in message.mentions.users if self._may_join(channel, u)]
            self._threads.add(channel, [message.author_id, *invited])
        channel.messages[message.id] = message
        if message.only_for is None:
            channel.last_message_id = message.id
        self._broadcast.message_created(message)

    def _may_join(self, thread: Channel, user_id: int) -> bool:
        """A mention makes somebody a member of the thread when they see the channel it is in."""
        parent = self._world.channels.get(thread.parent_id or 0)
        return parent is not None and self._world.may(parent, user_id, Permission.VIEW_CHANNEL)

    def _replied_to(self, channel: Channel, body: Mapping[str, Any]) -> Message | None:
        reference = body.get("message_reference")
        if reference is None or "message_id" not in reference:
            return None
        found = channel.messages.get(int(reference["message_id"]))
        if found is None and reference.get("fail_if_not_exists", True):
            raise form_error("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return found


def _copied(body: Mapping[str, Any], field: str) -> list[Json]:
    parts: list[Json] = copied(body.get(field) or [])
    if field == "embeds":
        return [part | {"type": "rich"} for part in parts]
    return parts
