"""A person at their screen, for tests: what they see, what they do, and how it was answered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from .acts import Acts
from .components import Kind, every
from .impossible import Impossible
from .jsons import Json
from .model import CallbackKind, Channel, ChannelKind, Interaction, User
from .screens import visible_messages
from .seen import Seen, see
from .stage import Stage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """A channel, thread or DM as a person finds it in the list."""

    id: int
    name: str
    kind: ChannelKind
    guild_id: int | None
    parent_id: int | None
    archived: bool
    locked: bool


Where: TypeAlias = Place | Seen | str | int
"""A place itself, a message in it, its name ("games", "#games", "dm"), or its id."""


@dataclass(frozen=True, slots=True)
class Choice:
    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class Field:
    label: str
    custom_id: str
    kind: Kind
    value: str | None
    required: bool
    options: tuple[str, ...]
    """Labels of what can be chosen."""


@dataclass(frozen=True, slots=True)
class Modal:
    interaction_id: int
    title: str
    fields: tuple[Field, ...]
    payload: Json


class Answer:
    """How the bot answered one act; what it says later shows here as well."""

    def __init__(self, person: "Person", interaction: Interaction, before: int | None) -> None:
        self._person = person
        self._interaction = interaction
        self._before = before

    @property
    def acked(self) -> bool:
        return self._interaction.answer is not None

    @property
    def failed(self) -> bool:
        """No answer within three seconds: "This interaction failed"."""
        return self._interaction.failed

    @property
    def kind(self) -> CallbackKind | None:
        return self._interaction.answer

    @property
    def choices(self) -> list[Choice]:
        return [Choice(choice["name"], choice["value"]) for choice in self._interaction.choices]

    @property
    def modal(self) -> Modal | None:
        """The form that opened, if one did."""
        if self._interaction.modal is None:
            return None
        return _modal(self._interaction.id, self._interaction.modal)

    @property
    def message(self) -> Seen | None:
        """The answer's message as it is now: the reply itself, or the updated message."""
        return self._person.find(self._interaction.original_id)

    @property
    def followups(self) -> list[Seen]:
        found = [self._person.find(message_id) for message_id in self._interaction.followups]
        return [message for message in found if message is not None]

    async def reply(self, within: float = 10.0) -> Seen:
        """What the bot has to say, once it says it: a follow-up, or the message, filled or updated."""
        return await self._person.until(self._said, within=within, what="a reply")

    def _said(self) -> Seen | None:
        if self.followups:
            return self.followups[0]
        message = self.message
        if message is None or message.thinking:
            return None
        updated = self.kind is CallbackKind.DEFERRED_UPDATE
        if updated and self._person.revision_of(message.id) == self._before:
            return None
        return message

    def __repr__(self) -> str:
        state = "failed" if self.failed else str(self.kind)
        return f"<Answer {state} {self.message} {self.followups or ''}>"


