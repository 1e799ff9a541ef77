"""Seats that change hands, and the private hands that people leave behind."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update

from db.models import OldHand, Seat, SeatChange, Telling
from db.records import OldHandRecord, SeatRecord
from db.repositories.rows import made
from db.whole import Executes


class SeatRepository:
    """Who sits where, beyond what every move needs of it."""

    def __init__(self, connection: Executes) -> None:
        self._connection = connection

    async def sits(self, match_id: int, seat: int, user_id: int) -> bool:
        """Tell whether a seat is a person's."""
        rows = await self._connection.execute(
            select(Seat.seat).where(Seat.match_id == match_id, Seat.seat == seat, Seat.user_id == user_id)
        )
        return rows.first() is not None

    async def hand_over(self, match_id: int, seat: SeatRecord) -> None:
        """Write that a seat is another person's; what lies in the DM channel of the one before is noted."""
        before = select(Seat.match_id, Seat.seat, Seat.user_id, Seat.dm_message_id, Telling.intents)
        await self._connection.execute(
            insert(OldHand).from_select(
                ["match_id", "seat", "user_id", "message_id", "intents"],
                before.join(Telling, Telling.match_id == Seat.match_id).where(
                    Seat.match_id == match_id, Seat.seat == seat.seat, Seat.user_id.is_not(None)
                ),
            )
        )
        await self._connection.execute(
            update(Seat)
            .where(Seat.match_id == match_id, Seat.seat == seat.seat)
            .values(user_id=seat.user_id, dm_message_id=None)
        )

    async def handed_over(self, match_id: int) -> dict[int, int]:
        """Return the seats of a match that are other people's than at its start: how long its log was at the last
        change.
        """
        rows = await self._connection.execute(
            select(SeatChange.seat, SeatChange.at_seq)
            .where(SeatChange.match_id == match_id, SeatChange.reason == "handed_over")
            .order_by(SeatChange.id)
        )
        return {row.seat: row.at_seq for row in rows}

    async def old_hands(self, match_id: int) -> tuple[OldHandRecord, ...]:
        """Return what may lie in the DM channels of people who have handed their seat over."""
        rows = await self._connection.execute(
            select(OldHand.__table__).where(OldHand.match_id == match_id).order_by(OldHand.id)
        )
        return made(OldHandRecord, rows)

    async def forget_old_hand(self, id: int) -> None:
        """Forget an old hand that is wiped."""
        await self._connection.execute(delete(OldHand).where(OldHand.id == id))
