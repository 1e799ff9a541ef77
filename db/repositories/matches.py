"""Matches with their seats, logs and deadlines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import bindparam, delete, exists, func, insert, outerjoin, select, update

from db.models import Deadline, Match, Move, Notice, Seat, SeatChange, Telling, User
from db.records import (
    DeadlineKind,
    DeadlineRecord,
    Habits,
    HeldBy,
    MatchRecord,
    MoveRecord,
    SeatRecord,
    Status,
    TellingRecord,
    Waiting,
)
from db.repositories.rows import columns, made
from db.whole import Executes

# What every move says is made once: making a statement costs more than running it.
_SEAT_COLUMNS = (
    Seat.seat,
    Seat.user_id,
    Seat.bot_name,
    Seat.held_by,
    Seat.join_interaction_id,
    Seat.team,
    Seat.misses,
    Seat.away_used,
    Seat.dm_message_id,
    User.name.label("user_name"),
)
_SEAT_NAMES = tuple(column.key for column in _SEAT_COLUMNS)
_HABITS = tuple(getattr(User, each.name) for each in fields(Habits))
_SEATS = (
    select(func.json_group_array(func.json_array(*_SEAT_COLUMNS, *_HABITS, User.hint_due)))
    .select_from(outerjoin(Seat, User, User.id == Seat.user_id))
    .where(Seat.match_id == Match.id)
    .scalar_subquery()
)
_OPEN_NOTICES = exists().where(Notice.match_id == Match.id, Notice.open)
# All in one row: after each row and each statement sqlite3 has to wait for the interpreter's lock again.
_MATCH = select(Match.__table__, _OPEN_NOTICES.label("open_notices"), _SEATS.label("seats")).where(
    Match.id == bindparam("match_id")
)
_MATCH_NAMES = tuple(_MATCH.selected_columns.keys())
_TOLD_MATCH = _MATCH.add_columns(Telling.__table__).join(Telling, Telling.match_id == Match.id)
_TELLING_NAMES = tuple(Telling.__table__.columns.keys())
_DEADLINES = (
    select(Deadline.__table__)
    .where(Deadline.match_id == bindparam("match_id"))
    .order_by(Deadline.seat, Deadline.kind)  # where both are due, an order answers before its window ends
)
_SAVE_POSITION = (
    update(Match)
    .where(Match.id == bindparam("b_id"), Match.version == bindparam("b_version"))
    .values(
        state=bindparam("b_state"),
        version=bindparam("b_next"),
        log_length=bindparam("b_log_length"),
        turn=bindparam("b_turn"),
    )
)
_HOLD_SEAT = (
    update(Seat)
    .where(Seat.match_id == bindparam("b_match"), Seat.seat == bindparam("b_seat"))
    .values(held_by=bindparam("b_held_by"), misses=bindparam("b_misses"), away_used=bindparam("b_away_used"))
)
_ADD_MOVES = insert(Move)
_LOG = (
    select(Move.seq, Move.seat, Move.notation, Move.by, Move.user_id, Move.turn, Move.events, Move.at)
    .where(Move.match_id == bindparam("match_id"), Move.seq >= bindparam("from_seq"))
    .order_by(Move.seq)
)
_ADD_DEADLINES = insert(Deadline)
_CLEAR_DEADLINES = delete(Deadline).where(
    Deadline.match_id == bindparam("b_match"),
    Deadline.seat == bindparam("b_seat"),
    Deadline.kind == bindparam("b_kind"),
)


class StaleVersion(Exception):
    """The match was changed by somebody else since it was read. Nothing was written."""


class MatchRepository:
    """Reads and writes matches. Every write of a match goes through `save`, which dates it by its version."""

    def __init__(self, connection: Executes) -> None:
        self._connection = connection

    async def get(self, match_id: int) -> MatchRecord | None:
        """Return a match with its seats, or None."""
        row = (await self._connection.execute(_MATCH, {"match_id": match_id})).one_or_none()
        return None if row is None else _match(row)

    async def get_told(self, match_id: int) -> tuple[MatchRecord, TellingRecord] | None:
        """Return a match and what Discord shows of it, or None."""
        row = (await self._connection.execute(_TOLD_MATCH, {"match_id": match_id})).one_or_none()
        if row is None:
            return None
        return _match(row), TellingRecord(**dict(zip(_TELLING_NAMES, row[len(_MATCH_NAMES) :], strict=True)))

    async def create(self, match: MatchRecord) -> int:
        """Insert a match with its seats and an empty telling; return its number (`match.id` is ignored)."""
        values = {name: value for name, value in _columns(match).items() if name != "id"}
        created = await self._connection.execute(insert(Match).values(values).returning(Match.id))
        match_id: int = created.scalar_one()
        await self.put_seats(match_id, match.seats)
        await self._connection.execute(insert(Telling).values(match_id=match_id))
        return match_id

    async def save(self, match: MatchRecord, read_version: int) -> None:
        """Write the match's row; its `version` must be the next one. Seats are written by `put_seats`.

        Raises `StaleVersion` where the kept version is not `read_version`.
        """
        values = {name: value for name, value in _columns(match).items() if name != "id"}
        done = await self._connection.execute(
            update(Match).where(Match.id == match.id, Match.version == read_version).values(values)
        )
        if done.rowcount != 1:
            raise StaleVersion(f"match {match.id} is no longer at version {read_version}")

    async def save_position(self, match: MatchRecord, read_version: int) -> None:
        """Write what a move changes: state, version, length of the log, turn. Raises `StaleVersion`."""
        done = await self._connection.execute(
            _SAVE_POSITION,
            {
                "b_id": match.id,
                "b_version": read_version,
                "b_state": match.state,
                "b_next": match.version,
                "b_log_length": match.log_length,
                "b_turn": match.turn,
            },
        )
        if done.rowcount != 1:
            raise StaleVersion(f"match {match.id} is no longer at version {read_version}")

    async def put_seats(self, match_id: int, seats: Sequence[SeatRecord]) -> None:
        """Write all seats of a lobby anew."""
        await self._connection.execute(delete(Seat).where(Seat.match_id == match_id))
        if seats:
            names = [column.name for column in Seat.__table__.columns if column.name != "match_id"]
            rows = [{name: getattr(seat, name) for name in names} | {"match_id": match_id} for seat in seats]
            await self._connection.execute(insert(Seat), rows)

    async def hold_seats(self, match_id: int, seats: Iterable[SeatRecord]) -> None:
        """Write who holds some seats, the person or the stand-in, with their misses and their time away."""
        rows = [
            {
                "b_match": match_id,
                "b_seat": seat.seat,
                "b_held_by": seat.held_by,
                "b_misses": seat.misses,
                "b_away_used": seat.away_used,
            }
            for seat in seats
        ]
        if rows:
            await self._connection.execute(_HOLD_SEAT, rows)

    async def set_dm_message(self, match_id: int, seat: int, user_id: int, message_id: int | None) -> None:
        """Remember which message in a person's DM channel is the hand of their seat, if it is theirs still."""
        await self._connection.execute(
            update(Seat)
            .where(Seat.match_id == match_id, Seat.seat == seat, Seat.user_id == user_id)
            .values(dm_message_id=message_id)
        )

    async def note_seat_change(
        self,
        match_id: int,
        seat: int,
        *,
        at_seq: int,
        at: int,
        user_id: int | None,
        held_by: HeldBy,
        reason: str,
    ) -> None:
        """Note who holds a seat from now on, and why."""
        await self._connection.execute(
            insert(SeatChange).values(
                match_id=match_id,
                seat=seat,
                at_seq=at_seq,
                at=at,
                user_id=user_id,
                held_by=held_by,
                reason=reason,
            )
        )

    # The log -----------------------------------------------------------------------------------

    async def append_moves(self, match_id: int, moves: Sequence[MoveRecord]) -> None:
        """Add rows to the log; `(match, seq)` must be new."""
        rows = [
            {
                "match_id": match_id,
                "seq": move.seq,
                "seat": move.seat,
                "notation": move.notation,
                "by": move.by,
                "user_id": move.user_id,
                "turn": move.turn,
                "events": move.events,
                "at": move.at,
            }
            for move in moves
        ]
        if rows:
            await self._connection.execute(_ADD_MOVES, rows)

    async def log(self, match_id: int, from_seq: int = 0) -> tuple[MoveRecord, ...]:
        """Return the log from a row on, oldest first."""
        rows = await self._connection.execute(_LOG, {"match_id": match_id, "from_seq": from_seq})
        return made(MoveRecord, rows)

    # Deadlines ---------------------------------------------------------------------------------

    async def deadlines(self, match_id: int) -> tuple[DeadlineRecord, ...]:
        """Return the deadlines of a match by seat and kind."""
        rows = await self._connection.execute(_DEADLINES, {"match_id": match_id})
        return made(DeadlineRecord, rows)

    async def change_deadlines(
        self, match_id: int, gone: Iterable[tuple[int, DeadlineKind]], new: Iterable[DeadlineRecord]
    ) -> None:
        """Delete and add deadlines of a match."""
        old = [{"b_match": match_id, "b_seat": seat, "b_kind": kind} for seat, kind in gone]
        if old:
            await self._connection.execute(_CLEAR_DEADLINES, old)
        rows = [columns(deadline) for deadline in new]
        if rows:
            await self._connection.execute(_ADD_DEADLINES, rows)

    async def next_due(self) -> int | None:
        """Return when the next deadline of all matches is due."""
        found = await self._connection.execute(select(func.min(Deadline.due)))
        due: int | None = found.scalar_one()
        return due

    async def due(self, now: int) -> tuple[DeadlineRecord, ...]:
        """Return every deadline that is due, the longest overdue first."""
        rows = await self._connection.execute(
            select(Deadline.__table__)
            .where(Deadline.due <= now)
            .order_by(Deadline.due, Deadline.match_id, Deadline.seat)
        )
        return made(DeadlineRecord, rows)

    # Lists -------------------------------------------------------------------------------------

    async def of_user(self, user_id: int) -> tuple[Waiting, ...]:
        """Return a person's open matches on all servers: those that wait for them first, longest first."""
        asked = (
            select(Deadline.match_id, Deadline.seat, Deadline.asked_at, Deadline.due)
            .where(Deadline.kind.in_(("turn", "window")))
            .subquery()
        )
        rows = await self._connection.execute(
            select(
                Match.id.label("match_id"),
                Match.guild_id,
                Match.channel_id,
                Telling.place_id,
                Match.game,
                Match.status,
                asked.c.asked_at,
                asked.c.due,
            )
            .join(Seat, Seat.match_id == Match.id)
            .join(Telling, Telling.match_id == Match.id)
            .outerjoin(asked, (asked.c.match_id == Match.id) & (asked.c.seat == Seat.seat))
            .where(Seat.user_id == user_id, Match.status.in_(("lobby", "running")))
            .order_by(asked.c.asked_at.is_(None), asked.c.asked_at, Match.id)
        )
        return made(Waiting, rows)

    async def in_place(self, place_id: int, statuses: Sequence[Status] = ("running",)) -> tuple[int, ...]:
        """Return the matches played in a thread or channel, the newest first."""
        rows = await self._connection.execute(
            select(Match.id)
            .join(Telling, Telling.match_id == Match.id)
            .where(Telling.place_id == place_id, Match.status.in_(statuses))
            .order_by(Match.id.desc())
        )
        return tuple(row.id for row in rows)

    async def rematch_of(self, match_id: int) -> int | None:
        """Return the newest rematch of a match, if it is open or goes on."""
        rows = await self._connection.execute(
            select(Match.id)
            .where(Match.follows == match_id, Match.status.in_(("lobby", "running")))
            .order_by(Match.id.desc())
            .limit(1)
        )
        return rows.scalar_one_or_none()

    async def quiet_since(self, time: int) -> tuple[int, ...]:
        """Return the matches that go on in a place where nothing was posted since a time."""
        rows = await self._connection.execute(
            select(Match.id)
            .join(Telling, Telling.match_id == Match.id)
            .where(
                Match.status == "running",
                Telling.post_id.is_not(None),
                Telling.place_gone.is_(False),
                Telling.posted_at < time,
                Telling.awake_at < time,
            )
            .order_by(Match.id)
        )
        return tuple(row.id for row in rows)

    async def with_open_notices(self) -> tuple[int, ...]:
        """Return the matches that go on and have a notice whose matter isn't settled yet."""
        rows = await self._connection.execute(
            select(Match.id)
            .where(Match.status == "running", exists().where(Notice.match_id == Match.id, Notice.open))
            .order_by(Match.id)
        )
        return tuple(row.id for row in rows)

    async def lagging(self) -> tuple[int, ...]:
        """Return the matches of which Discord may not show the newest position."""
        rows = await self._connection.execute(
            select(Match.id)
            .join(Telling, Telling.match_id == Match.id)
            .where(Telling.settled_version < Match.version)
            .order_by(Match.id)
        )
        return tuple(row.id for row in rows)


def _match(values: Sequence[Any]) -> MatchRecord:
    """Return a match of what `_MATCH` selects."""
    own = dict(zip(_MATCH_NAMES, values, strict=False))
    # SQLite promises no order of what it groups.
    own["seats"] = tuple(map(_seat, sorted(json.loads(own["seats"]))))
    return MatchRecord(**own)


def _seat(values: Sequence[Any]) -> SeatRecord:
    """Return a seat; the habits of a person who isn't known are the usual ones."""
    own = dict(zip(_SEAT_NAMES, values, strict=False))
    habits, hint_due = values[len(own) : -1], values[-1]
    return SeatRecord(**own, habits=Habits(*habits) if any(habits) else Habits(), hint_due=bool(hint_due))


def _columns(match: MatchRecord) -> dict[str, Any]:
    return {column.name: getattr(match, column.name) for column in Match.__table__.columns}
