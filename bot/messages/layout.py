"""The building blocks of a message, free of Discord until it is sent.

A message is described by frozen blocks, so that it can be built anew for a second try and read in a test.
CHAT.md's order holds for all: what it is, what happened, picture, who is awaited, when, buttons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Literal, TypeAlias

import discord
from discord import ui

from bot.presentation import DrawnPicture

BRASS = 0xE6CB8F
"""The end of a match."""
NOBODY = discord.AllowedMentions.none()

Look = Literal["blue", "grey", "green", "red"]
_STYLES = {
    "blue": discord.ButtonStyle.primary,
    "grey": discord.ButtonStyle.secondary,
    "green": discord.ButtonStyle.success,
    "red": discord.ButtonStyle.danger,
}


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown."""

    words: str


@dataclass(frozen=True, slots=True)
class Gallery:
    """A picture."""

    picture: DrawnPicture


@dataclass(frozen=True, slots=True)
class Kept:
    """A picture that the edited message has already; it stays where it is."""

    name: str
    alt: str


@dataclass(frozen=True, slots=True)
class Button:
    """Blue: the click is the move, or the next thing to do. Grey looks or goes on. Green is chosen. Red hurts."""

    label: str
    id: str
    look: Look = "grey"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Buttons:
    """A row of one to five buttons."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A line of a select."""

    label: str
    value: str
    about: str | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A list of one to 25 options of which one is chosen."""

    id: str
    options: tuple[Option, ...]
    placeholder: str | None = None


@dataclass(frozen=True, slots=True)
class PersonSelect:
    """A list of the server's people of whom one is chosen."""

    id: str
    placeholder: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line across a box."""


@dataclass(frozen=True, slots=True)
class Box:
    """A frame around blocks; for texts without a picture."""

    blocks: tuple[Block, ...]
    accent: int | None = None


Block: TypeAlias = Text | Gallery | Kept | Buttons | Select | PersonSelect | Line | Box


@dataclass(frozen=True, slots=True)
class Message:
    """A whole message."""

    blocks: tuple[Block, ...]

    def view(self) -> ui.LayoutView:
        """Build the message's components; to be called on the running loop."""
        view = ui.LayoutView(timeout=None)
        for block in self.blocks:
            view.add_item(_item(block))
        view.stop()  # clicks are routed by custom id; a finished view is not remembered by the client
        return view

    def files(self) -> list[discord.File]:
        """Build the message's files, fresh for each sending."""
        return [
            discord.File(BytesIO(picture.data), f"{picture.name}.png", description=picture.alt[:1024])
            for picture in self.pictures()
        ]

    def pictures(self) -> tuple[DrawnPicture, ...]:
        return tuple(block.picture for block in self.blocks if isinstance(block, Gallery))

    def text(self) -> str:
        """Return all its words, for tests and logs of what was said."""
        return "\n".join(_words(self.blocks))


def message(*blocks: Block | str | None) -> Message:
    """Put blocks together; a string is a text, None is left out."""
    return Message(
        tuple(Text(block) if isinstance(block, str) else block for block in blocks if block not in (None, ""))
    )


def box(*blocks: Block | str | None, accent: int | None = None) -> Box:
    """Put blocks into a frame."""
    return Box(message(*blocks).blocks, accent)


def buttons(*made: Button) -> Buttons:
    return Buttons(made)


def rows_of(made: Sequence[Button], wide: int = 5) -> tuple[Buttons, ...]:
    """Lay buttons in rows, in their order."""
    return tuple(Buttons(tuple(made[at : at + wide])) for at in range(0, len(made), wide))


def small(words: str) -> str:
    """Return small print, every line of it."""
    return "\n".join(f"-# {line}" for line in words.splitlines())


def lines(*parts: str | None) -> str:
    """Join what there is, a line each."""
    return "\n".join(part for part in parts if part)


def moment(milliseconds: int, style: Literal["R", "D", "f"] = "R") -> str:
    """Return a time that each reader's client shows in its own zone and words."""
    return f"<t:{milliseconds // 1000}:{style}>"


def _item(block: Block) -> ui.Item[Any]:
    match block:
        case Text(words):
            return ui.TextDisplay(words)
        case Gallery(picture):
            return _gallery(picture.name, picture.alt)
        case Kept(name, alt):
            return _gallery(name, alt)
        case Buttons(made):
            return ui.ActionRow(*map(_button, made))
        case Select():
            return ui.ActionRow(_select(block))
        case PersonSelect(id, placeholder):
            return ui.ActionRow(ui.UserSelect[Any](custom_id=id, placeholder=placeholder))
        case Line():
            return ui.Separator()
        case Box(blocks, accent):
            return ui.Container(*(_item(inner) for inner in blocks), accent_colour=accent)


def _button(made: Button) -> ui.Button[Any]:
    return ui.Button(label=made.label, custom_id=made.id, style=_STYLES[made.look], disabled=made.disabled)


def _gallery(name: str, alt: str) -> ui.MediaGallery[Any]:
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}.png", description=alt[:1024]))


def _select(block: Select) -> ui.Select[Any]:
    return ui.Select(
        custom_id=block.id,
        placeholder=block.placeholder,
        options=[
            discord.SelectOption(
                label=each.label[:100],
                value=each.value,
                description=each.about[:100] if each.about else None,
                default=each.chosen,
            )
            for each in block.options
        ],
    )


def _words(blocks: Iterable[Block]) -> Iterable[str]:
    for block in blocks:
        if isinstance(block, Text):
            yield block.words
        elif isinstance(block, Box):
            yield from _words(block.blocks)
