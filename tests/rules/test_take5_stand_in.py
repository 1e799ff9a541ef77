"""The stand-in is quick, sees a view only, and plays better than chance."""

import random
from collections.abc import Callable

import pytest

from rules.engine import Seat
from rules.take5 import GAME, ChooseRow, Move, Options, Pick, View
from rules.take5.stand_in import expected_heads


def share_of_wins(seats: int, matches: int) -> float:
    """Let one stand-in, on every seat in turn, play random seats; a shared victory counts as its part."""
    luck = random.Random("strength")  # noqa: S311 - the same opponents every time
    won = 0.0
    for number in range(matches):
        mine = number % seats
        state, _ = GAME.deal(seats, Options(), f"strength {number}")
        for _ in range(5_000):
            if state.outcome is not None:
                break
            seat = next(iter(state.to_act))
            legal = state.legal_moves(seat)
            move = GAME.stand_in(state.view(seat), legal) if seat == mine else luck.choice(legal)
            state, _ = state.apply(seat, move)
        assert state.outcome is not None
        if mine in state.outcome.winners:
            won += 1 / len(state.outcome.winners)
    return won / matches


@pytest.mark.parametrize(("seats", "least"), [(2, 0.85), (4, 0.68)])
def test_it_beats_random_seats(seats: int, least: float) -> None:
    assert share_of_wins(seats, 100) >= least


@pytest.mark.parametrize("deck", ["full", "tactics"])
@pytest.mark.parametrize("seats", [2, 6, 10])
def test_it_makes_a_legal_move_the_same_one_every_time(seats: int, deck: str) -> None:
    state, _ = GAME.deal(seats, Options(deck="full" if deck == "full" else "tactics"), "again")
    for seat in map(Seat, range(seats)):
        view, legal = state.view(seat), state.legal_moves(seat)
        assert GAME.stand_in(view, legal) in legal
        assert GAME.stand_in(view, legal) == GAME.stand_in(view, legal)


def looking(rows: tuple[tuple[int, ...], ...], hand: tuple[int, ...]) -> View:
    state, _ = GAME.deal(2, Options(), "looking")
    view: View = state.view(Seat(0))
    fields = {name: getattr(view, name) for name in View.__dataclass_fields__}
    return View(**{**fields, "rows": rows, "hand": hand})


def test_it_shuns_a_full_row_and_likes_the_card_behind_a_short_one() -> None:
    view = looking(((10, 11, 22, 33, 44), (60,), (80,), (90,)), (45, 61))
    assert GAME.stand_in(view, (Pick(45), Pick(61))) == Pick(61)
    assert expected_heads(view, 61, [1, 2, 3]) == 0
    assert expected_heads(view, 45, [1, 2, 3]) == 3 + 5 + 5 + 5 + 5


def test_it_takes_the_cheapest_row() -> None:
    view = looking(((50, 55), (60,), (71,), (81,)), (5, 6))
    rows: tuple[Move, ...] = tuple(map(ChooseRow, range(4)))
    players: list[Callable[..., Move]] = [GAME.stand_in, GAME.timeout]
    assert [player(view, rows) for player in players] == [ChooseRow(2)] * 2
