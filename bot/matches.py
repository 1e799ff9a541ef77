"""Matches: rules and storage together, without Discord.

Lock, apply, commit; who calls tells afterwards. Everything that changes a match goes through its lock, and
behind that through the version of its row, so that two clicks in one tick are played one after the other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol
from weakref import WeakValueDictionary

from bot.codec import dump_events, dump_state
from bot.i18n import Refused
from bot.keeping import keep_results, keep_seats, told_with
from bot.positions import NoSuchMatch, Position, Stale, holding, is_seated_opener, playable, position_of
from bot.steps import Step, seen_movers, stand_ins, timed_out
from bot.timing.deadlines import changed_deadlines, prolonged
from bot.timing.heeding import note_moved, write_changes
from bot.timing.lateness import MOST_MISSES, NO_MERCY, Mercy, mercy_notices
from db.records import (
    DeadlineRecord,
    MatchRecord,
    MoveRecord,
    NoticeRecord,
    SeatRecord,
    Status,
    TellingRecord,
)
from db.repositories import (
    MatchRepository,
    NoticeRepository,
    TellingRepository,
)
from db.session import Database
from db.whole import Executes
from rules.engine import Game

log = logging.getLogger(__name__)

LARGEST_NUMBER = 2**63 - 1
"""The largest that SQLite keeps."""
LeftBy = Literal["resigned", "gone"]
"""How a person leaves their seat: by their own wish, or by no longer being on the server."""


class Changed(Protocol):
    """Who hears of changed deadlines; `due` where all that is new is due no sooner than that."""

    def __call__(self, due: int | None = None) -> None: ...


@dataclass(frozen=True, slots=True)
class Played:
    """What a person's move led to: the position, what the table saw, whom it waits for, and what Discord shows."""

    position: Position
    events: tuple[Any, ...]
    deadlines: tuple[DeadlineRecord, ...]
    telling: TellingRecord
    """As it was when the move was made."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A match as it was kept, and whom it waits for now."""

    position: Position
    deadlines: tuple[DeadlineRecord, ...]


