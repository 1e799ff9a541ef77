"""Whole matches of every kind, every position checked, and positions that can't be.

The long run: 2,000 matches at each size, by `python -m bot selfplay`; here 25.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.codec import dump_state, load_state
from bot.selfplay import Players, check_hidden, check_position, check_refusals, check_step, play_matches, playable
from rules.engine import Outcome, Seat, option_fields
from rules.stacks import GAME, ORDERS, Answer, Card, End, Last, Lay, Move, Options, SetOrder, State
from tests.rules.stacks_table import AT_END, REDS, USUAL, after, lay, let

SEATS = (2, 3, 4, 5, 6)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("players", ["random", "standin", "timeout"])
@pytest.mark.parametrize("options", [USUAL, AT_END])
def test_matches_without_people_have_no_fault(seats: int, players: Players, options: Options) -> None:
    matches = 25 if players == "standin" and options is USUAL else 3
    tally = play_matches(GAME, seats, options, matches, "CI", players)
    assert tally.faults == []
    assert sum(tally.wins) == pytest.approx(matches)


def test_every_option_is_played_without_a_fault() -> None:
    for each in option_fields(Options):
        for choice in each.choices:
            for seats in (2, 3, 6):
                options = replace(USUAL, **{each.name: choice})
                assert play_matches(GAME, seats, options, 1, "options", "random").faults == []


def test_matches_with_orders_have_no_fault_and_hide_what_is_hidden() -> None:
    for seats in SEATS:
        luck = random.Random(f"orders {seats}")  # noqa: S311 - any orders and moves will do
        state, _ = GAME.deal(seats, USUAL, f"orders {seats}")
        for _ in range(5_000):
            if state.outcome is not None:
                break
            who, move = some_move(state, luck)
            if luck.random() < (0.1 if state.window is not None else 0.01):
                check_hidden(GAME, state, seats)
                check_refusals(GAME, state, seats)
            following, events = state.apply(who, move)
            check_step(GAME, state, move, following, events)
            check_position(GAME, following, seats)
            state = following
        assert state.outcome is not None


def some_move(state: State, luck: random.Random) -> tuple[Seat, Move]:
    """Let anybody give an order now and then, let orders answer, else move at random."""
    if luck.random() < 0.1:
        return Seat(luck.randrange(len(state.hands))), SetOrder(luck.choice(ORDERS))
    seat = luck.choice([seat for seat in state.to_act if playable(state, seat)])
    return seat, state.settled(seat, luck.random() < 0.5) or luck.choice(playable(state, seat))


Habit = Callable[[State, tuple[Move, ...]], Move]


def discards(state: State, legal: tuple[Move, ...]) -> Move:
    return next(move for move in legal if isinstance(move, End | Answer))


def lays(state: State, legal: tuple[Move, ...]) -> Move:
    """Lay what can be laid, complete what can be completed, and block whatever others do."""
    return next((move for move in legal if isinstance(move, Lay)), discards(state, legal))


def plays_all(state: State, legal: tuple[Move, ...]) -> Move:
    """Never end a turn before everything that can be played is; let everything pass."""
    return legal[-1] if state.window is not None else legal[0]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("habit", [discards, lays, plays_all])
@pytest.mark.parametrize("options", [USUAL, AT_END, Options(chips_to_win=7)])
def test_matches_of_one_habit_end(seats: int, habit: Habit, options: Options) -> None:
    for number in range(3):
        state, _ = GAME.deal(seats, options, f"{number}")
        for _ in range(5_000):
            if state.outcome is not None:
                break
            seat = next(seat for seat in state.to_act if playable(state, seat))
            state, _ = state.apply(seat, habit(state, playable(state, seat)))
            GAME.check(state)
        assert state.outcome is not None
        if habit is discards:
            assert state.outcome == Outcome((1,) * seats, (0,) * seats, "standstill")


# Twins ------------------------------------------------------------------------------------------------------

STATE = lay(["r1 b2", "block b5", "r2"], REDS, discards=["b4 r5", "b3"], chips=[(1, 1), (0, 1), (4, 0)])
WINDOW = after(lay(["r5 b2", "block b5", "block r2", "r3"], REDS), "h r5 1")
OVER, _ = let(after(lay(["r5 b2", "r1"], REDS, chips=[(2, 2), (1, 0)]), "h r5 1"))
HALF = after(WINDOW, "3: block", "4: let")


@pytest.mark.parametrize("state", [STATE, WINDOW, HALF, after(WINDOW, "3: let", "2: let"), OVER])
def test_positions_of_every_kind_keep_their_secrets_and_the_contract(state: State) -> None:
    seats = len(state.hands)
    check_position(GAME, state, seats)
    check_hidden(GAME, state, seats)
    check_refusals(GAME, state, seats)
    assert load_state(GAME, dump_state(GAME, state)) == state


def test_twins_answer_in_every_way_that_keeps_the_window_open() -> None:
    def seen(state: State, who: int | None) -> set[tuple[bool | None, ...]]:
        twins = [GAME.redeal(state, None if who is None else Seat(who), f"{number}") for number in range(400)]
        return {twin.answers[1:] for twin in twins}

    everybody = seen(WINDOW, None)
    assert {(None, None, None), (False, None, None), (None, True, None), (False, False, None)} <= everybody
    assert all(next(answer for answer in answers if answer is not False) is None for answers in everybody)
    # Player 3 blocks: only player 2, before it, can keep the window open; player 4's answer is anything.
    assert {answers[:2] for answers in seen(HALF, 2)} == {(None, True)}
    assert {None, False} <= {answers[2] for answers in seen(HALF, 2)}
    # Player 4 has let pass: one of the other two hasn't.
    assert {answers[2] for answers in seen(HALF, 3)} == {False}
    assert {(None, None), (False, None), (None, False)} <= {answers[:2] for answers in seen(HALF, 3)}
    assert {answers[:2] for answers in seen(after(WINDOW, "2: let"), 1)} == {(False, None), (False, False)}


def test_twins_deal_hidden_cards_and_orders_anew() -> None:
    twins = [GAME.redeal(STATE, Seat(0), f"{number}") for number in range(100)]
    hidden = Counter([*STATE.draw, *STATE.hands[1], *STATE.hands[2]])
    for twin in twins:
        assert Counter([*twin.draw, *twin.hands[1], *twin.hands[2]]) == hidden
        assert twin.seed != STATE.seed
        assert twin.orders[0] == STATE.orders[0]
    assert {twin.orders[1] for twin in twins} == {None, *ORDERS}
    assert {Card("block") in twin.hands[1] for twin in twins} == {False, True}
    assert len({twin.draw for twin in twins}) == 100


# What cannot be ---------------------------------------------------------------------------------------------

CANNOT_BE: list[tuple[State, dict[str, Any], str]] = [
    (STATE, {"draw": STATE.draw[1:]}, "exactly one place"),
    (STATE, {"draw": (STATE.hands[0][0], *STATE.draw[1:])}, "exactly one place"),
    (STATE, {"chips": ((0, 0),) * 2}, "Every seat has"),
    (STATE, {"answers": (None,) * 4}, "Every seat has"),
    (STATE, {"orders": (None,) * 2}, "Every seat has"),
    (STATE, {"hands": (STATE.hands[0][::-1], *STATE.hands[1:])}, "in order"),
    (STATE, {"active": Seat(3)}, "A seat of the table"),
    (STATE, {"direction": 0}, "to one side"),
    (OVER, {"direction": -1}, "to one side"),
    (STATE, {"skips": -1}, "are counted"),
    (STATE, {"shuffles": -1}, "are counted"),
    (STATE, {"piles": STATE.piles[:3]}, "four places"),
    (STATE, {"piles": STATE.piles[::-1]}, "goes up from one"),
    (WINDOW, {"window": None}, "set aside when its window"),
    (STATE, {"window": 0}, "What may be blocked is completed"),
    (STATE, {"last": Last(Seat(3), 0)}, "The last card"),
    (STATE, {"last": Last(Seat(0), 4)}, "The last card"),
    (STATE, {"chips": ((-1, 1), (0, 0), (0, 0))}, "owes a chip"),
    (STATE, {"chips": ((20, 1), (20, 1), (0, 0))}, "forty chips"),
    (STATE, {"chips": ((20, 1), (19, 0), (0, 0))}, "The last chip"),
    (STATE, {"chips": ((3, 2), (0, 0), (0, 0))}, "has won"),
    (OVER, {"outcome": None}, "has won"),
    (OVER, {"outcome": Outcome((1, 2), (5, 2), "chips")}, "scores are the chips"),
    (OVER, {"outcome": Outcome((1, 2), (5, 1), "box")}, "won by chips"),
    (STATE, {"outcome": Outcome((2, 3, 1), (2, 1, 4), "box")}, "The box is empty"),
    (STATE, {"outcome": Outcome((1, 1, 1), (2, 1, 4), "standstill")}, "The places"),
    (OVER, {"outcome": Outcome((1, 1), (5, 1), "chips")}, "wins alone"),
    (OVER, {"active": Seat(1)}, "wins alone"),
    (STATE, {"answers": (None, False, None)}, "in a window only"),
    (HALF, {"answers": (False, None, None, None)}, "Who completes"),
    (HALF, {"answers": (None, True, None, None)}, "result is fixed"),
    (HALF, {"answers": (None, False, False, False)}, "result is fixed"),
    (HALF, {"answers": (None, None, None, True)}, "holds a Block"),
    (WINDOW, {"outcome": Outcome((1, 1, 1, 1), (0, 0, 0, 0), "standstill")}, "No window is open"),
]


@pytest.mark.parametrize(("state", "changes", "sentence"), CANNOT_BE)
def test_check_notices_what_cannot_be(state: State, changes: dict[str, Any], sentence: str) -> None:
    GAME.check(state)
    with pytest.raises(AssertionError, match=sentence):
        GAME.check(replace(state, **changes))


def test_check_notices_that_somebody_hasn_t_drawn() -> None:
    state = lay(["b2", "r1"])
    with pytest.raises(AssertionError, match="no card left"):
        GAME.check(replace(state, hands=((), state.hands[1]), aside=state.hands[0]))


def test_any_text_is_read_or_refused() -> None:
    luck = random.Random("texts")  # noqa: S311 - any texts will do
    words = ["h", "d", "r3", "rw", "b1", "new", "1", "4", "skip", "reverse", "take", "chip", "end", "block", "let"]
    for _ in range(2_000):
        text = " ".join(luck.choice([*words, "order", "ask", "r", "b", "7", ""]) for _ in range(luck.randint(0, 4)))
        try:
            move = GAME.parse(text)
        except ValueError as refusal:
            assert str(refusal).endswith(".")
        else:
            assert GAME.parse(str(move)) == move
