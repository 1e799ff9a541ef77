"""Channels: reading them, changing threads, typing."""

from typing import Any

from .. import payloads
from ..journal import Call
from ..jsons import Json
from ..model import Channel, ChannelKind
from ..permissions import Permission
from ..refusals import Refusal
from ..stage import Stage
from ..threads import check_name, state_of
from .access import channel_of
from .routing import Routes

routes = Routes()

CHANGES = frozenset(
    {
        "name",
        "topic",
        "archived",
        "locked",
        "auto_archive_duration",
        "invitable",
        "rate_limit_per_user",
    }
)


@routes.add("GET", "/channels/{channel_id}")
def channel(stage: Stage, call: Call) -> Any:
    return payloads.channel(stage.world, channel_of(stage, call))


@routes.add("PATCH", "/channels/{channel_id}", fields=CHANGES)
def change(stage: Stage, call: Call) -> Any:
    found = channel_of(stage, call)
    if found.kind is ChannelKind.DM:
        raise Refusal(50024)
    if "name" in call.body:
        check_name(call.body["name"])
    if found.thread is not None:
        _change_thread(stage, found, call.body)
    else:
        if not stage.world.may(found, stage.world.bot.id, Permission.MANAGE_CHANNELS):
            raise Refusal(50013)
        found.name = call.body.get("name", found.name)
        found.topic = call.body.get("topic", found.topic)
        found.slow_mode = int(call.body.get("rate_limit_per_user") or found.slow_mode)
        stage.broadcast.channel_event("CHANNEL_UPDATE", found)
        stage.broadcast.show_channel(found)
    return payloads.channel(stage.world, found)


def _change_thread(stage: Stage, thread: Channel, changes: Json) -> None:
    """Who may do what: topics/threads.mdx, Permissions; resources/channel.mdx, Modify Channel."""
    state, bot = state_of(thread), stage.world.bot.id
    manages = stage.world.may(thread, bot, Permission.MANAGE_THREADS)
    only_reopens = set(changes) == {"archived"} and not changes["archived"]
    if state.locked and not manages:
        raise Refusal(50013)
    if state.archived and changes.get("archived", True):
        raise Refusal(50083)
    if not manages and ("locked" in changes or "rate_limit_per_user" in changes):
        raise Refusal(50013)
    if only_reopens and not stage.world.may(thread, bot, Permission.SEND_MESSAGES_IN_THREADS):
        raise Refusal(50013)
    if not only_reopens and not manages and state.owner_id != bot:
        raise Refusal(50013)
    if "auto_archive_duration" in changes:
        stage.threads.set_archive_after(thread, changes["auto_archive_duration"])
    thread.name = changes.get("name", thread.name)
    thread.slow_mode = int(changes.get("rate_limit_per_user", thread.slow_mode) or 0)
    state.locked = bool(changes.get("locked", state.locked))
    state.invitable = bool(changes.get("invitable", state.invitable))
    if "archived" in changes and bool(changes["archived"]) != state.archived:
        stage.threads.set_archived(thread, archived=bool(changes["archived"]))
    else:
        stage.threads.changed(thread)


@routes.add("POST", "/channels/{channel_id}/typing")
def typing(stage: Stage, call: Call) -> Any:
    stage.broadcast.typing(channel_of(stage, call, Permission.SEND_MESSAGES))
