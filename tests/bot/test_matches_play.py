"""A person's move: made once, kept whole, or refused without a trace."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.i18n import Refused
from bot.matches import Matches
from bot.positions import NoSuchMatch, NotSeated, Stale
from db.repositories import LeaderboardRepository, StaleVersion
from rules.engine import IllegalMove, Refusal
from tests.rules.take5_table import lay

from .room import Killed, Room, watching

ROWS = [[20], [40], [60], [80]]


async def refused(room: Room, kind: type[Refusal], *what: Any, matches: Matches | None = None) -> str:
    """Try a move that is refused; nothing may have changed, and nobody been woken."""
    before, woken = await room.everything(), list(room.woken)
    with pytest.raises(Refusal) as refusal:
        await (matches or room.matches).play(*what)
    assert type(refusal.value) is kind
    assert await room.everything() == before
    assert room.woken == woken
    return str(refusal.value)


async def test_a_pick_is_kept_and_moves_no_number(room: Room) -> None:
    position = await room.match(2)
    card = position.state.hands[0][3]
    played = await room.matches.play(position.match.id, 1, str(card), position.state.move_number)
    assert played.position.state.picks == (card, None)
    assert played.position.state.move_number == position.state.move_number
    assert await room.matches.position(position.match.id) == played.position
    assert played.position.match.version == position.match.version + 1


async def test_a_pick_may_be_changed_until_the_last_and_the_newest_is_kept(room: Room) -> None:
    position = await room.match(2)
    number, hands = position.match.id, position.state.hands
    for card in hands[0][:3]:
        await room.matches.play(number, 1, str(card), 0)
    await room.matches.play(number, 2, str(hands[1][0]), 0)
    after = await room.matches.position(number)
    assert hands[0][2] not in after.state.hands[0]
    assert set(hands[0][:2]) < set(after.state.hands[0])


async def test_a_click_of_an_older_position_is_stale(room: Room) -> None:
    position = await room.match(2)
    number, hands = position.match.id, position.state.hands
    after = await room.pick_all(number, [hands[0][0], hands[1][0]])
    assert after.state.move_number == 1
    said = await refused(room, Stale, number, 1, str(hands[0][1]), 0)
    assert said == "The table has moved on; here is your hand now."


async def test_a_click_of_a_position_yet_to_come_is_stale_too(room: Room) -> None:
    position = await room.match(2)
    await refused(room, Stale, position.match.id, 1, str(position.state.hands[0][0]), 1)


async def test_a_typed_move_is_judged_by_the_present_position(room: Room) -> None:
    number = (await room.match(2)).match.id
    await room.put(number, lay(ROWS, [(21, 22, 23), (41, 42, 43)]))
    await room.pick_all(number, [21, 41])
    played = await room.matches.play(number, 1, "22", None)
    assert played.position.state.picks == (22, None)
    assert played.events == ()


async def test_who_holds_no_seat_makes_no_move(room: Room) -> None:
    position = await room.match(2)
    await refused(room, NotSeated, position.match.id, 3, str(position.state.hands[0][0]), 0)


async def test_nobody_plays_a_card_of_another_hand(room: Room) -> None:
    position = await room.match(2)
    said = await refused(room, IllegalMove, position.match.id, 1, str(position.state.hands[1][0]), 0)
    assert "isn't in your hand" in said


@pytest.mark.parametrize("notation", ["", "row", "0", "105", "row 2", "row 9", "-1", "55 55", "x" * 3000, "\u0665"])
async def test_an_illegal_notation_changes_nothing(room: Room, notation: str) -> None:
    position = await room.match(2)
    assert (await refused(room, IllegalMove, position.match.id, 1, notation, 0)).endswith(".")


async def test_an_unknown_match_is_no_match(room: Room) -> None:
    await room.match(2)
    await refused(room, NoSuchMatch, 99, 1, "5", None)
    for ask in (room.matches.position, room.matches.telling):
        with pytest.raises(NoSuchMatch):
            await ask(99)
    assert await room.matches.log_of(99) == ()
    assert await room.matches.deadlines(99) == ()


async def test_a_lobby_takes_no_move(room: Room) -> None:
    number = await room.lobby(2)
    assert "hasn't started" in await refused(room, Refused, number, 1, "5", None)


async def test_a_table_that_was_called_off_takes_no_move(room: Room) -> None:
    number = await room.lobby(2)
    await room.lobbies.cancel(number, room.person(1))
    assert "called off" in await refused(room, Refused, number, 1, "5", None)


async def test_a_match_that_is_over_takes_no_move(room: Room) -> None:
    number = await over(room)
    assert "is over" in await refused(room, Refused, number, 1, "5", None)


async def over(room: Room) -> int:
    """Play a match of three to its end and return its number; seats 1 and 2 share the second place."""
    position = await room.match(3, rounds=1)
    state = lay(ROWS, [(21, 22), (41, 42), (61, 62)], piles=[(1,), (10,), (30,)], options=position.options)
    await room.put(position.match.id, state)
    after = await room.pick_all(position.match.id, [21, 41, 61])
    assert after.match.status == "over"
    return position.match.id


async def test_two_clicks_in_one_tick_are_played_one_after_the_other(room: Room) -> None:
    position = await room.match(2)
    number, hands = position.match.id, position.state.hands
    cards = [hands[0][0], hands[0][1]]
    made = await asyncio.gather(*(room.matches.play(number, 1, str(card), 0) for card in cards))
    assert [played.position.match.version for played in made] == [
        position.match.version + 1,
        position.match.version + 2,
    ]
    log = await room.matches.log_of(number)
    assert [row.notation for row in log[1:]] == [str(card) for card in cards]


async def test_a_double_click_on_the_last_pick_is_played_once(room: Room) -> None:
    position = await room.match(2)
    number, hands = position.match.id, position.state.hands
    await room.matches.play(number, 1, str(hands[0][0]), 0)
    twice = [room.matches.play(number, 2, str(hands[1][0]), 0) for _ in range(2)]
    first, second = await asyncio.gather(*twice, return_exceptions=True)
    assert not isinstance(first, BaseException)
    assert isinstance(second, Stale)
    assert len(await room.matches.log_of(number)) == 3


async def test_ten_picks_in_one_tick_make_one_trick(room: Room) -> None:
    position = await room.match(10)
    number, hands = position.match.id, position.state.hands
    await asyncio.gather(*(room.matches.play(number, who, str(hand[0]), 0) for who, hand in enumerate(hands, start=1)))
    after = await room.matches.position(number)
    assert sorted(each.card for each in after.state.played) == sorted(hand[0] for hand in hands)
    assert after.state.move_number == 1
    assert [row.seq for row in await room.matches.log_of(number)] == list(range(11))


async def test_a_match_changed_since_it_was_read_is_not_written(room: Room) -> None:
    position = await room.match(2)
    number = position.match.id

    def somebody_else() -> None:
        room.time.asked = lambda: None
        room.meddle("UPDATE matches SET version = version + 1 WHERE id = ?", number)

    room.time.asked = somebody_else
    with pytest.raises(StaleVersion):
        await room.matches.play(number, 1, str(position.state.hands[0][0]), 0)
    after = await room.matches.position(number)
    assert after.match.version == position.match.version + 1
    assert after.state == position.state
    assert len(await room.matches.log_of(number)) == 1


async def kill_at(room: Room, nth: int, number: int, who: int, notation: str) -> list[str]:
    """Die before the n-th statement of a move's transaction; return what had been said by then."""
    said: list[str] = []

    def look(statement: str) -> None:
        said.append(statement)
        if len(said) == nth and statement != "COMMIT":
            raise Killed

    with watching(room.database, look):
        try:
            await room.matches.play(number, who, notation, None)
        except Killed:
            return said
    return []


