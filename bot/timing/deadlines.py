"""Whom a match waits for and until when: which clocks start, stand still and are taken away after a change."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.positions import Position
from bot.timing.away import paused, released
from bot.timing.lateness import NO_MERCY, Mercy, days_left
from bot.timing.pace import DAY, HOUR, PACES
from bot.timing.reminders import ladder_of, replanned
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


@dataclass
class Changes:
    """What a change of a match does to its deadlines: rows that go, rows that come (a changed one does both)."""

    gone: list[tuple[int, DeadlineKind]] = field(default_factory=list)
    new: list[DeadlineRecord] = field(default_factory=list)
    used: dict[int, int] = field(default_factory=dict)
    """For how long seats have been away by now, of those of which that has changed."""

    def put(self, row: DeadlineRecord) -> None:
        self.gone.append((row.seat, row.kind))
        self.new.append(row)

    def made_to(self, kept: Sequence[DeadlineRecord]) -> tuple[DeadlineRecord, ...]:
        """Return the deadlines as they are after the change."""
        return (*(each for each in kept if (each.seat, each.kind) not in self.gone), *self.new)

    @property
    def soonest(self) -> int | None:
        """When the first of the new deadlines is due; None where there is none, or none ends."""
        return min((each.due for each in self.new if each.due is not None), default=None)


def changed_deadlines(
    position: Position,
    kept: Sequence[DeadlineRecord],
    now: int,
    anew: Collection[int] = (),
    mercies: Mapping[int, Mercy] = NO_MERCY,
) -> Changes:
    """Compare who is awaited with the deadlines kept.

    A seat's clock starts when its number in `to_act` is new, or the seat is one of `anew`; it keeps running
    otherwise, longer where its deadline has passed and something of `mercies` comes of that.
    """
    state = position.state
    awaited = {} if position.match.status != "running" else dict(state.to_act)
    asked = {each.seat for each in kept if awaited.get(Seat(each.seat)) == each.since}
    if state.wait == "turn":
        # At a table that is deserted now, nobody's clock may end the wait early.
        asked = set() if anew and position.is_deserted else asked - set(anew)
    changes = Changes()
    for each in kept:
        if each.seat not in asked:
            changes.gone.append((each.seat, each.kind))
            _give_back(position, released(each, now)[1], each.seat, changes)
    for seat, since in awaited.items():
        if seat not in asked:
            _ask(position, seat, since, now, changes)
    for row in kept:
        if row.kind == "turn" and row.seat in asked and row.seat in mercies:
            _extend(position, row, mercies[row.seat], kept, now, changes)
        elif (
            row.kind == "reminder" and row.seat in asked.difference(mercies) and _is_last(position, row, kept, changes)
        ):
            turn = next(each for each in kept if (each.seat, each.kind) == (row.seat, "turn"))
            called = replace(row, last_at=now)
            changes.put(replanned(called, turn.due, position.pace.turn, position.holder(row.seat).habits, now))
    return changes


def prolonged(
    position: Position, kept: Sequence[DeadlineRecord], seats: Collection[int], now: int
) -> list[DeadlineRecord]:
    """Return the deadlines of some seats with the length of a turn added, from now on where they are over.

    Their people are reminded of them anew.
    """
    length = position.pace.turn
    made: list[DeadlineRecord] = []
    for turn in kept:
        if turn.kind != "turn" or turn.seat not in seats or turn.due is None or length is None:
            continue
        longer = replace(turn, due=max(turn.due, now) + length)
        made.append(longer)
        for row in kept:
            if (row.seat, row.kind) == (turn.seat, "reminder"):
                anew = replace(longer, asked_at=now)
                made.append(ladder_of(anew, length, position.holder(turn.seat).habits, now, row.together))
    return made


def heeding(position: Position, kept: Sequence[DeadlineRecord], now: int) -> Changes:
    """Bring the clocks of those who are awaited in line with who is away and what people prefer now.

    Done again it changes nothing.
    """
    changes = Changes()
    for turn in kept:
        holder = position.holder(turn.seat)
        if turn.kind != "turn" or turn.presumed or position.is_automatic(turn.seat):
            continue
        running, unused = released(turn, now)
        left = position.pace.away - holder.away_used + unused
        after, length = paused(running, holder.habits.away_until, left, now)
        _give_back(position, unused - length, turn.seat, changes)
        if after != turn:
            changes.put(after)
        for row in kept:
            if (row.seat, row.kind) == (turn.seat, "reminder"):
                planned = replanned(row, after.due, position.pace.turn, holder.habits, now)
                if planned != row:
                    changes.put(planned)
    return changes


def _ask(position: Position, seat: Seat, since: int, now: int, changes: Changes) -> None:
    """Start the clocks of a seat."""
    pace, match_id, automatic = position.pace, position.match.id, position.is_automatic(seat)
    if position.state.wait == "window":
        # The same for every seat, whatever it holds or has ordered: the times are public, what is answered isn't.
        changes.new += [
            DeadlineRecord(match_id, seat, "window", since, now, now + pace.window),
            DeadlineRecord(match_id, seat, "order", since, now, now + _order_delay(position)),
        ]
        return
    length = 0 if automatic and not position.is_deserted else pace.turn
    turn = DeadlineRecord(match_id, seat, "turn", since, now, None if length is None else now + length)
    if not automatic:
        holder = position.holder(seat)
        left = pace.away - changes.used.get(seat, holder.away_used)
        turn, length_away = paused(turn, holder.habits.away_until, left, now)
        _give_back(position, -length_away, seat, changes)
        if pace.reminds and length is not None:
            changes.new.append(ladder_of(turn, length, holder.habits, now, _asked_at_once(position, since)))
    changes.new.append(turn)


def _extend(
    position: Position, turn: DeadlineRecord, mercy: Mercy, kept: Sequence[DeadlineRecord], now: int, changes: Changes
) -> None:
    """Move the deadline of a turn that was missed."""
    length, holder = position.pace.turn, position.holder(turn.seat)
    if length is None:
        return
    if mercy == "days_more":
        left = days_left(position, turn.seat)
        _give_back(position, -left, turn.seat, changes)
        changes.put(replace(turn, due=now + left, presumed=True, away_from=now, away_to=now + left))
        return
    once_more = replace(turn, due=now + length, grace=True)
    changes.put(once_more)
    for row in kept:
        if (row.seat, row.kind) == (turn.seat, "reminder"):
            changes.put(ladder_of(once_more, length, holder.habits, now, row.together))


def _give_back(position: Position, unused: int, seat: int, changes: Changes) -> None:
    if unused:
        changes.used[seat] = changes.used.get(seat, position.holder(seat).away_used) - unused


def _asked_at_once(position: Position, since: int) -> int:
    """Return how many people are awaited since the same turn."""
    return sum(number == since and not position.is_automatic(seat) for seat, number in position.state.to_act.items())


def _is_last(position: Position, row: DeadlineRecord, kept: Sequence[DeadlineRecord], changes: Changes) -> bool:
    """Tell whether a seat has just become the last that is awaited of three or more who choose at once."""
    left = {seat for seat, _ in changes.gone} & {each.seat for each in kept if each.since == row.since}
    return row.together >= 3 and bool(left) and _asked_at_once(position, row.since) == 1


def _order_delay(position: Position) -> int:
    """Return after how long orders and stand-ins answer; short where no person could, which everybody sees."""
    if all(position.is_automatic(seat) for seat in position.state.to_act):
        return PACES["live"].order
    return position.pace.order
