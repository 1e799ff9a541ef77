"""Lobbies: a match before its deal. Same locks and versions as `bot/matches.py`, without Discord."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.codec import dump_options
from bot.fairness import new_secret, seed
from bot.i18n import Refused
from bot.matches import Matches
from bot.positions import Position
from bot.seating.order import seated
from bot.timing.deadlines import lobby_deadlines
from bot.timing.pace import HOUR, PACES
from db.records import MatchRecord, SeatRecord
from db.repositories import MatchRepository, PeopleRepository, TellingRepository
from rules.engine import Game, InvalidOption, make_options, option_fields

BOT_NAMES = (
    "Tembo",
    "Simba",
    "Twiga",
    "Chui",
    "Kiboko",
    "Nyoka",
    "Paka",
    "Punda",
    "Swala",
    "Mamba",
    "Nyani",
    "Fisi",
)
"""Swahili animals: elephant, lion, giraffe, leopard, hippo, snake, cat, donkey, gazelle, mamba, baboon, hyena."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who does something, as their interaction tells: its id, their name, whether they moderate the channel."""

    id: int
    name: str
    interaction_id: int
    moderator: bool = False


class TooFew(Refused):
    """A match can't start with so few; a bot could take the seat."""


class WrongNumber(Refused):
    """A match can't start with so many; `ways` are the nearest numbers that work, each with its teams."""

    def __init__(self, title: str, count: int, tables: Sequence[int], teams: Callable[[int], tuple[int, ...]]) -> None:
        super().__init__(
            "**{game}** is played by {tables}; you are {count}.",
            game=title,
            tables=[str(number) for number in tables],
            count=count,
        )
        self.count = count
        more = [number for number in tables if number > count][:2]
        less = [number for number in tables if number < count][-1:]
        self.ways = tuple((number, len(set(teams(number)))) for number in (*more, *less))


