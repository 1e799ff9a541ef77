"""What Discord shows of each match."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Update, bindparam, select, update

from db.models import Match, Telling
from db.records import TellingRecord
from db.whole import Executes

_TELLING = select(Telling.__table__).where(Telling.match_id == bindparam("match_id"))


class TellingRepository:
    """Read by everybody, written by the teller of the match (and once by its lobby)."""

    def __init__(self, connection: Executes) -> None:
        self._connection = connection

    async def get(self, match_id: int) -> TellingRecord | None:
        """Return what Discord shows of a match, or None."""
        row = (await self._connection.execute(_TELLING, {"match_id": match_id})).one_or_none()
        return None if row is None else TellingRecord(**row._mapping)

    async def change(self, match_id: int, **columns: Any) -> None:
        """Write some columns of a telling."""
        await self._connection.execute(_changing(*columns), {**columns, "b_match": match_id})

    async def places_of_running(self) -> tuple[tuple[int, int, bool], ...]:
        """Return match, server and whether its place counts as gone, for every match that goes on."""
        rows = await self._connection.execute(
            select(Match.id, Match.guild_id, Telling.place_gone)
            .join(Telling, Telling.match_id == Match.id)
            .where(Match.status == "running")
        )
        return tuple((row.id, row.guild_id, row.place_gone) for row in rows)


@cache
def _changing(*columns: str) -> Update:
    """Return the statement that writes some columns; there are few such sets, and making one costs much."""
    values: dict[str, Any] = {name: bindparam(name) for name in columns}
    return update(Telling).where(Telling.match_id == bindparam("b_match")).values(values)
