"""What a server's staff, the people around, and fate can do to a bot, for tests.

Every operation tells both sides, as Discord would.
"""

from .model import Channel, Guild, Role, User
from .permissions import NOTHING, Overwrite, Permission
from .stage import Stage


class Staff:
    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._world = stage.world

    # ---- messages, channels, threads

    def delete_message(self, message_id: int) -> None:
        message = self._world.message(message_id)
        if message is None:
            raise LookupError(f"there is no message {message_id}")
        self._stage.messages.delete(message)

    def delete_channel(self, channel_id: int) -> None:
        """A channel goes with its threads; a thread goes alone."""
        channel = self._channel(channel_id)
        inside = [c for c in self._world.channels.values() if c.parent_id == channel.id]
        for gone in [*inside, channel]:
            if gone.thread is not None:
                self._stage.threads.forget(gone)
            self._stage.broadcast.channel_gone(gone)
            del self._world.channels[gone.id]
        self._stage.snapshots.tell_all()

    def archive(self, thread_id: int, *, archived: bool = True) -> None:
        self._stage.threads.set_archived(self._channel(thread_id), archived=archived)

    def lock(self, thread_id: int, *, locked: bool = True) -> None:
        """Locks; Discord's clients archive the thread with the same click, `archive` does that here."""
        thread = self._channel(thread_id)
        if thread.thread is None:
            raise LookupError(f"{thread_id} is no thread")
        thread.thread.locked = locked
        self._stage.threads.changed(thread)

    def rename_channel(self, channel_id: int, name: str) -> None:
        channel = self._channel(channel_id)
        channel.name = name
        self._channel_changed(channel)

    def set_slow_mode(self, channel_id: int, seconds: int) -> None:
        channel = self._channel(channel_id)
        channel.slow_mode = seconds
        self._channel_changed(channel)

    # ---- permissions

    def overwrite(
        self,
        channel_id: int,
        whom: User | Role | Guild,
        *,
        allow: Permission = NOTHING,
        deny: Permission = NOTHING,
    ) -> None:
        """Sets what a channel gives to and takes from a member, a role, or everyone (the guild)."""
        channel = self._channel(channel_id)
        channel.overwrites[whom.id] = Overwrite(whom.id, isinstance(whom, User), allow, deny)
        self._channel_changed(channel)
        self._stage.snapshots.tell_all()

    def clear_overwrite(self, channel_id: int, whom: User | Role | Guild) -> None:
        channel = self._channel(channel_id)
        channel.overwrites.pop(whom.id, None)
        self._channel_changed(channel)
        self._stage.snapshots.tell_all()

    def deny_bot(self, channel_id: int, *permissions: Permission) -> None:
        """Takes permissions from the bot in one channel, and nothing else."""
        denied = NOTHING
        for permission in permissions:
            denied |= permission
        self.overwrite(channel_id, self._world.bot, deny=denied)

    # ---- who is there

    def remove_bot(self, guild: Guild) -> None:
        guild.members.pop(self._world.bot.id, None)
        self._stage.broadcast.guild_left(guild)

    def add_bot(self, guild: Guild) -> None:
        self._world.add_member(guild, self._world.bot)
        self._stage.broadcast.guild_arrived(guild)

    def remove_member(self, guild: Guild, user: User) -> None:
        guild.members.pop(user.id, None)
        for thread in self._world.threads_of(guild.id):
            self._stage.threads.remove(thread, user.id)
        self._stage.broadcast.member_event("GUILD_MEMBER_REMOVE", guild, user.id)
        self._stage.snapshots.tell_all()

    def add_member(self, guild: Guild, user: User) -> None:
        self._world.add_member(guild, user)
        self._stage.broadcast.member_event("GUILD_MEMBER_ADD", guild, user.id)
        self._stage.snapshots.tell_all()

    def give_role(self, guild: Guild, user: User, role: Role) -> None:
        guild.members[user.id].roles.append(role.id)
        self._stage.broadcast.member_event("GUILD_MEMBER_UPDATE", guild, user.id)
        self._stage.snapshots.tell_all()

    def rename(self, user: User, name: str) -> None:
        """Changes the name people see, for odd names: long, right-to-left, markdown, empty-looking."""
        user.global_name = name
        self._stage.snapshots.tell_all()

    def nickname(self, guild: Guild, user: User, nick: str | None) -> None:
        guild.members[user.id].nick = nick
        self._stage.broadcast.member_event("GUILD_MEMBER_UPDATE", guild, user.id)

    # ---- inside

    def _channel(self, channel_id: int) -> Channel:
        if channel_id not in self._world.channels:
            raise LookupError(f"there is no channel {channel_id}")
        return self._world.channels[channel_id]

    def _channel_changed(self, channel: Channel) -> None:
        name = "CHANNEL_UPDATE" if channel.thread is None else "THREAD_UPDATE"
        self._stage.broadcast.channel_event(name, channel)
        self._stage.broadcast.show_channel(channel)
