"""What a game owes the table: words, choices and pictures, made from views alone.

Each game's cog enters its presentation in a `Presentations` register; the shell knows no game by name.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from bot.i18n import Say
from bot.messages.names import Names
from rules.engine import Game

Style = Literal["move", "step", "chosen", "danger"]
"""A button's meaning: the click is the move; it goes on to a next choice or looks; it is chosen now; it hurts.
"""


_DRAWING = ThreadPoolExecutor(os.cpu_count() or 1, "draw")
"""With more threads at it than there are cores, the first picture would be done no sooner than the last."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be drawn. `name` tells the kind, never what is on it; `alt` says what is on it."""

    name: str
    alt: str
    draw: Callable[[], bytes]

    async def drawn(self) -> DrawnPicture:
        """Draw it off the loop."""
        drawn = asyncio.get_running_loop().run_in_executor(_DRAWING, self.draw)
        return DrawnPicture(self.name, self.alt, await drawn)


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A picture as PNG bytes."""

    name: str
    alt: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Choice:
    """A button of a panel: with `move` (a notation) the click makes it, with `path` it leads on."""

    label: str
    move: str | None = None
    path: str | None = None
    style: Style = "move"
    disabled: bool = False
    standing: bool = False
    about: str | None = None
    """More about it, where it stands in a list."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A list of up to 25 choices, for more than buttons can hold."""

    placeholder: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Typing:
    """A button that asks for a move to be typed; what is typed follows `start`."""

    label: str
    question: str
    start: str


@dataclass(frozen=True, slots=True)
class Panel:
    """A private panel: the question, the picture of the hand, the choices in rows."""

    question: str
    hints: tuple[str, ...] = ()
    picture: Picture | None = None
    rows: tuple[tuple[Choice, ...], ...] = ()
    picks: tuple[Pick, ...] = ()
    typing: Typing | None = None
    back: str | None = None
    """The label of a button back to the first question."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of what is public, under More."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class OptionWords:
    """An option as the form shows it: what it changes, and its choices by their texts."""

    title: str
    about: str
    choices: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Board:
    """A picture of a table post, with a caption where there are two."""

    picture: Picture
    caption: str | None = None


class Presentation(Protocol):
    """One game's words and pictures. Every text comes from `say`, every name from `names`."""

    game: Game[Any]

    def warm_up(self) -> None:
        """Draw what the pictures are made of; run once, off the loop."""

    def about(self, say: Say) -> str:
        """Return the lobby's line: what wins, how many play, how long it takes."""

    def teams(self, say: Say) -> tuple[str, ...]:
        """Return the names of the teams that people may wish for in a lobby whose options make teams."""

    def badge(self, seat: int | None, team: int | None) -> str | None:
        """Return the name of the emoji that a seat's name wears.

        In a lobby `team` is what somebody wishes for, or None. There `seat` is None too where there will be teams,
        since their places are given out only at the start.
        """

    def options(self, say: Say) -> Mapping[str, OptionWords]:
        """Return words for every option of the game's form."""

    def progress(self, view: Any, say: Say) -> str:
        """Return where the match stands, as "round 1, trick 4"."""

    def told(self, events: Iterable[Any], view: Any, names: Names, say: Say) -> tuple[str, ...]:
        """Return what a post says of events: what cost something, or changed who is to act.

        To a seat (`view` is its own) the panel's question may say some of it already.
        """

    def history(self, events: Iterable[Any], names: Names, say: Say) -> tuple[str, ...]:
        """Return every event as a line."""

    def boards(self, view: Any, names: Names, say: Say) -> tuple[Board, ...]:
        """Return the pictures of the public table: one, or two at a round's end. `view` is a spectator's."""

    def asks(self, view: Any, names: Names, say: Say) -> str | None:
        """Return what the awaited are asked, where it is not the usual move of the game."""

    def accent(self, view: Any) -> int | None:
        """Return the colour of what may be answered, which the post of a window wears; None where none is open."""

    def note(self, view: Any, names: Names, say: Say) -> str | None:
        """Return the small print that changes within a turn, as who has chosen."""

    def standing(self, view: Any, names: Names, say: Say) -> str | None:
        """Return the score so far, where a post tells it."""

    def panel(self, view: Any, legal: tuple[Any, ...], path: str, names: Names, say: Say) -> Panel:
        """Return a seat's panel; `path` is what has been chosen on the way to a move ("" at first)."""

    def hand(self, view: Any, names: Names, say: Say) -> Picture | None:
        """Return the hand's picture for the DM, None where nothing is in hand."""

    def pages(self, view: Any, names: Names, say: Say) -> Mapping[str, Page]:
        """Return what else of the table may be looked at by everybody, by short keys."""

    def ruling_label(self, move: Any, say: Say) -> str:
        """Return a move of the table itself, as a penalty, in words."""

    def choice_label(self, move: Any, view: Any, say: Say) -> str:
        """Return a legal move in words, for autocomplete."""

    def ending(self, view: Any, names: Names, say: Say) -> str:
        """Return the headline of the end, as "Cara wins"."""

    def score(self, score: int, say: Say) -> str:
        """Return a final score in words, as "12 heads"."""

    def rules(self, say: Say) -> tuple[str, ...]:
        """Return the game's rules in own words, a paragraph an entry; all of them fit one message."""

    def example(self, say: Say) -> Picture:
        """Return a picture of a match under way, to look at beside the rules."""


class Presentations:
    """The register of presentations, by the game's key."""

    def __init__(self) -> None:
        self._by_key: dict[str, Presentation] = {}

    def enter(self, presentation: Presentation) -> None:
        self._by_key[presentation.game.key] = presentation

    def remove(self, key: str) -> None:
        self._by_key.pop(key, None)

    def __getitem__(self, key: str) -> Presentation:
        return self._by_key[key]

    def __iter__(self) -> Iterator[Presentation]:
        return iter(self._by_key.values())

    def __contains__(self, key: object) -> bool:
        return key in self._by_key
