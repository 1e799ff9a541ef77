"""The contract between a game's rules and everybody who plays by them.

One meaning a word: a *game* is the rules, a *match* one playing of them, a *seat* a place at the table, a
*state* one position with its hidden parts, a *move* one decision, a *view* what one seat may know, an *event*
what the whole table saw. A user never enters this package: people sit on seats only outside of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Generic, Literal, NewType, Protocol, Self, TypeVar

Seat = NewType("Seat", int)
"""A place at the table, counted from 0; in texts and notation people count from 1."""

Wait = Literal["turn", "window"]

M = TypeVar("M")
V_co = TypeVar("V_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)


class Refusal(ValueError):
    """Something the rules do not take, with a sentence fit to show.

    The sentence is a template with named places, so that the shell can translate it before it fills them in:
    `str(refusal)` fills it in English. A place named `seat` holds a `Seat`, which the shell shows as a name.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template)
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template.format(**{key: shown(key, value) for key, value in self.values.items()})


class IllegalMove(Refusal):
    """A move that cannot be made now. Nothing has changed."""


class InvalidOption(Refusal):
    """A choice of options, or a number of seats, that the game is not played with."""


def shown(key: str, value: object) -> str:
    """Return one value of a refusal as words: seats as "player 2", several things with commas."""
    if key == "seat" and isinstance(value, int):
        return f"player {value + 1}"
    if isinstance(value, (list, tuple)):
        return ", ".join(str(item) for item in value)
    return str(value)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `places` and `scores` are in seat order; place 1 is best, ties have equal places."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(Seat(index) for index, place in enumerate(self.places) if place == 1)


class State(Protocol[M, V_co, E_co]):
    """One position of a game, hidden parts included. Frozen: a move makes a new one."""

    @property
    def move_number(self) -> int:
        """Dates every click; hidden picks and standing moves leave it alone. It never falls."""

    @property
    def turn(self) -> int:
        """Grows when a new post is due: a turn, a trick, a choice of row, a window, a penalty, a round, the end.

        By one at a move, whatever comes of it: all that is told in one post.
        """

    @property
    def wait(self) -> Wait:
        """Which length of the match's pace the clock takes."""

    @property
    def to_act(self) -> Mapping[Seat, int]:
        """Whom the table waits for, each with the `turn` since which; from public facts alone.

        Empty at the end.
        """

    @property
    def outcome(self) -> Outcome | None:
        """None while the match goes on."""

    def legal_moves(self, who: Seat | None) -> tuple[M, ...]:
        """Every move that `apply` takes from `who`; None is the table itself (a ruling).

        May hold moves for a seat outside `to_act`: a changed pick, a standing move.
        """

    def apply(self, who: Seat | None, move: M) -> tuple[Self, tuple[E_co, ...]]:
        """Return the position after a move and what the table saw of it, or raise `IllegalMove`.

        Runs on to the next decision: a trick is resolved, a round dealt, before it returns.
        """

    def settled(self, seat: Seat, slow: bool) -> M | None:
        """Return the answer that a standing order gives now (`slow`: the pace isn't live), or None: ask."""

    def view(self, seat: Seat | None) -> V_co:
        """Return what a seat may know, or with None a spectator.

        Built up field by field, never stripped down.
        """


S = TypeVar("S", bound=State[Any, Any, Any])


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """The rules of one game, as the shell sees them."""

    key: str
    """In the database and in custom ids: never renamed."""
    title: str
    options: type[Any]
    """A frozen dataclass made with `option` fields; its defaults are the usual game."""
    state: type[S]
    move: Any
    """The type, or union of types, of the moves. `str(move)` is the notation; `parse(str(move)) == move`."""
    event: Any
    """The type, or union of types, of the events."""
    tables: Callable[..., Sequence[int]]
    """`tables(options)`: the numbers of seats that these options allow, rising."""
    teams: Callable[..., tuple[int, ...]]
    """`teams(seats, options)`: the team of each seat."""
    deal: Callable[..., tuple[S, tuple[Any, ...]]]
    """`deal(seats, options, seed)`: the first position and its events; nobody can guess the string `seed`.

    Raises `InvalidOption` for a number of seats that is not in `tables(options)`.
    """
    parse: Callable[[str], Any]
    """Notation to move; raises `IllegalMove`."""
    stand_in: Callable[..., Any]
    """`stand_in(view, legal)`: the move of a quick, deterministic player that never sees the state."""
    timeout: Callable[..., Any]
    """`timeout(view, legal)`: the move made for a seat whose time ran out."""
    redeal: Callable[..., S]
    """`redeal(state, seat, seed)`: the same position for that seat, all that it can't see dealt anew.

    Hidden picks, answers and orders included, into a legal position that is not already over. Twin tests and
    searching stand-ins are made of it.
    """
    check: Callable[[S], None]
    """`check(state)`: raise `AssertionError` with a sentence if a position, say one card twice, cannot be.

    For tests and `selfplay`; never called in a match.
    """


Mark = Literal["standing", "automatic", "order"]


def marked(move: object, mark: Mark) -> bool:
    """Tell whether the type of a move carries a mark, a class attribute that is True.

    standing: possible outside `to_act`, never stale, leaves `move_number` alone. automatic: the shell plays
    it itself for a seat it has just moved for. order: decides about the future; stand-ins, timeouts, random
    play never get it.
    """
    return getattr(type(move), mark, False) is True


# Options ----------------------------------------------------------------------------------------------------


def option(default: object, choices: Iterable[object]) -> Any:
    """Declare one option of a game: its usual value, and what it can be, in the order of the form."""
    return field(default=default, metadata={"choices": tuple(choices)})


@dataclass(frozen=True, slots=True)
class OptionField:
    """One line of a game's form of options."""

    name: str
    default: Any
    choices: tuple[Any, ...]


def option_fields(options: type[Any]) -> tuple[OptionField, ...]:
    """Return the form of a game's options type."""
    return tuple(
        OptionField(each.name, each.default, each.metadata["choices"])
        for each in fields(options)
        if each.default is not MISSING
    )


def make_options(options: type[Any], values: Mapping[str, object]) -> Any:
    """Make options from values or their texts ("33", "reach", "off"); raises `InvalidOption`."""
    form = {each.name: each for each in option_fields(options)}
    chosen: dict[str, object] = {}
    for name, value in values.items():
        if name not in form:
            raise InvalidOption("There is no option {name}; there are {names}.", name=name, names=tuple(form))
        by_text = {option_text(choice): choice for choice in form[name].choices}
        text = option_text(value)
        if text not in by_text:
            raise InvalidOption(
                "{name} can't be {value}; it can be {choices}.", name=name, value=text, choices=tuple(by_text)
            )
        chosen[name] = by_text[text]
    return options(**chosen)


def option_text(value: object) -> str:
    """Write an option's value as in a custom id or on the command line: on, off, or itself."""
    if value is True:
        return "on"
    if value is False or value is None:
        return "off"
    return str(value)
