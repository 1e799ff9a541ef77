"""How many statements a move takes, on real rows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.room import Room, counting, open_room
from tests.rules.take5_table import lay

PICK, LAST_PICK = 5, 7
"""Statements of a move with its BEGIN: the match as one row; row, log and deadlines; and those that go and come."""


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with open_room(tmp_path) as room:
        yield room


@pytest.mark.parametrize("seats", [2, 10])
async def test_a_move_takes_few_statements_however_many_play(room: Room, seats: int) -> None:
    number = (await room.match(seats)).match.id
    hands = [(20 + seat, 40 + seat, 60 + seat) for seat in range(seats)]
    await room.put(number, lay([[19], [39], [59], [79]], hands))
    for who in range(1, seats):
        await room.matches.play(number, who, str(19 + who), None)
    with counting(room.database) as said:
        await room.matches.play(number, 1, "40", None)
    assert len(said) <= PICK, said
    with counting(room.database) as said:
        after = await room.matches.play(number, seats, str(19 + seats), None)
    assert after.position.state.turn == 21
    assert len(said) <= LAST_PICK, said


async def test_a_refused_move_only_reads(room: Room) -> None:
    position = await room.match(2)
    with counting(room.database) as said, pytest.raises(ValueError, match="moved on"):
        await room.matches.play(position.match.id, 1, "5", 77)
    assert all(each.startswith(("BEGIN", "SELECT")) for each in said)
    assert "BEGIN IMMEDIATE" not in said
