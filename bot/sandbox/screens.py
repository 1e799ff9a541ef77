"""A channel as one person has it on the screen."""

from . import payloads
from .files import Files
from .jsons import Json
from .model import Channel, Message, MessageKind
from .world import World

SHOWN_MESSAGES = 100


def visible_messages(channel: Channel, user_id: int) -> list[Message]:
    """A channel's messages as one person has them, oldest first, the ephemeral ones for them included.

    The empty first message of a thread is not one: clients show the message it was made of.
    """
    return [
        message
        for _, message in sorted(channel.messages.items())
        if message.only_for in (None, user_id) and message.kind is not MessageKind.THREAD_STARTER
    ]


def channel_on_screen(world: World, files: Files, channel: Channel, user_id: int) -> Json:
    messages = visible_messages(channel, user_id)[-SHOWN_MESSAGES:]
    return {
        "id": str(channel.id),
        "type": int(channel.kind),
        "name": world.bot.global_name if channel.recipient_id is not None else channel.name,
        "topic": channel.topic,
        "parent": None if channel.parent_id is None else str(channel.parent_id),
        "archived": channel.thread is not None and channel.thread.archived,
        "messages": [payloads.message(world, files, message) for message in messages],
    }
