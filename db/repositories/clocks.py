"""Clocks across matches: what all of them have in common, and what one person's habits change in theirs."""

from __future__ import annotations

from typing import Any

from sqlalchemy import or_, select, update

from db.models import Deadline, Match, Seat, Telling, User
from db.records import DeadlineRecord, Pausing
from db.repositories.rows import columns, made
from db.whole import Executes


class ClockRepository:
    """Reads and moves deadlines without regard to the position of a match."""

    def __init__(self, connection: Executes) -> None:
        self._connection = connection

    async def postpone_all(self, milliseconds: int, posted_since: int) -> None:
        """Move every deadline, and every pause of one, by a time in which nobody could have played.

        Posts since a time lag then, as they say when.
        """
        moved: dict[str, Any] = {
            name: getattr(Deadline, name) + milliseconds for name in ("due", "away_from", "away_to")
        }
        await self._connection.execute(update(Deadline).values(moved))  # nothing and something is nothing
        running = select(Match.id).where(Match.status == "running")
        await self._connection.execute(
            update(Telling)
            .where(Telling.posted_at >= posted_since, Telling.match_id.in_(running))
            .values(settled_version=-1)
        )

    async def put_reminder(self, before: DeadlineRecord, after: DeadlineRecord) -> None:
        """Write what has become of a reminder, unless its seat has been asked anew or it was changed meanwhile."""
        same = [getattr(Deadline, name) == value for name, value in columns(before).items()]
        await self._connection.execute(update(Deadline).where(*same).values(columns(after)))

    async def matches_of(self, user_id: int) -> tuple[int, ...]:
        """Return the matches that go on and in which a person sits, the oldest first."""
        rows = await self._connection.execute(
            select(Match.id)
            .join(Seat, Seat.match_id == Match.id)
            .where(Seat.user_id == user_id, Match.status == "running")
            .order_by(Match.id)
        )
        return tuple(row.id for row in rows)

    async def with_away(self, now: int) -> tuple[int, ...]:
        """Return the matches that go on and in which somebody is away, or a clock stands still."""
        rows = await self._connection.execute(
            select(Match.id)
            .join(Seat, Seat.match_id == Match.id)
            .outerjoin(User, User.id == Seat.user_id)
            .outerjoin(Deadline, (Deadline.match_id == Match.id) & (Deadline.seat == Seat.seat))
            .where(Match.status == "running", or_(User.away_until > now, Deadline.away_to > now))
            .distinct()
            .order_by(Match.id)
        )
        return tuple(row.id for row in rows)

    async def pausing(self, user_id: int) -> tuple[Pausing, ...]:
        """Return what being away does in each match that goes on and in which a person sits."""
        rows = await self._connection.execute(
            select(
                Match.id.label("match_id"),
                Match.game,
                Match.pace,
                Seat.away_used,
                Deadline.due,
                Deadline.away_to,
            )
            .join(Seat, Seat.match_id == Match.id)
            .outerjoin(
                Deadline,
                (Deadline.match_id == Match.id) & (Deadline.seat == Seat.seat) & (Deadline.kind == "turn"),
            )
            .where(Seat.user_id == user_id, Match.status == "running")
            .order_by(Match.id)
        )
        return made(Pausing, rows)
