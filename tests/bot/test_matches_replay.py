"""Whole matches at random: the log from the secret always leads to the kept state."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.codec import load_events, load_state
from bot.positions import Position
from bot.results import results_of
from bot.timing.pace import DAY
from bot.verify import deal_is_sealed, replayed
from rules import GAMES
from rules.engine import Seat

from .room import Room

LONGEST = 400


async def check(room: Room, position: Position) -> None:
    """Check everything that is kept of a match against everything else that is kept of it."""
    number = position.match.id
    kept, log = await room.matches.position(number), await room.matches.log_of(number)
    assert kept == position
    assert replayed(kept, log) == kept.state
    assert deal_is_sealed(kept, log)
    assert [row.seq for row in log] == list(range(kept.match.log_length))
    assert [row.turn for row in log] == sorted(row.turn for row in log)
    assert kept.match.turn == log[-1].turn == kept.state.turn
    assert load_state(kept.game, kept.match.state or "") == kept.state
    waiting = {each.seat: each.since for each in await room.matches.deadlines(number) if each.kind != "reminder"}
    assert waiting == dict(kept.state.to_act)
    for row in log:
        load_events(kept.game, row.events)


@settings(max_examples=6, deadline=None, suppress_health_check=[*HealthCheck])
@given(
    seats=st.sampled_from([(1, 1), (2, 0), (3, 2), (4, 0), (1, 4)]),
    rounds=st.sampled_from([1, 2]),
    luck=st.integers(0, 10**9).map(Random),
)
async def test_the_log_replays_to_the_state_at_every_step(
    room: Room, seats: tuple[int, int], rounds: int, luck: Random
) -> None:
    people, bots = seats
    position = await room.match(people, bots=bots, rounds=rounds)
    number = position.match.id
    await check(room, position)
    for _ in range(25):
        if position.match.status != "running":
            break
        if luck.random() < 0.1:
            room.time.now += DAY
            position = await room.matches.expire(number) or position
        else:
            able = [seat for seat in range(people) if position.state.legal_moves(Seat(seat))]
            seat = luck.choice(able)
            move = luck.choice(position.state.legal_moves(Seat(seat)))
            position = (await room.matches.play(number, seat + 1, str(move), None)).position
        await check(room, position)


async def play_out(room: Room, position: Position) -> Position:
    """Let everybody play their first legal move until the match is over."""
    for _ in range(LONGEST):
        if position.match.status == "over":
            return position
        seat = next(iter(position.state.to_act))
        user_id = position.holder(seat).user_id
        assert user_id is not None
        move = str(position.state.legal_moves(seat)[0])
        position = (await room.matches.play(position.match.id, user_id, move, position.state.move_number)).position
    raise AssertionError("the match doesn't end")


async def test_a_whole_match_ends_with_its_results_and_its_log(room: Room) -> None:
    position = await play_out(room, await room.match(2, bots=1, target=33))
    assert position.match.ended_at == room.time.now
    assert position.state.outcome is not None
    await check(room, position)
    results, _ = results_of(position, {}, True, room.time.now)
    kept = (await room.everything())["results"]
    assert len(kept) == len(results) == 3
    assert {row[5] for row in kept} == {True}  # with_bots


async def test_the_same_ids_and_secret_deal_the_same_match(room: Room) -> None:
    first = await room.match(2)
    log = await room.matches.log_of(first.match.id)
    again: Any = replayed(first, log)
    assert again == first.state
    assert again.seed == first.state.seed
    assert GAMES[first.match.game].deal(2, first.options, first.state.seed)[0] == again
