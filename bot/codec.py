"""Positions, events and options of the games to and from the text that the database keeps.

What cannot be read or written is refused without a word of its contents: it may hold a hand.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from types import GenericAlias
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from rules.engine import Game, InvalidOption, State, make_options

S = TypeVar("S", bound=State[Any, Any, Any])


class CorruptRecord(ValueError):
    """A stored text that is not what this version of a game writes."""


@dataclass(frozen=True, slots=True)
class _Adapters:
    state: TypeAdapter[Any]
    events: TypeAdapter[Any]
    options: TypeAdapter[Any]


@cache
def _adapters(game: Game[Any]) -> _Adapters:
    several: Any = GenericAlias(tuple, (game.event, ...))
    return _Adapters(TypeAdapter(game.state), TypeAdapter(several), TypeAdapter(game.options))


def dump_state(game: Game[S], state: S) -> str:
    return _dump(game, "state", _adapters(game).state, state)


def load_state(game: Game[S], text: str) -> S:
    state: S = _load(game, "state", _adapters(game).state, text)
    return state


def dump_events(game: Game[Any], events: tuple[Any, ...]) -> str:
    return _dump(game, "events", _adapters(game).events, events)


def load_events(game: Game[Any], text: str) -> tuple[Any, ...]:
    events: tuple[Any, ...] = _load(game, "events", _adapters(game).events, text)
    return events


def dump_options(game: Game[Any], options: Any) -> str:
    return _dump(game, "options", _adapters(game).options, options)


@lru_cache(maxsize=256)
def load_options(game: Game[Any], text: str) -> Any:
    """Return the options of a match; those of the matches under way are read over and over, and are few."""
    options = _load(game, "options", _adapters(game).options, text)
    try:
        return make_options(game.options, asdict(options))
    except InvalidOption:
        pass
    raise CorruptRecord(f"The options kept for {game.title} are not among its choices.")


# The sentences are raised outside of `except`: else an error that quotes contents would be their context.


def _dump(game: Game[Any], what: str, adapter: TypeAdapter[Any], value: object) -> str:
    try:
        return adapter.dump_json(value, warnings="error").decode()
    except PydanticSerializationError:
        pass
    raise CorruptRecord(f"The {what} of {game.title} can't be kept: its parts are of the wrong types.")


def _load(game: Game[Any], what: str, adapter: TypeAdapter[Any], text: str) -> Any:
    try:
        return adapter.validate_json(text, strict=True, extra="forbid")
    except ValidationError as error:
        kinds = sorted({each["type"] for each in error.errors(include_url=False, include_input=False)})
    raise CorruptRecord(f"The {what} kept for {game.title} can't be read ({', '.join(kinds)}).")
