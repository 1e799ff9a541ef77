"""Seats that are handed over, and what the server's staff may do: one seat, one person, one offer."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.i18n import Refused
from bot.positions import NotSeated
from bot.seating.offers import load_offer
from bot.seating.seats import Seats
from bot.timing.pace import DAY
from db.records import NoticeRecord
from db.repositories import MatchRepository, PeopleRepository, SeatRepository
from rules.stacks.moves import SetOrder
from rules.take5 import Options
from tests.rules.take5_table import lay

from .room import Room

ROWS = [[20], [40], [60], [80]]
NEW = 9
"""The person who takes a seat over."""


@pytest.fixture
def seats(room: Room) -> Seats:
    return Seats(room.matches)


async def started(room: Room, people: int = 3, bots: int = 0) -> int:
    number = (await room.match(people, bots=bots)).match.id
    hands = [tuple(range(20 * seat + 21, 20 * seat + 25)) for seat in range(people + bots)]
    await room.put(number, lay(ROWS, hands))
    return number


async def offers(seats: Seats, number: int, *, open: bool = True) -> list[NoticeRecord]:
    return [each for each in await seats.notices(number) if each.kind == "offer" and each.open is open]


async def offered(room: Room, seats: Seats, number: int, by: int = 2, to: int = NEW) -> int:
    await seats.offer(number, by, room.person(to))
    return (await offers(seats, number))[-1].number


async def handed_over(room: Room, seats: Seats, number: int, by: int = 2, to: int = NEW) -> None:
    await seats.take(number, await offered(room, seats, number, by, to), room.person(to))


# Handing over ----------------------------------------------------------------------------------------------


async def test_who_takes_a_seat_sits_there_with_its_hand_and_a_fresh_clock_and_the_one_before_watches(
    room: Room, seats: Seats
) -> None:
    number = await started(room)
    room.meddle("UPDATE seats SET misses = 2 WHERE seat = 1")
    before = await room.matches.position(number)
    room.time.now += DAY // 4
    offer = await offered(room, seats, number)
    assert (await room.matches.position(number)).seat_of(2) == 1, "an offer changes nothing yet"
    after = await seats.take(number, offer, room.person(NEW))
    assert after == await room.matches.position(number)
    assert after.state == before.state
    assert after.holder(1) == replace(before.holder(1), user_id=NEW, user_name=f"Name {NEW}", misses=0)
    with pytest.raises(NotSeated):
        await room.matches.play(number, 2, "41", None)
    dues = {each.seat: each.due for each in await room.matches.deadlines(number) if each.kind == "turn"}
    assert dues[1] == room.time.now + DAY
    assert dues[0] == room.time.now - DAY // 4 + DAY
    await room.matches.play(number, NEW, "41", None)
    changed = (await room.everything())["seat_changes"]
    assert [row[2:] for row in changed] == [
        (1, after.match.log_length, room.time.now, NEW, "person", "handed_over"),
    ]
    async with room.database.read() as connection:
        assert await MatchRepository(connection).of_user(2) == ()
        assert [each.match_id for each in await MatchRepository(connection).of_user(NEW)] == [number]


@pytest.mark.parametrize("due", [2, NEW])
async def test_who_takes_a_seat_is_told_of_their_own_dms_and_not_of_those_of_the_one_before(
    room: Room, seats: Seats, due: int
) -> None:
    number = await started(room)
    async with room.database.write() as connection:
        people = PeopleRepository(connection)
        await people.saw(due, f"Name {due}")
        await people.change_user(due, hint_due=True)
    assert (await room.matches.position(number)).holder(1).hint_due is (due == 2)
    after = await seats.take(number, await offered(room, seats, number), room.person(NEW))
    assert after == await room.matches.position(number)
    assert after.holder(1).hint_due is (due == NEW)


async def test_a_hidden_pick_stays_with_the_seat_and_may_be_changed_by_who_takes_it(room: Room, seats: Seats) -> None:
    number = await started(room)
    await room.matches.play(number, 2, "42", None)
    await handed_over(room, seats, number)
    state = (await room.matches.position(number)).state
    assert 1 not in state.to_act
    await room.matches.play(number, NEW, "44", None)
    for who, card in ((1, "21"), (3, "61")):
        played = await room.matches.play(number, who, card, None)
    assert 44 in [card for row in played.position.state.rows for card in row]


async def test_a_standing_order_stays_with_the_seat(room: Room, seats: Seats) -> None:
    number = (await room.match(3, game="stacks")).match.id
    await room.matches.play(number, 2, str(SetOrder("never")), None)
    await handed_over(room, seats, number)
    assert (await room.matches.position(number)).state.view(1).order == "never"


async def test_the_hand_that_lies_in_a_dm_channel_is_noted_before_it_is_forgotten(room: Room, seats: Seats) -> None:
    number = await started(room)
    room.meddle("UPDATE seats SET dm_message_id = 55 WHERE seat = 1")
    room.meddle("UPDATE tellings SET intents = '[\"d.1.1.1\"]'")
    await handed_over(room, seats, number)
    async with room.database.read() as connection:
        (old,) = await SeatRepository(connection).old_hands(number)
    assert (old.seat, old.user_id, old.message_id, old.intents) == (1, 2, 55, '["d.1.1.1"]')
    assert (await room.matches.position(number)).holder(1).dm_message_id is None


async def test_a_seat_that_the_stand_in_keeps_can_be_handed_over_too(room: Room, seats: Seats) -> None:
    number = await started(room, 2)
    for who in (1, 2):
        await room.matches.leave(number, who)
    assert (await room.matches.position(number)).is_deserted
    await handed_over(room, seats, number)
    after = await room.matches.position(number)
    assert [seat.held_by for seat in after.match.seats] == ["stand_in", "person"]
    assert set(after.state.to_act) == {1}
    assert [each.due for each in await room.matches.deadlines(number) if each.kind == "turn"] == [room.time.now + DAY]


async def test_a_substitute_handed_back_sits_as_before(room: Room, seats: Seats) -> None:
    number = await started(room)
    await handed_over(room, seats, number)
    with pytest.raises(Refused, match="changed hands in this turn"):  # else two people could stall a match for ever
        await handed_over(room, seats, number, by=NEW, to=2)
    room.meddle("UPDATE notices SET turn = 0")  # as in a later turn
    await handed_over(room, seats, number, by=NEW, to=2)
    assert (await room.matches.position(number)).seat_of(2) == 1
    assert len((await room.everything())["old_hands"]) == 2


async def test_only_the_one_who_is_asked_can_take_it_and_only_once(room: Room, seats: Seats) -> None:
    number = await started(room)
    offer = await offered(room, seats, number)
    before = await room.everything()
    for who, why in ((8, "somebody else"), (1, "sit here already"), (2, "your own seat")):
        with pytest.raises(Refused, match=why):
            await seats.take(number, offer, room.person(who))
    with pytest.raises(Refused, match="isn't offered to you"):
        await seats.decline(number, offer, 8)
    with pytest.raises(Refused, match="take back"):
        await seats.withdraw(number, offer, NEW)
    assert await room.everything() == before
    taken = [seats.take(number, offer, room.person(NEW)) for _ in range(3)]
    outcomes = await asyncio.gather(*taken, return_exceptions=True)
    assert [isinstance(each, Refused) for each in outcomes] == [False, True, True]
    assert len((await room.everything())["seat_changes"]) == 1


async def test_somebody_who_takes_two_seats_in_one_moment_has_one(room: Room, seats: Seats) -> None:
    number = await started(room)
    both = [await offered(room, seats, number, by) for by in (1, 2)]
    taken = [seats.take(number, offer, room.person(NEW)) for offer in both]
    outcomes = await asyncio.gather(*taken, return_exceptions=True)
    assert [isinstance(each, Refused) for each in outcomes] == [False, True]
    assert (await room.matches.position(number)).seat_of(NEW) == 0


async def test_people_who_sit_are_offered_nothing_and_strangers_offer_nothing(room: Room, seats: Seats) -> None:
    number = await started(room)
    before = await room.everything()
    with pytest.raises(Refused, match="sits here already"):
        await seats.offer(number, 2, room.person(3))
    with pytest.raises(Refused, match="those who sit"):
        await seats.offer(number, 8, room.person(NEW))
    assert await room.everything() == before


async def test_a_seat_has_one_offer_and_a_new_one_takes_its_place(room: Room, seats: Seats) -> None:
    number = await started(room)
    first = await offered(room, seats, number)
    second = await offered(room, seats, number, to=8)
    other = await offered(room, seats, number, by=1, to=7)
    assert [each.number for each in await offers(seats, number)] == [second, other]
    with pytest.raises(Refused, match="isn't offered any more"):
        await seats.take(number, first, room.person(NEW))


async def test_who_has_said_no_is_not_asked_again_by_the_same_person(room: Room, seats: Seats) -> None:
    number = await started(room)
    await seats.decline(number, await offered(room, seats, number), NEW)
    with pytest.raises(Refused, match="said no"):
        await seats.offer(number, 2, room.person(NEW))
    await seats.by_staff(number, "other", 1, room.person(NEW))
    assert len(await offers(seats, number)) == 1


async def test_an_offer_that_is_taken_back_and_made_again_calls_nobody_twice(room: Room, seats: Seats) -> None:
    number = await started(room)
    first = await offered(room, seats, number)
    await seats.withdraw(number, first, 2)
    with pytest.raises(Refused, match="isn't offered any more"):
        await seats.take(number, first, room.person(NEW))
    await offered(room, seats, number)
    every = [each for each in await seats.notices(number) if each.kind == "offer"]
    assert [load_offer(each.data).again for each in every] == [False, True]


async def test_a_move_of_its_person_leaves_their_own_offer_open(room: Room, seats: Seats) -> None:
    number = await started(room)
    offer = await offered(room, seats, number)
    await room.matches.play(number, 2, "41", None)
    assert (await seats.take(number, offer, room.person(NEW))).seat_of(NEW) == 1


async def test_a_handover_is_kept_whole_or_not_at_all(room: Room, seats: Seats) -> None:
    number = await started(room)
    offer = await offered(room, seats, number)
    before = await room.everything()
    room.meddle("CREATE TRIGGER no BEFORE INSERT ON seat_changes BEGIN SELECT RAISE(ABORT, 'no'); END")
    with pytest.raises(Exception, match="no"):
        await seats.take(number, offer, room.person(NEW))
    assert await room.everything() == before
    room.meddle("DROP TRIGGER no")
    assert (await seats.take(number, offer, room.person(NEW))).seat_of(NEW) == 1


async def test_a_seat_is_given_by_the_seat_so_the_deal_can_be_checked_as_before(room: Room, seats: Seats) -> None:
    number = await started(room)
    before = (await room.matches.position(number)).match
    await handed_over(room, seats, number)
    after = (await room.matches.position(number)).match
    assert [seat.join_interaction_id for seat in after.seats] == [seat.join_interaction_id for seat in before.seats]


async def test_the_result_is_of_who_sits_at_the_end_and_so_is_the_rematch(room: Room, seats: Seats) -> None:
    number = await started(room, 2)
    await handed_over(room, seats, number)
    await room.put(number, lay(ROWS, [(21, 22), (41, 42)], options=Options(rounds=1)))
    await room.matches.play(number, 1, "21", None)
    ended = await room.matches.play(number, NEW, "41", None)
    assert ended.position.match.status == "over"
    rows = await room.everything()
    assert {row[4] for row in rows["results"]} == {1, NEW}
    assert {row[3] for row in rows["ratings"]} == {1, NEW}
    with pytest.raises(Refused, match="for those who sat"):
        await room.lobbies.rematch(number, room.person(2))
    await room.lobbies.rematch(number, room.person(NEW))
    assert (await room.lobbies.rematch(number, room.person(1))).match.status == "running"


# The server's staff ----------------------------------------------------------------------------------------


async def test_staff_does_at_once_what_a_vote_could(room: Room, seats: Seats) -> None:
    number = await started(room)
    await seats.by_staff(number, "time", 1)
    dues = {each.seat: each.due for each in await room.matches.deadlines(number) if each.kind == "turn"}
    assert dues[1] == room.time.now + 2 * DAY
    assert dues[0] == room.time.now + DAY
    after = await seats.by_staff(number, "stand_in", 1)
    assert after.holder(1).held_by == "stand_in"
    await seats.by_staff(number, "other", 1)
    (offer,) = await offers(seats, number)
    assert offer.user_id is None
    assert (await seats.take(number, offer.number, room.person(NEW))).seat_of(NEW) == 1
    await seats.by_staff(number, "other", 0, room.person(8))
    assert [each.user_id for each in await offers(seats, number)] == [8]
    assert (await seats.by_staff(number, "off", None)).match.reason == "staff"
    assert [row[-1] for row in (await room.everything())["seat_changes"]] == ["staff", "handed_over"]


async def test_staff_is_told_what_cannot_be_done(room: Room, seats: Seats) -> None:
    number = await started(room, 2, bots=1)
    await room.matches.play(number, 1, "21", None)
    await room.matches.leave(number, 2)
    await room.matches.play(number, 1, "22", None)
    lobby = await room.lobby(2)
    before = await room.everything()
    with pytest.raises(Refused, match="Which seat"):
        await seats.by_staff(number, "time", None)
    with pytest.raises(Refused, match="Which seat"):
        await seats.by_staff(number, "stand_in", 3)
    with pytest.raises(Refused, match="A bot sits there"):
        await seats.by_staff(number, "other", 2)
    with pytest.raises(Refused, match="keeps that seat already"):
        await seats.by_staff(number, "stand_in", 1)
    with pytest.raises(Refused, match="No clock runs"):
        await seats.by_staff(number, "time", 1)
    with pytest.raises(Refused, match="sits here already"):
        await seats.by_staff(number, "other", 1, room.person(1))
    with pytest.raises(Refused, match="hasn't started"):
        await seats.by_staff(lobby, "off", None)
    assert await room.everything() == before


async def test_who_is_gone_is_played_for_and_the_reason_is_kept(room: Room) -> None:
    number = await started(room)
    await room.matches.leave(number, 2, "gone", [NoticeRecord("news", '{"what":"gone","seat":1}')])
    rows = await room.everything()
    assert [row[-2:] for row in rows["seat_changes"]] == [("stand_in", "gone")]
    assert len(rows["notices"]) == 1


async def test_who_has_seen_one_hand_takes_no_other_seat_of_the_match(room: Room, seats: Seats) -> None:
    number = await started(room)
    await handed_over(room, seats, number)
    offer = await offered(room, seats, number, 1, to=2)
    with pytest.raises(Refused, match="know its hand"):
        await seats.take(number, offer, room.person(2))


async def test_an_offer_by_vote_or_staff_is_not_its_persons_to_take_back_or_replace(room: Room, seats: Seats) -> None:
    number = await started(room)
    await seats.by_staff(number, "other", 1)
    (offer,) = [each for each in await seats.notices(number) if each.open]
    with pytest.raises(Refused, match="take back"):
        await seats.withdraw(number, offer.number, 2)
    with pytest.raises(Refused, match="not by you"):
        await seats.offer(number, 2, room.person(8))
    assert [each for each in await seats.notices(number) if each.open] == [offer]


async def test_a_seat_is_offered_three_times_a_turn_at_most(room: Room, seats: Seats) -> None:
    number = await started(room)
    for who in (11, 12, 13):
        await seats.offer(number, 2, room.person(who))
    with pytest.raises(Refused, match="often enough"):
        await seats.offer(number, 2, room.person(14))
    room.meddle("UPDATE notices SET turn = 0")
    await seats.offer(number, 2, room.person(14))
