"""The contract of rules/engine.py, held against every game by random play.

What is checked at each position stands in bot/selfplay.py, since hosts can run it too.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.codec import dump_options, load_options
from bot.selfplay import (
    AnyGame,
    AnyState,
    check_hidden,
    check_position,
    check_refusals,
    check_step,
    playable,
    steps,
)
from rules import GAMES
from rules.engine import IllegalMove, InvalidOption, Seat, option_fields

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
random_play = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@st.composite
def tables(draw: st.DrawFn, game: AnyGame) -> tuple[int, Any, str]:
    """Draw a number of seats, options that allow it, and a seed."""
    options = game.options(
        **{each.name: draw(st.sampled_from(each.choices), each.name) for each in option_fields(game.options)}
    )
    allowed = game.tables(options)
    return draw(st.sampled_from(allowed)), options, draw(st.text("0123456789abcdef", min_size=1, max_size=8))


def draw_move(data: st.DataObject, state: AnyState, seats: int) -> tuple[Seat | None, Any]:
    """Draw whoever may move, out of turn too, and a move."""
    able = [who for who in (*map(Seat, range(seats)), None) if playable(state, who)]
    asked = [who for who in able if who in state.to_act]
    who = data.draw(st.sampled_from(able if data.draw(st.integers(0, 9)) == 0 else asked))
    return who, data.draw(st.sampled_from(playable(state, who)))


@games
@random_play
@given(data=st.data())
def test_every_position_keeps_the_contract(game: AnyGame, data: st.DataObject) -> None:
    seats, options, seed = data.draw(tables(game))
    state, _ = game.deal(seats, options, seed)
    check_position(game, state, seats)
    closely = data.draw(st.sets(st.integers(0, 60), max_size=3))
    others: list[Any] = []
    for number in range(61):
        if number in closely:
            check_hidden(game, state, seats)
            check_refusals(game, state, seats, others)
        if state.outcome is not None:
            break
        who, move = draw_move(data, state, seats)
        after, events = state.apply(who, move)
        check_step(game, state, move, after, events)
        check_position(game, after, seats)
        state, others = after, [*others[-10:], move]


@games
@settings(random_play, max_examples=5)
@given(data=st.data())
def test_every_match_ends_and_the_same_seed_plays_the_same_one(game: AnyGame, data: st.DataObject) -> None:
    seats, options, seed = data.draw(tables(game))
    played = [move for _, move in steps(game, seats, options, seed, "random")]
    ended = [state for state, _ in steps(game, seats, options, seed, "random")][-1]
    assert ended.outcome is not None
    assert played == [move for _, move in steps(game, seats, options, seed, "random")]


@games
@settings(random_play, max_examples=40)
@given(data=st.data())
def test_options_are_kept_and_allow_some_number_of_seats(game: AnyGame, data: st.DataObject) -> None:
    _, options, _ = data.draw(tables(game))
    assert load_options(game, dump_options(game, options)) == options
    allowed = tuple(game.tables(options))
    assert allowed == tuple(sorted(set(allowed)))
    for seats in range(14):
        if seats in allowed:
            teams = game.teams(seats, options)
            assert len(teams) == seats
            assert sorted(set(teams)) == list(range(max(teams) + 1))
        else:
            with pytest.raises(InvalidOption):
                game.deal(seats, options, "nobody")


@games
@given(text=st.text(max_size=12))
def test_any_text_is_a_move_or_refused(game: AnyGame, text: str) -> None:
    try:
        move = game.parse(text)
    except IllegalMove as refusal:
        assert str(refusal).endswith(".")
    else:
        assert game.parse(str(move)) == move


@games
def test_check_notices_when_parts_of_a_position_are_lost(game: AnyGame) -> None:
    state, _ = game.deal(game.tables(game.options())[0], game.options(), "lost")
    noticed = 0
    for each in fields(state):
        part = getattr(state, each.name)
        if isinstance(part, tuple) and part:
            try:
                game.check(replace(state, **{each.name: part[:-1]}))
            except (AssertionError, ValueError, IndexError):
                noticed += 1
    assert noticed


@games
def test_a_game_is_known_by_a_short_key_and_a_title(game: AnyGame) -> None:
    assert GAMES[game.key] is game
    assert game.key.isascii()
    assert game.key.islower()
    assert game.key.isalnum()
    assert game.title


@games
def test_types_that_stand_in_a_union_say_their_kind(game: AnyGame) -> None:
    for union in (game.move, game.event):
        kinds = [next(f.default for f in fields(each) if f.name == "kind") for each in get_args(union)]
        assert len(set(kinds)) == len(kinds)
        assert all(isinstance(kind, str) for kind in kinds)
