"""The worked positions D1 to D12 of the project's rules."""

import pytest

from rules.engine import IllegalMove, Seat
from rules.passing import Blocked, Counted, Draw, Drew, Options, Pass, Played, WentOut
from tests.rules.passing_table import INDIVIDUAL, PARTNERS, USUAL, all_pass, ends, lay, legal, play, tiles


@pytest.mark.parametrize(("seats", "can_be_drawn"), [(2, 12), (3, 5), (4, 2)])
def test_d1_a_tile_is_refused_after_12_5_or_2_were_drawn(seats: int, can_be_drawn: int) -> None:
    hands = ["66", "55", "44", "33"][:seats]
    # One more may be drawn: the last.
    state, events = play(lay("6..6", hands, drawn=can_be_drawn - 1), "draw")
    assert isinstance(events[0], Drew)
    assert len(state.boneyard) == 2
    assert state.view(None).drawable == 0
    assert Draw() not in state.legal_moves(state.active)
    with pytest.raises(IllegalMove, match="No tile can be drawn"):
        play(state, "draw")


def test_d2_a_draw_is_the_whole_turn() -> None:
    state = lay("2..5", ["26", "66 04"])
    drawn, events = play(state, "draw")
    assert events == (Drew(Seat(0)),)
    assert len(drawn.hands[0]) == 2
    assert list(drawn.to_act) == [1]
    with pytest.raises(IllegalMove, match="It isn't your turn; player 2 is to move"):
        drawn.apply(Seat(0), state.legal_moves(Seat(0))[0])


@pytest.mark.parametrize(("end", "result"), [("left", "5..5"), ("right", "2..2")])
def test_d3_a_tile_that_fits_both_ends_goes_where_its_player_says(end: str, result: str) -> None:
    state = lay("2..5", ["25 66", "00 04"])
    assert legal(state) == ["25 left", "25 right", "draw", "pass"]
    after, events = play(state, f"25 {end}")
    assert ends(after) == result
    on, side = (2, "left") if end == "left" else (5, "right")
    assert events == (Played(Seat(0), (2, 5), on, "left" if side == "left" else "right"),)


def test_d4_a_double_on_equal_ends_leaves_them_as_they_are_without_a_third_arm() -> None:
    state = lay("3..3", ["33 66", "00 04"])
    assert legal(state) == ["33", "draw", "pass"]  # either end is the same: none is named
    after, _ = play(state, "33")
    assert ends(after) == "3..3"
    assert len(after.train) == len(state.train) + 1


def test_d5_on_an_empty_train_the_leader_may_play_any_tile_and_neither_pass_nor_draw() -> None:
    state = lay("", ["00 12 25 33 36 45 66", "01 02 03 04 05 06 11"])
    assert legal(state) == ["00", "12", "25", "33", "36", "45", "66"]
    for refused in ("pass", "draw"):
        with pytest.raises(IllegalMove, match="You lead, so you have to play a tile"):
            play(state, refused)


def test_d6_the_lowest_scores_the_others_less_its_own() -> None:
    _, events = all_pass(lay("1..2", ["05", "45", "66"]))
    assert events[1:3] == (
        Blocked("passes"),
        Counted(1, tiles_of("05", "45", "66"), (5, 9, 12), (Seat(0),), 16, (16, 0, 0)),
    )


def test_d7_a_tie_for_the_lowest_scores_nothing() -> None:
    _, events = all_pass(lay("1..2", ["05", "14", "66"]))
    assert Counted(1, tiles_of("05", "14", "66"), (5, 5, 12), (), 0, (0, 0, 0)) in events


def test_d8_a_tie_behind_the_lowest_does_not_matter() -> None:
    _, events = all_pass(lay("1..2", ["05", "45", "36"]))
    assert Counted(1, tiles_of("05", "45", "36"), (5, 9, 9), (Seat(0),), 13, (13, 0, 0)) in events


@pytest.mark.parametrize(
    ("options", "best", "score", "points"),
    [
        (USUAL, (0,), 29, (29, 0, 0, 0)),
        (PARTNERS, (0, 2), 9, (9, 0)),
        (INDIVIDUAL, (0,), 29, (29, 0)),
    ],
)
def test_d9_going_out_scores_alone_and_with_a_partner(
    options: Options, best: tuple[int, ...], score: int, points: tuple[int, ...]
) -> None:
    state, events = play(lay("1..2", ["12", "34", "46", "66"], options=options), "12 left")
    assert events[1] == WentOut(Seat(0))
    counted = events[2]
    assert isinstance(counted, Counted)
    assert counted.pips == (0, 7, 10, 12)
    assert (counted.best, counted.score, counted.points) == (best, score, points)
    assert state.points == points


def test_d10_all_seven_on_the_train_and_at_both_ends_is_over_even_with_a_boneyard() -> None:
    train = "30 02 23 33 31 14 43 35 56"
    before = lay(train, ["36 00 11 22 44", "55 66 01 12 24"])
    assert len(before.boneyard) == 9
    state, events = play(before, "36 right")
    assert events[1] == Blocked("ends")
    assert state.finished is not None
    assert (state.finished.train[0][0], state.finished.train[-1][1]) == (3, 3)


def test_d11_two_passes_end_a_round_of_two_and_pass_draw_pass_do_not() -> None:
    state = lay("1..2", ["12 66", "05 11"])
    one, _ = play(state, "pass")
    assert one.finished is None
    assert one.view(Seat(1)).pass_ends_round
    over, events = play(one, "pass")
    assert events[1] == Blocked("passes")
    assert over.finished is not None
    drawn, events = play(one, "draw", "pass")
    assert Pass() in drawn.legal_moves(drawn.active)
    assert drawn.finished is None
    assert drawn.view(None).passes == 1


def test_d12_95_and_8_are_103_and_the_match_is_over() -> None:
    state, events = play(lay("1..2", ["12", "35"], points=[95, 90]), "12 right")
    assert state.points == (103, 90)
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert isinstance(events[-1], Counted)
    assert state.to_act == {}


def tiles_of(*hands: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(map(tiles, hands))
