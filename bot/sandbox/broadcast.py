"""Telling both sides: the bot through the gateway, people on their screens."""

from collections.abc import Callable
from functools import cache

from . import payloads
from .crowd import Crowd
from .files import Files
from .gateway import Gateway, Intent
from .jsons import Json
from .mentions import pinged
from .model import Channel, Guild, Message, MessageFlag, MessageKind
from .screens import channel_on_screen
from .seen import see
from .world import World


class Broadcast:
    def __init__(self, world: World, files: Files, gateway: Gateway, crowd: Crowd) -> None:
        self._world = world
        self._files = files
        self._gateway = gateway
        self._crowd = crowd

    # ---- messages

    def message_created(self, message: Message) -> None:
        self._tell("MESSAGE_CREATE", "message", message)
        if not message.flags & MessageFlag.SUPPRESS_NOTIFICATIONS and message.only_for is None:
            for user_id in pinged(self._world, message):
                self._crowd.ping(user_id, see(self._world, self._files, message))

    def message_edited(self, message: Message) -> None:
        self._tell("MESSAGE_UPDATE", "edit", message)

    def message_deleted(self, message: Message) -> None:
        channel = self._world.channels[message.channel_id]
        if message.only_for is None:
            gone: Json = {"id": str(message.id), "channel_id": str(channel.id)}
            if channel.guild_id is not None:
                gone["guild_id"] = str(channel.guild_id)
            needs = Intent.DIRECT_MESSAGES if channel.guild_id is None else Intent.GUILD_MESSAGES
            if self._world.sees(self._world.bot.id, channel):
                self._gateway.dispatch("MESSAGE_DELETE", gone, guild_id=channel.guild_id, needs=needs)
        self._show("delete", message, lambda: {"id": str(message.id)})

    def _tell(self, name: str, kind: str, message: Message) -> None:
        """Tells of a message what it is now, written out only where somebody takes it."""
        payload = cache(lambda: payloads.message(self._world, self._files, message))
        self._message_event(name, message, payload)
        if message.kind is not MessageKind.THREAD_STARTER:
            self._show(kind, message, payload)

    def _message_event(self, name: str, message: Message, payload: Callable[[], Json]) -> None:
        """An ephemeral message comes without guild and member, as a DM (gateway-events.mdx, Messages)."""
        channel = self._world.channels[message.channel_id]
        if not self._world.sees(self._world.bot.id, channel) and message.only_for is None:
            return
        guild_id = channel.guild_id if message.only_for is None else None
        if not self._gateway.takes_messages(guild_id):
            return
        data = payload()
        if guild_id is not None:
            data = data | {"guild_id": str(guild_id)}
            member = self._world.guilds[guild_id].members.get(message.author_id)
            if member is not None and message.interaction is None:
                data["member"] = payloads.bare_member(member)
        self._gateway.dispatch_message(name, data, guild_id=guild_id)

    def _show(self, kind: str, message: Message, payload: Callable[[], Json]) -> None:
        world = self._world

        def event(_: int) -> Json:
            return {"t": kind, "channel": str(message.channel_id), "message": payload()}

        self._crowd.show(world.people, event, lambda user_id: world.sees_message(user_id, message))

    # ---- channels and threads

    def channel_event(self, name: str, channel: Channel) -> None:
        """CHANNEL_* or THREAD_*, to the bot alone."""
        if channel.guild_id is None or not self._world.sees(self._world.bot.id, channel):
            return
        payload = payloads.channel(self._world, channel)
        if name == "THREAD_CREATE":
            payload["newly_created"] = True
        self._gateway.dispatch(name, payload, guild_id=channel.guild_id, needs=Intent.GUILDS)

    def channel_gone(self, channel: Channel) -> None:
        name = "CHANNEL_DELETE" if channel.thread is None else "THREAD_DELETE"
        self._gateway.dispatch(
            name, payloads.channel(self._world, channel), guild_id=channel.guild_id, needs=Intent.GUILDS
        )

    def show_channel(self, channel: Channel) -> None:
        """The channel as each person who sees it has it now."""

        def event(user_id: int) -> Json:
            return {"t": "channel", "channel": channel_on_screen(self._world, self._files, channel, user_id)}

        self._crowd.show(self._world.people, event, lambda user_id: self._world.sees(user_id, channel))

    def thread_member_joined(self, thread: Channel, user_id: int) -> None:
        guild = self._world.guilds[thread.guild_id or 0]
        joined = payloads.thread_member(self._world, thread, user_id)
        joined |= {"member": payloads.member(self._world, guild, user_id), "presence": None}
        data = {
            "id": str(thread.id),
            "guild_id": str(guild.id),
            "member_count": len(thread.thread.members) if thread.thread else 0,
            "added_members": [joined],
            "removed_member_ids": [],
        }
        self._gateway.dispatch("THREAD_MEMBERS_UPDATE", data, guild_id=guild.id, needs=Intent.GUILD_MEMBERS)

    def typing(self, channel: Channel) -> None:
        event = {"t": "typing", "channel": str(channel.id), "name": self._world.bot.global_name}
        self._crowd.show(self._world.people, lambda _: event, lambda user_id: self._world.sees(user_id, channel))

    # ---- guilds

    def guild_arrived(self, guild: Guild) -> None:
        data = payloads.arriving_guild(self._world, guild)
        self._gateway.dispatch("GUILD_CREATE", data, guild_id=guild.id, needs=Intent.GUILDS)

    def guild_left(self, guild: Guild) -> None:
        self._gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild_id=guild.id, needs=Intent.GUILDS)

    def member_event(self, name: str, guild: Guild, user_id: int) -> None:
        data: Json = {"guild_id": str(guild.id), "user": payloads.user(self._world.users[user_id])}
        if name != "GUILD_MEMBER_REMOVE":
            data |= payloads.member(self._world, guild, user_id)
        self._gateway.dispatch(name, data, guild_id=guild.id, needs=Intent.GUILD_MEMBERS)

    # ---- everybody

    def tell_everyone(self, event: Json) -> None:
        self._crowd.show(self._world.people, lambda _: event)

    def tell_time(self) -> None:
        self.tell_everyone({"t": "clock", "now": self._world.clock.now_ms()})
