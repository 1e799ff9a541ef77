"""The stand-in is quick, sees a view only, completes, keeps Blocks for wins, and plays better than chance."""

import random
import time

import pytest

from bot.selfplay import playable
from rules.engine import Seat
from rules.stacks import GAME, Answer, Move, Options, State
from rules.stacks.planning import keeping, lacking, worth_of_chip
from tests.rules.stacks_table import AT_END, REDS, USUAL, after, cards, lay


def share_of_wins(seats: int, matches: int, options: Options = USUAL) -> float:
    """Let one stand-in play random seats; it sits on every seat in turn."""
    luck = random.Random("strength")  # noqa: S311 - the same opponents every time
    won = 0.0
    for number in range(matches):
        state, _ = GAME.deal(seats, options, f"strength {number}")
        while state.outcome is None:
            seat = luck.choice([seat for seat in state.to_act if playable(state, seat)])
            legal = playable(state, seat)
            move = GAME.stand_in(state.view(seat), legal) if seat == number % seats else luck.choice(legal)
            state, _ = state.apply(seat, move)
        winners = state.outcome.winners
        won += (number % seats in winners) / len(winners)
    return won / matches


@pytest.mark.parametrize(
    ("seats", "options"),
    [*((seats, USUAL) for seats in (2, 3, 4, 5, 6)), (2, AT_END), (4, Options(chips_to_win=7, colours=False))],
)
def test_it_beats_random_play_in_more_than_nine_of_ten(seats: int, options: Options) -> None:
    assert share_of_wins(seats, 40, options) > 0.9


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_it_makes_a_legal_move_the_same_one_every_time_in_less_than_20_ms(seats: int) -> None:
    state, _ = GAME.deal(seats, USUAL, "again")
    took: list[float] = []
    while state.outcome is None:
        seat = next(seat for seat in state.to_act if playable(state, seat))
        view, legal = state.view(seat), playable(state, seat)
        started = time.process_time()
        move = GAME.stand_in(view, legal)
        took.append(time.process_time() - started)
        assert move in legal
        assert GAME.stand_in(view, legal) == move
        state, _ = state.apply(seat, move)
    assert sorted(took)[len(took) * 99 // 100] < 0.02


def chosen(state: State, seat: int | None = None) -> str:
    """Return what the stand-in does, in notation."""
    who = state.active if seat is None else Seat(seat)
    move: Move = GAME.stand_in(state.view(who), playable(state, who))
    return str(move)


def played(state: State) -> list[str]:
    """Return what the stand-in does in one turn, up to a completion."""
    moves: list[str] = []
    turn = state.turn
    while state.turn == turn:
        moves.append(chosen(state))
        state = after(state, moves[-1])
    return moves


@pytest.mark.parametrize("five", ["r5", "rw"])
def test_it_completes_what_it_can(five: str) -> None:
    assert chosen(lay([f"{five} b3 b4", "r1"], REDS)) == f"h {five} 1"


def test_it_completes_in_several_steps_from_hand_and_discards() -> None:
    state = lay(["r3 r5 b4", "r1"], ["r1 r2"], discards=["b5 r4"])
    assert played(state) == ["h r3 1", "d r4 1", "h r5 1"]


def test_it_completes_the_colour_that_it_needs() -> None:
    state = lay(["rw bw b3", "r1"], [*REDS, "", "b1 b2 b3 b4"], chips=[(3, 1), (0, 0)])
    assert chosen(state) == "h bw 3"


def test_it_wins_when_it_can() -> None:
    state = lay(["rw r5 bw b1 block", "r1"], [*REDS, "", "b1 b2"], chips=[(2, 2), (2, 2)])
    assert chosen(state) == "h r5 1"


def test_it_keeps_wilds_that_bring_nothing_yet() -> None:
    assert not any("w" in move for move in played(lay(["rw bw r3 b4 b5", "r1"], ["", "", "b1"])))


@pytest.mark.parametrize(("chips", "answer"), [((2, 2), "block"), ((0, 0), "let"), ((3, 1), "let")])
def test_it_blocks_what_would_win_and_nothing_else(chips: tuple[int, int], answer: str) -> None:
    state = after(lay(["r5 b2", "block r1"], REDS, chips=[chips, (0, 0)]), "h r5 1")
    assert chosen(state, 1) == answer


def test_it_lets_a_win_pass_without_a_block() -> None:
    state = after(lay(["r5 b2", "r3 r1"], REDS, chips=[(2, 2), (0, 0)]), "h r5 1")
    assert GAME.stand_in(state.view(Seat(1)), playable(state, Seat(1))) == Answer(False)


def test_it_discards_neither_a_wild_nor_a_block_and_not_what_it_needs_next() -> None:
    assert chosen(lay(["rw bw block r3 r3", "r1"], ["r1"])) == "end r3"
    assert chosen(lay(["r3 b3 b3", "r1"])) == "end b3"  # of what it holds twice
    state = lay(["r4 r5 b5", "r1"], ["r1 r2"])
    assert keeping(state.view(Seat(0)), cards("r4")[0]) > keeping(state.view(Seat(0)), cards("r5")[0])


def test_it_steals_the_chip_it_needs_and_hurts_who_is_ahead() -> None:
    state = lay(["chip b3", "r1", "r2"], chips=[(2, 1), (1, 2), (2, 2)])
    assert chosen(state) == "h chip 3 r" or chosen(state) == "h chip 3 b"
    state = lay(["chip b3", "r1", "r2"], chips=[(3, 0), (3, 0), (1, 1)])
    assert chosen(state) == "h chip 3 b"


def test_it_steals_the_card_that_helps() -> None:
    state = lay(["take b4", "r1", "r2"], [*REDS], discards=["", "b5", "r5"])
    assert played(state) == ["h take 3", "h r5 1"]


def test_two_skips_of_two_players_are_not_spent_in_one_turn() -> None:
    moves = played(lay(["skip skip b4 b5", "r1"]))
    assert moves.count("h skip") == 1
    assert moves[-1].startswith("end b")


def test_what_is_lacking_counts_colours() -> None:
    assert [lacking(USUAL, chips) for chips in ((0, 0), (3, 0), (5, 0), (4, 1), (3, 2))] == [5, 2, 2, 1, 0]
    assert lacking(Options(colours=False), (4, 0)) == 1
    assert worth_of_chip(USUAL, (3, 1), 0) < worth_of_chip(USUAL, (3, 0), 2) < worth_of_chip(USUAL, (3, 1), 2)