class Lobbies:
    """Opens lobbies, seats people, and starts matches."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._database = matches.database

    async def open(
        self, guild_id: int, channel_id: int, person: Person, game: str, pace: str, *, bots: int = 0
    ) -> Position:
        """Open a lobby in a channel; its opener sits, and so many bots with them."""
        if game not in self._matches.games:
            raise Refused("There is no such game here; choose one of the list.")
        if pace not in PACES:
            raise Refused("There is no such pace; choose one of the list.")
        rules = self._matches.games[game]
        options = rules.options()
        most = max(rules.tables(options))
        if not 0 <= bots < most:
            raise Refused("A table has room for {count} bots beside you.", count=most - 1)
        if bots:  # the match starts at once, so the number must fit
            _must_fit(rules, options, bots + 1)
        match = _new_lobby(
            guild_id=guild_id,
            channel_id=channel_id,
            game=game,
            options=dump_options(rules, options),
            pace=pace,
            opener_id=person.id,
            created_at=self._matches.now(),
            seats=(_seat_for(person, 0), *(SeatRecord(n + 1, None, BOT_NAMES[n], "stand_in") for n in range(bots))),
        )
        return await self._create(match, person)

    async def rematch(self, match_id: int, person: Person) -> Position:
        """Seat somebody of a match that is over for its rematch: the same game, options, pace and bots.

        The first one opens it; it starts at once when everybody who sat in that match sits here. Where others have
        joined, so that the number doesn't fit, it waits for **Start**.
        """
        async with self._matches.lock(match_id):
            before = (await self._matches.position(match_id)).match
            if before.state is None or before.status == "running":
                raise Refused("A rematch can follow when the match is over.")
            if before.seat_of(person.id) is None:
                raise Refused("A rematch is for those who sat at this table. **/play** opens a new one.")
            known = await self._database.look(lambda connection: MatchRepository(connection).rematch_of(match_id))
            if known is None:
                bots = [seat.bot_name for seat in before.seats if seat.bot_name is not None]
                match = _new_lobby(
                    guild_id=before.guild_id,
                    channel_id=before.channel_id,
                    game=before.game,
                    options=before.options,
                    pace=before.pace,
                    opener_id=person.id,
                    created_at=self._matches.now(),
                    follows=match_id,
                    seats=(
                        _seat_for(person, 0),
                        *(SeatRecord(n, None, name, "stand_in") for n, name in enumerate(bots, start=1)),
                    ),
                )
                position = await self._create(match, person)
            else:
                position = await self._matches.position(known)
                # Where all sit already, only the deal is missing: a kill, or the disk, has cut it off.
                if position.match.seat_of(person.id) is None or not _can_follow(position, before):
                    position = await self.join(known, person)
            async with self._matches.lock(position.match.id):
                position = await self._matches.position(position.match.id)
                return await self._deal(position, person) if _can_follow(position, before) else position

    async def shown_at(self, match_id: int, message_id: int, shown: str) -> None:
        """Remember the message that shows a lobby, and what it says."""
        async with self._database.write() as connection:
            await TellingRepository(connection).change(match_id, lobby_message_id=message_id, lobby_shown=shown)

    async def join(self, match_id: int, person: Person) -> Position:
        """Seat a person."""
        async with self._matches.lock(match_id):
            position = await self._open_lobby(match_id)
            match = position.match
            if match.seat_of(person.id):
                raise Refused("You sit here already. **Leave** frees your seat.")
            _must_have_room(position)
            return await self._change(position, person, seats=(*match.seats, _seat_for(person, len(match.seats))))

    async def leave(self, match_id: int, person: Person) -> Position:
        """Free a person's seat. The last person's leaving calls the table off; an opener's hands it on."""
        async with self._matches.lock(match_id):
            position = await self._open_lobby(match_id)
            match = position.match
            if match.seat_of(person.id) is None:
                raise Refused("You don't sit here. **Join** takes a seat.")
            left = _numbered([seat for seat in match.seats if seat.user_id != person.id])
            people = [seat.user_id for seat in left if seat.user_id is not None]
            if not people:
                return await self._call_off(position, person, left)
            opener = match.opener_id if match.opener_id != person.id else people[0]
            return await self._change(position, person, seats=left, opener_id=opener)

    async def add_bot(self, match_id: int, person: Person) -> Position:
        """Seat a bot; for the opener or a moderator."""
        async with self._matches.lock(match_id):
            return await self._seat_bot(await self._open_lobby(match_id), person)

    async def fill(self, match_id: int, person: Person) -> Position:
        """Seat a bot where too few sit to start; pressed twice, it seats no second one for nothing."""
        async with self._matches.lock(match_id):
            position = await self._open_lobby(match_id)
            if len(position.match.seats) >= min(position.game.tables(position.options)):
                raise Refused("There are enough now. **Start** begins the match.")
            return await self._seat_bot(position, person)

    async def remove_bot(self, match_id: int, person: Person) -> Position:
        """Take the last bot from the table; for the opener or a moderator."""
        async with self._matches.lock(match_id):
            position = await self._open_lobby(match_id)
            _must_run(position, person)
            bots = [seat for seat in position.match.seats if seat.user_id is None]
            if not bots:
                raise Refused("No bot sits here.")
            left = _numbered([seat for seat in position.match.seats if seat is not bots[-1]])
            return await self._change(position, person, seats=left)

    async def set_option(self, match_id: int, person: Person, name: str, value: str) -> Position:
        """Choose one option of the game; for the opener or a moderator."""
        async with self._matches.lock(match_id):
            position = await self._open_lobby(match_id)
            _must_run(position, person)
            options = _with_option(position, name, value)
            most = max(position.game.tables(options))
            if len(position.match.seats) > most:
                raise InvalidOption("With that only {count} can play.", count=most)
            return await self._change(position, person, options=dump_options(position.game, options))

    async def wish_team(self, match_id: int, person: Person, team: int | None) -> Position:
        """Note the team that somebody who sits wishes for; None: any."""
        async with self._matches.lock(match_id):
            position = await self._open_lobby(match_id)
            mine = position.match.seat_of(person.id)
            if mine is None:
                raise Refused("You don't sit here. **Join** takes a seat.")
            seats = tuple(replace(seat, team=team) if seat is mine else seat for seat in position.match.seats)
            return await self._change(position, person, seats=seats)

    async def for_options(self, match_id: int, person: Person) -> Position:
        """Return a lobby to somebody who may choose its options: the opener or a moderator."""
        position = await self._open_lobby(match_id)
        _must_run(position, person)
        return position

    async def cancel(self, match_id: int, person: Person) -> Position:
        """Call the table off; for the opener or a moderator."""
        async with self._matches.lock(match_id):
            position = await self._open_lobby(match_id)
            _must_run(position, person)
            return await self._call_off(position, person, position.match.seats)

    async def keep_open(self, match_id: int, person: Person) -> Position:
        """Let a lobby stay open for another day; for those who sit, or a moderator."""
        async with self._matches.lock(match_id):
            position = await self._open_lobby(match_id)
            if position.match.seat_of(person.id) is None and not person.moderator:
                raise Refused("That is for those who sit here. **Join** takes a seat.")
            return await self._change(position, person)

    async def start(self, match_id: int, person: Person) -> Position:
        """Deal; for the opener, or after an hour for anybody who sits."""
        async with self._matches.lock(match_id):
            position = await self._open_lobby(match_id)
            self._may_start(position, person)
            return await self._deal(position, person)

    # Inside ------------------------------------------------------------------------------------

    async def _deal(self, position: Position, person: Person) -> Position:
        """Deal under the lobby's lock; the interaction of who starts it enters the luck."""
        match, game, options = position.match, position.game, position.options
        _must_fit(game, options, len(match.seats))
        seats = seated(
            match.seats, game.teams(len(match.seats), options), f"{match.secret}/{match.id}/{person.interaction_id}"
        )
        luck = seed(match.secret, match.id, person.interaction_id, [seat.join_interaction_id for seat in seats])
        state, events = game.deal(len(seats), options, luck)
        begun = replace(
            match,
            start_interaction_id=person.interaction_id,
            started_at=self._matches.now(),
            seats=seats,
        )
        return await self._matches.begin(position, begun, state, events)

    async def _create(self, match: MatchRecord, person: Person) -> Position:
        async with self._database.write() as connection:
            await PeopleRepository(connection).saw(person.id, person.name)
            matches = MatchRepository(connection)
            match = replace(match, id=await matches.create(match))
            await matches.change_deadlines(match.id, [], lobby_deadlines(match.id, self._matches.now()))
        self._matches.changed()
        return Position(match, self._matches.games[match.game], None)

    async def _open_lobby(self, match_id: int) -> Position:
        position = await self._matches.position(match_id)
        if position.match.status == "cancelled":
            raise Refused("This table was called off. **/play** opens a new one.")
        if position.match.status != "lobby":
            raise Refused("This match has started already. **/play** opens another table.")
        return position

    async def _seat_bot(self, position: Position, person: Person) -> Position:
        _must_run(position, person)
        _must_have_room(position)
        seats = position.match.seats
        name = next(name for name in BOT_NAMES if name not in {seat.bot_name for seat in seats})
        return await self._change(position, person, seats=(*seats, SeatRecord(len(seats), None, name, "stand_in")))

    def _may_start(self, position: Position, person: Person) -> None:
        match = position.match
        if person.id == match.opener_id:
            return
        if match.seat_of(person.id) is None:
            raise Refused("Only somebody who sits here can start. **Join** takes a seat.")
        if self._matches.now() - match.created_at < HOUR:
            raise Refused(
                "**Start** is for {person}, who opened the table. After an hour it is for everybody who sits.",
                person=_opener_name(match),
            )

    async def _call_off(self, position: Position, person: Person, seats: Sequence[SeatRecord]) -> Position:
        return await self._change(
            position, person, seats=tuple(seats), status="cancelled", ended_at=self._matches.now()
        )

    async def _change(self, position: Position, person: Person, **changes: Any) -> Position:
        """Keep a changed lobby, whose time starts anew."""
        before = position.match
        match = replace(before, version=before.version + 1, **changes)
        async with self._database.write() as connection:
            await PeopleRepository(connection).saw(person.id, person.name)
            matches = MatchRepository(connection)
            await matches.save(match, before.version)
            if match.seats != before.seats:
                await matches.put_seats(match.id, match.seats)
            gone = [(each.seat, each.kind) for each in await matches.deadlines(match.id)]
            new = lobby_deadlines(match.id, self._matches.now()) if match.status == "lobby" else []
            await matches.change_deadlines(match.id, gone, new)
        self._matches.changed()
        return Position(match, position.game, None)


