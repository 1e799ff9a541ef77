"""The stand-in is quick, sees a view only, completes, blocks, and plays far better than chance."""

import random
import time

import pytest

from rules.engine import Seat
from rules.sequence import GAME, Options, State
from tests.rules.sequence_table import BLUE, GREEN, A, lay, play, spaces


def chosen(state: State, who: Seat = A) -> str:
    return str(GAME.stand_in(state.view(who), state.legal_moves(who)))


def test_it_beats_random_play_in_more_than_95_of_100_matches_in_no_time() -> None:
    luck = random.Random("strength")  # noqa: S311 - the same opponents every time
    won, moves, seconds = 0, 0, 0.0
    for number in range(100):
        mine = number % 2
        state = GAME.deal(2, Options(), f"strength {number}")[0]
        while state.outcome is None:
            seat = state.active
            legal = state.legal_moves(seat)
            if seat == mine:
                view, started = state.view(seat), time.process_time()
                move = GAME.stand_in(view, legal)
                seconds += time.process_time() - started
                moves += 1
            else:
                move = luck.choice(legal)
            state, _ = state.apply(seat, move)
        won += state.outcome.winners == (mine,)
    assert won > 95
    assert seconds / moves < 0.02


MANUAL = Options(manual_draw=True)
FIRST = spaces("b2 c2 d2 e2 f2")


def test_it_completes_the_winning_sequence_before_all_else() -> None:
    chips = {BLUE: (*FIRST, *spaces("b5 c5 d5 e5")), GREEN: spaces("b8 c8 d8 e8")}
    assert chosen(lay(["4h 3s jc", ""], chips, sequences=[(BLUE, FIRST)])) == "4h f5"


def test_it_spends_a_jack_to_complete() -> None:
    state = lay(["jc 9s", ""], {BLUE: spaces("b5 c5 d5 e5")})
    assert chosen(state) in ("jc a5", "jc f5")


def test_it_keeps_a_jack_where_a_card_does_the_same() -> None:
    assert chosen(lay(["jc 4h", ""], {BLUE: spaces("b5 c5 d5 e5")})) == "4h f5"
    assert chosen(lay(["jc jd js", ""]))[0] != "j"


def test_it_blocks_four_in_a_line_by_a_chip_or_by_a_one_eyed_jack() -> None:
    blocking = lay(["4h jd 2d", ""], {GREEN: spaces("b5 c5 d5 e5"), BLUE: spaces("a5")})
    assert chosen(blocking) == "4h f5"
    taking = lay(["js 2d", ""], {GREEN: spaces("b5 c5 d5 e5"), BLUE: spaces("a5")})
    assert chosen(taking).startswith("js x ")


def test_it_does_not_build_where_no_sequence_can_come() -> None:
    # A fifth beside a locked one shares too much with it: a chip in the open is worth more.
    chips = {BLUE: FIRST, GREEN: spaces("i2 h2")}
    assert chosen(lay(["kh 5d", "3c"], chips, sequences=[(BLUE, FIRST)], fill=False, options=MANUAL))[:2] == "5d"


def test_it_exchanges_a_dead_card() -> None:
    state = lay(["7h", ""], {GREEN: spaces("d6"), BLUE: spaces("i5")})
    assert chosen(state) == "dead 7h"


def test_it_chooses_the_five_that_leave_most() -> None:
    asked, _ = play(lay(["5h", ""], {BLUE: spaces("b5 c5 d5 f5 g5 h5 i5")}), "5h e5")
    assert chosen(asked) in ("five b5-f5", "five e5-i5")
    assert chosen(asked) == chosen(asked)


def test_it_drops_a_dead_card_first_and_a_jack_last() -> None:
    chips = {GREEN: spaces("d6"), BLUE: spaces("i5 b5 c5 d5")}
    state, _ = play(lay(["7h jc", "", "", ""], chips, active=1), "0: penalty blue")
    assert chosen(state) == "drop 7h"
    jacks, _ = play(
        lay(["jc js 2c", "", "", ""], chips, active=1, fill=False, options=MANUAL, rights=(0, 40, 41, 42)),
        "0: penalty blue",
    )
    assert chosen(jacks) == "drop 2c"


@pytest.mark.parametrize("seats", [2, 3, 12])
def test_jacks_with_96_spaces_cost_no_time(seats: int) -> None:
    state = lay(["jc jd", *[""] * (seats - 1)])
    view, legal = state.view(A), state.legal_moves(A)
    assert len(legal) > 190
    started = time.process_time()
    GAME.stand_in(view, legal)
    assert time.process_time() - started < 0.02


def test_it_pays_what_the_table_waits_for_before_it_draws() -> None:
    hands = ["2s 3s", "3d", "4s", "5d"]
    state = lay(hands, options=MANUAL, rights=(46, 0, 0, 0), debts=(1, 0, 0, 0), fill=False, active=1)
    assert chosen(state).startswith("drop ")


def test_it_passes_where_nothing_else_is_legal() -> None:
    chips = {GREEN: spaces("d6"), BLUE: spaces("i5")}
    options = Options(dead_cards="none", manual_draw=True)
    assert chosen(lay(["7h", "3d"], chips, fill=False, options=options)) == "pass"
