"""What Discord shows of each match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Update, bindparam, func, select, update

from db.models import Match, Telling
from db.records import TellingRecord
from db.repositories.rows import made
from db.whole import Executes

_TELLING = select(Telling.__table__).where(Telling.match_id == bindparam("match_id"))
_INTENDED = (
    update(Telling)
    .where(Telling.match_id == bindparam("b_match"))
    .values(intents=func.json_insert(Telling.intents, "$[#]", bindparam("nonce")))
)


class TellingRepository:
    """Read by everybody, written by the teller of the match; a lobby's warning adds an intent to it."""

    def __init__(self, connection: Executes) -> None:
        self._connection = connection

    async def get(self, match_id: int) -> TellingRecord | None:
        """Return what Discord shows of a match, or None."""
        found = made(TellingRecord, await self._connection.execute(_TELLING, {"match_id": match_id}))
        return found[0] if found else None

    async def intend(self, match_id: int, nonce: str) -> None:
        """Add an intent, whatever others there are by now."""
        await self._connection.execute(_INTENDED, {"b_match": match_id, "nonce": nonce})

    async def change(self, match_id: int, fulfilled: Sequence[str] = (), **columns: Any) -> None:
        """Write some columns of a telling, and take away the intents that are fulfilled, or never will be."""
        values: dict[str, Any] = {**columns, "b_match": match_id}
        if fulfilled:
            values["fulfilled"] = list(fulfilled)
        if columns or fulfilled:
            await self._connection.execute(_changing(bool(fulfilled), *columns), values)

    async def places_of_running(self) -> tuple[tuple[int, int, bool], ...]:
        """Return match, server and whether its place counts as gone, for every match that goes on."""
        rows = await self._connection.execute(
            select(Match.id, Match.guild_id, Telling.place_gone)
            .join(Telling, Telling.match_id == Match.id)
            .where(Match.status == "running")
        )
        return tuple((row.id, row.guild_id, row.place_gone) for row in rows)


@cache
def _changing(fulfils: bool, *columns: str) -> Update:
    """Return the statement that writes some columns; there are few such sets, and making one costs much."""
    values: dict[str, Any] = {name: bindparam(name) for name in columns}
    if fulfils:
        each = func.json_each(Telling.intents).table_valued("value")
        left = each.c.value.not_in(bindparam("fulfilled", expanding=True))
        values["intents"] = select(func.json_group_array(each.c.value)).where(left).scalar_subquery()
    return update(Telling).where(Telling.match_id == bindparam("b_match")).values(values)
