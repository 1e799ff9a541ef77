"""What people do: the one road for the page and for tests.

Each act is refused with `Impossible` where Discord's own client would not offer it.
"""

from collections.abc import Mapping
from typing import Any

from . import components
from .command_data import CommandData
from .command_limits import SLASH
from .form_data import component_data, modal_data
from .impossible import Impossible
from .jsons import Json
from .model import Channel, ChannelKind, Interaction, InteractionKind, Message
from .permissions import Permission
from .refusals import Refusal
from .stage import Stage

LONGEST_MESSAGE = 2000
CLICKABLE = {components.Kind.BUTTON, *components.SELECTS}


class Acts:
    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._last_said: dict[tuple[int, int], float] = {}

    def slash(
        self,
        user_id: int,
        channel_id: int,
        name: str,
        typed: Mapping[str, Any] | None = None,
        *,
        focus: str | None = None,
    ) -> Interaction:
        """Uses a command ("play", "group sub"); with `focus` asks for the choices of that option."""
        channel = self._channel(user_id, channel_id)
        self._need_bot(channel)
        self._reopen(channel, user_id)
        first, *path = name.split()
        usable = self._stage.commands.usable(channel, user_id)
        command = next((c for c in usable if c["name"] == first and c["type"] == SLASH), None)
        if command is None:
            raise Impossible(f"there is no command /{first} here")
        data = CommandData(self._stage.world, channel, user_id, focus).build(command, path, typed or {})
        kind = InteractionKind.COMMAND if focus is None else InteractionKind.AUTOCOMPLETE
        return self._stage.interactions.begin(user_id, channel, kind, data, name=name)

    def click(self, user_id: int, message_id: int, custom_id: str, values: list[Any] | None = None) -> Interaction:
        """Uses a component that is on the message now and is enabled."""
        message = self._message(user_id, message_id)
        channel = self._stage.world.channels[message.channel_id]
        component = components.find(message.components, custom_id)
        if component is None or component["type"] not in CLICKABLE:
            raise Impossible("there is no such component on the message now")
        if component.get("disabled"):
            raise Impossible("that component is disabled")
        self._need_bot(channel)
        self._reopen(channel, user_id)
        data = component_data(self._stage.world, channel, user_id, component, values)
        return self._stage.interactions.begin(user_id, channel, InteractionKind.COMPONENT, data, source=message)

    def click_raw(self, user_id: int, message_id: int, custom_id: str, values: list[Any] | None = None) -> Interaction:
        """Sends a click that the message doesn't offer: an outdated client can, and an attacker too.

        Only a message that the person sees can be named; everything else is theirs to make up.
        """
        message = self._message(user_id, message_id)
        kind = components.Kind.BUTTON if values is None else components.Kind.STRING_SELECT
        data: Json = {"custom_id": custom_id, "component_type": int(kind), "id": 0}
        if values is not None:
            data["values"] = [str(value) for value in values]
        channel = self._stage.world.channels[message.channel_id]
        return self._stage.interactions.begin(user_id, channel, InteractionKind.COMPONENT, data, source=message)

    def submit(self, user_id: int, interaction_id: int, typed: Mapping[str, Any]) -> Interaction:
        """Sends the modal that an interaction of this person opened; it can be sent once."""
        opener = self._stage.interactions.by_id.get(interaction_id)
        if opener is None or opener.user_id != user_id or opener.modal is None or not opener.modal_open:
            raise Impossible("there is no such open modal")
        channel = self._channel(user_id, opener.channel_id)
        data = modal_data(self._stage.world, channel, user_id, opener.modal, typed)
        opener.modal_open = False
        source = channel.messages.get(opener.source_id or 0)
        return self._stage.interactions.begin(
            user_id, channel, InteractionKind.MODAL_SUBMIT, data, source=source, name=opener.name
        )

    def say(self, user_id: int, channel_id: int, content: str) -> Message:
        """Writes a message. Slow mode binds people only (resources/channel.mdx, rate_limit_per_user)."""
        stage, channel = self._stage, self._channel(user_id, channel_id)
        if len(content) > LONGEST_MESSAGE:
            raise Impossible(f"a message has at most {LONGEST_MESSAGE} characters")
        if channel.kind is not ChannelKind.DM:
            in_thread = channel.thread is not None
            needed = Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES
            if not stage.world.may(channel, user_id, needed):
                raise Impossible("you may not write here")
        self._reopen(channel, user_id)
        self._wait_for_slow_mode(channel, user_id)
        try:
            return stage.messages.post(channel, user_id, {"content": content})
        except Refusal as refusal:
            raise Impossible(refusal.message) from None

    def dismiss(self, user_id: int, message_id: int) -> None:
        """Takes an ephemeral message of this person off their screen."""
        message = self._message(user_id, message_id)
        if message.only_for != user_id:
            raise Impossible("that message isn't yours to dismiss")
        self._stage.messages.delete(message)

    def close_dms(self, user_id: int, *, closed: bool) -> None:
        self._stage.world.users[user_id].dms_closed = closed
        self._stage.crowd.tell(user_id, {"t": "dm_closed", "value": closed})

    # ---- inside

    def _channel(self, user_id: int, channel_id: int) -> Channel:
        channel = self._stage.world.channels.get(channel_id)
        if channel is None or not self._stage.world.sees(user_id, channel):
            raise Impossible("you don't see that channel")
        return channel

    def _message(self, user_id: int, message_id: int) -> Message:
        message = self._stage.world.message(message_id)
        if message is None or not self._stage.world.sees_message(user_id, message):
            raise Impossible("you don't see that message")
        return message

    def _need_bot(self, channel: Channel) -> None:
        """Where the bot was removed its commands are gone, and its buttons lead nowhere."""
        guild = self._stage.world.guilds.get(channel.guild_id or 0)
        if guild is not None and self._stage.world.bot.id not in guild.members:
            raise Impossible("the bot is no longer on this server")

    def _reopen(self, channel: Channel, user_id: int) -> None:
        """A client re-opens an archived thread before it acts in it; where it may not, nothing is sent.

        Observed: discord-api-docs#8474 (archived), #7900 (locked).
        """
        if channel.thread is None:
            return
        manages = self._stage.world.may(channel, user_id, Permission.MANAGE_THREADS)
        if channel.thread.locked and not manages:
            raise Impossible("this thread is locked")
        if channel.thread.archived:
            if not manages and not self._stage.world.may(channel, user_id, Permission.SEND_MESSAGES_IN_THREADS):
                raise Impossible("this thread is archived, and you may not open it again")
            self._stage.threads.set_archived(channel, archived=False)

    def _wait_for_slow_mode(self, channel: Channel, user_id: int) -> None:
        now = self._stage.world.clock.now()
        exempt = Permission.MANAGE_MESSAGES | Permission.MANAGE_CHANNELS | Permission.BYPASS_SLOWMODE
        free = bool(self._stage.world.permissions(channel, user_id) & exempt)
        left = self._last_said.get((channel.id, user_id), 0.0) + channel.slow_mode - now
        if channel.slow_mode and not free and left > 0:
            raise Impossible(f"slow mode: wait {left:.0f} more seconds")
        self._last_said[channel.id, user_id] = now
