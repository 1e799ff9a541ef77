"""Matches to measure on: stand-ins and random players, without storage and without Discord."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

from bot.selfplay import playable
from rules.engine import Game, Seat

Player = Callable[[Any, Sequence[Any]], Any]
"""From a view and the legal moves to a move."""


def to_move(state: Any) -> tuple[Seat, tuple[Any, ...]]:
    """Return a seat that the table waits for, with its moves; who has answered in a window has none."""
    return next((seat, moves) for seat in state.to_act if (moves := playable(state, seat)))


def walk(game: Game[Any], players: Sequence[Player], seed: str) -> Iterator[Any]:
    """Play a match, a player a seat; yields every position, the end included."""
    state, _ = game.deal(len(players), game.options(), seed)
    yield state
    while state.outcome is None:
        seat, moves = to_move(state)
        state, _ = state.apply(seat, players[seat](state.view(seat), moves))
        yield state


def positions(game: Game[Any], seats: int, number: int) -> list[Any]:
    """Return so many positions in which somebody is to move, from matches between stand-ins."""
    found: list[Any] = []
    for match in count():
        for state in walk(game, [game.stand_in] * seats, f"bench {match}"):
            if len(found) == number:
                return found
            if state.outcome is None:
                found.append(state)
    return found


def usual_seats(game: Game[Any]) -> int:
    """Return how many seats are measured with: four, or the fewest."""
    tables = game.tables(game.options())
    return 4 if 4 in tables else min(tables)
