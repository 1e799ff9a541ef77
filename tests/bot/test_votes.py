"""Votes about a seat, and calling the match off together: more than half decide, once, and nobody's hand is told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.i18n import Refused
from bot.seating.offers import load_offer
from bot.seating.seats import Seats, Voted
from bot.seating.votes import CHOICES, Choice, Vote, load_vote
from bot.timing.pace import DAY
from db.records import NoticeRecord
from rules.take5 import Options
from tests.rules.take5_table import lay

from .room import Room

ROWS = [[20], [40], [60], [80]]
LATE = 3
"""The person whose seat is voted about: seat 2."""


@pytest.fixture
def seats(room: Room) -> Seats:
    return Seats(room.matches)


async def late(room: Room, people: int = 4, *, pace: str = "day") -> int:
    """Start a match in which the third person has missed one turn, and is awaited again; the others have picked."""
    number = (await room.match(people, pace=pace)).match.id
    hands = [tuple(20 * seat + 1 + card for card in range(20, 30 if people < 5 else 24)) for seat in range(people)]
    await room.put(number, lay(ROWS, hands))
    room.meddle("UPDATE seats SET misses = 1 WHERE match_id = ? AND seat = 2", number)
    return number


async def called(seats: Seats, number: int, by: int = 1, about: int = LATE - 1) -> int:
    """Call a vote; return its number."""
    return (await seats.ask_about(number, by, about)).notice.number


async def notice_of(seats: Seats, match: int, number: int) -> NoticeRecord:
    return next(each for each in await seats.notices(match) if each.number == number)


async def vote_of(seats: Seats, match: int, number: int) -> Vote:
    return load_vote((await notice_of(seats, match, number)).data)


async def kinds(seats: Seats, number: int, *, open: bool = True) -> list[str]:
    return [each.kind for each in await seats.notices(number) if each.open is open]


async def all_vote(seats: Seats, match: int, number: int, choice: Choice, who: Sequence[int]) -> Voted:
    for person in who:
        voted = await seats.vote(match, number, person, choice)
    return voted


async def due(room: Room, number: int, seat: int = LATE - 1) -> int | None:
    return next(each.due for each in await room.matches.deadlines(number) if (each.seat, each.kind) == (seat, "turn"))


# Who may be voted about ------------------------------------------------------------------------------------


async def test_a_vote_may_be_called_about_who_is_late_and_about_nobody_else(room: Room, seats: Seats) -> None:
    number = await late(room)
    assert (await seats.in_question(number, 1))[1] == (2,)
    before = await room.everything()
    for seat in (0, 1, 3, 4, -1):
        with pytest.raises(Refused):
            await seats.ask_about(number, 1, seat)
    with pytest.raises(Refused, match="nothing to vote about"):
        await seats.in_question(number, 3)
    with pytest.raises(Refused, match="those who sit"):
        await seats.ask_about(number, 77, 2)
    assert await room.everything() == before


async def test_a_seat_that_the_stand_in_keeps_may_be_voted_about_and_no_bots(room: Room, seats: Seats) -> None:
    number = (await room.match(3, bots=1)).match.id
    await room.matches.leave(number, 2)
    assert (await seats.in_question(number, 1))[1] == (1,)


async def test_without_a_clock_who_is_awaited_for_a_day_may_be_voted_about(room: Room, seats: Seats) -> None:
    number = (await room.match(3, pace="none")).match.id
    await room.matches.play(number, 1, str((await room.matches.position(number)).state.legal_moves(0)[0]), None)
    room.time.now += DAY - 1
    with pytest.raises(Refused, match="nothing to vote about"):
        await seats.in_question(number, 1)
    room.time.now += 1
    assert (await seats.in_question(number, 1))[1] == (1, 2)
    called = await seats.ask_about(number, 1, 1)
    with pytest.raises(Refused, match="can't be chosen"):
        await seats.vote(number, called.notice.number, 1, "time")


async def test_who_is_played_for_has_no_voice(room: Room, seats: Seats) -> None:
    number = await late(room)
    vote = await called(seats, number)
    await room.matches.leave(number, 4)
    with pytest.raises(Refused, match="A stand-in plays for you"):
        await seats.vote(number, vote, 4, "off")
    with pytest.raises(Refused, match="A stand-in plays for you"):
        await seats.ask_about(number, 4, 2)


async def test_one_vote_a_seat_is_open_and_two_seats_have_two(room: Room, seats: Seats) -> None:
    number = await late(room)
    room.meddle("UPDATE seats SET misses = 2 WHERE match_id = ? AND seat = 3", number)
    first = await called(seats, number)
    assert await called(seats, number, by=2) == first
    other = await called(seats, number, by=3, about=3)
    assert other != first
    await all_vote(seats, number, first, "stand_in", (1, 2))
    assert (await notice_of(seats, number, other)).open


# Deciding --------------------------------------------------------------------------------------------------


async def test_more_than_half_of_the_others_decide_and_the_one_it_is_about_has_no_voice(
    room: Room, seats: Seats
) -> None:
    number = await late(room, 5)  # four others: two are not enough
    vote = await called(seats, number)
    with pytest.raises(Refused, match="about your seat"):
        await seats.vote(number, vote, LATE, "time")
    assert (await all_vote(seats, number, vote, "stand_in", (1, 2))).decided is None
    assert (await seats.vote(number, vote, 4, "off")).decided is None
    assert (await seats.vote(number, vote, 5, "stand_in")).decided == "stand_in"
    assert not (await notice_of(seats, number, vote)).open
    assert (await vote_of(seats, number, vote)).voices == {}, "how anybody voted is forgotten"


async def test_a_voice_can_be_changed_and_the_same_one_twice_counts_once(room: Room, seats: Seats) -> None:
    number = await late(room)
    vote = await called(seats, number)
    await seats.vote(number, vote, 1, "off")
    version = (await room.matches.position(number)).match.version
    assert (await seats.vote(number, vote, 1, "off")).decided is None
    assert (await room.matches.position(number)).match.version == version
    await seats.vote(number, vote, 1, "other")
    assert (await vote_of(seats, number, vote)).voices == {0: "other"}
    assert (await seats.vote(number, vote, 2, "off")).decided is None


async def test_the_stand_in_takes_over_and_plays_at_once_until_its_person_is_back(room: Room, seats: Seats) -> None:
    number = await late(room)
    for who, card in ((1, "21"), (2, "41"), (4, "81")):
        await room.matches.play(number, who, card, None)
    vote = await called(seats, number)
    voted = await all_vote(seats, number, vote, "stand_in", (1, 2))
    assert voted.position == await room.matches.position(number)
    assert voted.position.state.trick == 2
    assert voted.position.holder(2).held_by == "stand_in"
    assert [row[-2:] for row in (await room.everything())["seat_changes"]] == [("stand_in", "vote")]
    assert (await room.matches.come_back(number, LATE)).holder(2).held_by == "person"


async def test_somebody_else_opens_the_seat_to_anybody(room: Room, seats: Seats) -> None:
    number = await late(room)
    vote = await called(seats, number)
    await all_vote(seats, number, vote, "other", (1, 4))
    (offer,) = [each for each in await seats.notices(number) if each.open]
    assert (offer.kind, offer.user_id, load_offer(offer.data).by) == ("offer", None, "vote")
    with pytest.raises(Refused, match="sit here already"):
        await seats.take(number, offer.number, room.person(2))
    after = await seats.take(number, offer.number, room.person(9))
    assert after.seat_of(9) == 2


async def test_called_off_by_vote_it_counts_for_nobody(room: Room, seats: Seats) -> None:
    number = await late(room)
    vote = await called(seats, number)
    position = (await all_vote(seats, number, vote, "off", (1, 2))).position
    assert (position.match.status, position.match.reason, position.match.rated) == ("cancelled", "vote", False)
    assert await kinds(seats, number) == []
    rows = await room.everything()
    assert rows["results"] == rows["ratings"] == rows["deadlines"] == []
    with pytest.raises(Refused, match="called off"):
        await seats.vote(number, vote, 1, "off")


async def test_all_voices_of_one_moment_have_one_effect(room: Room, seats: Seats) -> None:
    number = await late(room, 5)
    vote = await called(seats, number)
    before = await due(room, number)
    pressed = [seats.vote(number, vote, who, "time") for who in (1, 2, 4, 5, 1, 2)]
    outcomes = await asyncio.gather(*pressed, return_exceptions=True)
    decided = [each for each in outcomes if isinstance(each, Voted) and each.decided]
    refused = [each for each in outcomes if isinstance(each, Refused)]
    assert len(decided) == 1
    assert all("over" in str(each.template) for each in refused)
    assert before is not None
    assert await due(room, number) == before + DAY


async def test_a_vote_that_is_decided_while_its_person_moves_is_one_after_the_other(room: Room, seats: Seats) -> None:
    for first in ("move", "vote"):
        number = await late(room)
        vote = await called(seats, number)
        await seats.vote(number, vote, 1, "stand_in")
        moved, voted = room.matches.play(number, LATE, "61", None), seats.vote(number, vote, 2, "stand_in")
        both = [moved, voted] if first == "move" else [voted, moved]
        outcomes = await asyncio.gather(*both, return_exceptions=True)
        position = await room.matches.position(number)
        assert position.holder(2).held_by == "person", "who moves has the seat"
        if first == "move":
            assert isinstance(outcomes[1], Refused)
            assert (await vote_of(seats, number, vote)).outcome == "back"


# Lapsing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["a move", "back", "handed over"])
async def test_a_vote_lapses_when_its_person_is_there_again_or_is_another(room: Room, seats: Seats, how: str) -> None:
    number = await late(room)
    if how == "back":
        await room.matches.leave(number, LATE)
    vote = await called(seats, number)
    await seats.vote(number, vote, 1, "off")
    if how == "a move":
        await room.matches.play(number, LATE, "61", None)
    elif how == "back":
        await room.matches.come_back(number, LATE)
    else:
        await seats.offer(number, LATE, room.person(9))
        await seats.take(number, vote + 1, room.person(9))
    notice = await notice_of(seats, number, vote)
    assert not notice.open
    assert load_vote(notice.data).outcome == ("moved" if how == "handed over" else "back")
    with pytest.raises(Refused, match="over"):
        await seats.vote(number, vote, 2, "off")


async def test_a_move_of_somebody_else_or_of_the_stand_in_leaves_it_open(room: Room, seats: Seats) -> None:
    number = await late(room)
    vote = await called(seats, number)
    await room.matches.play(number, 1, "21", None)
    room.time.now += DAY
    await room.matches.expire(number)
    assert (await notice_of(seats, number, vote)).open


async def test_the_offer_of_a_seat_by_vote_ends_when_its_person_moves(room: Room, seats: Seats) -> None:
    number = await late(room)
    await all_vote(seats, number, await called(seats, number), "other", (1, 2))
    await room.matches.play(number, LATE, "61", None)
    (offer,) = [each for each in await seats.notices(number) if each.kind == "offer"]
    assert (offer.open, load_offer(offer.data).outcome) == (False, "back")
    with pytest.raises(Refused, match="isn't offered any more"):
        await seats.take(number, offer.number, room.person(9))


async def test_the_end_of_the_match_closes_every_vote(room: Room, seats: Seats) -> None:
    number = await late(room, 3)
    vote = await called(seats, number)
    await seats.by_staff(number, "other", 2)
    await seats.ask_to_end(number, 1)
    assert await kinds(seats, number) == ["vote", "offer", "ending"]
    options = Options(rounds=1)
    await room.put(number, lay(ROWS, [(21, 22), (41, 42), (61, 62)], options=options))
    for who, card in ((1, "21"), (2, "41"), (3, "61")):
        played = await room.matches.play(number, who, card, None)
    assert played.position.match.status == "over"
    assert not played.position.match.open_notices
    assert await kinds(seats, number) == []
    assert (await vote_of(seats, number, vote)).outcome == "back"


# Voices and seats ------------------------------------------------------------------------------------------


async def test_the_voice_of_a_seat_that_changes_hands_is_given_anew(room: Room, seats: Seats) -> None:
    number = await late(room)
    vote = await called(seats, number, by=2)
    await seats.vote(number, vote, 2, "off")
    await seats.offer(number, 2, room.person(9))
    await seats.take(number, vote + 1, room.person(9))
    kept = await vote_of(seats, number, vote)
    assert (kept.voices, kept.asked_by) == ({}, None)
    await seats.vote(number, vote, 9, "stand_in")
    assert (await seats.vote(number, vote, 1, "stand_in")).decided == "stand_in"


async def test_fewer_who_hold_their_seats_can_be_more_than_half(room: Room, seats: Seats) -> None:
    number = await late(room)
    vote = await called(seats, number)
    await seats.vote(number, vote, 1, "other")
    await room.matches.leave(number, 2)
    assert await kinds(seats, number) == ["vote"], "one of two"
    await room.matches.leave(number, 4)
    assert await kinds(seats, number) == ["offer"]


async def test_what_is_decided_by_then_is_done_at_a_start_though_another_match_cannot_be_read(
    room: Room, seats: Seats
) -> None:
    broken, number = await late(room), await late(room)
    for each in (broken, number):
        await seats.vote(each, await called(seats, each), 1, "other")
    room.meddle("UPDATE seats SET held_by = 'stand_in' WHERE user_id IN (2, 4)")
    room.meddle("UPDATE matches SET state = '{' WHERE id = ?", broken)
    await seats.catch_up()
    assert await kinds(seats, number) == ["offer"]


async def test_a_voice_of_who_is_played_for_is_not_counted_until_they_are_back(room: Room, seats: Seats) -> None:
    number = await late(room, 5)
    vote = await called(seats, number)
    await all_vote(seats, number, vote, "stand_in", (1, 2))
    await room.matches.leave(number, 1)
    assert (await notice_of(seats, number, vote)).open, "one of three"
    await room.matches.come_back(number, 1)
    assert (await seats.vote(number, vote, 4, "stand_in")).decided == "stand_in", "three of four"


async def test_where_nobody_holds_a_seat_no_vote_is_decided(room: Room, seats: Seats) -> None:
    number = await late(room, 3)
    vote = await called(seats, number)
    await seats.vote(number, vote, 2, "off")
    for who in (2, 1):
        await room.matches.leave(number, who)
    assert (await notice_of(seats, number, vote)).open


async def test_alone_with_who_is_late_one_voice_decides(room: Room, seats: Seats) -> None:
    number = (await room.match(2)).match.id
    await room.matches.leave(number, 2)
    vote = await called(seats, number, about=1)
    assert (await seats.vote(number, vote, 1, "off")).decided == "off"


async def test_without_votes_a_match_asks_for_none(room: Room, seats: Seats) -> None:
    number = await late(room)
    assert not (await room.matches.position(number)).match.open_notices
    await called(seats, number)
    assert (await room.matches.position(number)).match.open_notices


async def test_who_misses_too_many_deadlines_leaves_the_vote_to_the_others(room: Room, seats: Seats) -> None:
    number = await late(room, 3)
    room.meddle("UPDATE seats SET misses = 2 WHERE seat = 1")
    vote = await called(seats, number)
    await seats.vote(number, vote, 1, "other")
    await room.matches.play(number, 1, "21", None)
    while (await notice_of(seats, number, vote)).open:
        assert await room.run_out(number) is not None
    assert load_vote((await notice_of(seats, number, vote)).data).outcome == "other"
    assert (await room.matches.position(number)).holder(1).held_by == "stand_in"


def test_there_are_four_choices() -> None:
    assert CHOICES == ("time", "stand_in", "other", "off")


async def test_one_person_alone_calls_no_match_off_while_the_others_clock_runs(room: Room, seats: Seats) -> None:
    number = (await room.match(2)).match.id
    room.meddle("UPDATE seats SET misses = 1 WHERE match_id = ? AND seat = 1", number)
    vote = await called(seats, number, about=1)
    choices: tuple[Choice, ...] = ("off", "stand_in")
    for choice in choices:
        with pytest.raises(Refused, match="can't be chosen"):
            await seats.vote(number, vote, 1, choice)
    assert (await seats.vote(number, vote, 1, "time")).decided == "time"
    vote = await called(seats, number, about=1)
    with pytest.raises(Refused, match="more time in this turn"):
        await seats.vote(number, vote, 1, "time")
    await room.matches.leave(number, 2)
    again = await called(seats, number, about=1)
    assert (await seats.vote(number, again, 1, "off")).decided == "off"


async def test_without_a_clock_one_person_may_call_off_what_nobody_else_plays(room: Room, seats: Seats) -> None:
    number = (await room.match(2, pace="none")).match.id
    room.time.now += DAY
    vote = await called(seats, number, about=1)
    assert (await seats.vote(number, vote, 1, "off")).decided == "off"
    assert (await room.matches.position(number)).match.status == "cancelled"
