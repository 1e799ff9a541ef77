"""Matches: rules and storage together, without Discord.

Lock, apply, commit; who calls tells afterwards. Everything that changes a match goes through its lock, and
behind that through the version of its row, so that two clicks in one tick are played one after the other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from bot.codec import dump_events, dump_state
from bot.i18n import Refused
from bot.pace import Pace
from bot.positions import NoSuchMatch, Position, Stale, position_of
from bot.results import results_of
from db.records import DeadlineKind, DeadlineRecord, MadeBy, MatchRecord, MoveRecord, TellingRecord
from db.repositories import LeaderboardRepository, MatchRepository, TellingRepository
from db.session import Database
from rules.engine import Game, IllegalMove, Seat, marked

log = logging.getLogger(__name__)

LARGEST_NUMBER = 2**63 - 1
"""The largest that SQLite keeps."""
MOST_MOVES = 64
"""How many moves stand-ins make in one go; what is left is due at once, so that a person can come between."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was made, and where it led."""

    seat: Seat | None
    notation: str | None
    by: MadeBy
    user_id: int | None
    state: Any
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """What a person's move led to: the position, and what the table saw."""

    position: Position
    events: tuple[Any, ...]


class Matches:
    """Opens, plays and ends matches. `now` gives milliseconds; `changed` is called after deadlines changed."""

    def __init__(
        self,
        database: Database,
        games: Mapping[str, Game[Any]],
        now: Callable[[], int],
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self.database = database
        self.games = games
        self.now = now
        self.changed = changed
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, match_id: int) -> AbstractAsyncContextManager[None]:
        """Return the lock of a match; it lives while somebody holds it or waits for it."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def position(self, match_id: int) -> Position:
        """Return a match as it stands; raises `NoSuchMatch`."""
        if not 0 < match_id <= LARGEST_NUMBER:
            raise NoSuchMatch
        async with self.database.read() as connection:
            match = await MatchRepository(connection).get(match_id)
        if match is None:
            raise NoSuchMatch
        return position_of(match, self.games)

    async def telling(self, match_id: int) -> TellingRecord:
        """Return what Discord shows of a match."""
        async with self.database.read() as connection:
            telling = await TellingRepository(connection).get(match_id)
        if telling is None:
            raise NoSuchMatch
        return telling

    async def log_of(self, match_id: int, from_seq: int = 0) -> tuple[MoveRecord, ...]:
        """Return the log of a match from a row on. Only its events may be shown while the match goes on."""
        async with self.database.read() as connection:
            return await MatchRepository(connection).log(match_id, from_seq)

    async def deadlines(self, match_id: int) -> tuple[DeadlineRecord, ...]:
        """Return whom a match waits for, and until when."""
        async with self.database.read() as connection:
            return await MatchRepository(connection).deadlines(match_id)

    # Playing -----------------------------------------------------------------------------------

    async def play(self, match_id: int, user_id: int, notation: str, move_number: int | None) -> Played:
        """Make a person's move and keep it; return what it led to.

        `move_number` dates the click: None for a typed move, which is judged by the present position, and
        for a button of a standing move. Raises `IllegalMove`, `Stale`, `NotSeated` or `NoSuchMatch`; then
        nothing has changed.
        """
        async with self.lock(match_id):
            position = await self.position(match_id)
            seat = position.seat_of(user_id)
            state = _playable(position)
            if move_number is not None and move_number != state.move_number:
                raise Stale
            move = position.game.parse(notation)
            after, events = state.apply(seat, move)
            first = Step(seat, str(move), "person", user_id, after, events)
            steps = [first, *await self._play_on(position, first)]
            after_all = await self._keep(position, steps, misses={int(seat): 0})
            return Played(after_all, tuple(event for step in steps for event in step.events))

    async def expire(self, match_id: int) -> Position | None:
        """Make the moves of those whose time is over; return the position they led to, or None if none was
        due.

        Each in seat order, by the game's `timeout`; a seat that the stand-in holds plays by `stand_in`.
        """
        async with self.lock(match_id):
            position = await self.position(match_id)
            deadlines = [each for each in await self.deadlines(match_id) if each.kind != "reminder"]
            due = [each for each in deadlines if each.due is not None and each.due <= self.now()]
            if not due:
                return None
            if position.state is None or position.state.outcome is not None:
                await self._drop(match_id, due)
                return None
            steps, misses = await asyncio.to_thread(_timed_out, position, due)
            if not steps:
                await self._drop(match_id, due)
                return None
            steps += await self._play_on(position, steps[-1])
            return await self._keep(position, steps, misses)

    async def rule(self, match_id: int, person_id: int, moderator: bool, notation: str) -> Position:
        """Make a move of the table itself, as a penalty: by a moderator, or by the match's opener.

        A ruling by the opener, who may be a player, makes the match unrated.
        """
        async with self.lock(match_id):
            position = await self.position(match_id)
            state = _playable(position)
            if not moderator and person_id != position.match.opener_id:
                raise Refused("That is for the match's opener, or for a moderator.")
            move = position.game.parse(notation)
            after, events = state.apply(None, move)
            first = Step(None, str(move), "table", person_id, after, events)
            ruled = replace(position.match, rated=position.match.rated and moderator)
            steps = [first, *await self._play_on(position, first)]
            return await self._keep(position, steps, {}, ruled)

    async def forget_deadline(self, deadline: DeadlineRecord) -> None:
        """Clear a reminder after its effect."""
        async with self.database.write() as connection:
            await MatchRepository(connection).forget_deadline(deadline)

    async def begin(self, position: Position, match: MatchRecord, state: Any, events: tuple[Any, ...]) -> Position:
        """Keep the deal of a match that starts, under its lock; `match` is its row with all that starting
        changed.
        """
        dealt = Position(match, position.game, state)
        first = Step(None, None, "deal", None, state, events)
        steps = [first, *await self._play_on(dealt, first)]
        return await self._keep(position, steps, {}, match)

    # Inside ------------------------------------------------------------------------------------

    async def _play_on(self, position: Position, last: Step) -> list[Step]:
        """Let the stand-ins play until a person is awaited, off the loop where there are any."""
        if not any(seat.held_by == "stand_in" for seat in position.match.seats):
            return []
        return await asyncio.to_thread(_stand_ins, position, last.state)

    async def _drop(self, match_id: int, deadlines: Sequence[DeadlineRecord]) -> None:
        async with self.database.write() as connection:
            await MatchRepository(connection).change_deadlines(
                match_id, [(each.seat, each.kind) for each in deadlines], []
            )

    async def _keep(
        self,
        before: Position,
        steps: Sequence[Step],
        misses: Mapping[int, int],
        changed: MatchRecord | None = None,
    ) -> Position:
        """Write what some moves led to, in one transaction; `changed` is the row where more of it changes."""
        now, state = self.now(), steps[-1].state
        row = changed or before.match
        match = replace(
            row,
            state=dump_state(before.game, state),
            version=before.match.version + 1,
            log_length=row.log_length + len(steps),
            turn=state.turn,
            status="running" if state.outcome is None else "over",
            ended_at=None if state.outcome is None else now,
        )
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
        missed = {seat: count for seat, count in misses.items() if before.match.seats[seat].misses != count}
        async with self.database.write() as connection:
            matches = MatchRepository(connection)
            if changed is None and state.outcome is None:
                await matches.save_position(match, before.match.version)
            else:
                await matches.save(match, before.match.version)
            if row.seats != before.match.seats:
                await matches.put_seats(match.id, match.seats)
            await matches.append_moves(match.id, rows)
            await matches.set_misses(match.id, missed.items())
            gone, new = changed_deadlines(after, await matches.deadlines(match.id), now)
            await matches.change_deadlines(match.id, gone, new)
            if state.outcome is not None:
                await self._keep_results(connection, after, now)
        seats = tuple(replace(seat, misses=missed.get(seat.seat, seat.misses)) for seat in match.seats)
        log.info(
            "moves kept",
            extra={
                "match": match.id,
                "guild": match.guild_id,
                "game": match.game,
                "move": match.log_length,
                "turn": match.turn,
                "by": steps[0].by,
                "status": match.status,
            },
        )
        self.changed()
        return Position(replace(match, seats=seats), before.game, state)

    async def _keep_results(self, connection: Any, position: Position, now: int) -> None:
        boards = LeaderboardRepository(connection)
        match = position.match
        people = [seat.user_id for seat in match.seats if seat.user_id is not None]
        with_bots = any(seat.user_id is None for seat in match.seats)
        known = await boards.ratings(match.guild_id, match.game, with_bots, people)
        results, ratings = results_of(position, known, with_bots, now)
        await boards.add_results(results)
        await boards.put_ratings(ratings)


def _playable(position: Position) -> Any:
    """Return the state of a match that goes on."""
    if position.match.status == "lobby":
        raise Refused("This match hasn't started yet; **Start** on its table begins it.")
    if position.match.status == "cancelled":
        raise Refused("This match was called off. **/play** opens a new one.")
    if position.match.status == "over":
        raise Refused("This match is over. **/play** opens a new one.")
    return position.state


def _stand_ins(position: Position, state: Any) -> list[Step]:
    """Return the moves of stand-ins from a position on, at most `MOST_MOVES`."""
    steps: list[Step] = []
    while len(steps) < MOST_MOVES and state.outcome is None:
        seat = next((seat for seat in sorted(state.to_act) if position.is_automatic(seat)), None)
        if seat is None:
            break
        steps += _made_for(position.game, state, seat, "stand_in")
        state = steps[-1].state
    return steps


def _timed_out(position: Position, due: Sequence[DeadlineRecord]) -> tuple[list[Step], dict[int, int]]:
    """Return the moves made for seats whose time is over, and their misses in a row."""
    steps: list[Step] = []
    misses: dict[int, int] = {}
    state = position.state
    for deadline in due:
        seat = Seat(deadline.seat)
        automatic = position.is_automatic(seat)
        # Answered in time, or settled by a neighbour's move, it is not made; else the whole turn is.
        while state.outcome is None and state.to_act.get(seat) == deadline.since and len(steps) < MOST_MOVES:
            steps += _made_for(position.game, state, seat, "stand_in" if automatic else "time")
            state = steps[-1].state
            if not automatic:
                misses[deadline.seat] = position.holder(seat).misses + 1
    return steps, misses


def _made_for(game: Game[Any], state: Any, seat: Seat, by: MadeBy) -> list[Step]:
    """Make a move for a seat whose person doesn't, and what plays itself after it (a draw)."""
    legal = tuple(move for move in state.legal_moves(seat) if not marked(move, "order"))
    choose = game.timeout if by == "time" else game.stand_in
    steps = [_step(state, seat, choose(state.view(seat), legal), by)]
    while True:
        state = steps[-1].state
        automatic = [move for move in state.legal_moves(seat) if marked(move, "automatic")]
        if state.outcome is not None or not automatic:
            return steps
        steps.append(_step(state, seat, automatic[0], by))


