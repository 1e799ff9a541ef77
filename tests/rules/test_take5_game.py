"""What the game's rules say, sentence by sentence."""

import pytest

from rules.engine import InvalidOption, Seat
from rules.take5 import GAME, Options, Placed, Round, RoundEnded, RowAsked, Shown, State, Took, bull_heads
from rules.take5.state import check
from tests.rules.take5_table import last_tricks, lay, pick_all, take_row, trick

SEATS = range(2, 11)


def dealt(seats: int, options: Options | None = None, seed: str = "deal") -> State:
    state, _ = GAME.deal(seats, options or Options(), seed)
    return state


def test_two_to_ten_play() -> None:
    assert list(GAME.tables(Options())) == list(SEATS)
    assert GAME.teams(3, Options()) == (0, 1, 2)
    for seats in (0, 1, 11):
        with pytest.raises(InvalidOption, match=f"played by 2 to 10; you are {seats}"):
            dealt(seats)


@pytest.mark.parametrize("seats", SEATS)
def test_ten_cards_each_four_more_start_four_rows_and_the_rest_is_set_aside(seats: int) -> None:
    state = dealt(seats)
    assert [len(hand) for hand in state.hands] == [10] * seats
    assert [len(row) for row in state.rows] == [1] * 4
    assert len(state.aside) == 104 - 10 * seats - 4
    lying = [card for part in (*state.hands, *state.rows, state.aside) for card in part]
    assert sorted(lying) == list(range(1, 105))
    assert list(state.to_act) == list(range(seats))
    assert (state.round, state.trick, state.turn, state.move_number) == (1, 1, 1, 0)


def test_lowest_score_wins() -> None:
    state, _ = last_tricks([70, 5, 6])
    assert state.outcome is not None
    assert state.outcome.places == (3, 1, 2)
    assert state.outcome.winners == (1,)


def test_cards_are_chosen_in_secret_and_shown_together() -> None:
    state = lay([[10], [20], [30], [40]], [(11, 12, 13), (21, 22, 23)])
    one, events = pick_all(state, (12,))
    assert events == ()
    assert one.view(Seat(1)).chosen == (0,)
    assert one.view(Seat(1)).pick is None
    assert one.view(Seat(0)).pick == 12
    assert "12" not in str(one.view(Seat(1)))
    assert "12" not in str(one.view(None))
    _, events = pick_all(state, (12, 22))
    assert isinstance(events[0], Shown)
    assert [each.card for each in events[0].cards] == [12, 22]


def test_cards_are_placed_from_the_lowest_to_the_highest() -> None:
    _, events = trick([[10], [20], [30], [40]], [44, 43, 42, 41])
    assert [event.card for event in events if isinstance(event, Placed)] == [41, 42, 43, 44]


def test_23_with_row_ends_12_and_20_goes_behind_20() -> None:
    state, _ = trick([[12], [20], [103], [104]], [23, 13])
    assert state.rows[:2] == ((12, 13), (20, 23))


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_lower_than_every_end_takes_all_cards_of_a_row_of_ones_choice(number: int) -> None:
    rows = [[50, 51], [60], [70, 71, 72], [80]]
    asked, events = trick(rows, [5, 90])
    assert events[-1] == RowAsked(Seat(0), 5)
    state, _ = take_row(asked, 0, number)
    assert state.rows[number - 1][0] == 5
    assert state.piles[0] == tuple(rows[number - 1])


def test_a_fifth_card_takes_nothing_and_a_sixth_takes_the_five() -> None:
    state, events = trick([[10, 11, 12, 13], [50], [60], [70]], [14, 15])
    assert events[1:] == (
        Placed(Seat(0), 14, 0),
        Took(Seat(1), 15, 0, 5 + sum(map(bull_heads, (10, 12, 13, 14))), "sixth"),
    )
    assert state.rows[0] == (15,)
    assert state.piles == ((), (10, 11, 12, 13, 14))


