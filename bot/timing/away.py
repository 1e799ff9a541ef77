"""The pause of a clock whose person is away. Its `due` has the whole pause in it from the start; what isn't used of it
is given back, to the clock and to the budget of the seat.
"""

from __future__ import annotations

from dataclasses import replace

from db.records import DeadlineRecord


def paused(turn: DeadlineRecord, until: int | None, left: int, now: int) -> tuple[DeadlineRecord, int]:
    """Let a turn's clock stand still until a time, as far as what is left allows; return for how long it does."""
    length = 0 if until is None or turn.due is None else min(until - now, left)
    if turn.due is None or length <= 0:
        return turn, 0
    begins = turn.away_from if turn.away_to == now and turn.away_from is not None else now
    return replace(turn, due=turn.due + length, away_from=begins, away_to=now + length), length


def released(turn: DeadlineRecord, now: int) -> tuple[DeadlineRecord, int]:
    """Let a turn's clock run again; return what of its pause was not used."""
    if turn.due is None or turn.away_from is None or turn.away_to is None or turn.away_to <= now:
        return turn, 0
    ends = max(turn.away_from, now)
    unused = turn.away_to - ends
    begins = None if ends == turn.away_from else turn.away_from
    return replace(turn, due=turn.due - unused, away_from=begins, away_to=None if begins is None else ends), unused
