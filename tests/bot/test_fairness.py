"""The sealed deal and its proof, the pace, and what a kept position says of itself."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from bot import fairness
from bot.i18n import say_in
from bot.positions import NotSeated, Position, position_of
from bot.timing.pace import DAY, HOUR, MINUTE, PACES, USUAL, pace_words
from bot.verify import deal_is_sealed, replayed
from db.records import MoveRecord
from rules import GAMES

from .room import Room
from .test_matches_replay import play_out

# Pace ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "turn", "window", "away"),
    [
        ("live", 2 * MINUTE, 30_000, 0),
        ("day", DAY, 12 * HOUR, 5 * DAY),
        ("three_days", 3 * DAY, DAY, 10 * DAY),
        ("none", None, HOUR, 0),
    ],
)
def test_a_pace_is_as_long_as_the_rules_say(key: str, turn: int | None, window: int, away: int) -> None:
    pace = PACES[key]
    assert (pace.turn, pace.window, pace.away) == (turn, window, away)
    assert pace.reminds == (away > 0)


def test_every_pace_has_words_and_the_usual_is_a_day() -> None:
    words = {pace_words(key, say_in(None)) for key in PACES}
    assert len(words) == len(PACES) == 4
    assert pace_words(USUAL, say_in(None)) == "a day per turn"


# Sealing ---------------------------------------------------------------------------------------------------


def test_a_seal_is_the_sha256_of_the_secrets_bytes() -> None:
    assert fairness.seal("00" * 16) == hashlib.sha256(bytes(16)).hexdigest()


def test_a_seed_is_made_of_everything_that_is_named_and_of_its_order() -> None:
    made = fairness.seed("ab", 1, 2, [3, None, 4])
    assert made == hashlib.sha256(b"ab/1/2/3/bot/4").hexdigest()
    others = [
        fairness.seed("ac", 1, 2, [3, None, 4]),
        fairness.seed("ab", 2, 2, [3, None, 4]),
        fairness.seed("ab", 1, 3, [3, None, 4]),
        fairness.seed("ab", 1, 2, [4, None, 3]),
        fairness.seed("ab", 1, 2, [3, 4]),
    ]
    assert len({made, *others}) == 6


def test_a_secret_is_sixteen_bytes_that_nobody_can_guess() -> None:
    made = {fairness.new_secret() for _ in range(100)}
    assert len(made) == 100
    assert {len(bytes.fromhex(secret)) for secret in made} == {16}


# Verifying -------------------------------------------------------------------------------------------------


@pytest.fixture
async def over(room: Room) -> tuple[Position, tuple[MoveRecord, ...]]:
    """A match that is over, and its log."""
    position = await play_out(room, await room.match(2, bots=1, rounds=1))
    return position, await room.matches.log_of(position.match.id)


Over = tuple[Position, tuple[MoveRecord, ...]]


def test_an_honest_match_fits(over: Over) -> None:
    assert deal_is_sealed(*over)
    assert replayed(*over) == over[0].state


TAMPERED: dict[str, dict[str, Any]] = {
    "another secret": {"secret": "00" * 16},
    "another number": {"id": 77},
    "another start": {"start_interaction_id": 1},
    "other options": {"options": '{"target":100,"end_at":"more_than","rounds":1,"deck":"full"}'},
    "no start": {"start_interaction_id": None},
}


@pytest.mark.parametrize("change", TAMPERED.values(), ids=TAMPERED.keys())
def test_a_match_that_was_tampered_with_is_found_out(over: Over, change: dict[str, Any]) -> None:
    position, log = over
    assert not deal_is_sealed(replace(position, match=replace(position.match, **change)), log)


def test_another_join_is_found_out(over: Over) -> None:
    position, log = over
    first, *rest = position.match.seats
    seats = (replace(first, join_interaction_id=1), *rest)
    assert not deal_is_sealed(replace(position, match=replace(position.match, seats=seats)), log)


def test_another_end_is_found_out(over: Over) -> None:
    position, log = over
    state = replace(position.state, totals=tuple(total + 1 for total in position.state.totals))
    assert not deal_is_sealed(replace(position, state=state), log)


def test_a_move_that_was_changed_left_out_or_swapped_is_found_out(over: Over) -> None:
    position, log = over
    for at in range(1, len(log)):
        changed = replace(log[at], notation="1" if log[at].notation != "1" else "2")
        assert not deal_is_sealed(position, (*log[:at], changed, *log[at + 1 :]))
        assert not deal_is_sealed(position, (*log[:at], *log[at + 1 :]))
        other = replace(log[at], seat=(log[at].seat or 0) + 1)
        assert not deal_is_sealed(position, (*log[:at], other, *log[at + 1 :]))


def test_events_that_were_changed_are_found_out(over: Over) -> None:
    position, log = over
    for at, row in enumerate(log):
        changed = replace(row, events="[]" if row.events != "[]" else '[{"round":1,"kind":"dealt"}]')
        assert not deal_is_sealed(position, (*log[:at], changed, *log[at + 1 :]))


def test_what_is_wrong_is_said_by_number_and_without_a_card(over: Over) -> None:
    position, log = over
    others = next(row.notation for row in log[2:] if row.seat not in (None, log[1].seat))
    with pytest.raises(ValueError, match=r"^move 1 of the log is not legal$"):
        replayed(position, (log[0], replace(log[1], notation=others), *log[2:]))
    with pytest.raises(ValueError, match=r"^move 1 of the log led to something else$"):
        replayed(position, (log[0], replace(log[1], events='[{"round":1,"kind":"dealt"}]'), *log[2:]))


# Positions -------------------------------------------------------------------------------------------------


async def test_a_position_knows_who_sits_where(room: Room) -> None:
    position = await room.match(2, bots=1)
    assert [position.seat_of(1), position.seat_of(2)] == [0, 1]
    assert [position.is_automatic(seat) for seat in range(3)] == [False, False, True]
    assert position.holder(2).bot_name is not None
    assert position.pace is PACES["day"]
    with pytest.raises(NotSeated):
        position.seat_of(3)


async def test_a_lobby_has_no_state(room: Room) -> None:
    position = await room.matches.position(await room.lobby(2))
    assert position.state is None
    assert position_of(position.match, GAMES) == position
