"""Whom a match waits for and until when: which clocks start and which are taken away after a change."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.pace import DAY, HOUR, PACES, Pace
from bot.positions import Position
from db.records import DeadlineKind, DeadlineRecord
from rules.engine import Seat

LOBBY = DAY
"""So long a lobby stays open after its last change."""
LOBBY_WARNING = 2 * HOUR
"""So long before that its people are told."""


def lobby_deadlines(match_id: int, now: int) -> list[DeadlineRecord]:
    """Return when a lobby lapses, and when its people are told; they go by no seat, and stand at the first."""
    return [
        DeadlineRecord(match_id, 0, "lapse", 0, now, now + LOBBY),
        DeadlineRecord(match_id, 0, "reminder", 0, now, now + LOBBY - LOBBY_WARNING),
    ]


def changed_deadlines(
    position: Position, kept: Sequence[DeadlineRecord], now: int, anew: Collection[int] = ()
) -> tuple[list[tuple[int, DeadlineKind]], list[DeadlineRecord]]:
    """Compare who is awaited with the deadlines kept; return which go and which are new.

    A seat's clock starts when its number in `to_act` is new, or the seat is one of `anew`; it keeps running
    otherwise.
    """
    state = position.state
    awaited = {} if position.match.status != "running" else dict(state.to_act)
    asked = {each.seat for each in kept if awaited.get(Seat(each.seat)) == each.since}
    if state.wait == "turn":
        # At a table that is deserted now, nobody's clock may end the wait early.
        asked = set() if anew and position.is_deserted else asked - set(anew)
    gone = [(each.seat, each.kind) for each in kept if each.seat not in asked]
    new: list[DeadlineRecord] = []
    for seat, since in awaited.items():
        if seat not in asked:
            new += _deadlines_of(position, seat, since, now, position.pace)
    return gone, new


def prolonged(
    position: Position, kept: Sequence[DeadlineRecord], seats: Collection[int], now: int
) -> list[DeadlineRecord]:
    """Return the deadlines of some seats with the length of a turn added, from now on where they are over."""
    length = position.pace.turn or 0
    return [
        replace(each, due=max(each.due, now) + length if each.due is not None else None)
        for each in kept
        if each.seat in seats
    ]


def _deadlines_of(position: Position, seat: Seat, since: int, now: int, pace: Pace) -> list[DeadlineRecord]:
    match_id, automatic = position.match.id, position.is_automatic(seat)
    if position.state.wait == "window":
        # The same for every seat, whatever it holds or has ordered: the times are public, what is answered isn't.
        return [
            DeadlineRecord(match_id, seat, "window", since, now, now + pace.window),
            DeadlineRecord(match_id, seat, "order", since, now, now + _order_delay(position)),
        ]
    length = 0 if automatic and not position.is_deserted else pace.turn
    made = [DeadlineRecord(match_id, seat, "turn", since, now, None if length is None else now + length)]
    if pace.reminder is not None and not automatic:
        made.append(DeadlineRecord(match_id, seat, "reminder", since, now, now + pace.reminder))
    return made


def _order_delay(position: Position) -> int:
    """Return after how long orders and stand-ins answer; short where no person could, which everybody sees."""
    if all(position.is_automatic(seat) for seat in position.state.to_act):
        return PACES["live"].order
    return position.pace.order
