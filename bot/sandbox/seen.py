"""Reading a message the way a person does: its words, its buttons, its pictures."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar
from weakref import WeakKeyDictionary

from . import components, payloads
from .components import Kind
from .files import Files
from .jsons import Json
from .model import Attachment, Message, MessageFlag, MessageKind
from .world import World

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    """The words on it; an emoji's name where it has none."""
    custom_id: str | None
    disabled: bool
    style: int
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    label: str
    value: str
    description: str | None
    default: bool


@dataclass(frozen=True, slots=True)
class Select:
    custom_id: str
    placeholder: str
    options: tuple[Option, ...]
    min_values: int
    max_values: int
    disabled: bool
    kind: Kind

    def value_of(self, label: str) -> str:
        """The value of the option with this label."""
        return _only([o for o in self.options if o.label == label], f"option {label!r}").value


@dataclass(frozen=True, slots=True)
class Picture:
    name: str
    data: bytes
    alt: str
    """What it says to who can't see it; empty where nothing was written."""


@dataclass(frozen=True)
class Seen:
    """A message as it was when it was looked at."""

    id: int
    channel_id: int
    author_id: int
    author: str
    content: str
    text: str
    """The whole of what it says: the content, embeds and every text display, a line each."""
    buttons: tuple[Button, ...]
    selects: tuple[Select, ...]
    pictures: tuple[Picture, ...]
    files: tuple[str, ...]
    mentions: tuple[int, ...]
    """Who was mentioned so that it counts, after allowed_mentions."""
    ephemeral: bool
    silent: bool
    thinking: bool
    edited: bool
    is_system: bool
    _payload: Callable[[], Json] = field(repr=False, compare=False)

    @property
    def payload(self) -> Json:
        """Discord's message object, whole, as it is now."""
        return self._payload()

    def button(self, label: str) -> Button:
        """The one button with this label; LookupError when there is none or more than one."""
        return _only([b for b in self.buttons if b.label == label], f"button {label!r} on {self}")

    def has_button(self, label: str) -> bool:
        return any(button.label == label for button in self.buttons)

    def select(self, wanted: str) -> Select:
        """The one select with this placeholder or custom id."""
        found = [s for s in self.selects if wanted in (s.placeholder, s.custom_id)]
        return _only(found, f"select {wanted!r} on {self}")

    @property
    def labels(self) -> list[str]:
        return [button.label for button in self.buttons]

    def __repr__(self) -> str:
        marks = [name for name in ("ephemeral", "silent", "thinking", "edited") if getattr(self, name)]
        parts = [f"{self.author}: {self.text!r}"]
        if self.buttons:
            parts.append(str([b.label + (" (off)" if b.disabled else "") for b in self.buttons]))
        if self.selects:
            parts.append(str([s.placeholder or s.custom_id for s in self.selects]))
        if self.pictures:
            parts.append(f"{len(self.pictures)} picture(s)")
        return f"<{' '.join([*parts, *marks])}>"


def _only(found: list[T], what: str) -> T:
    if len(found) != 1:
        raise LookupError(f"{'no' if not found else len(found)} {what}")
    return found[0]


_LAST_SEEN: WeakKeyDictionary[Message, tuple[int, Seen]] = WeakKeyDictionary()
"""Tests look at the same messages after every change; each revision is read once."""


def see(world: World, files: Files, message: Message) -> Seen:
    revision, seen = _LAST_SEEN.get(message, (-1, None))
    if seen is None or revision != message.revision:
        seen = _read(world, files, message)
        _LAST_SEEN[message] = (message.revision, seen)
    return seen


def _read(world: World, files: Files, message: Message) -> Seen:
    tree = components.every(message.components)
    pictures, others = _files(message)
    return Seen(
        id=message.id,
        channel_id=message.channel_id,
        author_id=message.author_id,
        author=world.users[message.author_id].username,
        content=message.content,
        text="\n".join(_words(message)),
        buttons=tuple(_button(c) for c in tree if c["type"] == Kind.BUTTON),
        selects=tuple(_select(c) for c in tree if c["type"] in components.SELECTS),
        pictures=tuple(pictures),
        files=tuple(others),
        mentions=tuple(message.mentions.users),
        ephemeral=message.only_for is not None,
        silent=bool(message.flags & MessageFlag.SUPPRESS_NOTIFICATIONS),
        thinking=bool(message.flags & MessageFlag.LOADING),
        edited=message.edited_at is not None,
        is_system=message.kind is MessageKind.THREAD_CREATED,
        _payload=lambda: payloads.message(world, files, message),
    )


def _words(message: Message) -> list[str]:
    words = [message.content]
    for embed in message.embeds:
        fields = embed.get("fields") or []
        words += [embed.get("title") or "", embed.get("description") or ""]
        words += [f"{field['name']}\n{field['value']}" for field in fields]
        words.append((embed.get("footer") or {}).get("text") or "")
    words += components.texts(message.components)
    return [text for text in words if text]


def _button(component: Json) -> Button:
    emoji = component.get("emoji") or {}
    return Button(
        label=component.get("label") or emoji.get("name") or "",
        custom_id=component.get("custom_id"),
        disabled=bool(component.get("disabled")),
        style=int(component["style"]),
        url=component.get("url"),
    )


def _select(component: Json) -> Select:
    options = component.get("options") or []
    return Select(
        custom_id=component["custom_id"],
        placeholder=component.get("placeholder") or "",
        options=tuple(Option(o["label"], o["value"], o.get("description"), bool(o.get("default"))) for o in options),
        min_values=component.get("min_values", 1),
        max_values=component.get("max_values", 1),
        disabled=bool(component.get("disabled")),
        kind=Kind(component["type"]),
    )


def _files(message: Message) -> tuple[list[Picture], list[str]]:
    """What the message shows: with components V2 only what a component points at, else also loose files."""
    held = {str(attachment.id): attachment for attachment in message.attachments}
    shown: list[tuple[Attachment, str]] = []
    for embed in message.embeds:
        for key in ("image", "thumbnail"):
            found = held.get((embed.get(key) or {}).get("attachment_id", ""))
            if found is not None:
                shown.append((found, found.description or ""))
    for media, about in components.media(message.components):
        found = held.get(media.get("attachment_id", ""))
        if found is not None:
            shown.append((found, about.get("description") or found.description or ""))
    if not message.flags & MessageFlag.COMPONENTS_V2:
        already = {attachment.id for attachment, _ in shown}
        shown += [(a, a.description or "") for a in message.attachments if a.id not in already]
    pictures = [Picture(a.filename, a.data, alt) for a, alt in shown if a.content_type.startswith("image/")]
    others = [a.filename for a, _ in shown if not a.content_type.startswith("image/")]
    return pictures, others
