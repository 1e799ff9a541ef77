"""Whom a match waits for and until when: which clocks start and which are taken away after a change."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from bot.pace import Pace
from bot.positions import Position
from db.records import DeadlineKind, DeadlineRecord
from rules.engine import Seat


def changed_deadlines(
    position: Position, kept: Sequence[DeadlineRecord], now: int, anew: Collection[int] = ()
) -> tuple[list[tuple[int, DeadlineKind]], list[DeadlineRecord]]:
    """Compare who is awaited with the deadlines kept; return which go and which are new.

    A seat's clock starts when its number in `to_act` is new, or the seat is one of `anew`; it keeps running
    otherwise.
    """
    state = position.state
    awaited = {} if position.match.status != "running" else dict(state.to_act)
    asked = {each.seat for each in kept if awaited.get(Seat(each.seat)) == each.since} - set(anew)
    gone = [(each.seat, each.kind) for each in kept if each.seat not in asked]
    new: list[DeadlineRecord] = []
    for seat, since in awaited.items():
        if seat not in asked:
            new += _deadlines_of(position, seat, since, now, position.pace)
    return gone, new


def _deadlines_of(position: Position, seat: Seat, since: int, now: int, pace: Pace) -> list[DeadlineRecord]:
    wait: Literal["turn", "window"] = position.state.wait
    automatic = position.is_automatic(seat)
    length = 0 if automatic and not position.is_deserted else pace.length(wait)
    made = [DeadlineRecord(position.match.id, seat, wait, since, now, None if length is None else now + length)]
    if wait == "turn" and pace.reminder is not None and not automatic:
        made.append(DeadlineRecord(position.match.id, seat, "reminder", since, now, now + pace.reminder))
    return made
