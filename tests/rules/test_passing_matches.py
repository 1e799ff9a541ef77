"""Whole matches of every kind, every position checked, and positions that can't be.

The long run: 2,000 matches at each size, by `python -m bot selfplay`; here 25.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.codec import dump_state, load_state
from bot.selfplay import Players, check_hidden, check_position, check_refusals, play_matches
from rules.engine import Seat, option_fields
from rules.passing import GAME, Draw, Idle, Last, Move, Options, Pass, State
from tests.rules.passing_table import PARTNERS, USUAL, all_pass, lay, play, with_front

ASKING = Options(draw_then_play=True)
TABLES: list[tuple[int, Options]] = [(2, USUAL), (3, USUAL), (4, USUAL), (4, PARTNERS)]


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("players", ["random", "standin", "timeout"])
@pytest.mark.parametrize("asking", [False, True])
def test_matches_without_people_have_no_fault(seats: int, options: Options, players: Players, asking: bool) -> None:
    matches = 25 if players == "standin" and not asking else 5
    tally = play_matches(GAME, seats, replace(options, draw_then_play=asking), matches, "CI", players)
    assert tally.faults == []
    assert sum(tally.wins) == pytest.approx(matches)


def test_every_option_is_played_without_a_fault() -> None:
    for each in option_fields(Options):
        for choice in each.choices:
            options = replace(Options(target=31), **{each.name: choice})
            for seats in GAME.tables(options):
                assert play_matches(GAME, seats, options, 1, "options", "random").faults == []
                if each.name != "partners":
                    continue
                individual = replace(options, partner_scoring="individual", domino_wins_tie=True, lead="winner")
                assert play_matches(GAME, seats, individual, 1, "options", "standin").faults == []


Habit = Callable[[tuple[Move, ...]], Move]
HABITS: dict[str, Habit] = {
    "always pass": lambda legal: Pass() if Pass() in legal else legal[-1],
    "always draw": lambda legal: Draw() if Draw() in legal else legal[-1],
    "always play": lambda legal: legal[0],
}


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("habit", HABITS.values(), ids=HABITS.keys())
@pytest.mark.parametrize("asking", [False, True])
def test_matches_of_one_habit_end(seats: int, options: Options, habit: Habit, asking: bool) -> None:
    for number in range(5):
        state, _ = GAME.deal(seats, replace(options, draw_then_play=asking), f"{number}")
        for _ in range(5_000):
            if state.outcome is not None:
                break
            state, _ = state.apply(state.active, habit(state.legal_moves(state.active)))
            GAME.check(state)
        assert state.outcome is not None


def test_a_question_keeps_its_secret_and_the_contract() -> None:
    for fitting in (True, False):
        asked, _ = play(with_front(lay("2..5", ["66 25", "00 04"], options=ASKING), fitting=fitting), "draw")
        check_position(GAME, asked, 2)
        check_hidden(GAME, asked, 2)
        check_refusals(GAME, asked, 2, (Draw(), Pass()))


def test_a_match_that_is_over_keeps_its_hands_in_every_twin() -> None:
    over, _ = play(lay("1..2", ["12", "05 11"], points=[100, 20]), "12 right")
    check_hidden(GAME, over, 2)
    for who in (None, Seat(0), Seat(1)):
        assert GAME.redeal(over, who, "twin").hands == over.hands


def test_a_twin_is_not_over_even_where_only_one_hidden_tile_fits() -> None:
    # Nothing can be drawn and one hidden tile fits: in every twin somebody else holds it.
    state = lay("2..5", ["66 36", "04 03 05"], drawn=12)
    for number in range(50):
        twin = GAME.redeal(state, Seat(0), f"{number}")
        GAME.check(twin)
        assert twin.outcome is None


def test_twins_deal_every_hidden_tile_to_every_place() -> None:
    state = lay("1..2", ["12 34", "05 11"])
    seen = {tile for number in range(200) for tile in GAME.redeal(state, Seat(0), f"{number}").hands[1]}
    assert seen == set(state.boneyard) | set(state.hands[1])


STATE, _ = play(lay("15 52", ["13 24 22 11 66 00", "33 44 55 05 06 04"]), "22")
ASKED, _ = play(with_front(lay("2..5", ["66 25", "00 04"], options=ASKING), fitting=True), "draw")
SCORED, _ = all_pass(lay("1..2", ["12 34", "05 66"]))
OVER, _ = play(lay("1..2", ["12", "05 11"], points=[100, 20]), "12 right")
HELD = STATE.boneyard[0]

CANNOT_BE: list[tuple[State, dict[str, Any], str]] = [
    (STATE, {"options": PARTNERS}, "So many play"),
    (STATE, {"boneyard": STATE.boneyard[1:]}, "exactly one place"),
    (STATE, {"boneyard": (STATE.boneyard[1], *STATE.boneyard[1:])}, "exactly one place"),
    (STATE, {"hands": (STATE.hands[0][::-1], STATE.hands[1])}, "in order"),
    (STATE, {"train": STATE.train[::-1]}, "train match"),
    (STATE, {"leader": Seat(2)}, "A seat of the table"),
    (STATE, {"active": Seat(-1)}, "A seat of the table"),
    (STATE, {"first": 3}, "The first tile lies"),
    (STATE, {"last": Last(Seat(0), 1)}, "lies at an end"),
    (STATE, {"last": None}, "lies at an end"),
    (STATE, {"idles": (Idle(Seat(0), "drew", (1, 2), 1),)}, "missing from the boneyard"),
    (STATE, {"idles": (Idle(Seat(0), "passed", (1, 2), 4),)}, "grow more"),
    (STATE, {"idles": (Idle(Seat(0), "passed", (1, 2), 3), Idle(Seat(0), "passed", (1, 2), 2))}, "grow more"),
    (STATE, {"idles": (Idle(Seat(0), "passed", (1, 2), 3), Idle(Seat(1), "passed", (1, 2), 3))}, "all have passed"),
    (STATE, {"drawn": HELD}, "only by that option"),
    (ASKED, {"drawn": HELD}, "in the hand of its drawer"),
    (ASKED, {"active": Seat(1), "drawn": (0, 0)}, "just drawn is asked"),
    (STATE, {"last_drawn": (HELD, None)}, "drew last is in its hand"),
    (ASKED, {"last_drawn": (None, None)}, "has drawn that tile"),
    (STATE, {"points": (0,)}, "Every side"),
    (STATE, {"points": (-1, 0)}, "loses points"),
    (STATE, {"points": (101, 0)}, "over at the target"),
    (OVER, {"outcome": None}, "gone out"),
    (OVER, {"finished": None}, "stays to be looked at"),
    (SCORED, {"active": Seat(1 - SCORED.leader)}, "The leader begins"),
    (SCORED, {"first": 1}, "on an empty train"),
    (SCORED, {"round": 3}, "is the last one"),
    (SCORED, {"points": (9, 9)}, "those of the finished round"),
]


@pytest.mark.parametrize(("state", "changes", "sentence"), CANNOT_BE)
def test_check_notices_what_cannot_be(state: State, changes: dict[str, Any], sentence: str) -> None:
    GAME.check(state)
    with pytest.raises(AssertionError, match=sentence):
        GAME.check(replace(state, **changes))


def test_check_notices_that_nobody_can_draw_or_play() -> None:
    state, _ = play(lay("2..5", ["35 66", "04 03"], drawn=12), "35")
    misfit = next(tile for tile in state.boneyard if not set(tile) & {2, 3})
    hand = tuple(sorted({*state.hands[1], misfit} - {(0, 3)}))
    boneyard = ((0, 3), *(tile for tile in state.boneyard if tile != misfit))
    with pytest.raises(AssertionError, match="Where nobody can draw or play"):
        GAME.check(replace(state, hands=(state.hands[0], hand), boneyard=boneyard))


def test_check_notices_a_train_that_nothing_can_be_laid_on() -> None:
    state = lay("30 02 23 33 31 14 43 35 56", ["36 00 11 22 44", "55 66 01 12 24"])
    hands = (tuple(tile for tile in state.hands[0] if tile != (3, 6)), state.hands[1])
    with pytest.raises(AssertionError, match="nothing can be laid on"):
        GAME.check(replace(state, train=(*state.train, (6, 3)), hands=hands, last=Last(Seat(0), 9)))


def test_check_notices_a_finished_round_that_was_another() -> None:
    assert SCORED.finished is not None
    with pytest.raises(AssertionError, match="hands shown"):
        GAME.check(replace(SCORED, finished=replace(SCORED.finished, pips=(0, 0))))
    assert OVER.finished is not None
    swapped = replace(OVER.finished, hands=OVER.hands[::-1], pips=OVER.finished.pips[::-1])
    with pytest.raises(AssertionError, match="those held"):
        GAME.check(replace(OVER, finished=swapped))


@pytest.mark.parametrize("state", [STATE, ASKED, SCORED, OVER])
def test_positions_of_every_kind_are_kept(state: State) -> None:
    assert load_state(GAME, dump_state(GAME, state)) == state


def test_any_text_of_tiles_and_ends_is_read_or_refused() -> None:
    luck = random.Random("texts")  # noqa: S311 - any texts will do
    for _ in range(2_000):
        text = "".join(luck.choice("0123456 |-leftrighdawpsk") for _ in range(luck.randint(0, 8)))
        try:
            move = GAME.parse(text)
        except ValueError as refusal:
            assert str(refusal).endswith(".")
        else:
            assert GAME.parse(str(move)) == move