@pytest.mark.parametrize("ending", [False, True], ids=["a trick", "the end of the match"])
async def test_a_kill_at_any_moment_before_the_commit_leaves_the_old_state(room: Room, ending: bool) -> None:
    position = await room.match(3, rounds=1)
    number = position.match.id
    hands = [(21, 22), (41, 42), (61, 62)] if ending else [(21, 22, 23), (41, 42, 43), (61, 62, 63)]
    await room.put(number, lay(ROWS, hands, options=position.options))
    for who, card in ((1, 21), (2, 41)):
        await room.matches.play(number, who, str(card), None)
    before = await room.everything()
    for nth in range(1, 30):
        said = await kill_at(room, nth, number, 3, "61")
        if not said:
            break
        assert await room.everything() == before, f"something was kept although it died at {said[-1]}"
    assert nth > (7 if ending else 5)
    after = await room.matches.position(number)
    assert after.match.status == ("over" if ending else "running")
    assert len(await room.matches.log_of(number)) == 4


async def test_stand_ins_play_on_in_the_same_commit(room: Room) -> None:
    position = await room.match(1, bots=2)
    number = position.match.id
    await room.put(number, lay(ROWS, [(21, 22, 23, 24), (41, 42, 43, 44), (61, 62, 63, 64)]))
    said: list[str] = []
    with watching(room.database, said.append):
        played = await room.matches.play(number, 1, "21", 20)
    assert said.count("COMMIT") == 1
    log = await room.matches.log_of(number, from_seq=position.match.log_length)
    assert [(row.seat, row.by) for row in log] == [
        (0, "person"),
        (1, "stand_in"),
        (2, "stand_in"),
        (1, "stand_in"),
        (2, "stand_in"),
    ]
    assert set(played.position.state.to_act) == {0}
    assert played.position.state.trick == position.state.trick + 7


