"""The worked positions W1 to W9 of the rules."""

import pytest

from rules.engine import IllegalMove, Seat
from rules.take5 import ChooseRow, Options, Pick, Placed, RowAsked, Shown, Took
from tests.rules.take5_table import last_tricks, lay, pick_all, take_row, trick


def test_w1_four_cards_find_their_rows_and_nobody_takes() -> None:
    state, events = trick([[12], [37], [43], [58]], [14, 15, 44, 61])
    assert state.rows == ((12, 14, 15), (37,), (43, 44), (58, 61))
    assert state.piles == ((), (), (), ())
    assert state.gained == ()
    assert isinstance(events[0], Shown)
    assert [(each.seat, each.card) for each in events[0].cards] == [(0, 14), (1, 15), (2, 44), (3, 61)]
    assert events[1:] == (
        Placed(Seat(0), 14, 0),
        Placed(Seat(1), 15, 0),
        Placed(Seat(2), 44, 2),
        Placed(Seat(3), 61, 3),
    )


def test_w2_a_card_goes_behind_the_closest_lower_end() -> None:
    state, _ = trick([[5, 12], [20], [60], [90]], [23, 91])
    assert state.rows[:2] == ((5, 12), (20, 23))


def test_w3_the_sixth_card_takes_the_closest_row() -> None:
    state, events = trick([[3, 8], [15], [30, 35, 41], [22, 28, 36, 39, 42]], [45, 9])
    assert state.rows[3] == (45,)
    assert Took(Seat(0), 45, 3, 9, "sixth") in events
    assert state.view(None).heads == (9, 0)
    assert state.gained == ((0, 9),)


def test_w4_a_low_card_takes_a_row_of_its_choice_before_higher_cards_are_placed() -> None:
    asked, events = trick([[50, 61], [30, 31, 33, 35], [40, 43], [51, 52, 53, 55, 59]], [29, 62])
    assert events[-1] == RowAsked(Seat(0), 29)
    assert list(asked.to_act) == [0]
    state, events = take_row(asked, 0, 1)
    assert events == (Took(Seat(0), 29, 0, 4, "low"), Took(Seat(1), 62, 3, 11, "sixth"))
    assert state.rows == ((29,), (30, 31, 33, 35), (40, 43), (62,))
    assert state.view(None).heads == (4, 11)


def test_w5_a_second_low_card_looks_at_the_table_as_it_then_is() -> None:
    asked, _ = trick([[30], [40], [50], [60]], [5, 7])
    state, events = take_row(asked, 0, 1)
    assert events == (Took(Seat(0), 5, 0, 3, "low"), Placed(Seat(1), 7, 0))
    assert state.rows == ((5, 7), (40,), (50,), (60,))


def test_w6_the_55_alone_counts_seven() -> None:
    asked, _ = trick([[11], [55], [100], [104]], [1, 12])
    state, _ = take_row(asked, 0, 2)
    assert state.view(None).heads == (7, 0)
    assert state.rows[1] == (1,)


def test_w7_with_66_another_round_follows_and_with_reach_it_is_over() -> None:
    state, _ = last_tricks([66, 40, 12])
    assert state.totals == (66, 40, 12)
    assert state.outcome is None
    assert (state.round, state.trick) == (2, 1)
    reached, _ = last_tricks([66, 40, 12], options=Options(end_at="reach"))
    assert reached.outcome is not None
    assert reached.outcome.winners == (2,)


def test_w8_more_than_66_ends_it_and_the_two_lowest_share_the_victory() -> None:
    state, _ = last_tricks([67, 30, 30])
    assert state.outcome is not None
    assert state.outcome.places == (3, 1, 1)
    assert state.outcome.scores == (67, 30, 30)
    assert state.outcome.winners == (1, 2)


def test_w9_a_card_not_in_hand_is_refused() -> None:
    state = lay([[10], [20], [30], [40]], [(11, 12, 13), (21, 22, 23)])
    with pytest.raises(IllegalMove):
        state.apply(Seat(0), Pick(21))


def test_w9_a_pick_for_a_turn_that_is_over_is_refused() -> None:
    before = lay([[10], [20], [30], [40]], [(11, 12, 13), (21, 22, 23)])
    after, _ = pick_all(before, (11, 21))
    assert after.move_number > before.move_number  # so a button of the old turn is stale, whatever its card
    with pytest.raises(IllegalMove):
        after.apply(Seat(0), Pick(11))


def test_w9_a_row_when_not_asked_is_refused() -> None:
    state = lay([[10], [20], [30], [40]], [(11, 12, 13), (21, 22, 23)])
    with pytest.raises(IllegalMove):
        state.apply(Seat(0), ChooseRow(1))
