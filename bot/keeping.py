"""What a change of a match writes beside its position: who holds the seats, what the table is told, results."""

from __future__ import annotations

from collections.abc import Sequence

from bot.positions import Position
from bot.results import results_of
from bot.seating.votes import lapsed
from bot.steps import Step, seen_movers
from db.records import MatchRecord, NoticeRecord, SeatRecord
from db.repositories import (
    LeaderboardRepository,
    MatchRepository,
    NoticeRepository,
    PeopleRepository,
    SeatRepository,
)
from db.session import Database
from db.whole import Executes


async def told_with(
    database: Database, before: Position, after: MatchRecord, steps: Sequence[Step], asked: Sequence[NoticeRecord]
) -> tuple[list[NoticeRecord], bool]:
    """Return the notices that are new or changed, with those that this change settles; and whether any is open."""
    if not asked and not before.match.open_notices:
        return [], False
    known = await database.look(lambda connection: NoticeRepository(connection).open_of(after.id))
    changed = {notice.number: notice for notice in asked if notice.number}
    still = {notice.number: notice for notice in known} | changed
    movers = seen_movers(before.game, steps)
    for notice in lapsed([each for each in still.values() if each.open], before.match, after, movers):
        changed[notice.number] = still[notice.number] = notice
    new = [notice for notice in asked if not notice.number]
    return [*changed.values(), *new], any(notice.open for notice in (*still.values(), *new))


async def keep_seats(
    connection: Executes,
    before: Sequence[SeatRecord],
    match: MatchRecord,
    now: int,
    reason: str | None,
) -> list[int]:
    """Write what is new of who holds the seats; return those that are held by somebody else now.

    Without a `reason` it is that their people are back, or have missed too many deadlines.
    """
    matches = MatchRepository(connection)
    changed = [new for old, new in zip(before, match.seats, strict=True) if new != old]
    await matches.hold_seats(match.id, changed)
    moved: list[SeatRecord] = []
    for seat in changed:
        old = before[seat.seat]
        if seat.user_id != old.user_id and seat.user_id is not None:
            await PeopleRepository(connection).saw(seat.user_id, seat.user_name or "?")
            await SeatRepository(connection).hand_over(match.id, seat)
        if (seat.user_id, seat.held_by) != (old.user_id, old.held_by):
            moved.append(seat)
    for seat in moved:
        await matches.note_seat_change(
            match.id,
            seat.seat,
            at_seq=match.log_length,
            at=now,
            user_id=seat.user_id,
            held_by=seat.held_by,
            reason=reason or ("back" if seat.held_by == "person" else "misses"),
        )
    return [seat.seat for seat in moved]


async def keep_results(connection: Executes, position: Position, now: int) -> None:
    """Write what a match that is over came to."""
    boards = LeaderboardRepository(connection)
    match = position.match
    people = [seat.user_id for seat in match.seats if seat.user_id is not None]
    with_bots = any(seat.user_id is None for seat in match.seats)
    known = await boards.ratings(match.guild_id, match.game, with_bots, people)
    results, ratings = results_of(position, known, with_bots, now)
    await boards.add_results(results)
    await boards.put_ratings(ratings)
