"""The bot itself, other users, DMs, the gateway's address."""

from typing import Any

from .. import payloads
from ..journal import Call
from ..refusals import Refusal
from ..stage import Stage
from .routing import Routes

routes = Routes()


@routes.add("GET", "/users/@me")
def own_user(stage: Stage, call: Call) -> Any:
    return payloads.own_user(stage.world.bot)


@routes.add("GET", "/users/{user_id}")
def user(stage: Stage, call: Call) -> Any:
    found = stage.world.users.get(call.id("user_id"))
    if found is None:
        raise Refusal(10013)
    return payloads.user(found)


@routes.add("POST", "/users/@me/channels", fields=frozenset({"recipient_id"}))
def open_dm(stage: Stage, call: Call) -> Any:
    """Opens a DM; it opens even where nothing can be sent. One with a bot is refused (50007)."""
    user_id = int(call.body.get("recipient_id") or 0)
    if user_id not in stage.world.users:
        raise Refusal(10013)
    if stage.world.users[user_id].bot:
        raise Refusal(50007, status=400)
    if stage.world.dm_with(user_id) is None and stage.dm_openings.spend(stage.world.new_dms_cap):
        raise Refusal(40003)
    channel, is_new = stage.world.open_dm(user_id)
    if is_new:
        stage.broadcast.show_channel(channel)
    return payloads.channel(stage.world, channel)


@routes.add("GET", "/users/@me/guilds")
def own_guilds(stage: Stage, call: Call) -> Any:
    world = stage.world
    after, limit = int(call.query.get("after") or 0), int(call.query.get("limit") or 200)
    mine = [g for g in world.guilds.values() if world.bot.id in g.members and g.id > after]
    answer = []
    for guild in sorted(mine, key=lambda g: g.id)[:limit]:
        entry: dict[str, Any] = {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": guild.owner_id == world.bot.id,
            "permissions": str(int(world.permissions_in_guild(guild, world.bot.id))),
            "features": [],
        }
        if call.query.get("with_counts", "").lower() in ("true", "1"):
            entry |= {
                "approximate_member_count": len(guild.members),
                "approximate_presence_count": len(guild.members),
            }
        answer.append(entry)
    return answer


@routes.add("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(stage: Stage, call: Call) -> Any:
    guild = stage.world.guilds.get(call.id("guild_id"))
    if guild is None or guild.members.pop(stage.world.bot.id, None) is None:
        raise Refusal(10004)
    stage.broadcast.guild_left(guild)


@routes.add("GET", "/oauth2/applications/@me")
@routes.add("GET", "/applications/@me")
def application(stage: Stage, call: Call) -> Any:
    return payloads.application(stage.world)


@routes.add("GET", "/gateway/bot")
def gateway(stage: Stage, call: Call) -> Any:
    left = max(0, 1000 - stage.gateway.identifies)
    limit = {"total": 1000, "remaining": left, "reset_after": 0, "max_concurrency": 1}
    return {"url": stage.gateway.url, "shards": 1, "session_start_limit": limit}


@routes.add("GET", "/gateway", needs_token=False)
def gateway_address(stage: Stage, call: Call) -> Any:
    return {"url": stage.gateway.url}
