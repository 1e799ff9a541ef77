"""When a person is reminded of a turn: their ladder, their quiet hours, their being away. No storage, no Discord.

The row of a reminder says when to look at it again; what then comes of it is decided anew, by what its person wants by
then. So one that was put off, caught up after downtime, or planned before somebody changed their mind is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.timing.pace import HOUR, MINUTE
from bot.timing.zones import quiet_of
from db.records import DeadlineRecord, Habits

MOST = 2
"""So many reminders come before a deadline at most."""
APART = HOUR
"""No reminder comes sooner after the one before, or after its turn was asked."""
ENOUGH = 30 * MINUTE
"""So much time must be left for a reminder that has waited, as for the end of quiet hours."""
BEFORE_QUIET = 5 * MINUTE
"""So long before quiet hours a reminder comes that can't come after them."""
RUNGS = (("half", 2), ("end", 8))
"""The ladder: what part of a turn's length is left at each of its steps."""


def ladder_of(turn: DeadlineRecord, length: int, habits: Habits, now: int, together: int) -> DeadlineRecord:
    """Return the reminder of a turn that was just asked, of so many people at once."""
    row = DeadlineRecord(turn.match_id, turn.seat, "reminder", turn.since, turn.asked_at, None, together=together)
    return replanned(row, turn.due, length, habits, now)


def replanned(row: DeadlineRecord, due: int | None, length: int | None, habits: Habits, now: int) -> DeadlineRecord:
    """Return a reminder with the time of its next look; of a turn that is `due` then and has a `length`."""
    return replace(row, due=None if due is None or length is None else _next(row, due, length, habits, now))


def after_sending(row: DeadlineRecord, due: int, length: int, habits: Habits, now: int) -> DeadlineRecord:
    """Return what becomes of a reminder that was sent: every step that has come by now is behind."""
    behind = [rung + 1 for rung, time in _steps(row, due, length, habits, now) if time <= now]
    sent = replace(row, rung=max([row.rung, *behind]), sent=row.sent + 1, sent_at=now, last_at=None)
    return replanned(sent, due, length, habits, now)


def _next(row: DeadlineRecord, due: int, length: int, habits: Habits, now: int) -> int | None:
    """Return when the next reminder comes, `now` where it is overdue; None where no more comes."""
    if row.sent >= MOST or habits.reminders == "none":
        return None
    times = [time for _, time in _steps(row, due, length, habits, now)]
    called = None if row.last_at is None else max(row.last_at, row.asked_at + APART, now)
    heard = None if called is None or _is_away(habits, called) else _heard(called, due, habits, now)
    if heard is not None and not _is_away(habits, heard):
        times.append(heard)
    earliest = max(row.asked_at, row.sent_at or 0) + APART
    return min((time for time in times if earliest <= time < due), default=None)


def _steps(row: DeadlineRecord, due: int, length: int, habits: Habits, now: int) -> Iterator[tuple[int, int]]:
    """Yield the steps of a person's ladder that are not behind, each with its time."""
    for rung, (name, share) in enumerate(RUNGS):
        if rung < row.rung or habits.reminders not in ("both", name):
            continue
        time = max(due - length // share, now)
        if habits.away_until is not None and time <= habits.away_until:
            time = habits.away_until + 1
            if time > due - ENOUGH:
                continue
        heard = _heard(time, due, habits, now)
        if heard is not None and not _is_away(habits, heard):
            yield rung, heard


def _is_away(habits: Habits, time: int) -> bool:
    return habits.away_until is not None and time <= habits.away_until


def _heard(time: int, due: int, habits: Habits, now: int) -> int | None:
    """Return when a reminder comes that should come at a time: after quiet hours, else just before them."""
    quiet = quiet_of(habits)
    if quiet is None or (hours := quiet.around(time)) is None:
        return time
    begins, ends = hours
    if ends <= due - ENOUGH:
        return ends
    before = max(begins - BEFORE_QUIET, now)
    if before >= begins:
        return None
    still_quiet = quiet.around(before)  # where they leave but minutes between them
    return before if still_quiet is None else still_quiet[1]
