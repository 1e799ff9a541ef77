"""People with their preferences, servers with their settings, and facts about the program."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.dialects.sqlite import insert

from db.models import Guild, Member, Meta, User
from db.records import UserRecord
from db.repositories.rows import made
from db.whole import Executes

_USER = select(User.__table__).where(User.id == bindparam("user_id"))
_USERS = select(User.__table__).where(User.id.in_(bindparam("ids", expanding=True)))


class PeopleRepository:
    """Everything that is known of a person, a server, or the program."""

    def __init__(self, connection: Executes) -> None:
        self._connection = connection

    async def user(self, user_id: int) -> UserRecord | None:
        """Return a person, or None for somebody never seen."""
        found = made(UserRecord, await self._connection.execute(_USER, {"user_id": user_id}))
        return found[0] if found else None

    async def users(self, user_ids: tuple[int, ...]) -> dict[int, UserRecord]:
        """Return people by their ids; unknown ones are left out."""
        rows = await self._connection.execute(_USERS, {"ids": user_ids})
        return {each.id: each for each in made(UserRecord, rows)}

    async def saw(self, user_id: int, name: str) -> None:
        """Remember a person's display name."""
        await self._connection.execute(
            insert(User)
            .values(id=user_id, name=name)
            .on_conflict_do_update(index_elements=[User.id], set_={"name": name})
        )

    async def change_user(self, user_id: int, **columns: Any) -> None:
        """Write some columns of a person."""
        await self._connection.execute(update(User).where(User.id == user_id).values(columns))

    async def take_hint(self, user_id: int) -> bool:
        """Note that a person is told now that a DM was refused; False where they have been told already."""
        done = await self._connection.execute(
            update(User).where(User.id == user_id, User.hint_due).values(hint_due=False)
        )
        return bool(done.rowcount)

    async def saw_member(self, guild_id: int, user_id: int, at: int, *, gone: bool) -> None:
        """Remember whether a person is on a server."""
        await self._connection.execute(
            insert(Member)
            .values(guild_id=guild_id, user_id=user_id, seen_at=at, gone=gone)
            .on_conflict_do_update(index_elements=[Member.guild_id, Member.user_id], set_={"seen_at": at, "gone": gone})
        )

    async def last_seen(self, guild_id: int, user_ids: tuple[int, ...]) -> dict[int, tuple[int, bool]]:
        """Return when people were last looked up, and whether they were on the server then."""
        rows = await self._connection.execute(
            select(Member.user_id, Member.seen_at, Member.gone).where(
                Member.guild_id == guild_id, Member.user_id.in_(user_ids)
            )
        )
        return {row.user_id: (row.seen_at, not row.gone) for row in rows}

    async def forget_members(self, before: int) -> None:
        """Delete what was seen of people on servers before a time."""
        await self._connection.execute(delete(Member).where(Member.seen_at < before))

    async def place_of(self, guild_id: int) -> str:
        """Return where a server's matches are played: `thread` or `channel`."""
        place = (await self._connection.execute(select(Guild.place).where(Guild.id == guild_id))).scalar_one_or_none()
        return place or "thread"

    async def set_place(self, guild_id: int, place: str) -> None:
        """Set where a server's matches are played."""
        await self._connection.execute(
            insert(Guild)
            .values(id=guild_id, place=place)
            .on_conflict_do_update(index_elements=[Guild.id], set_={"place": place})
        )

    async def fact(self, key: str) -> str | None:
        """Return a fact about the program."""
        return (await self._connection.execute(select(Meta.value).where(Meta.key == key))).scalar_one_or_none()

    async def set_fact(self, key: str, value: str) -> None:
        """Write a fact about the program."""
        await self._connection.execute(
            insert(Meta)
            .values(key=key, value=value)
            .on_conflict_do_update(index_elements=[Meta.key], set_={"value": value})
        )