def test_heads_gained_are_those_of_the_last_trick_shown() -> None:
    full = [10, 11, 12, 13, 14]
    state = lay([full, [50], [60], [70]], [(15, 71, 72, 75), (16, 73, 74, 76)])
    taken, _ = pick_all(state, (15, 16))
    assert taken.view(None).gained == ((0, 11),)
    after, _ = pick_all(taken, (71, 73))
    assert after.view(None).gained == ()
    assert after.view(None).heads == (11, 0)


def test_taken_cards_never_come_back_to_the_hand() -> None:
    asked, _ = trick([[50], [60], [70], [80]], [5, 90])
    state, _ = take_row(asked, 0, 1)
    assert 50 in state.piles[0]
    assert 50 not in state.hands[0]
    assert len(state.hands[0]) == len(state.hands[1]) == 2


def test_a_round_ends_when_hands_are_empty_and_scores_the_piles() -> None:
    state, events = last_tricks([10, 20, 30])
    ended = next(event for event in events if isinstance(event, RoundEnded))
    assert ended == RoundEnded(1, (1, 1, 1), (10, 20, 30))
    assert state.finished == Round(
        1, ((20, 21, 22), (40, 41, 42), (60, 61, 62), (80,)), state.played, (1, 1, 1), (10, 20, 30)
    )


def test_all_cards_are_shuffled_and_dealt_again_with_four_new_rows() -> None:
    state, _ = last_tricks([10, 20, 30])
    assert (state.round, state.trick) == (2, 1)
    assert [len(hand) for hand in state.hands] == [10] * 3
    assert [len(row) for row in state.rows] == [1] * 4
    assert state.piles == ((), (), ())
    assert state.view(None).heads == (0, 0, 0)
    check(state)


def test_every_round_is_another_deal() -> None:
    first, second = dealt(4), dealt(4, seed="other")
    assert first.hands != second.hands
    assert dealt(4) == first
    again, _ = last_tricks([10, 20, 30])
    third, _ = last_tricks([10, 20, 30], number=2)
    assert again.hands != third.hands


def test_the_game_ends_after_the_round_with_a_total_of_more_than_66() -> None:
    over, events = last_tricks([67, 12, 13])
    assert over.outcome is not None
    assert over.to_act == {}
    assert isinstance(events[-1], RoundEnded)
    assert over.legal_moves(Seat(0)) == ()
    # The last table stays to be looked at; what was taken is in the totals now.
    view = over.view(None)
    assert view.rows == ((20, 21, 22), (40, 41, 42), (60, 61, 62), (80,))
    assert [each.card for each in view.played] == [22, 42, 62]
    assert view.finished is not None
    assert (view.heads, view.totals) == ((0, 0, 0), (67, 12, 13))


def test_a_finished_round_is_shown_until_the_next_trick_is() -> None:
    state, _ = last_tricks([10, 20, 30])
    cards = [hand[0] for hand in state.hands]
    waiting, _ = pick_all(state, cards[:2])
    assert waiting.view(Seat(0)).finished == state.finished is not None
    shown, _ = pick_all(state, cards)
    assert shown.view(Seat(0)).finished is None


def test_turns_and_move_numbers_count_tricks_and_row_choices() -> None:
    state = lay([[50], [60], [70], [80]], [(5, 12, 13), (90, 91, 92)])
    first, _ = pick_all(state, (5,))
    assert (first.move_number, first.turn) == (state.move_number, state.turn)
    assert first.to_act == {1: state.turn}
    asked, _ = pick_all(state, (5, 90))
    assert (asked.move_number, asked.turn) == (state.move_number + 1, state.turn + 1)
    assert asked.to_act == {0: asked.turn}
    placed, _ = take_row(asked, 0, 1)
    assert (placed.move_number, placed.turn) == (asked.move_number + 1, asked.turn + 1)
    assert placed.to_act == {0: placed.turn, 1: placed.turn}
    assert placed.wait == "turn"
    assert placed.settled(Seat(0), True) is None
