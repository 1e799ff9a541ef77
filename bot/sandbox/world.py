"""Everything that exists, who may see it and who may do what."""

from collections.abc import Iterable, Iterator

from .clock import Clock, Snowflakes
from .model import Channel, ChannelKind, Emoji, Guild, Member, Message, Role, User
from .permissions import EVERYONE_BY_DEFAULT, EVERYTHING, NOTHING, Overwrite, Permission, in_channel


class World:
    """Guilds, channels, people and one bot. Nothing here tells anybody: see `staff.py` for that."""

    def __init__(self, clock: Clock | None = None, bot_name: str = "cheza") -> None:
        self.clock = clock or Clock()
        self._ids = Snowflakes(self.clock)
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.emojis: dict[int, Emoji] = {}
        self.bot = self.add_user(bot_name, bot=True)
        self.active_thread_cap = 1000
        """Threads of a guild that may be open at once; one more is refused with 160006."""
        self.new_dms_cap = 30
        """DM channels that the bot may open with new people in ten minutes, then 40003. Reports name 25 to 40."""

    # ---- building

    def new_id(self) -> int:
        return self._ids.new()

    def add_user(self, username: str, *, name: str | None = None, bot: bool = False) -> User:
        user = User(self.new_id(), username, name or username.capitalize(), bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, members: Iterable[User] = (), *, owner: User | None = None) -> Guild:
        """A guild with the bot in it; the first member owns it when nobody else is named."""
        members = list(members)
        guild_id = self.new_id()
        owner = owner or (members[0] if members else self.bot)
        guild = Guild(guild_id, name, owner.id)
        guild.roles[guild_id] = Role(guild_id, "@everyone", EVERYONE_BY_DEFAULT)
        self.guilds[guild_id] = guild
        for user in (self.bot, *members):
            self.add_member(guild, user)
        return guild

    def add_member(self, guild: Guild, user: User) -> Member:
        guild.members[user.id] = Member(user.id, self.clock.now())
        return guild.members[user.id]

    def add_role(self, guild: Guild, name: str, permissions: Permission, members: Iterable[User] = ()) -> Role:
        role = Role(self.new_id(), name, permissions, position=len(guild.roles))
        guild.roles[role.id] = role
        for user in members:
            guild.members[user.id].roles.append(role.id)
        return role

    def add_channel(
        self, guild: Guild, name: str, *, topic: str | None = None, overwrites: Iterable[Overwrite] = ()
    ) -> Channel:
        channel = Channel(
            id=self.new_id(),
            kind=ChannelKind.TEXT,
            name=name,
            guild_id=guild.id,
            topic=topic,
            position=len(self.channels_of(guild.id)),
            overwrites={overwrite.id: overwrite for overwrite in overwrites},
        )
        self.channels[channel.id] = channel
        return channel

    # ---- finding

    @property
    def people(self) -> list[User]:
        return [user for user in self.users.values() if not user.bot]

    def channels_of(self, guild_id: int) -> list[Channel]:
        return [channel for channel in self.channels.values() if channel.guild_id == guild_id]

    def threads_of(self, guild_id: int) -> Iterator[Channel]:
        return (channel for channel in self.channels_of(guild_id) if channel.thread is not None)

    def dm_with(self, user_id: int) -> Channel | None:
        """The DM channel of the bot and a person, if it was ever opened."""
        return next((c for c in self.channels.values() if c.recipient_id == user_id), None)

    def open_dm(self, user_id: int) -> tuple[Channel, bool]:
        """The DM channel of the bot and a person, and whether it is new."""
        if (channel := self.dm_with(user_id)) is not None:
            return channel, False
        channel = Channel(self.new_id(), ChannelKind.DM, self.users[user_id].username, recipient_id=user_id)
        self.channels[channel.id] = channel
        return channel, True

    def message(self, message_id: int) -> Message | None:
        """A message by its id alone, wherever it is."""
        for channel in self.channels.values():
            if (message := channel.messages.get(message_id)) is not None:
                return message
        return None

    def share_a_guild(self, user_id: int) -> bool:
        """Whether the bot and this person meet anywhere; without it no DM arrives (50278)."""
        return any(user_id in g.members and self.bot.id in g.members for g in self.guilds.values())

    # ---- rights

    def permissions_in_guild(self, guild: Guild, user_id: int) -> Permission:
        member = guild.members.get(user_id)
        if member is None:
            return NOTHING
        if guild.owner_id == user_id:
            return EVERYTHING
        granted = guild.roles[guild.id].permissions
        for role_id in member.roles:
            granted |= guild.roles[role_id].permissions
        return EVERYTHING if granted & Permission.ADMINISTRATOR else granted

    def permissions(self, channel: Channel, user_id: int) -> Permission:
        """What somebody may do in a channel; a thread takes over its parent's overwrites."""
        if channel.guild_id is None:
            return EVERYTHING if user_id in (channel.recipient_id, self.bot.id) else NOTHING
        guild = self.guilds[channel.guild_id]
        member = guild.members.get(user_id)
        if member is None:
            return NOTHING
        place = channel
        if channel.thread is not None and channel.parent_id is not None:
            place = self.channels[channel.parent_id]
        return in_channel(self.permissions_in_guild(guild, user_id), guild.id, member.roles, user_id, place.overwrites)

    def may(self, channel: Channel, user_id: int, *wanted: Permission) -> bool:
        granted = self.permissions(channel, user_id)
        return all(granted & permission for permission in wanted)

    def sees(self, user_id: int, channel: Channel) -> bool:
        """A private thread is seen by its members and by who may manage threads (topics/threads.mdx)."""
        if not self.may(channel, user_id, Permission.VIEW_CHANNEL):
            return False
        if channel.kind is not ChannelKind.PRIVATE_THREAD or channel.thread is None:
            return True
        return user_id in channel.thread.members or self.may(channel, user_id, Permission.MANAGE_THREADS)

    def sees_message(self, user_id: int, message: Message) -> bool:
        if message.only_for not in (None, user_id):
            return False
        return self.sees(user_id, self.channels[message.channel_id])
