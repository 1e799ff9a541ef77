"""What Discord's JSON looks like: world in, wire out.

Shapes: resources/*.mdx; checked against Discord's OpenAPI description wherever a test has it.
"""

from typing import Any

from . import attachments, components
from .clock import iso
from .files import Files
from .jsons import Json, copied
from .model import (
    Attachment,
    Channel,
    ChannelKind,
    Emoji,
    Guild,
    Interaction,
    InteractionKind,
    Member,
    Message,
    Role,
    User,
)
from .permissions import Overwrite
from .world import World


def user(record: User) -> Json:
    return {
        "id": str(record.id),
        "username": record.username,
        "global_name": record.global_name,
        "discriminator": "0000" if record.bot else "0",
        "avatar": None,
        "bot": record.bot,
        "system": False,
        "public_flags": 0,
        "flags": 0,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
    }


def own_user(record: User) -> Json:
    """The bot's own user, as only the bot sees it."""
    return user(record) | {
        "verified": True,
        "mfa_enabled": True,
        "email": None,
        "locale": "en-US",
        "premium_type": 0,
    }


def role(record: Role) -> Json:
    return {
        "id": str(record.id),
        "name": record.name,
        "permissions": str(int(record.permissions)),
        "position": record.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": record.mentionable,
        "flags": 0,
        "icon": None,
        "unicode_emoji": None,
    }


def bare_member(record: Member) -> Json:
    """A member without its user."""
    return {
        "roles": [str(role_id) for role_id in record.roles],
        "joined_at": iso(record.joined_at),
        "nick": record.nick,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "avatar": None,
        "banner": None,
        "premium_since": None,
        "communication_disabled_until": None,
    }


def member(world: World, guild: Guild, user_id: int) -> Json:
    return bare_member(guild.members[user_id]) | {"user": user(world.users[user_id])}


def guild(record: Guild) -> Json:
    return {
        "id": str(record.id),
        "name": record.name,
        "owner_id": str(record.owner_id),
        "roles": [role(entry) for entry in record.roles.values()],
        "preferred_locale": record.locale,
        "icon": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "emojis": [],
        "stickers": [],
        "features": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "region": "us-central",
        "afk_timeout": 300,
        "afk_channel_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "widget_enabled": False,
        "widget_channel_id": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "application_id": None,
        "vanity_url_code": None,
        "max_presences": None,
        "max_members": 500_000,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "incidents_data": None,
    }