async def test_stand_ins_make_so_many_moves_at_most_and_the_rest_is_due_at_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.steps.MOST_MOVES", 2)
    position = await room.match(1, bots=4)
    number = position.match.id
    hands = [tuple(20 * (seat + 1) + card for card in range(1, 4)) for seat in range(5)]
    await room.put(number, lay([[20], [40], [60], [80]], hands))
    made = (await room.matches.play(number, 1, "21", None)).position
    assert set(made.state.to_act) == {3, 4}
    deadlines = await room.matches.deadlines(number)
    assert {(each.seat, each.due) for each in deadlines} == {(3, room.time.now), (4, room.time.now)}
    after = await room.matches.expire(number)
    assert after is not None
    assert set(after.state.to_act) == {0, 3, 4}, "the next trick, in which two stand-ins have chosen already"


async def test_a_bot_that_must_take_a_row_takes_it_at_once(room: Room) -> None:
    position = await room.match(1, bots=1)
    number = position.match.id
    await room.put(number, lay(ROWS, [(90, 91, 92), (5, 6, 7)]))
    played = await room.matches.play(number, 1, "90", None)
    log = await room.matches.log_of(number, from_seq=position.match.log_length)
    assert [row.notation for row in log[2:3]] == ["row 1"]
    assert set(played.position.state.to_act) == {0}


async def test_the_result_is_kept_with_the_end(room: Room) -> None:
    number = await over(room)
    async with room.database.read() as connection:
        boards = LeaderboardRepository(connection)
        results = await boards.results(number)
        ratings = await boards.ratings(900, "take5", False, (1, 2, 3))
    position = await room.matches.position(number)
    assert [each.place for each in results] == list(position.state.outcome.places)
    assert position.state.outcome.places == (1, 2, 2)
    assert [each.user_id for each in results] == [1, 2, 3]
    assert {each.ended_at for each in results} == {room.time.now} == {position.match.ended_at}
    assert [ratings[who].played for who in (1, 2, 3)] == [1, 1, 1]
    assert await room.matches.deadlines(number) == ()


async def test_each_match_has_a_lock_of_its_own(room: Room) -> None:
    first, second = room.matches.lock(1), room.matches.lock(2)
    assert first is not second
    async with first:
        assert room.matches.lock(1) is first


async def test_a_row_is_asked_of_the_low_seat_alone(room: Room) -> None:
    position = await room.match(2)
    number = position.match.id
    await room.put(number, lay(ROWS, [(5, 21, 22), (90, 91, 92)]))
    after = await room.pick_all(number, [5, 90])
    assert set(after.state.to_act) == {0}
    log = await room.matches.log_of(number)
    assert "asked" in log[-1].events
    said = await refused(room, IllegalMove, number, 2, "row 1", None)
    assert "low card" in said
    await room.matches.play(number, 1, "row 1", after.state.move_number)
    assert (await room.matches.position(number)).state.waiting == ()
