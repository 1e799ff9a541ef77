"""Opening threads and their members."""

from typing import Any

from .. import payloads
from ..journal import Call
from ..model import ChannelKind, MessageKind
from ..permissions import Permission
from ..refusals import Refusal, form_error
from ..stage import Stage
from ..threads import state_of
from .access import channel_of, message_in
from .routing import Routes

routes = Routes()

FIELDS = frozenset({"name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable"})


@routes.add("POST", "/channels/{channel_id}/messages/{message_id}/threads", fields=FIELDS, status=201)
def open_of_message(stage: Stage, call: Call) -> Any:
    parent = channel_of(stage, call, Permission.CREATE_PUBLIC_THREADS, Permission.READ_MESSAGE_HISTORY)
    of_message = message_in(parent, call.id("message_id"))
    thread = stage.threads.open(
        parent,
        call.body.get("name"),
        ChannelKind.PUBLIC_THREAD,
        stage.world.bot.id,
        archive_after=call.body.get("auto_archive_duration") or 1440,
        slow_mode=call.body.get("rate_limit_per_user") or 0,
        of_message=of_message,
    )
    about = {"type": 0, "channel_id": str(parent.id), "message_id": str(of_message.id)}
    about["guild_id"] = str(parent.guild_id)
    stage.messages.post_system(thread, MessageKind.THREAD_STARTER, stage.world.bot.id, "", about)
    return payloads.channel(stage.world, thread)


@routes.add("POST", "/channels/{channel_id}/threads", fields=FIELDS, status=201)
def open_alone(stage: Stage, call: Call) -> Any:
    """A thread without a message; private unless the type says otherwise (resources/channel.mdx)."""
    kinds = {
        11: (ChannelKind.PUBLIC_THREAD, Permission.CREATE_PUBLIC_THREADS),
        12: (ChannelKind.PRIVATE_THREAD, Permission.CREATE_PRIVATE_THREADS),
    }
    wanted = call.body.get("type") or 12
    if wanted not in kinds:
        raise form_error("type", "BASE_TYPE_CHOICES", "Value must be one of {11, 12}.")
    kind, needed = kinds[wanted]
    parent = channel_of(stage, call, needed)
    bot = stage.world.bot.id
    thread = stage.threads.open(
        parent,
        call.body.get("name"),
        kind,
        bot,
        archive_after=call.body.get("auto_archive_duration") or 1440,
        invitable=call.body.get("invitable", True),
        slow_mode=call.body.get("rate_limit_per_user") or 0,
    )
    if kind is ChannelKind.PUBLIC_THREAD:
        about = {"type": 0, "channel_id": str(thread.id), "guild_id": str(thread.guild_id)}
        stage.messages.post_system(parent, MessageKind.THREAD_CREATED, bot, thread.name, about)
    return payloads.channel(stage.world, thread)


@routes.add("GET", "/channels/{channel_id}/thread-members")
def members(stage: Stage, call: Call) -> Any:
    thread = channel_of(stage, call)
    return [payloads.thread_member(stage.world, thread, u) for u in sorted(state_of(thread).members)]


@routes.add("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_member(stage: Stage, call: Call) -> Any:
    thread = channel_of(stage, call)
    _check_open(stage, call)
    user_id = stage.world.bot.id if call.args["user_id"] == "@me" else call.id("user_id")
    parent = stage.world.channels[thread.parent_id or 0]
    if user_id not in stage.world.users:
        raise Refusal(10013)
    if not stage.world.may(parent, user_id, Permission.VIEW_CHANNEL):
        raise Refusal(50001)
    stage.threads.add(thread, [user_id])


@routes.add("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove_member(stage: Stage, call: Call) -> Any:
    thread = channel_of(stage, call)
    _check_open(stage, call)
    itself = call.args["user_id"] == "@me"
    if not itself and not stage.world.may(thread, stage.world.bot.id, Permission.MANAGE_THREADS):
        raise Refusal(50013)
    stage.threads.remove(thread, stage.world.bot.id if itself else call.id("user_id"))


def _check_open(stage: Stage, call: Call) -> None:
    thread = channel_of(stage, call, Permission.SEND_MESSAGES_IN_THREADS)
    if state_of(thread).archived:
        raise Refusal(50083)