def arriving_guild(world: World, record: Guild) -> Json:
    """GUILD_CREATE: the guild with its channels, and the bot as the only member listed."""
    seen = [c for c in world.channels_of(record.id) if world.sees(world.bot.id, c)]
    return guild(record) | {
        "joined_at": iso(record.members[world.bot.id].joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(record.members),
        "members": [member(world, record, world.bot.id)],
        "channels": [channel(world, c) for c in seen if c.thread is None],
        "threads": [channel(world, c) for c in seen if c.thread is not None and not c.thread.archived],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def overwrite(record: Overwrite) -> Json:
    return {
        "id": str(record.id),
        "type": 1 if record.of_member else 0,
        "allow": str(int(record.allow)),
        "deny": str(int(record.deny)),
    }


def channel(world: World, record: Channel) -> Json:
    base: Json = {
        "id": str(record.id),
        "type": int(record.kind),
        "flags": 0,
        "last_message_id": _text(record.last_message_id),
    }
    if record.kind is ChannelKind.DM and record.recipient_id is not None:
        return base | {"recipients": [user(world.users[record.recipient_id])]}
    base |= {
        "guild_id": str(record.guild_id),
        "name": record.name,
        "parent_id": _text(record.parent_id),
        "rate_limit_per_user": record.slow_mode,
    }
    if record.thread is None:
        return base | {
            "topic": record.topic,
            "position": record.position,
            "nsfw": False,
            "permission_overwrites": [overwrite(entry) for entry in record.overwrites.values()],
        }
    thread = record.thread
    return base | {
        "owner_id": str(thread.owner_id),
        "message_count": thread.message_count,
        "total_message_sent": thread.message_count,
        "member_count": len(thread.members),
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": thread.auto_archive_minutes,
            "archive_timestamp": iso(thread.archive_changed_at),
            "create_timestamp": iso(thread.created_at),
        }
        | ({"invitable": thread.invitable} if record.kind is ChannelKind.PRIVATE_THREAD else {}),
    }


def thread_member(world: World, record: Channel, user_id: int) -> Json:
    return {
        "id": str(record.id),
        "user_id": str(user_id),
        "join_timestamp": iso(world.clock.now()),
        "flags": 0,
    }


def attachment(files: Files, record: Attachment) -> Json:
    url = files.url(record)
    result: Json = {
        "id": str(record.id),
        "filename": record.filename,
        "size": len(record.data),
        "url": url,
        "proxy_url": url,
        "content_type": record.content_type,
    }
    if record.description:
        result["description"] = record.description
    if record.width and record.height:
        result |= {"width": record.width, "height": record.height}
    return result


def _fill_media(files: Files, held: dict[str, Attachment], media: Json, *, of_embed: bool) -> None:
    """Writes today's link into a media item; one from elsewhere keeps its own."""
    found = held.get(media.get("attachment_id", ""))
    if of_embed:
        media.pop("attachment_id", None)
    else:
        media.setdefault("id", str(found.id if found else 0))
    if found is None:
        media.setdefault("proxy_url", media.get("url"))
        return
    media["url"] = media["proxy_url"] = files.url(found)
    media |= {"content_type": found.content_type}
    if found.width and found.height:
        media |= {"width": found.width, "height": found.height}


def message(world: World, files: Files, record: Message) -> Json:
    held = {str(entry.id): entry for entry in record.attachments}
    embeds, tree = copied(record.embeds), copied(record.components)
    places = list(attachments.media_of(embeds, tree))
    shown = attachments.shown(media for _, media in places)
    for path, media in places:
        _fill_media(files, held, media, of_embed=path.startswith("embeds."))
    for component in components.every(tree):
        _complete(component, held)
    mentions = [world.users[user_id] for user_id in record.mentions.users]
    result: Json = {
        "id": str(record.id),
        "channel_id": str(record.channel_id),
        "author": user(world.users[record.author_id]),
        "content": record.content,
        "timestamp": iso(record.created_at),
        "edited_timestamp": None if record.edited_at is None else iso(record.edited_at),
        "tts": record.tts,
        "mention_everyone": record.mentions.everyone,
        "mentions": [user(entry) for entry in mentions],
        "mention_roles": [str(role_id) for role_id in record.mentions.roles],
        "attachments": [attachment(files, a) for key, a in held.items() if key not in shown],
        "embeds": embeds,
        "components": tree,
        "pinned": False,
        "type": int(record.kind),
        "flags": int(record.flags),
    }
    if record.nonce is not None:
        result["nonce"] = record.nonce
    if record.reference is not None:
        result["message_reference"] = record.reference
    if record.interaction is not None:
        result |= {
            "application_id": str(world.bot.id),
            "webhook_id": str(world.bot.id),
            "interaction_metadata": interaction_metadata(world, record.interaction),
        }
    thread = world.channels.get(record.id)
    if thread is not None and thread.thread is not None:
        result["thread"] = channel(world, thread)
    return result


def _complete(component: Json, held: dict[str, Attachment]) -> None:
    """Fields that Discord's answers always carry (the description's `required`)."""
    kind = component.get("type")
    if kind in components.SELECTS:
        component.setdefault("min_values", 1)
        component.setdefault("max_values", 1)
    if kind == components.Kind.CONTAINER:
        component["accent_color"] = component.get("accent_color")
        component["spoiler"] = bool(component.get("spoiler"))
    if kind == components.Kind.SEPARATOR:
        component.setdefault("spacing", 1)
        component.setdefault("divider", True)
    if kind == components.Kind.FILE:
        found = held.get(component["file"].get("attachment_id", ""))
        component |= {
            "name": found.filename if found else None,
            "size": len(found.data) if found else None,
            "spoiler": bool(component.get("spoiler")),
        }
    described = component.get("items") or []
    if kind == components.Kind.THUMBNAIL:
        described = [component]
    for item in described:
        item["description"] = item.get("description")
        item["spoiler"] = bool(item.get("spoiler"))


def interaction_metadata(world: World, record: Interaction) -> Json:
    result: Json = {
        "id": str(record.id),
        "type": int(record.kind),
        "user": user(world.users[record.user_id]),
        "authorizing_integration_owners": {"0": str(record.guild_id or 0)},
    }
    if record.kind is InteractionKind.COMMAND:
        result["name"] = record.name
    if record.kind is InteractionKind.COMPONENT:
        result["interacted_message_id"] = str(record.source_id)
    if record.kind is InteractionKind.MODAL_SUBMIT:
        result["triggering_interaction_metadata"] = {
            "id": str(record.id),
            "type": int(InteractionKind.COMMAND),
            "name": record.name or "",
            "user": user(world.users[record.user_id]),
            "authorizing_integration_owners": {"0": str(record.guild_id or 0)},
        }
    return result


def emoji(world: World, record: Emoji) -> Json:
    return {
        "id": str(record.id),
        "name": record.name,
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": record.animated,
        "available": True,
        "user": user(world.bot),
    }


def application(world: World) -> Json:
    owner = world.people[0] if world.people else world.bot
    return {
        "id": str(world.bot.id),
        "name": world.bot.username,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "rpc_origins": [],
        "hook": True,
        "team": None,
        "owner": user(owner),
        "bot": user(world.bot),
        "integration_types_config": {"0": {}, "1": {}},
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": sum(world.bot.id in g.members for g in world.guilds.values()),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "event_webhooks_url": None,
        "event_webhooks_status": 1,
        "eligible_oauth2_scopes": ["applications.commands", "bot"],
        "explicit_content_filter": 0,
    }


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