def _step(state: Any, seat: Seat, move: Any, by: MadeBy) -> Step:
    after, events = state.apply(seat, move)
    return Step(seat, str(move), by, None, after, events)


def changed_deadlines(
    position: Position, kept: Sequence[DeadlineRecord], now: int
) -> tuple[list[tuple[int, DeadlineKind]], list[DeadlineRecord]]:
    """Compare who is awaited with the deadlines kept; return which go and which are new.

    A seat's clock starts when its number in `to_act` is new, and keeps running otherwise.
    """
    state = position.state
    awaited = {} if state.outcome is not None else dict(state.to_act)
    gone = [(each.seat, each.kind) for each in kept if awaited.get(Seat(each.seat)) != each.since]
    asked = {each.seat for each in kept if awaited.get(Seat(each.seat)) == each.since}
    new: list[DeadlineRecord] = []
    for seat, since in awaited.items():
        if seat not in asked:
            new += _deadlines_of(position, seat, since, now, position.pace)
    return gone, new


def _deadlines_of(position: Position, seat: Seat, since: int, now: int, pace: Pace) -> list[DeadlineRecord]:
    wait: DeadlineKind = position.state.wait
    if position.is_automatic(seat):
        return [DeadlineRecord(position.match.id, seat, wait, since, now, now)]
    length = pace.length(position.state.wait)
    made = [DeadlineRecord(position.match.id, seat, wait, since, now, None if length is None else now + length)]
    if wait == "turn" and pace.reminder is not None:
        made.append(DeadlineRecord(position.match.id, seat, "reminder", since, now, now + pace.reminder))
    return made


__all__ = ["IllegalMove", "Matches", "Step", "changed_deadlines"]
