"""What each game is held to; a game says otherwise in `bot/bench/games/`, in a module of its key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rules.engine import Game

Drawing = Callable[[Any], bytes]
"""From a view to the bytes of a PNG."""


@dataclass(frozen=True, slots=True)
class Standards:
    """A game's goals, and the usual way to draw its pictures, by the name of ours ("table", "hand")."""

    wins_of_two: float = 0.80
    """The stand-in's share of the victories over one random player."""
    wins_alone: float = 0.60
    """The same, alone against three."""
    picture_time: float = 1 / 4
    """A warm picture's time as a part of the usual way's."""
    picture_bytes: int = 60 * 1024
    usual: tuple[tuple[str, Drawing], ...] = ()


def standards_of(game: Game[Any]) -> Standards:
    """Return what a game is held to."""
    name = f"bot.bench.games.{game.key}"
    if find_spec(name) is None:
        return Standards()
    standards: Standards = import_module(name).STANDARDS
    return standards


def drawing_of(game: Game[Any]) -> Any:
    """Return the module that draws a game."""
    return import_module(f"bot.rendering.{game.key}")
