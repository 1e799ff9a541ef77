"""Every match ends, whoever falls silent, gives up their seat or leaves the server: by its clock, a vote, or staff."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.positions import Position
from bot.seating.seats import Seats
from bot.seating.votes import LONG_AWAITED
from bot.selfplay import playable
from rules import GAMES

from .room import Room, open_room

Manner: TypeAlias = Literal["plays", "silent", "resigns", "leaves", "comes back"]
MANNERS: tuple[Manner, ...] = ("plays", "silent", "resigns", "leaves", "comes back")
OFTEN = 5_000
"""So many moves and deadlines are more than any match has."""
SHORT: dict[str, dict[str, Any]] = {"take5": {"rounds": "1"}, "passing": {"target": "31"}, "sequence": {}, "stacks": {}}


@pytest.mark.parametrize("game", list(GAMES))
@settings(max_examples=15, deadline=None, suppress_health_check=[*HealthCheck], derandomize=True)
@given(
    pace=st.sampled_from(["live", "day", "three_days"]),
    manners=st.lists(st.sampled_from(MANNERS), min_size=2, max_size=4),
    moves=st.integers(0, 40),
)
def test_a_match_ends_whoever_is_silent_or_gone(game: str, pace: str, manners: list[Manner], moves: int) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_ends(Path(folder), game, pace, manners, moves))


async def _ends(folder: Path, game: str, pace: str, manners: list[Manner], moves: int) -> None:
    async with open_room(folder) as room:
        lobby = await room.lobby(len(manners), pace=pace, game=game, **SHORT[game])
        position = await room.lobbies.start(lobby, room.person(1))
        number = position.match.id
        for _ in range(moves):  # some way into the match everybody still plays
            if not await _move(room, position, range(1, len(manners) + 1)):
                break
            position = await room.matches.position(number)
        for who, manner in enumerate(manners, start=1):
            if manner in ("resigns", "leaves") and position.match.status == "running":
                position = await room.matches.leave(number, who, "gone" if manner == "leaves" else "resigned")
        active = [who for who, manner in enumerate(manners, start=1) if manner == "plays"]
        returns = [who for who, manner in enumerate(manners, start=1) if manner == "comes back"]
        for _ in range(OFTEN):
            position = await room.matches.position(number)
            if position.match.status != "running":
                break
            if await _move(room, position, active):
                continue
            due = [each.due for each in await room.matches.deadlines(number) if each.kind != "reminder" and each.due]
            assert due, f"nobody is waited for: {position.state.to_act}"
            room.time.now = max(room.time.now, min(due))
            await room.matches.expire(number)
            if returns and (await room.matches.position(number)).kept_seats:  # once, and then never again
                who = returns.pop()
                if position.holder(position.seat_of(who)).held_by == "stand_in":
                    await room.matches.come_back(number, who)
        position = await room.matches.position(number)
        assert position.match.status in ("over", "cancelled")
        assert await room.matches.deadlines(number) == ()
        if not active:
            assert position.match.status == "over" or not position.match.rated
        if "plays" in manners:
            assert position.match.status == "over"


@pytest.mark.parametrize("game", list(GAMES))
@settings(max_examples=6, deadline=None, suppress_health_check=[*HealthCheck], derandomize=True)
@given(
    manners=st.lists(st.sampled_from(MANNERS[:4]), min_size=2, max_size=4),
    choice=st.sampled_from(["stand_in", "off"]),
)
def test_a_match_without_a_clock_ends_by_a_vote_or_by_staff(
    game: str, manners: list[Manner], choice: Literal["stand_in", "off"]
) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_ends_without_a_clock(Path(folder), game, manners, choice))


async def _ends_without_a_clock(
    folder: Path, game: str, manners: list[Manner], choice: Literal["stand_in", "off"]
) -> None:
    async with open_room(folder) as room:
        seats = Seats(room.matches)
        lobby = await room.lobby(len(manners), pace="none", game=game, **SHORT[game])
        number = (await room.lobbies.start(lobby, room.person(1))).match.id
        for who, manner in enumerate(manners, start=1):
            if manner in ("resigns", "leaves"):
                await room.matches.leave(number, who, "gone" if manner == "leaves" else "resigned")
        active = [who for who, manner in enumerate(manners, start=1) if manner == "plays"]
        for _ in range(OFTEN):
            position = await room.matches.position(number)
            if position.match.status != "running":
                break
            if await _move(room, position, active):
                continue
            room.time.now += LONG_AWAITED
            if await room.matches.expire(number) is not None:  # a window of Sequence Stacks
                continue
            silent = [seat for seat in position.state.to_act if not position.is_automatic(seat)]
            decided = None
            if active:
                vote = (await seats.ask_about(number, active[0], silent[0])).notice.number
                for who in active:
                    if decided is None:
                        decided = (await seats.vote(number, vote, who, choice)).decided
            if decided is None:  # nobody is left to decide, or too few
                await seats.by_staff(number, "off", None)
        match = (await room.matches.position(number)).match
        assert match.status in ("over", "cancelled")
        assert await room.matches.deadlines(number) == ()
        assert match.status == "over" or not match.rated


async def _move(room: Room, position: Position, people: Iterable[int]) -> bool:
    """Let one of some people make a move, if one of them is awaited and can."""
    for who in people:
        seat = position.seat_of(who)
        state = position.state
        if position.match.status != "running" or seat not in state.to_act or position.is_automatic(seat):
            continue
        if legal := playable(state, seat):
            await room.matches.play(position.match.id, who, str(position.game.stand_in(state.view(seat), legal)), None)
            return True
    return False
