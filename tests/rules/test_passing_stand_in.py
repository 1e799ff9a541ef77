"""The stand-in is quick, sees a view only, counts tiles, and plays better than chance."""

import random
import time

import pytest

from rules.engine import Seat
from rules.passing import GAME, Move, Options, Play, View
from rules.passing.stand_in import guessed, lacking, margin, worth
from tests.rules.passing_table import INDIVIDUAL, PARTNERS, USUAL, lay, play, with_front

ASKING = Options(draw_then_play=True)


def share_of_wins(seats: int, matches: int, options: Options = USUAL) -> float:
    """Let one stand-in, or a pair of partners, play random seats; it sits on every seat in turn."""
    luck = random.Random("strength")  # noqa: S311 - the same opponents every time
    sides = GAME.teams(seats, options)
    won = 0
    for number in range(matches):
        state, _ = GAME.deal(seats, options, f"strength {number}")
        mine = number % len(set(sides))
        while state.outcome is None:
            seat = state.active
            legal = state.legal_moves(seat)
            move = GAME.stand_in(state.view(seat), legal) if sides[seat] == mine else luck.choice(legal)
            state, _ = state.apply(seat, move)
        won += mine in {sides[seat] for seat in state.outcome.winners}
    return won / matches


@pytest.mark.parametrize(
    ("seats", "options", "least"),
    [(2, USUAL, 0.9), (3, USUAL, 0.8), (4, USUAL, 0.6), (4, PARTNERS, 0.9), (4, INDIVIDUAL, 0.8), (2, ASKING, 0.9)],
)
def test_it_beats_random_seats(seats: int, options: Options, least: float) -> None:
    assert share_of_wins(seats, 40, options) >= least


@pytest.mark.parametrize(("seats", "options"), [(2, USUAL), (3, ASKING), (4, USUAL), (4, PARTNERS), (4, INDIVIDUAL)])
def test_it_makes_a_legal_move_the_same_one_every_time_in_less_than_20_ms(seats: int, options: Options) -> None:
    state, _ = GAME.deal(seats, options, "again")
    took: list[float] = []
    while state.outcome is None and state.round < 3:
        seat = state.active
        view, legal = state.view(seat), state.legal_moves(seat)
        started = time.process_time()
        move = GAME.stand_in(view, legal)
        took.append(time.process_time() - started)
        assert move in legal
        assert GAME.stand_in(view, legal) == move
        state, _ = state.apply(seat, move)
    assert sorted(took)[len(took) // 2] < 0.02


def chosen(where: str, hands: list[str], *before: str, options: Options = USUAL, drawn: int = 0) -> str:
    """Return what the stand-in does after some moves."""
    state, _ = play(lay(where, hands, options=options, drawn=drawn), *before)
    return str(GAME.stand_in(state.view(state.active), state.legal_moves(state.active)))


def test_it_plays_when_it_can_and_gets_rid_of_pips() -> None:
    assert chosen("1..2", ["13 16 00", "05 11"]) == "16"


def test_it_passes_when_nothing_fits_since_a_drawn_tile_costs_pips() -> None:
    assert chosen("2..5", ["66 36", "04 00"]) == "pass"


def test_it_plays_a_drawn_tile_that_fits_and_keeps_one_that_does_not() -> None:
    for fitting in (True, False):
        state = with_front(lay("2..5", ["66 36", "04 00"], options=ASKING), fitting=fitting)
        tile = state.boneyard[0]
        asked, _ = play(state, "draw")
        move = GAME.stand_in(asked.view(Seat(0)), asked.legal_moves(Seat(0)))
        assert str(move) == (f"{tile[0]}{tile[1]}" if fitting else "keep")


TRAIN = "30 02 23 33 31 14 43 35 56"


def test_it_ends_a_round_that_it_wins_and_no_round_that_it_loses() -> None:
    # 36 on the right leaves 3 at both ends and no 3 anywhere: the round is over at once.
    assert chosen(TRAIN, ["36 00 11 01", "55 66 44 22 12 24"], drawn=0) == "36 right"
    assert chosen(TRAIN, ["36 55 66 44 45", "00 11 01 12 22"], drawn=0) != "36 right"


def test_it_knows_who_lacks_what_and_since_when() -> None:
    state = lay("1..2", ["13 12 26 34", "05 44 55"])
    passed, _ = play(state, "draw", "pass")
    likely = lacking(passed.view(Seat(0)), 1)
    assert likely[1] == likely[2] < 1 == likely[3]
    guess = guessed(passed.view(Seat(0)))
    assert guess.shut(1, (1, 2)) > guess.shut(1, (3, 4))
    drawn, _ = play(passed, "draw", "draw")
    assert lacking(drawn.view(Seat(0)), 1)[1] > likely[1]  # the tile drawn may be one


def test_what_it_guesses_adds_up() -> None:
    state, _ = play(lay("1..2", ["13 12 26 34", "05 44 55", "66"]), "draw", "pass", "pass")
    view: View = state.view(Seat(0))
    guess = guessed(view)
    known = {*view.hand, *((min(tile), max(tile)) for tile in view.train)}
    assert len(guess.unseen) == 28 - len(known)
    assert not known & set(guess.unseen)
    # Seats 0 to 2, then the boneyard: each with its tiles, each tile somewhere.
    sizes = [sum(row) for row in guess.odds]
    assert sizes == pytest.approx([0, 3, 1, view.boneyard], abs=0.2)
    assert [sum(column) for column in zip(*guess.odds, strict=True)] == pytest.approx([1] * len(guess.unseen))
    assert guess.pips(0) == 0
    assert 0 < guess.shut(2, (0, 1)) < 1


@pytest.mark.parametrize(("options", "partner"), [(PARTNERS, True), (INDIVIDUAL, False)])
def test_its_margin_counts_a_partner_s_hand_with_sides_only(options: Options, partner: bool) -> None:
    state = lay("1..2", ["00", "34 35", "66 56", "45"], options=options)
    view: View = state.view(Seat(0))
    guess = guessed(view)
    others = [guess.pips(seat) for seat in range(4)]
    expected = others[1] + others[3] - others[2] if partner else min(others[1:])
    assert margin(view, guess, view.hand) == pytest.approx(expected)


def test_it_would_rather_shut_out_the_others_than_a_partner() -> None:
    value: dict[bool, float] = {}
    for options in (USUAL, PARTNERS):
        state, _ = play(lay("1..2", ["13 00", "55", "56", "44"], options=options, active=1), "pass", "pass", "pass")
        view: View = state.view(Seat(0))
        value[options.partners] = worth(view, guessed(view), Play((1, 3)))
    assert value[True] < value[False]


def test_leading_it_plays_a_tile() -> None:
    state, _ = GAME.deal(4, PARTNERS, "leading")
    legal: tuple[Move, ...] = state.legal_moves(state.leader)
    assert isinstance(GAME.stand_in(state.view(state.leader), legal), Play)
