"""Checks a match that is over: the deal follows from what was sealed, the end from the deal and the moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.codec import load_events
from bot.fairness import seed
from bot.positions import Position
from db.records import MoveRecord
from rules.engine import Refusal, Seat


def replayed(position: Position, log: Sequence[MoveRecord]) -> Any:
    """Deal again from the secret and play the log's moves; return the state this leads to.

    Raises `ValueError` where the log does not follow from the deal.
    """
    match, game = position.match, position.game
    if match.start_interaction_id is None:
        raise ValueError("the match has not started")
    luck = seed(
        match.secret,
        match.id,
        match.start_interaction_id,
        [seat.join_interaction_id for seat in match.seats],
    )
    state, events = game.deal(len(match.seats), position.options, luck)
    for row in log:
        if row.notation is not None:
            try:
                who = None if row.seat is None else Seat(row.seat)
                state, events = state.apply(who, game.parse(row.notation))
            except Refusal as refusal:
                raise ValueError(f"move {row.seq} of the log is not legal") from refusal
        if events != load_events(game, row.events):
            raise ValueError(f"move {row.seq} of the log led to something else")
    return state


def deal_is_sealed(position: Position, log: Sequence[MoveRecord]) -> bool:
    """Tell whether a match follows from its secret."""
    try:
        return bool(replayed(position, log) == position.state)
    except ValueError:
        return False
