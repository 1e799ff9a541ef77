"""Threads: opening, archiving, locking, joining (topics/threads.mdx)."""

from collections.abc import Iterable

from .broadcast import Broadcast
from .clock import Timer
from .model import Channel, ChannelKind, Message, MessageFlag, ThreadState
from .refusals import Refusal, form_error
from .world import World

ARCHIVE_AFTER = (60, 1440, 4320, 10080)
"""Minutes of quiet that a thread can be given."""
MAX_NAME = 100


def state_of(thread: Channel) -> ThreadState:
    """The thread part of a channel; refuses one that is no thread."""
    if thread.thread is None:
        raise Refusal(50024)
    return thread.thread


class Threads:
    def __init__(self, world: World, broadcast: Broadcast) -> None:
        self._world = world
        self._broadcast = broadcast
        self._timers: dict[int, Timer] = {}

    def open(
        self,
        parent: Channel,
        name: str,
        kind: ChannelKind,
        owner_id: int,
        *,
        archive_after: int = 1440,
        invitable: bool = True,
        slow_mode: int = 0,
        of_message: Message | None = None,
    ) -> Channel:
        """A new thread. One made of a message has that message's id; a second one is refused (160004)."""
        if parent.kind is not ChannelKind.TEXT or parent.guild_id is None:
            raise Refusal(50024)
        if of_message is not None and of_message.id in self._world.channels:
            raise Refusal(160004)
        check_name(name)
        check_archive_after(archive_after)
        self._check_room(parent.guild_id)
        now = self._world.clock.now()
        thread = Channel(
            id=self._world.new_id() if of_message is None else of_message.id,
            kind=kind,
            name=name,
            guild_id=parent.guild_id,
            parent_id=parent.id,
            slow_mode=slow_mode,
            thread=ThreadState(
                owner_id=owner_id,
                created_at=now,
                auto_archive_minutes=archive_after,
                archive_changed_at=now,
                last_active_at=now,
                invitable=invitable,
                members={owner_id},
            ),
        )
        self._world.channels[thread.id] = thread
        self._set_timer(thread)
        self._broadcast.channel_event("THREAD_CREATE", thread)
        self._broadcast.show_channel(thread)
        if of_message is not None:
            of_message.flags |= MessageFlag.HAS_THREAD
            of_message.revision += 1
            self._broadcast.message_edited(of_message)
        return thread

    def was_active(self, thread: Channel) -> None:
        """A message was posted: its clock of quiet starts again, and an archived thread re-opens."""
        state = state_of(thread)
        if state.archived:
            self.set_archived(thread, archived=False)
        state.last_active_at = self._world.clock.now()
        state.message_count += 1
        self._set_timer(thread)

    def set_archived(self, thread: Channel, *, archived: bool) -> None:
        """Archives or re-opens; re-opening counts against the cap of active threads (160006)."""
        state = state_of(thread)
        if state.archived == archived:
            return
        if not archived and thread.guild_id is not None:
            self._check_room(thread.guild_id)
            state.last_active_at = self._world.clock.now()
        state.archived = archived
        state.archive_changed_at = self._world.clock.now()
        self._set_timer(thread)
        self.changed(thread)

    def set_archive_after(self, thread: Channel, minutes: int) -> None:
        check_archive_after(minutes)
        state_of(thread).auto_archive_minutes = minutes
        self._set_timer(thread)

    def changed(self, thread: Channel) -> None:
        self._broadcast.channel_event("THREAD_UPDATE", thread)
        self._broadcast.show_channel(thread)

    def add(self, thread: Channel, user_ids: Iterable[int]) -> None:
        """Makes people members; a private thread becomes visible to them."""
        state = state_of(thread)
        new = [user_id for user_id in user_ids if user_id not in state.members]
        for user_id in new:
            state.members.add(user_id)
            self._broadcast.thread_member_joined(thread, user_id)
        if new:
            self._broadcast.show_channel(thread)

    def remove(self, thread: Channel, user_id: int) -> None:
        state_of(thread).members.discard(user_id)

    def forget(self, thread: Channel) -> None:
        """Stops the clock of a thread that is gone."""
        if (timer := self._timers.pop(thread.id, None)) is not None:
            timer.cancel()

    def _check_room(self, guild_id: int) -> None:
        active = sum(t.thread is not None and not t.thread.archived for t in self._world.threads_of(guild_id))
        if active >= self._world.active_thread_cap:
            raise Refusal(160006)

    def _set_timer(self, thread: Channel) -> None:
        self.forget(thread)
        state = state_of(thread)
        if not state.archived:
            due = state.last_active_at + state.auto_archive_minutes * 60
            self._timers[thread.id] = self._world.clock.call_at(due, lambda: self.set_archived(thread, archived=True))


def check_name(name: object) -> None:
    if not isinstance(name, str) or not 1 <= len(name) <= MAX_NAME:
        raise form_error("name", "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MAX_NAME} in length.")


def check_archive_after(minutes: object) -> None:
    if minutes not in ARCHIVE_AFTER:
        raise form_error("auto_archive_duration", "BASE_TYPE_CHOICES", f"Value must be one of {set(ARCHIVE_AFTER)}.")
