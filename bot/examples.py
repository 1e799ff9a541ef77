"""A match under way for the pictures beside the rules: always the same, played by stand-ins."""

from __future__ import annotations

from functools import cache
from typing import Any

from rules.engine import Game, Seat, marked


@cache
def under_way(game: Game[Any], seats: int, moves: int) -> Any:
    """Return what a spectator sees after so many moves of stand-ins in a match of the usual options."""
    state, _ = game.deal(seats, game.options(), "example")
    for _ in range(moves):
        if state.outcome is not None:
            break
        answers = {seat: _choices(state, seat) for seat in sorted(state.to_act)}
        seat, legal = next((seat, legal) for seat, legal in answers.items() if legal)  # others have answered already
        state, _ = state.apply(seat, game.stand_in(state.view(seat), legal))
    return state.view(None)


def _choices(state: Any, seat: Seat) -> tuple[Any, ...]:
    return tuple(move for move in state.legal_moves(seat) if not marked(move, "order"))
