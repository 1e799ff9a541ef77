"""Who sits: handing a seat over, and what those who sit decide about seats and about the match, without Discord.

Everything goes through the match's lock and is kept by `Matches`, with the notice that tells it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot.i18n import Refused
from bot.lobbies import Person
from bot.matches import Matches
from bot.messages.seat_news import news, news_of
from bot.positions import Position, holding, playable
from bot.seating.offers import MOST_OFFERS, OFFER, Offer, dump_offer, load_offer
from bot.seating.votes import (
    ENDING,
    VOTE,
    Choice,
    Ending,
    Vote,
    all_agree,
    choices,
    closed,
    decided,
    dump_ending,
    dump_vote,
    has_clock,
    holders,
    is_in_question,
    load_ending,
    load_vote,
)
from bot.timing.deadlines import prolonged
from bot.timing.lateness import is_once_more, with_due
from db.records import NoticeRecord, UserRecord
from db.repositories import MatchRepository, NoticeRepository, PeopleRepository
from db.trouble import DiskTrouble
from rules.engine import Seat

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Voted:
    """What a voice came to: the match, the vote, and what was decided with it."""

    position: Position
    notice: NoticeRecord
    decided: Choice | None = None


class Seats:
    """Seats that change hands, and votes."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        matches.fewer = self.settle

    async def notices(self, match_id: int) -> tuple[NoticeRecord, ...]:
        """Return every notice of a match, the oldest first."""
        return await self._matches.database.look(lambda connection: NoticeRepository(connection).of_match(match_id))

    async def seated(self, match_id: int, user_id: int) -> tuple[Position, Seat]:
        """Return a match that goes on and the seat of somebody who sits there, also where a stand-in holds it."""
        position = await self._matches.position(match_id)
        if position.match.seat_of(user_id) is None:
            raise Refused("That is for those who sit at this table.")
        playable(position)
        return position, position.seat_of(user_id)

    # Handing over ------------------------------------------------------------------------------

    async def offer(self, match_id: int, user_id: int, to: Person) -> tuple[Position, NoticeRecord]:
        """Offer one's seat to somebody; an offer of theirs that is open gives way. Return the match and the offer."""
        async with self._matches.lock(match_id):
            position, seat = await self.seated(match_id, user_id)
            known = [(each, load_offer(each.data)) for each in await self.notices(match_id) if each.kind == OFFER]
            mine = [(each, offer) for each, offer in known if offer.seat == seat]
            if any(each.open and offer.by != "owner" for each, offer in mine):
                raise Refused("Your seat is offered already, and not by you. A move of yours ends that.")
            if sum(each.turn == position.match.turn and offer.by == "owner" for each, offer in mine) >= MOST_OFFERS:
                raise Refused("You have offered your seat often enough for one turn. Next turn you can again.")
            notices = await self._offered(position, seat, "owner", to)
            position = await self._matches.note(position, notices)
            return position, (await self._open(match_id, OFFER))[-1]

    async def take(self, match_id: int, number: int, person: Person) -> Position:
        """Seat somebody in a place that is offered to them, or to anybody; they see its hand from now on."""
        async with self._matches.lock(match_id):
            position = await self._matches.position(match_id)
            playable(position)
            notice, offer = await self._open_offer(match_id, number)
            mine = position.match.seat_of(person.id)
            if mine is not None and mine.seat == offer.seat:
                raise Refused("That is your own seat. **My hand** shows what you hold.")
            if mine is not None:
                raise Refused("You sit here already, and one person has one seat.")
            if notice.user_id not in (None, person.id):
                raise Refused("That seat is offered to somebody else.")
            for each, seat in news_of(await self.notices(match_id), "taken"):
                if each.user_id == person.id and seat != offer.seat:
                    raise Refused("You sat on another seat of this match, and know its hand.")
                if seat == offer.seat and each.turn == position.match.turn and offer.by != "staff":
                    raise Refused("That seat has changed hands in this turn. Next turn it can again.")
            old = position.holder(offer.seat)
            new = replace(old, user_id=person.id, user_name=person.name, held_by="person", misses=0, dm_message_id=None)
            known = await self._known(person.id)
            new = replace(new, habits=known.habits, hint_due=known.hint_due)
            match = position.match
            taken = replace(match, seats=tuple(new if seat is old else seat for seat in match.seats))
            told = (
                replace(notice, data=dump_offer(replace(offer, outcome="taken")), open=False),
                news("taken", old),
            )
            return await self._matches.reseat(position, replace(position, match=taken), "handed_over", told)

    async def decline(self, match_id: int, number: int, user_id: int) -> Position:
        """Say no to a seat that is offered to one."""
        async with self._matches.lock(match_id):
            position = await self._matches.position(match_id)
            notice, offer = await self._open_offer(match_id, number)
            if notice.user_id != user_id:
                raise Refused("That seat isn't offered to you.")
            return await self._close_offer(position, notice, replace(offer, outcome="declined"))

    async def withdraw(self, match_id: int, number: int, user_id: int) -> Position:
        """Take the offer of one's own seat back."""
        async with self._matches.lock(match_id):
            position = await self._matches.position(match_id)
            notice, offer = await self._open_offer(match_id, number)
            if position.holder(offer.seat).user_id != user_id or offer.by != "owner":
                raise Refused("That offer isn't yours to take back. A move of yours ends an offer of your seat.")
            return await self._close_offer(position, notice, replace(offer, outcome="withdrawn"))

    # Votes about a seat ------------------------------------------------------------------------

    async def in_question(self, match_id: int, user_id: int) -> tuple[Position, tuple[Seat, ...]]:
        """Return a match with the seats about which somebody who sits may call a vote."""
        position, mine = await self._holding(match_id, user_id)
        deadlines = await self._matches.deadlines(match_id)
        now = self._matches.now()
        asked = [
            Seat(each.seat)
            for each in position.match.seats
            if each.seat != mine and is_in_question(position, each.seat, deadlines, now)
        ]
        if not asked:
            raise Refused(
                "There is nothing to vote about: nobody's turn has run out, and a stand-in keeps no seat. **More**"
                " also lets everybody call the match off together."
            )
        return position, tuple(asked)

    async def ask_about(self, match_id: int, user_id: int, seat: int) -> Voted:
        """Call a vote about a seat; where one is open already, that one is meant."""
        async with self._matches.lock(match_id):
            position, mine = await self._holding(match_id, user_id)
            if not 0 <= seat < len(position.match.seats) or seat == mine:
                raise Refused("A vote is about somebody else's seat.")
            for notice in await self._open(match_id, VOTE):
                if load_vote(notice.data).seat == seat:
                    return Voted(position, notice)
            if not is_in_question(position, seat, await self._matches.deadlines(match_id), self._matches.now()):
                raise Refused("That seat isn't late any more; there is nothing to vote about.")
            called = NoticeRecord(VOTE, dump_vote(Vote(seat, mine)), position.holder(seat).user_id, open=True)
            position = await self._matches.note(position, [called])
            return Voted(position, (await self._open(match_id, VOTE))[-1])

    async def vote(self, match_id: int, number: int, user_id: int, choice: Choice) -> Voted:
        """Give one's voice, or change it; what more than half choose is done at once."""
        async with self._matches.lock(match_id):
            position, mine = await self._holding(match_id, user_id)
            notice = await self._open_one(match_id, VOTE, number)
            if notice is None:
                raise Refused("This vote is over.")
            vote = load_vote(notice.data)
            if mine == vote.seat:
                raise Refused("This vote is about your seat; the others decide. A move of yours ends it.")
            if choice not in choices(position, vote.seat):
                raise Refused("That can't be chosen now; the buttons of the vote show what can.")
            if choice == "time" and not has_clock(position, vote.seat):
                raise Refused("No clock runs for that seat now, so more time would change nothing.")
            if choice == "time" and await self._had_time(position, vote.seat):
                raise Refused("That seat has been given more time in this turn already.")
            given = replace(notice, data=dump_vote(replace(vote, voices={**vote.voices, int(mine): choice})))
            outcome = decided(position, load_vote(given.data))
            if outcome is not None:
                return await self._decide(position, given, outcome)
            if given != notice:
                position = await self._matches.note(position, [given])
            return Voted(position, given)

    async def catch_up(self) -> None:
        """Settle every match in which a kill came between fewer holding their seats and what that decides."""
        async with self._matches.database.read() as connection:
            open_matters = await MatchRepository(connection).with_open_notices()
        for match_id in open_matters:
            try:
                async with self._matches.lock(match_id):
                    await self.settle(await self._matches.position(match_id))
            except DiskTrouble:
                raise
            except Exception:  # one match's trouble stops no other
                log.exception("what was decided could not be done", extra={"match": match_id})

    async def settle(self, position: Position) -> Position:
        """Do what is decided because fewer hold their seats now, under the match's lock; return what that leads to."""
        match_id = position.match.id
        if not position.match.open_notices or position.match.status != "running":
            return position
        for notice in await self._open(match_id, VOTE):
            outcome = decided(position, load_vote(notice.data))
            if outcome is not None:
                return await self.settle((await self._decide(position, notice, outcome)).position)
        for notice in await self._open(match_id, ENDING):
            if all_agree(position, load_ending(notice.data)):
                return await self._matches.call_off(position, "all", [replace(notice, open=False)])
        return position

    # Calling it off together -------------------------------------------------------------------

    async def ask_to_end(self, match_id: int, user_id: int) -> Position:
        """Ask whether all call the match off; done at once where nobody else holds a seat."""
        async with self._matches.lock(match_id):
            position, mine = await self._holding(match_id, user_id)
            ending = Ending(int(mine), (int(mine),))
            if all_agree(position, ending):
                return await self._matches.call_off(position, "all")
            for notice in [each for each in await self.notices(match_id) if each.kind == ENDING]:
                if notice.open:
                    return await self._agree(position, mine, notice)
                if notice.turn == position.match.turn and load_ending(notice.data).against in holders(position):
                    raise Refused("Somebody would rather play on. You can ask again next turn.")
            asked = NoticeRecord(ENDING, dump_ending(ending), open=True)
            return await self._matches.note(position, [asked])

    async def answer_to_end(self, match_id: int, number: int, user_id: int, *, agrees: bool) -> Position:
        """Agree to call the match off, or play on, which ends the question."""
        async with self._matches.lock(match_id):
            position, mine = await self._holding(match_id, user_id)
            notice = await self._open_one(match_id, ENDING, number)
            if notice is None:
                raise Refused("Nobody asks to call the match off now.")
            if agrees:
                return await self._agree(position, mine, notice)
            against = replace(load_ending(notice.data), against=int(mine))
            over = replace(notice, data=dump_ending(against), open=False)
            return await self._matches.note(position, [over])

    # The server's staff ------------------------------------------------------------------------

    async def by_staff(self, match_id: int, do: Choice, seat: int | None, who: Person | None = None) -> Position:
        """Do at once what a vote could; `who` is offered the seat, without them anybody may take it."""
        async with self._matches.lock(match_id):
            position = await self._matches.position(match_id)
            playable(position)
            if do == "off":
                return await self._matches.call_off(position, "staff")
            if seat is None or not 0 <= seat < len(position.match.seats):
                raise Refused("Which seat? Seats have the numbers of their badges, from 1.")
            if position.holder(seat).user_id is None:
                raise Refused("A bot sits there. Choose a person's seat.")
            if do == "time":
                if not has_clock(position, seat):
                    raise Refused("No clock runs for that seat now, so more time would change nothing.")
                return await self._give_time(position, seat, [], staff=True)
            if do == "stand_in":
                if position.is_automatic(seat):
                    raise Refused("A stand-in keeps that seat already.")
                told = news("stand_in", position.holder(seat), staff=True)
                left = holding(position, {seat: "stand_in"})
                return await self.settle(await self._matches.reseat(position, left, "staff", [told]))
            offered = await self._offered(position, seat, "staff", who)
            return await self._matches.note(position, offered)

    # Inside ------------------------------------------------------------------------------------

    async def _known(self, user_id: int) -> UserRecord:
        user = await self._matches.database.look(lambda connection: PeopleRepository(connection).user(user_id))
        return user or UserRecord(user_id, "?")

    async def _holding(self, match_id: int, user_id: int) -> tuple[Position, Seat]:
        """Return a match that goes on and the seat of somebody who holds it."""
        position, seat = await self.seated(match_id, user_id)
        if position.is_automatic(seat):
            raise Refused("A stand-in plays for you. **I'm back** gives you your seat and your voice again.")
        return position, seat

    async def _open(self, match_id: int, kind: str) -> list[NoticeRecord]:
        every = await self._matches.database.look(lambda connection: NoticeRepository(connection).open_of(match_id))
        return [notice for notice in every if notice.kind == kind]

    async def _open_one(self, match_id: int, kind: str, number: int) -> NoticeRecord | None:
        return next((notice for notice in await self._open(match_id, kind) if notice.number == number), None)

    async def _open_offer(self, match_id: int, number: int) -> tuple[NoticeRecord, Offer]:
        notice = await self._open_one(match_id, OFFER, number)
        if notice is None:
            raise Refused("That seat isn't offered any more.")
        return notice, load_offer(notice.data)

    async def _close_offer(self, position: Position, notice: NoticeRecord, offer: Offer) -> Position:
        over = replace(notice, data=dump_offer(offer), open=False)
        return await self._matches.note(position, [over])

    async def _offered(
        self, position: Position, seat: int, by: Literal["owner", "vote", "staff"], to: Person | None
    ) -> Sequence[NoticeRecord]:
        """Return the offer of a seat, and those of the same seat that give way to it."""
        if to is not None and position.match.seat_of(to.id) is not None:
            raise Refused("{person} sits here already.", person=to.name)
        gone: list[NoticeRecord] = []
        again = False
        for notice in await self.notices(position.match.id):
            if notice.kind != OFFER:
                continue
            offer = load_offer(notice.data)
            if to is not None and notice.user_id == to.id:
                again = True
                if (offer.seat, offer.by, offer.outcome) == (seat, by, "declined") and by == "owner":
                    raise Refused("{person} has said no to this seat already.", person=to.name)
            if notice.open and offer.seat == seat:
                gone.append(replace(notice, data=dump_offer(replace(offer, outcome="replaced")), open=False))
        made = Offer(int(seat), by, again=again)
        return [*gone, NoticeRecord(OFFER, dump_offer(made), user_id=to.id if to else None, open=True)]

    async def _had_time(self, position: Position, seat: int) -> bool:
        """Tell whether a seat has been given more time in the present turn."""
        given = news_of(await self.notices(position.match.id), "time")
        return any(about == seat and told.turn == position.match.turn for told, about in given)

    async def _agree(self, position: Position, mine: Seat, notice: NoticeRecord) -> Position:
        ending = load_ending(notice.data)
        agreed = replace(ending, agreed=tuple(sorted({*ending.agreed, int(mine)})))
        given = replace(notice, data=dump_ending(agreed))
        if all_agree(position, agreed):
            return await self._matches.call_off(position, "all", [replace(given, open=False)])
        return position if agreed == ending else await self._matches.note(position, [given])

    async def _give_time(
        self, position: Position, seat: int, notices: Sequence[NoticeRecord], *, staff: bool = False
    ) -> Position:
        """Give a seat that is awaited the length of a turn once more."""
        known = await self._matches.deadlines(position.match.id)
        longer = prolonged(position, known, [seat], self._matches.now())
        due = next(each.due for each in longer if each.kind == "turn")
        once_more = [
            with_due(each, due) for each in await self.notices(position.match.id) if is_once_more(each, position, seat)
        ]
        told = [*notices, *once_more, news("time", position.holder(seat), staff=staff, due=due)]
        return await self._matches.note(position, told, longer=[seat])

    async def _decide(self, position: Position, notice: NoticeRecord, outcome: Choice) -> Voted:
        """Do what a vote has decided."""
        vote = load_vote(notice.data)
        over = closed(notice, vote, outcome)
        matches, seat = self._matches, Seat(vote.seat)
        match outcome:
            case "time":
                position = await self._give_time(position, seat, [over])
            case "stand_in":
                told = [over, news("stand_in", position.holder(seat))]
                left = await matches.reseat(position, holding(position, {seat: "stand_in"}), "vote", told)
                position = await self.settle(left)
            case "other":
                told = [over, *await self._offered(position, seat, "vote", None)]
                position = await matches.note(position, told)
            case "off":
                position = await matches.call_off(position, "vote", [over])
        return Voted(position, over, outcome)
