"""Guilds, their members, roles and channels."""

from typing import Any

from .. import payloads
from ..journal import Call
from ..refusals import Refusal
from ..stage import Stage
from .access import guild_of
from .routing import Routes

routes = Routes()


@routes.add("GET", "/guilds/{guild_id}")
def guild(stage: Stage, call: Call) -> Any:
    found = guild_of(stage, call)
    answer = payloads.guild(found)
    if call.query.get("with_counts", "").lower() in ("true", "1"):
        count = len(found.members)
        answer |= {"approximate_member_count": count, "approximate_presence_count": count}
    return answer


@routes.add("GET", "/guilds/{guild_id}/channels")
def channels(stage: Stage, call: Call) -> Any:
    world = stage.world
    listed = [c for c in world.channels_of(guild_of(stage, call).id) if c.thread is None]
    return [payloads.channel(world, c) for c in listed if world.sees(world.bot.id, c)]


@routes.add("GET", "/guilds/{guild_id}/roles")
def roles(stage: Stage, call: Call) -> Any:
    return [payloads.role(role) for role in guild_of(stage, call).roles.values()]


@routes.add("GET", "/guilds/{guild_id}/members/{user_id}")
def member(stage: Stage, call: Call) -> Any:
    found, user_id = guild_of(stage, call), call.id("user_id")
    if user_id not in stage.world.users:
        raise Refusal(10013)
    if user_id not in found.members:
        raise Refusal(10007)
    return payloads.member(stage.world, found, user_id)


@routes.add("GET", "/guilds/{guild_id}/threads/active")
def active_threads(stage: Stage, call: Call) -> Any:
    world = stage.world
    threads = [t for t in world.threads_of(guild_of(stage, call).id) if t.thread is not None and not t.thread.archived]
    seen = [thread for thread in threads if world.sees(world.bot.id, thread)]
    joined = [t for t in seen if t.thread is not None and world.bot.id in t.thread.members]
    return {
        "threads": [payloads.channel(world, thread) for thread in seen],
        "members": [payloads.thread_member(world, thread, world.bot.id) for thread in joined],
        "has_more": False,
    }
