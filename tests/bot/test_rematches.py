"""Rematches: opened by one press, begun by the last."""

from __future__ import annotations

import asyncio

import pytest

from bot.i18n import Refused
from tests.rules.take5_table import lay

from .room import Room

ROWS = [[20], [40], [60], [80]]


async def over(room: Room, people: int = 2, bots: int = 0, **options: str) -> int:
    """Play a match to its end; return its number."""
    position = await room.match(people, bots=bots, pace="three_days", game="take5", rounds=1, **options)
    number = position.match.id
    hands = [(20 * (seat + 1) + 1, 20 * (seat + 1) + 2) for seat in range(people + bots)]
    await room.put(number, lay(ROWS, hands, options=position.options))
    await room.pick_all(number, [hands[seat][0] for seat in range(people)])
    assert (await room.matches.position(number)).match.status == "over"
    return number


async def test_the_first_press_opens_the_same_table_again_with_its_bots(room: Room) -> None:
    number = await over(room, 2, bots=1, end_at="reach")
    before = (await room.matches.position(number)).match
    opened = (await room.lobbies.rematch(number, room.person(2))).match
    assert (opened.status, opened.follows, opened.opener_id) == ("lobby", number, 2)
    assert (opened.game, opened.options, opened.pace, opened.channel_id) == (
        before.game,
        before.options,
        before.pace,
        before.channel_id,
    )
    assert [seat.user_id for seat in opened.seats] == [2, None]
    assert opened.seats[1].bot_name == before.seats[2].bot_name
    assert opened.secret != before.secret
    assert (await room.matches.position(opened.id)).match == opened


async def test_the_last_press_begins_it_without_its_opener(room: Room) -> None:
    number = await over(room, 3)
    for who in (3, 1):
        assert (await room.lobbies.rematch(number, room.person(who))).match.status == "lobby"
    begun = (await room.lobbies.rematch(number, room.person(2))).match
    assert begun.status == "running"
    assert {seat.user_id for seat in begun.seats} == {1, 2, 3}
    assert None not in {seat.join_interaction_id for seat in begun.seats}


async def test_alone_against_bots_one_press_begins_it(room: Room) -> None:
    number = await over(room, 1, bots=3)
    assert (await room.lobbies.rematch(number, room.person(1))).match.status == "running"


async def test_all_presses_of_one_moment_lead_to_one_rematch(room: Room) -> None:
    number = await over(room, 3)
    made = await asyncio.gather(*(room.lobbies.rematch(number, room.person(who)) for who in (1, 2, 3)))
    assert len({position.match.id for position in made}) == 1
    assert (await room.matches.position(made[0].match.id)).match.status == "running"


async def test_where_others_make_the_number_wrong_the_last_press_only_takes_a_seat(room: Room) -> None:
    number = (await room.match(2, game="sequence")).match.id
    room.meddle("UPDATE matches SET status = 'over' WHERE id = ?", number)
    lobby = (await room.lobbies.rematch(number, room.person(1))).match.id
    for who in (3, 4, 5):
        await room.lobbies.join(lobby, room.person(who))
    last = (await room.lobbies.rematch(number, room.person(2))).match
    assert last.status == "lobby"
    assert [seat.user_id for seat in last.seats] == [1, 3, 4, 5, 2]


async def test_a_second_press_seats_nobody_twice(room: Room) -> None:
    number = await over(room)
    await room.lobbies.rematch(number, room.person(1))
    before = await room.everything()
    with pytest.raises(Refused, match="You sit here already"):
        await room.lobbies.rematch(number, room.person(1))
    assert await room.everything() == before


async def test_where_the_deal_was_cut_off_another_press_begins_the_rematch(room: Room) -> None:
    number = await over(room)
    lobby = (await room.lobbies.rematch(number, room.person(1))).match.id
    await room.lobbies.join(lobby, room.person(2))
    assert (await room.lobbies.rematch(number, room.person(1))).match.status == "running"


async def test_a_rematch_that_was_called_off_can_be_opened_anew(room: Room) -> None:
    number = await over(room)
    first = await room.lobbies.rematch(number, room.person(1))
    await room.lobbies.cancel(first.match.id, room.person(1))
    second = await room.lobbies.rematch(number, room.person(2))
    assert second.match.id != first.match.id
    assert (await room.lobbies.rematch(number, room.person(1))).match.status == "running"


async def test_strangers_open_no_rematch_and_none_begins_while_the_match_goes_on(room: Room) -> None:
    number = await over(room)
    running = (await room.match(2)).match.id
    before = await room.everything()
    with pytest.raises(Refused, match="for those who sat"):
        await room.lobbies.rematch(number, room.person(7))
    with pytest.raises(Refused, match="when the match is over"):
        await room.lobbies.rematch(running, room.person(1))
    assert await room.everything() == before
