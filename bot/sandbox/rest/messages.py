"""Messages in channels, threads and DMs."""

from typing import Any

from .. import payloads
from ..gateway import Intent
from ..journal import Call
from ..model import Channel, ChannelKind, Message
from ..permissions import Permission
from ..refusals import Refusal
from ..stage import Stage
from .access import channel_of, message_in
from .routing import EDIT_FIELDS, MESSAGE_FIELDS, Routes

routes = Routes()


def _answer(stage: Stage, message: Message) -> Any:
    return payloads.message(stage.world, stage.files, message)


@routes.add("POST", "/channels/{channel_id}/messages", fields=MESSAGE_FIELDS)
def send(stage: Stage, call: Call) -> Any:
    """Sends; a nonce that is enforced brings back the message that already has it (resources/message.mdx)."""
    channel = channel_of(stage, call)
    _check_may_send(stage, channel, call)
    bot = stage.world.bot.id
    if call.body.get("enforce_nonce"):
        known = stage.messages.by_nonce(channel, bot, call.body.get("nonce"))
        if known is not None:
            return _answer(stage, known)
    message = stage.messages.post(channel, bot, call.body, call.files)
    if message.nonce is not None:
        stage.messages.remember_nonce(message)
    return _answer(stage, message)


def _check_may_send(stage: Stage, channel: Channel, call: Call) -> None:
    world = stage.world
    if channel.kind is ChannelKind.DM and channel.recipient_id is not None:
        if not world.share_a_guild(channel.recipient_id):
            raise Refusal(50278)
        if world.users[channel.recipient_id].dms_closed:
            raise Refusal(50007)
        return
    needed = [Permission.SEND_MESSAGES if channel.thread is None else Permission.SEND_MESSAGES_IN_THREADS]
    if call.files:
        needed.append(Permission.ATTACH_FILES)
    if call.body.get("embeds"):
        needed.append(Permission.EMBED_LINKS)
    if call.body.get("message_reference"):
        needed.append(Permission.READ_MESSAGE_HISTORY)
    if not world.may(channel, world.bot.id, *needed):
        raise Refusal(50013)
    locked = channel.thread is not None and channel.thread.locked
    if locked and not world.may(channel, world.bot.id, Permission.MANAGE_THREADS):
        raise Refusal(160005)


def _answer_read(stage: Stage, message: Message) -> Any:
    """A message that is read; over HTTP too, others' content needs the MESSAGE_CONTENT intent (gateway.mdx)."""
    payload = _answer(stage, message)
    bot = stage.world.bot.id
    in_dm = stage.world.channels[message.channel_id].kind is ChannelKind.DM
    approved = stage.rules.approved_intents & Intent.MESSAGE_CONTENT
    if approved or in_dm or message.author_id == bot or bot in message.mentions.users:
        return payload
    return payload | {"content": "", "embeds": [], "attachments": [], "components": []}


@routes.add("GET", "/channels/{channel_id}/messages")
def history(stage: Stage, call: Call) -> Any:
    """Newest first; without READ_MESSAGE_HISTORY the answer is empty (resources/message.mdx)."""
    channel = channel_of(stage, call)
    if not stage.world.may(channel, stage.world.bot.id, Permission.READ_MESSAGE_HISTORY):
        return []
    limit = int(call.query.get("limit") or 50)
    before, after = int(call.query.get("before") or 1 << 63), int(call.query.get("after") or 0)
    if "around" in call.query:
        raise Refusal(0, status=501, message="sandbox: history with `around` is not implemented")
    found = [m for m in channel.messages.values() if m.only_for is None and after < m.id < before]
    found.sort(key=lambda message: message.id)
    found = found[:limit] if after else found[-limit:]
    return [_answer_read(stage, message) for message in reversed(found)]


@routes.add("GET", "/channels/{channel_id}/messages/{message_id}")
def message(stage: Stage, call: Call) -> Any:
    channel = channel_of(stage, call, Permission.READ_MESSAGE_HISTORY)
    return _answer_read(stage, message_in(channel, call.id("message_id")))


@routes.add("PATCH", "/channels/{channel_id}/messages/{message_id}", fields=EDIT_FIELDS)
def edit(stage: Stage, call: Call) -> Any:
    found = message_in(channel_of(stage, call), call.id("message_id"))
    if found.author_id != stage.world.bot.id:
        raise Refusal(50005)
    stage.messages.spend_old_edit(found)
    return _answer(stage, stage.messages.edit(found, call.body, call.files))


@routes.add("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete(stage: Stage, call: Call) -> Any:
    """In an archived thread nothing can be deleted before it is opened again."""
    channel = channel_of(stage, call)
    found = message_in(channel, call.id("message_id"))
    bot = stage.world.bot.id
    if found.author_id != bot and not stage.world.may(channel, bot, Permission.MANAGE_MESSAGES):
        raise Refusal(50003 if channel.kind is ChannelKind.DM else 50013)
    if channel.thread is not None and channel.thread.archived:
        raise Refusal(50083)
    stage.messages.delete(found)