class Matches:
    """Opens, plays and ends matches. `now` gives milliseconds; `changed` is called where deadlines are new or moved."""

    def __init__(
        self,
        database: Database,
        games: Mapping[str, Game[Any]],
        now: Callable[[], int],
        changed: Changed = lambda due=None: None,
    ) -> None:
        self.database = database
        self.games = games
        self.now = now
        self.changed = changed
        self.fewer: Callable[[Position], Awaitable[Position]] = _as_it_is
        """What those who hold their seats have decided once they are fewer; called under the match's lock."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, match_id: int) -> AbstractAsyncContextManager[None]:
        """Return the lock of a match; it lives while somebody holds it or waits for it."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def position(self, match_id: int) -> Position:
        """Return a match as it stands; raises `NoSuchMatch`."""
        _must_be_a_number(match_id)
        match = await self.database.look(lambda connection: MatchRepository(connection).get(match_id))
        if match is None:
            raise NoSuchMatch
        return position_of(match, self.games)

    async def position_and_telling(self, match_id: int) -> tuple[Position, TellingRecord]:
        """Return the same with what Discord shows of it, in one look; raises `NoSuchMatch`."""
        _must_be_a_number(match_id)
        found = await self.database.look(lambda connection: MatchRepository(connection).get_told(match_id))
        if found is None:
            raise NoSuchMatch
        match, telling = found
        return position_of(match, self.games), telling

    async def telling(self, match_id: int) -> TellingRecord:
        """Return what Discord shows of a match."""
        telling = await self.database.look(lambda connection: TellingRepository(connection).get(match_id))
        if telling is None:
            raise NoSuchMatch
        return telling

    async def log_of(self, match_id: int, from_seq: int = 0) -> tuple[MoveRecord, ...]:
        """Return the log of a match from a row on. Only its events may be shown while the match goes on."""
        return await self.database.look(lambda connection: MatchRepository(connection).log(match_id, from_seq))

    async def deadlines(self, match_id: int) -> tuple[DeadlineRecord, ...]:
        """Return whom a match waits for, and until when."""
        return await self.database.look(lambda connection: MatchRepository(connection).deadlines(match_id))

    # Playing -----------------------------------------------------------------------------------

    async def play(self, match_id: int, user_id: int, notation: str, move_number: int | None) -> Played:
        """Make a person's move and keep it; return what it led to.

        `move_number` dates the click: None for a typed move, which is judged by the present position, and
        for a button of a standing move. Raises `IllegalMove`, `Stale`, `NotSeated` or `NoSuchMatch`; then
        nothing has changed.
        """
        async with self.lock(match_id):
            position, telling = await self.position_and_telling(match_id)
            seat = position.seat_of(user_id)
            state = playable(position)
            if move_number is not None and move_number != state.move_number:
                raise Stale
            move = position.game.parse(notation)
            after, events = state.apply(seat, move)
            first = Step(seat, str(move), "person" if state.wait == "turn" else "answer", user_id, after, events)
            # What is private, as an answer in a window, mustn't be known by its traces.
            seen = position.is_automatic(seat) or seat in seen_movers(position.game, [first])
            present = _held(position, {int(seat): 0}) if seen else position
            steps = [first, *await self._play_on(present, after)]
            kept = await self._keep(position, steps, seats=present.match.seats)
            events = tuple(event for step in steps for event in step.events)
            return Played(kept.position, events, kept.deadlines, telling)

    async def come_back(self, match_id: int, user_id: int) -> Position:
        """Give a person the seat back that the stand-in keeps for them; their clock starts anew."""
        async with self.lock(match_id):
            position = await self.position(match_id)
            seat = position.seat_of(user_id)
            state = playable(position)
            if seat not in position.kept_seats:
                raise Refused("You have your seat. **My hand** shows what you hold.")
            present = _held(position, {int(seat): 0})
            steps = await self._play_on(present, state)
            return (await self._keep(position, steps, seats=present.match.seats)).position

    async def leave(
        self, match_id: int, user_id: int, reason: LeftBy = "resigned", notices: Sequence[NoticeRecord] = ()
    ) -> Position:
        """Give a person's seat to the stand-in, until they come back."""
        async with self.lock(match_id):
            position = await self.position(match_id)
            seat = position.seat_of(user_id)
            playable(position)
            if seat in position.kept_seats:
                raise Refused("A stand-in keeps your seat already. **I'm back** gives it back to you.")
            left = await self.reseat(position, holding(position, {seat: "stand_in"}), reason, notices)
            return await self.fewer(left)

    async def call_off(self, position: Position, reason: str, notices: Sequence[NoticeRecord] = ()) -> Position:
        """End a match without a result, under its lock; it counts for nobody."""
        ended = replace(position.match, status="cancelled", rated=False, reason=reason)
        return (await self._keep(position, [], ended, notices=notices)).position

    async def reseat(
        self, before: Position, seated: Position, reason: str, notices: Sequence[NoticeRecord] = ()
    ) -> Position:
        """Keep who holds the seats now, under the match's lock, and let the stand-ins play on."""
        steps = await self._play_on(seated, before.state)
        return (await self._keep(before, steps, seats=seated.match.seats, notices=notices, reason=reason)).position

    async def expire(self, match_id: int) -> Position | None:
        """See to those whose time is over; return the position that this led to, or None if none was due.

        Each in seat order: what they get instead (`bot/timing/lateness.py`), or a move by the game's `timeout`; a seat
        that the stand-in holds plays by `stand_in`, and the stand-in keeps a person's seat after `MOST_MISSES` in a
        row. A match to whose table nobody came back in time is called off. A turn of more moves than are made in one go
        stays due.
        """
        async with self.lock(match_id):
            position = await self.position(match_id)
            deadlines = [each for each in await self.deadlines(match_id) if each.kind != "reminder"]
            due = [each for each in deadlines if each.due is not None and each.due <= self.now()]
            if not due:
                return None
            if position.match.status == "lobby":
                return await self._lapse(position)
            if position.state is None or position.state.outcome is not None:
                await self._drop(match_id, due)
                return None
            if position.is_abandoned:
                return await self.call_off(position, "deserted")
            out = await asyncio.to_thread(timed_out, position, due)
            steps = out.steps
            if not steps and not out.mercies:
                await self._drop(match_id, due)
                return None
            if steps:
                steps = [*steps, *await self._play_on(_held(position, out.misses), steps[-1].state)]
                out = out.as_of(steps[-1].state, due)
            served = [each for each in due if each.kind != "turn"]  # a turn's goes with the turn
            seats = _held(position, out.misses).match.seats
            kept = await self._keep(position, steps, seats=seats, served=served, mercies=out.mercies)
            return await self.fewer(kept.position)

    async def rule(self, match_id: int, person_id: int, moderator: bool, notation: str) -> Position:
        """Make a move of the table itself, as a penalty: by a moderator, or by the match's opener.

        A ruling by the opener, who may be a player, makes the match unrated.
        """
        async with self.lock(match_id):
            position = await self.position(match_id)
            state = playable(position)
            if not moderator and not is_seated_opener(position, person_id):
                raise Refused("That is for the match's opener, or for a moderator.")
            move = position.game.parse(notation)
            after, events = state.apply(None, move)
            first = Step(None, str(move), "table", person_id, after, events)
            ruled = replace(position.match, rated=position.match.rated and moderator)
            steps = [first, *await self._play_on(position, after)]
            return (await self._keep(position, steps, ruled)).position

    async def begin(self, position: Position, match: MatchRecord, state: Any, events: tuple[Any, ...]) -> Position:
        """Keep the deal of a match that starts, under its lock; `match` is its row with all that starting
        changed.
        """
        dealt = Position(match, position.game, state)
        first = Step(None, None, "deal", None, state, events)
        steps = [first, *await self._play_on(dealt, state)]
        return (await self._keep(position, steps, match)).position

    async def note(self, position: Position, notices: Sequence[NoticeRecord], longer: Collection[int] = ()) -> Position:
        """Keep what the table is told beside its posts, under the match's lock; nothing has moved.

        `longer` names the seats whose turn gets its length once more.
        """
        return (await self._keep(position, [], notices=notices, longer=longer)).position

    # Inside ------------------------------------------------------------------------------------

    async def _play_on(self, position: Position, state: Any) -> list[Step]:
        """Let the stand-ins play until a person is awaited, off the loop where there are any."""
        if not any(seat.held_by == "stand_in" for seat in position.match.seats):
            return []
        return await asyncio.to_thread(stand_ins, position, state)

    async def _lapse(self, lobby: Position) -> Position:
        """Call off a lobby that nobody has started."""
        before = lobby.match
        match = replace(before, status="cancelled", reason="lapsed", ended_at=self.now(), version=before.version + 1)
        async with self.database.write() as connection:
            matches = MatchRepository(connection)
            await matches.save(match, before.version)
            gone = [(each.seat, each.kind) for each in await matches.deadlines(match.id)]
            await matches.change_deadlines(match.id, gone, [])
        return replace(lobby, match=match)

    async def _drop(self, match_id: int, deadlines: Sequence[DeadlineRecord]) -> None:
        async with self.database.write() as connection:
            await MatchRepository(connection).change_deadlines(
                match_id, [(each.seat, each.kind) for each in deadlines], []
            )

    async def _keep(
        self,
        before: Position,
        steps: Sequence[Step],
        changed: MatchRecord | None = None,
        *,
        seats: tuple[SeatRecord, ...] | None = None,
        served: Sequence[DeadlineRecord] = (),
        mercies: Mapping[int, Mercy] = NO_MERCY,
        notices: Sequence[NoticeRecord] = (),
        longer: Collection[int] = (),
        reason: str | None = None,
    ) -> _Kept:
        """Write what some moves led to, in one transaction; under the match's lock.

        `changed` is the row where more of it changes than the position; `seats` who holds them now, and their misses,
        with the `reason` where it isn't those; `served` the deadlines that had their effect; `mercies` what those get
        whose time has passed; `notices` what the table is told beside its posts, or what has changed of it; `longer`
        the seats whose turn gets its length once more.
        """
        now = self.now()
        state = steps[-1].state if steps else before.state
        row = changed or before.match
        open_still: Status = "cancelled" if row.status == "cancelled" else "running"
        status: Status = open_still if state.outcome is None else "over"
        match = replace(
            row,
            state=dump_state(before.game, state),
            version=before.match.version + 1,
            log_length=row.log_length + len(steps),
            turn=state.turn,
            status=status,
            ended_at=None if status == "running" else now,
            seats=row.seats if seats is None else seats,
        )
        told, still_open = await told_with(self.database, before, match, steps, notices)
        if still_open != match.open_notices:
            match = replace(match, open_notices=still_open)
        after = Position(match, before.game, state)
        rows = [
            MoveRecord(
                seq=row.log_length + index,
                seat=step.seat,
                notation=step.notation,
                by=step.by,
                user_id=step.user_id,
                turn=step.state.turn,
                events=dump_events(before.game, step.events),
                at=now,
            )
            for index, step in enumerate(steps)
        ]

        async def keep(connection: Executes) -> tuple[MatchRecord, tuple[DeadlineRecord, ...], int | None]:
            matches = MatchRepository(connection)
            if changed is None and status == "running":
                await matches.save_position(match, before.match.version)
            else:
                await matches.save(match, before.match.version)
            if row.seats != before.match.seats:
                await matches.put_seats(match.id, match.seats)
            await matches.append_moves(match.id, rows)
            moved = await keep_seats(connection, row.seats, match, now, reason)
            known = await matches.deadlines(match.id)
            changes = changed_deadlines(after, known, self.now(), moved, mercies)
            for each in prolonged(after, known, longer, self.now()):
                changes.put(each)
            changes.gone += [(each.seat, each.kind) for each in served]
            await NoticeRepository(connection).put(match.id, match.turn, [*mercy_notices(mercies, changes.new), *told])
            kept = await write_changes(matches, match, changes)
            if match.turn == before.match.turn:
                await note_moved(connection, match, changes)
            if status == "over":
                await keep_results(connection, after, now)
            return kept, changes.made_to(known), changes.soonest

        kept, deadlines, soonest = await self.database.keep(keep)
        log.info(
            "moves kept" if steps else "seats kept",
            extra={
                "match": match.id,
                "guild": match.guild_id,
                "game": match.game,
                "move": match.log_length,
                "turn": match.turn,
                "by": steps[0].by if steps else None,
                "status": match.status,
            },
        )
        if soonest is not None:
            self.changed(soonest)
        return _Kept(Position(kept, before.game, state), deadlines)


def _must_be_a_number(match_id: int) -> None:
    if not 0 < match_id <= LARGEST_NUMBER:
        raise NoSuchMatch


async def _as_it_is(position: Position) -> Position:
    return position


def _held(position: Position, misses: Mapping[int, int]) -> Position:
    """Return a position with the misses of some people's seats, and with whom that leaves to hold them."""
    counted = position
    if any(position.holder(seat).misses != count for seat, count in misses.items()):
        seats = tuple(replace(each, misses=misses.get(each.seat, each.misses)) for each in position.match.seats)
        counted = replace(position, match=replace(position.match, seats=seats))
    return holding(counted, {seat: "person" if count < MOST_MISSES else "stand_in" for seat, count in misses.items()})