def _new_lobby(**columns: Any) -> MatchRecord:
    """Return the row of a lobby that is not kept yet."""
    return MatchRecord(
        id=0,
        status="lobby",
        secret=new_secret(),
        start_interaction_id=None,
        state=None,
        version=0,
        log_length=0,
        turn=0,
        reason=None,
        started_at=None,
        ended_at=None,
        **columns,
    )


def _seat_for(person: Person, number: int) -> SeatRecord:
    return SeatRecord(number, person.id, None, "person", person.interaction_id, user_name=person.name)


def _can_follow(lobby: Position, before: MatchRecord) -> bool:
    """Tell whether all who sat in a match sit in the lobby of its rematch, in a number that can play."""
    seats = lobby.match.seats
    if lobby.match.status != "lobby" or len(seats) not in lobby.game.tables(lobby.options):
        return False
    return {seat.user_id for seat in before.seats} <= {seat.user_id for seat in seats}


def _numbered(seats: Sequence[SeatRecord]) -> tuple[SeatRecord, ...]:
    return tuple(replace(seat, seat=number) for number, seat in enumerate(seats))


def _opener_name(match: MatchRecord) -> str:
    seat = match.seat_of(match.opener_id)
    return (seat.user_name if seat else None) or "?"


def _must_run(position: Position, person: Person) -> None:
    if person.id != position.match.opener_id and not person.moderator:
        raise Refused(
            "That is for {person}, who opened the table, or for a moderator.",
            person=_opener_name(position.match),
        )


def _must_have_room(position: Position) -> None:
    most = max(position.game.tables(position.options))
    if len(position.match.seats) >= most:
        raise Refused("All {count} seats are taken.", count=most)


def _must_fit(game: Game[Any], options: Any, count: int) -> None:
    """Refuse a number of seats that the game is not played with, and say which would work."""
    tables = game.tables(options)
    if count in tables:
        return
    if count < min(tables):
        raise TooFew(
            "**{game}** needs {least} players; so far there is {count}.",
            game=game.title,
            least=min(tables),
            count=count,
        )
    raise WrongNumber(game.title, count, tables, lambda number: game.teams(number, options))


def _with_option(position: Position, name: str, value: str) -> Any:
    now = {each.name: getattr(position.options, each.name) for each in option_fields(position.game.options)}
    return make_options(position.game.options, {**now, name: value})
