"""Clocks and reminders that follow what people prefer and say of themselves, without a move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.timing.deadlines import Changes, heeding
from db.records import DeadlineRecord, MatchRecord
from db.repositories import ClockRepository, MatchRepository, TellingRepository
from db.whole import Executes

if TYPE_CHECKING:
    from bot.matches import Matches


async def heed(matches: Matches, match_id: int) -> None:
    """Bring a match's clocks in line with what its people prefer, and with who is away."""
    async with matches.lock(match_id):
        position = await matches.position(match_id)
        if position.match.status != "running":
            return
        match, now = replace(position.match, version=position.match.version + 1), matches.now()

        async def keep(connection: Executes) -> None:
            repository = MatchRepository(connection)
            changes = heeding(position, await repository.deadlines(match_id), now)
            if any(each.kind == "turn" for each in changes.new):  # the table tells it
                await repository.save_position(match, position.match.version)
            await write_changes(repository, match, changes)
            await note_moved(connection, match, changes)

        await matches.database.keep(keep)
        matches.changed()


async def put_reminder(matches: Matches, before: DeadlineRecord, after: DeadlineRecord) -> None:
    """Write what has become of a reminder, unless its seat has been asked anew or it was changed meanwhile."""
    if after != before:
        await matches.database.keep(lambda connection: ClockRepository(connection).put_reminder(before, after))


async def note_moved(connection: Executes, match: MatchRecord, changes: Changes) -> None:
    """Note that a turn goes on with other deadlines than its post says."""
    if any(each.kind == "turn" for each in changes.new):
        await TellingRepository(connection).change(match.id, moved_version=match.version)


async def write_changes(repository: MatchRepository, match: MatchRecord, changes: Changes) -> MatchRecord:
    """Write how deadlines change, and for how long seats have been away by that; return the match with these."""
    await repository.change_deadlines(match.id, changes.gone, changes.new)
    if not changes.used:
        return match
    seats = tuple(replace(seat, away_used=changes.used.get(seat.seat, seat.away_used)) for seat in match.seats)
    await repository.hold_seats(match.id, [seat for seat in seats if seat.seat in changes.used])
    return replace(match, seats=seats)
