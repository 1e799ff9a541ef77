"""The notices of each match: what they are about, and what Discord shows of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import bindparam, func, insert, select, update

from db.models import Notice, User
from db.records import NoticeRecord
from db.repositories.rows import made
from db.whole import Executes

_NOTICES = (
    select(Notice.__table__, User.name.label("user_name"))
    .outerjoin(User, User.id == Notice.user_id)
    .where(Notice.match_id == bindparam("match_id"))
    .order_by(Notice.number)
)
_OPEN = _NOTICES.where(Notice.open)
_LEFT = _NOTICES.where(~Notice.done)


class NoticeRepository:
    """What they are about is written with the change of the match that causes it; what is shown by its teller."""

    def __init__(self, connection: Executes) -> None:
        self._connection = connection

    async def of_match(self, match_id: int) -> tuple[NoticeRecord, ...]:
        """Return every notice of a match, the oldest first."""
        rows = await self._connection.execute(_NOTICES, {"match_id": match_id})
        return made(NoticeRecord, rows)

    async def open_of(self, match_id: int) -> tuple[NoticeRecord, ...]:
        """Return the notices of a match whose matter isn't settled, the oldest first."""
        rows = await self._connection.execute(_OPEN, {"match_id": match_id})
        return made(NoticeRecord, rows)

    async def left_of(self, match_id: int) -> tuple[NoticeRecord, ...]:
        """Return the notices of a match of which something is left to show, the oldest first."""
        rows = await self._connection.execute(_LEFT, {"match_id": match_id})
        return made(NoticeRecord, rows)

    async def put(self, match_id: int, turn: int, notices: Iterable[NoticeRecord]) -> None:
        """Write what notices are about: new ones (numbered 0) get a number, of known ones what has changed."""
        for notice in notices:
            if notice.number:
                await self._connection.execute(
                    update(Notice)
                    .where(Notice.match_id == match_id, Notice.number == notice.number)
                    .values(data=notice.data, user_id=notice.user_id, open=notice.open)
                )
                continue
            last = await self._connection.execute(select(func.max(Notice.number)).where(Notice.match_id == match_id))
            await self._connection.execute(
                insert(Notice).values(
                    match_id=match_id,
                    number=(last.scalar_one() or 0) + 1,
                    kind=notice.kind,
                    data=notice.data,
                    user_id=notice.user_id,
                    turn=turn,
                    open=notice.open,
                )
            )

    async def change(self, match_id: int, number: int, **columns: Any) -> None:
        """Write what Discord shows of a notice."""
        await self._connection.execute(
            update(Notice).where(Notice.match_id == match_id, Notice.number == number).values(columns)
        )

    async def revive(self, match_id: int) -> None:
        """Have those posted after all whose matter is open and that found no place."""
        await self._connection.execute(
            update(Notice)
            .where(Notice.match_id == match_id, Notice.open, Notice.done, Notice.message_id.is_(None))
            .values(done=False)
        )