class Person:
    """One person. Acts raise `Impossible` where Discord's client would not offer them."""

    def __init__(self, stage: Stage, acts: Acts, user: User) -> None:
        self._stage = stage
        self._acts = acts
        self.user = user

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    # ---- what they see

    def channel(self, where: Where) -> Place:
        """A channel, thread or DM they see; LookupError when there is none, or more than one of that name."""
        if isinstance(where, Place):
            where = where.id
        if isinstance(where, Seen):
            where = where.channel_id
        if isinstance(where, int):
            found = [channel for channel in self._visible() if channel.id == where]
        elif where == "dm":
            found = [channel for channel in self._visible() if channel.kind is ChannelKind.DM]
        else:
            name = where.removeprefix("#")
            found = [c for c in self._visible() if c.name == name and c.kind is not ChannelKind.DM]
        if len(found) != 1:
            raise LookupError(f"{self.user.username} sees {len(found)} channels {where!r}")
        return _place(found[0])

    def channels(self) -> list[Place]:
        return [_place(channel) for channel in self._visible()]

    def threads(self, parent: Where | None = None, *, archived: bool = False) -> list[Place]:
        """Open threads they see, oldest first; with `archived` the closed ones instead."""
        parent_id = None if parent is None else self.channel(parent).id
        places = [place for place in self.channels() if place.parent_id is not None]
        return [p for p in places if p.archived == archived and parent_id in (None, p.parent_id)]

    def messages(self, where: Where, *, system: bool = False) -> list[Seen]:
        """All messages they see there, newest last, ephemeral ones for them included.

        Discord's own lines ("started a thread") come along only with `system`.
        """
        channel = self._stage.world.channels[self.channel(where).id]
        seen = [self._see(message) for message in visible_messages(channel, self.id)]
        return [message for message in seen if system or not message.is_system]

    def last(self, where: Where) -> Seen:
        """The newest message there; LookupError when there is none."""
        return self.messages(where)[-1]

    def find(self, message_id: int | None) -> Seen | None:
        """A message by its id, as it is now; None when it is gone or not for them."""
        message = None if message_id is None else self._stage.world.message(message_id)
        if message is None or not self._stage.world.sees_message(self.id, message):
            return None
        return self._see(message)

    def revision_of(self, message_id: int) -> int | None:
        """How often a message was changed; the moment wouldn't tell where the clock stands still."""
        message = self._stage.world.message(message_id)
        return None if message is None else message.revision

    @property
    def pings(self) -> list[Seen]:
        """The messages that notified them, oldest first, as they were when they came.

        Mentions in messages that aren't silent, and DMs that aren't silent. Edits notify nobody.
        """
        return list(self._stage.crowd.pings[self.id])

    async def until(
        self, look: Callable[[], T | None], *, within: float = 10.0, what: str = "what was waited for"
    ) -> T:
        """The first truthy result of `look`, asked again after every change on the offline Discord.

        LookupError in `look` counts as "not yet". After `within` real seconds: StillNot, which says what
        this person sees.
        """
        return await self._stage.bell.until(look, within=within, otherwise=lambda: self._describe(what))

    # ---- what they do

    async def slash(self, where: Where, command: str, /, **options: Any) -> Answer:
        """Uses a slash command ("play", "group sub") and waits for the first answer.

        A person or place as an option's value stands for its id.
        """
        typed = {name: _id_of(value) for name, value in options.items()}
        return await self._answer(self._acts.slash(self.id, self.channel(where).id, command, typed))

    async def autocomplete(self, where: Where, command: str, focus: str, /, **options: Any) -> Answer:
        """Types in the option `focus`; the answer's `choices` are what is offered."""
        typed = {focus: ""} | options
        channel_id = self.channel(where).id
        return await self._answer(self._acts.slash(self.id, channel_id, command, typed, focus=focus))

    async def click(
        self,
        message: Seen | int,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        values: list[Any] | None = None,
        raw: bool = False,
    ) -> Answer:
        """Uses a component of the message as it is now, found by its label, placeholder or custom id.

        `values` of a select are option values or labels. `raw` sends a custom id that the message
        doesn't offer, as an outdated client or an attacker can.
        """
        message_id = message if isinstance(message, int) else message.id
        before = self.revision_of(message_id)
        if raw:
            if custom_id is None:
                raise ValueError("a raw click needs a custom_id")
            return await self._answer(self._acts.click_raw(self.id, message_id, custom_id, values), before)
        component = self._component(message_id, label, custom_id)
        chosen = None if values is None else [_value(component, value) for value in values]
        interaction = self._acts.click(self.id, message_id, component["custom_id"], chosen)
        return await self._answer(interaction, before)

    async def submit(self, modal: Modal | Answer | None, typed: Mapping[str, Any]) -> Answer:
        """Fills the form, by labels or custom ids, and sends it."""
        form = modal.modal if isinstance(modal, Answer) else modal
        if form is None:
            raise Impossible("no form is open")
        by_label = {field.label: field.custom_id for field in form.fields}
        values = {by_label.get(name, name): value for name, value in typed.items()}
        source_id = self._stage.interactions.by_id[form.interaction_id].source_id
        before = None if source_id is None else self.revision_of(source_id)
        return await self._answer(self._acts.submit(self.id, form.interaction_id, values), before)

    def say(self, where: Where, text: str) -> Seen:
        return self._see(self._acts.say(self.id, self.channel(where).id, text))

    def dismiss(self, message: Seen) -> None:
        self._acts.dismiss(self.id, message.id)

    def close_dms(self, *, closed: bool = True) -> None:
        self._acts.close_dms(self.id, closed=closed)

    def open_dms(self) -> None:
        self.close_dms(closed=False)

    # ---- inside

    def _visible(self) -> list[Channel]:
        world = self._stage.world
        return [channel for channel in world.channels.values() if world.sees(self.id, channel)]

    def _see(self, message: Any) -> Seen:
        return see(self._stage.world, self._stage.files, message)

    async def _answer(self, interaction: Interaction, before: int | None = None) -> Answer:
        await interaction.answered.wait()
        return Answer(self, interaction, before)

    def _component(self, message_id: int, label: str | None, custom_id: str | None) -> Json:
        message = self.find(message_id)
        if message is None:
            raise Impossible("you don't see that message")
        tree = self._stage.world.channels[message.channel_id].messages[message_id].components
        found = []
        for component in every(tree):
            emoji = (component.get("emoji") or {}).get("name")
            names = (component.get("label") or emoji, component.get("placeholder"))
            by_words = label is not None and label in names
            by_id = custom_id is not None and component.get("custom_id") == custom_id
            if "custom_id" in component and (by_words or by_id):
                found.append(component)
        if len(found) != 1:
            raise Impossible(f"{len(found)} components {label or custom_id!r} on {message}")
        return found[0]

    def _describe(self, what: str) -> str:
        lines = [f"{what} did not happen for {self.user.username}, who sees:"]
        for channel in self._visible():
            lines += [f"  {channel.name}: {self._see(m)}" for m in visible_messages(channel, self.id)[-3:]]
        return "\n".join(lines)


def _id_of(value: Any) -> Any:
    """People and places stand for their ids."""
    return value.id if isinstance(value, (Person, Place)) else value


def _value(component: Json, wanted: Any) -> Any:
    """The value of an option that is named by its value or by its label."""
    wanted = _id_of(wanted)
    options = component.get("options") or []
    if any(option["value"] == wanted for option in options):
        return wanted
    return next((option["value"] for option in options if option["label"] == wanted), wanted)


def _place(channel: Channel) -> Place:
    thread = channel.thread
    return Place(
        channel.id,
        channel.name,
        channel.kind,
        channel.guild_id,
        channel.parent_id,
        thread is not None and thread.archived,
        thread is not None and thread.locked,
    )


def _modal(interaction_id: int, payload: Json) -> Modal:
    fields = []
    for part in payload["components"]:
        inside = [part["component"]] if "component" in part else part.get("components") or []
        for field in inside:
            options = tuple(option["label"] for option in field.get("options") or [])
            fields.append(
                Field(
                    label=part.get("label") or field.get("label") or "",
                    custom_id=field["custom_id"],
                    kind=Kind(field["type"]),
                    value=field.get("value"),
                    required=field.get("required", True),
                    options=options,
                )
            )
    return Modal(interaction_id, payload["title"], tuple(fields), payload)
