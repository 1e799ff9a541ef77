"""Results and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Integer, cast, func, select
from sqlalchemy.dialects.sqlite import insert

from db.models import Rating, Result, User
from db.records import RatingRecord, ResultRecord, Standing
from db.repositories.rows import columns, made
from db.whole import Executes


class LeaderboardRepository:
    """What matches came to, and how people stand by it."""

    def __init__(self, connection: Executes) -> None:
        self._connection = connection

    async def add_results(self, results: Sequence[ResultRecord]) -> None:
        """Keep the results of a match."""
        await self._connection.execute(insert(Result), [columns(result) for result in results])

    async def results(self, match_id: int) -> tuple[ResultRecord, ...]:
        """Return the results of a match by seat."""
        rows = await self._connection.execute(
            select(Result.__table__).where(Result.match_id == match_id).order_by(Result.seat)
        )
        return made(ResultRecord, rows)

    async def ratings(
        self, guild_id: int, game: str, with_bots: bool, user_ids: Iterable[int]
    ) -> dict[int, RatingRecord]:
        """Return people's standings; those without one are left out."""
        rows = await self._connection.execute(
            select(Rating.__table__).where(
                Rating.guild_id == guild_id,
                Rating.game == game,
                Rating.with_bots == with_bots,
                Rating.user_id.in_(tuple(user_ids)),
            )
        )
        return {each.user_id: each for each in made(RatingRecord, rows)}

    async def put_ratings(self, ratings: Sequence[RatingRecord]) -> None:
        """Write standings anew; an unrated match has none."""
        if not ratings:
            return
        keys = [Rating.guild_id, Rating.game, Rating.with_bots, Rating.user_id]
        names = {column.name for column in Rating.__table__.columns} - {key.key for key in keys}
        statement = insert(Rating)
        statement = statement.on_conflict_do_update(
            index_elements=keys, set_={name: statement.excluded[name] for name in names}
        )
        await self._connection.execute(statement, [columns(rating) for rating in ratings])

    async def standings(
        self, guild_id: int, game: str, *, with_bots: bool, since: int | None, least: int
    ) -> tuple[Standing, ...]:
        """Return everybody with at least so many matches since a time (None: ever), the best rating first."""
        if since is None:
            query = select(
                Rating.user_id,
                User.name,
                Rating.rating,
                Rating.played,
                Rating.won,
                Rating.shared_wins,
                (Rating.place_sum * 1.0 / Rating.played).label("average_place"),
            ).where(Rating.played >= least)
        else:
            won = cast(Result.place == 1, Integer)
            counts = (
                select(
                    Result.user_id,
                    func.count().label("played"),
                    func.sum(won).label("won"),
                    func.sum(won * cast(Result.shared, Integer)).label("shared_wins"),
                    func.avg(Result.place).label("average_place"),
                )
                .where(
                    Result.guild_id == guild_id,
                    Result.game == game,
                    Result.with_bots == with_bots,
                    Result.rating_after.is_not(None),
                    Result.ended_at >= since,
                )
                .group_by(Result.user_id)
                .having(func.count() >= least)
                .subquery()
            )
            query = select(
                Rating.user_id,
                User.name,
                Rating.rating,
                counts.c.played,
                counts.c.won,
                counts.c.shared_wins,
                counts.c.average_place,
            ).join(counts, counts.c.user_id == Rating.user_id)
        rows = await self._connection.execute(
            query.join(User, User.id == Rating.user_id)
            .where(Rating.guild_id == guild_id, Rating.game == game, Rating.with_bots == with_bots)
            .order_by(Rating.rating.desc(), Rating.user_id)
        )
        return made(Standing, rows)
