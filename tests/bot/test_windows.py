"""Reaction windows: open for all and equally long for all, answered by people, standing orders, stand-ins or time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.matches import Matches
from bot.positions import Position, Stale
from bot.timing.pace import DAY, HOUR, PACES, SECOND
from rules import GAMES
from rules.engine import IllegalMove
from rules.stacks import GAME as STACKS
from rules.stacks import Order
from tests.rules.stacks_table import lay

from .room import NOON, Room, open_room

FOUR = ("r1 r2 r3 r4",)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with open_room(tmp_path) as room:
        games = {**GAMES, STACKS.key: STACKS}
        room.matches = Matches(room.database, games, room.time, lambda due=None: room.woken.append(room.time.now))
        room.lobbies = type(room.lobbies)(room.matches)
        yield room


async def opened(
    room: Room,
    *hands: str,
    people: int = 3,
    bots: int = 0,
    pace: str = "day",
    orders: tuple[Order | None, ...] = (),
    before: Callable[[int], Awaitable[object]] | None = None,
) -> Position:
    """Lay a table at which player 1 completes red now; `before` that something may be done to the match."""
    position = await room.match(people, bots=bots, pace=pace, game="stacks")
    number, seats = position.match.id, people + bots
    held = [*hands, *["b2 b2 b3 b3 b4"] * (seats - len(hands))]
    await room.put(number, lay(["r5 b5 b5", *held[: seats - 1]], FOUR, orders=orders))
    if before is not None:
        await before(number)
    return (await room.matches.play(number, 1, "h r5 1", 20)).position


async def pass_time(room: Room, position: Position, milliseconds: int) -> Position:
    room.time.now += milliseconds
    await room.matches.expire(position.match.id)
    return await room.matches.position(position.match.id)


def is_open(position: Position) -> bool:
    return bool(position.state.wait == "window")


@pytest.mark.parametrize("pace", sorted(PACES))
async def test_a_window_opens_for_every_opponent_equally_long_whoever_holds_a_block(room: Room, pace: str) -> None:
    position = await opened(room, "block b2", "b3 b4", bots=1, pace=pace, orders=(None, "always", None, None))
    deadlines = await room.matches.deadlines(position.match.id)
    assert {(each.seat, each.kind, each.due) for each in deadlines} == {
        made
        for seat in (1, 2, 3)
        for made in ((seat, "window", NOON + PACES[pace].window), (seat, "order", NOON + PACES[pace].order))
    }


async def test_what_a_person_answers_shows_nobody_anything_until_the_last_one_has(room: Room) -> None:
    position = await opened(room)
    before = await room.matches.deadlines(position.match.id)
    played = await room.matches.play(position.match.id, 3, "let", position.state.move_number)
    assert played.events == ()
    after = played.position
    assert after.state.view(None) == position.state.view(None)
    assert dict(after.state.to_act) == dict(position.state.to_act)
    assert await room.matches.deadlines(position.match.id) == before
    closed = (await room.matches.play(position.match.id, 2, "let", position.state.move_number)).position
    assert not is_open(closed)
    assert [row.by for row in await room.matches.log_of(position.match.id)][-2:] == ["answer", "answer"]
    assert set(closed.state.to_act) == {0}
    assert {each.kind for each in await room.matches.deadlines(position.match.id)} == {"turn", "reminder"}


@pytest.mark.parametrize("order", ["never", "win", "always"])
async def test_orders_answer_after_the_delay_and_not_before(room: Room, order: Order) -> None:
    position = await opened(room, orders=(None, order, order))
    delay = PACES["day"].order
    assert is_open(await pass_time(room, position, delay - 1))
    assert not is_open(await pass_time(room, position, 1))
    answers = [row for row in await room.matches.log_of(position.match.id) if row.notation == "let"]
    assert [(row.seat, row.by, row.user_id) for row in answers] == [(1, "order", None), (2, "order", None)]


async def test_always_spends_the_block_after_the_same_delay(room: Room) -> None:
    position = await opened(room, "block b2", orders=(None, "always", "never"))
    after = await pass_time(room, position, PACES["day"].order)
    assert not is_open(after)
    assert after.state.chips[0] == (0, 0)
    assert "block" in after.state.actions


async def test_ask_me_keeps_the_window_open_to_its_end_and_then_lets_pass(room: Room) -> None:
    position = await opened(room, "block b2", orders=(None, "ask", "never"))
    after = await pass_time(room, position, PACES["day"].order)
    assert is_open(after)
    assert {(each.seat, each.kind) for each in await room.matches.deadlines(position.match.id)} == {
        (1, "window"),
        (2, "window"),
    }
    assert await room.matches.expire(position.match.id) is None, "orders answer once"
    closed = await pass_time(room, position, PACES["day"].window - PACES["day"].order)
    assert closed.state.chips[0] == (1, 0)


async def test_an_order_given_after_the_delay_answers_at_the_windows_end(room: Room) -> None:
    position = await opened(room, "block b2", orders=(None, "ask", "never"))
    await pass_time(room, position, PACES["day"].order)
    await room.matches.play(position.match.id, 2, "order always", None)
    assert is_open(await pass_time(room, position, 1))
    after = await pass_time(room, position, PACES["day"].window)
    assert after.state.chips[0] == (0, 0), "blocked"


async def test_an_unanswered_window_is_no_miss_and_nobody_is_called_late(room: Room) -> None:
    position = await opened(room, pace="live")
    after = await pass_time(room, position, PACES["live"].window)
    assert not is_open(after)
    assert [seat.misses for seat in after.match.seats] == [0, 0, 0]
    assert "time" not in {row.by for row in await room.matches.log_of(position.match.id)}


async def test_without_an_order_a_slow_match_blocks_only_what_would_win_and_a_live_one_asks(room: Room) -> None:
    slow = await opened(room, "block b2")
    assert not is_open(await pass_time(room, slow, PACES["day"].order))
    live = await opened(room, "block b2", pace="live")
    assert is_open(await pass_time(room, live, PACES["live"].order))


async def test_where_orders_and_the_window_are_due_at_once_the_orders_answer_first(room: Room) -> None:
    position = await opened(room, "b2 b3", "block b2", pace="none", orders=(None, "ask", "always"))
    after = await pass_time(room, position, HOUR)
    assert after.state.chips[0] == (0, 0), "blocked"


async def test_bots_answer_with_the_orders_and_soon_where_no_person_could(room: Room) -> None:
    mixed = await opened(room, people=2, bots=1, orders=(None, "never", None))
    assert is_open(await pass_time(room, mixed, PACES["day"].order - 1))
    assert not is_open(await pass_time(room, mixed, 1))
    alone = await opened(room, people=1, bots=2)
    assert is_open(await pass_time(room, alone, 10 * SECOND - 1))
    assert not is_open(await pass_time(room, alone, 1))


async def test_a_bot_that_completes_waits_for_the_answers_and_then_plays_on(room: Room) -> None:
    position = await room.match(1, bots=1, game="stacks")
    number = position.match.id
    await room.put(number, lay(["b2 b3", "r5 b4"], FOUR, active=0, draw=60))
    after = (await room.matches.play(number, 1, "end b2", 20)).position
    assert is_open(after)
    assert set(after.state.to_act) == {0}
    closed = (await room.matches.play(number, 1, "let", after.state.move_number)).position
    assert not is_open(closed)
    assert 0 in closed.state.to_act, "the bot has ended its turn"


async def test_an_answer_by_hand_counts_in_place_of_the_order_and_stands(room: Room) -> None:
    position = await opened(room, "block b2", orders=(None, "always", "never"))
    number = position.state.move_number
    await room.matches.play(position.match.id, 2, "let", number)
    with pytest.raises(IllegalMove):
        await room.matches.play(position.match.id, 2, "block", number)
    after = await pass_time(room, position, PACES["day"].order)
    assert after.state.chips[0] == (1, 0)
    with pytest.raises(Stale):
        await room.matches.play(position.match.id, 2, "let", number)


async def test_an_order_may_be_given_at_any_time_and_moves_nothing(room: Room) -> None:
    position = await opened(room)
    before = await room.matches.deadlines(position.match.id)
    after = (await room.matches.play(position.match.id, 3, "order always", None)).position
    assert after.state.view(None) == position.state.view(None)
    assert await room.matches.deadlines(position.match.id) == before


async def test_a_kept_seat_answers_like_a_bot(room: Room) -> None:
    position = await opened(room, orders=(None, "ask", "never"))
    await room.give_up(position.match.id, 1)
    assert not is_open(await pass_time(room, position, PACES["day"].order))


async def test_a_window_that_the_last_person_leaves_is_answered_before_their_seat_is_waited_for(room: Room) -> None:
    position = await opened(room, people=1, bots=2)
    await room.matches.leave(position.match.id, 1)
    after = await pass_time(room, position, PACES["day"].order)
    assert after.match.status == "running"
    assert not is_open(after)
    deadlines = await room.matches.deadlines(position.match.id)
    assert [(each.seat, each.due) for each in deadlines] == [(0, room.time.now + DAY)]
    gone = await pass_time(room, position, DAY)
    assert gone.match.status == "cancelled"


async def test_a_turn_of_more_moves_than_are_made_in_one_go_stays_due_until_it_is_over(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.steps.MOST_MOVES", 2)
    number = (await room.match(1, bots=1, game="stacks")).match.id
    position = await room.put(number, lay(["b4 b4", "r1 r2 r3 r4 r5 b4"], active=1, draw=60))
    first = await pass_time(room, position, 0)
    assert set(first.state.to_act) == {1}
    assert [(each.seat, each.due) for each in await room.matches.deadlines(number)] == [(1, room.time.now)]
    assert is_open(await pass_time(room, first, 0)), "it has completed red"


async def test_nothing_of_a_window_depends_on_who_holds_a_block(room: Room) -> None:
    """Two matches, alike but for the Block's holder: whoever looks at the times sees the same in both."""
    seen = []
    for holder in (0, 1):
        room.time.now = NOON
        hands = ["b2 b3", "b2 b3"]
        hands[holder] += " block"
        hands[1 - holder] += " b4"
        position = await opened(room, *hands, orders=(None, "ask", "win"))
        for milliseconds in (PACES["day"].order, PACES["day"].window):
            position = await pass_time(room, position, milliseconds)
            deadlines = await room.matches.deadlines(position.match.id)
            seen.append((holder, is_open(position), [replace(each, match_id=0) for each in deadlines]))
    assert [each[1:] for each in seen[:2]] == [each[1:] for each in seen[2:]]
