"""The rulings N1 to N11, and the options."""

from dataclasses import fields, replace

import pytest

from rules.engine import Seat, make_options, option_fields
from rules.take5 import (
    GAME,
    ChooseRow,
    Dealt,
    Options,
    Pick,
    RoundEnded,
    RowAsked,
    Shown,
    State,
    Took,
    View,
    bull_heads,
    heads_of,
)
from tests.rules.take5_table import last_tricks, lay, pick_all, play_out, take_row, trick

MIDDLE = ([[10], [20], [30], [40]], [(11, 12, 13), (21, 22, 23)])


def test_n1_bull_heads() -> None:
    heads = {card: bull_heads(card) for card in range(1, 105)}
    assert [card for card in heads if heads[card] == 7] == [55]
    assert [card for card in heads if heads[card] == 5] == [11, 22, 33, 44, 66, 77, 88, 99]
    assert [card for card in heads if heads[card] == 3] == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
    assert [card for card in heads if heads[card] == 2] == [5, 15, 25, 35, 45, 65, 75, 85, 95]
    assert sum(value == 1 for value in heads.values()) == 76
    assert sum(heads.values()) == heads_of(range(1, 105)) == 171


def test_n2_a_total_is_looked_at_only_after_a_complete_round() -> None:
    rows = [[50, 51, 52, 53, 55], [60], [70], [80]]
    state = lay(rows, [(56, 57, 58), (90, 91, 92)], totals=(66, 0))
    state, _ = pick_all(state, (56, 90))
    assert state.view(None).heads[0] > 0
    assert state.outcome is None


@pytest.mark.parametrize("target", [33, 66, 100, 150, 200])
def test_n2_target_and_end_at(target: int) -> None:
    more, reach = Options(target=target), Options(target=target, end_at="reach")
    for total, ends_more, ends_reach in [
        (target - 1, False, False),
        (target, False, True),
        (target + 1, True, True),
    ]:
        assert (last_tricks([total, 2, 3], options=more)[0].outcome is not None) == ends_more
        assert (last_tricks([total, 2, 3], options=reach)[0].outcome is not None) == ends_reach


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5, 6, 8, 10])
def test_n2_rounds_are_played_exactly_and_totals_play_no_part(rounds: int) -> None:
    options = Options(rounds=rounds, target=33, end_at="reach")
    state, _ = last_tricks([1, 200, 2], options=options, number=rounds)
    assert state.outcome is not None
    assert state.outcome.reason == "rounds"
    if rounds > 1:
        before, _ = last_tricks([1, 200, 2], options=options, number=rounds - 1)
        assert before.outcome is None


def test_n2_a_whole_match_has_its_number_of_rounds() -> None:
    state, _ = GAME.deal(3, Options(rounds=4), "whole")
    over = play_out(state)
    assert over.round == 4
    assert over.finished is not None
    assert over.finished.number == 4


def test_n3_ties_share_the_victory_and_places_count_on_behind_them() -> None:
    state, _ = last_tricks([9, 70, 9])
    assert state.outcome is not None
    assert state.outcome.places == (1, 3, 1)
    assert state.outcome.winners == (0, 2)
    assert state.outcome.reason == "target"


def test_n4_a_row_is_asked_when_the_card_resolves_lower_ones_placed_higher_ones_waiting() -> None:
    asked, events = trick([[50], [60], [70], [80]], [6, 90, 5])
    assert isinstance(events[0], Shown)
    view = asked.view(Seat(1))
    assert [each.card for each in view.played] == [5, 6, 90]
    assert [each.card for each in view.waiting] == [5, 6, 90]
    assert list(asked.to_act) == [2]
    assert asked.legal_moves(Seat(2)) == tuple(map(ChooseRow, range(4)))
    assert asked.legal_moves(Seat(0)) == ()
    assert view.chosen == ()
    state, _ = take_row(asked, 2, 4)
    assert state.rows == ((50,), (60,), (70, 90), (5, 6))


def test_n4_a_trick_asks_for_a_row_once_at_most() -> None:
    # The new row's end is the low card itself, so that every higher one fits behind it.
    asked, _ = trick([[50], [60], [70], [80]], [5, 6, 7])
    state, events = take_row(asked, 0, 2)
    assert not any(isinstance(event, RowAsked) for event in events)
    assert state.rows[1] == (5, 6, 7)


def test_n5_a_second_low_card_may_be_the_sixth() -> None:
    asked, _ = trick([[50], [60], [70], [80]], [1, 2, 3, 4, 5, 6])
    state, events = take_row(asked, 0, 1)
    assert events[-1] == Took(Seat(5), 6, 0, heads_of((1, 2, 3, 4, 5)), "sixth")
    assert state.rows[0] == (6,)


def test_n6_the_new_row_stands_in_place_of_the_taken_one() -> None:
    asked, _ = trick([[50], [60], [70], [80]], [5, 90])
    state, _ = take_row(asked, 0, 3)
    assert state.rows == ((50,), (60,), (5,), (80, 90))


def test_n7_a_card_may_be_changed_until_the_last_has_chosen() -> None:
    state, _ = pick_all(lay(*MIDDLE), (11,))
    assert Seat(0) not in state.to_act
    assert state.legal_moves(Seat(0)) == (Pick(11), Pick(12), Pick(13))
    changed, events = state.apply(Seat(0), Pick(13))
    assert events == ()
    assert changed.view(Seat(0)).pick == 13
    assert (changed.turn, changed.move_number, changed.to_act) == (
        state.turn,
        state.move_number,
        state.to_act,
    )
    shown, events = changed.apply(Seat(1), Pick(21))
    assert isinstance(events[0], Shown)
    assert [each.card for each in events[0].cards] == [13, 21]
    assert shown.hands == ((11, 12), (22, 23))


def test_n7_the_same_card_again_changes_nothing() -> None:
    state, _ = pick_all(lay(*MIDDLE), (11,))
    assert state.apply(Seat(0), Pick(11)) == (state, ())


def test_n7_others_see_only_who_has_chosen() -> None:
    before, _ = pick_all(lay(*MIDDLE), (11,))
    after, _ = before.apply(Seat(0), Pick(13))
    for who in (Seat(1), None):
        assert before.view(who) == after.view(who)
        assert before.view(who).chosen == (0,)


def test_n8_the_last_card_is_played_for_everybody_at_once() -> None:
    state, events = last_tricks([10, 20, 30])
    shown = [[each.card for each in event.cards] for event in events if isinstance(event, Shown)]
    assert shown == [[21, 41, 61], [22, 42, 62]]
    assert isinstance(events[-2], RoundEnded)
    assert events[-1] == Dealt(2)
    assert (state.round, state.trick) == (2, 1)
    assert state.turn == 21


def test_n8_a_row_is_still_asked_in_the_last_trick() -> None:
    state = lay([[50], [60], [70], [80]], [(5, 51), (90, 91)])
    asked, events = pick_all(state, (51, 90))
    assert events[-1] == RowAsked(Seat(0), 5)
    assert (asked.trick, asked.to_act) == (10, {0: asked.turn})
    after, events = take_row(asked, 0, 1)
    assert after.gained == ((0, heads_of((50, 51))),)  # of the tenth trick alone
    assert after.finished is not None
    assert after.finished.heads == (heads_of((50, 51)), 0)
    assert events[-1] == Dealt(2)


def test_n9_a_card_is_chosen_by_the_stand_in() -> None:
    state, _ = GAME.deal(5, Options(), "late")
    for seat in map(Seat, range(5)):
        view, legal = state.view(seat), state.legal_moves(seat)
        assert GAME.timeout(view, legal) == GAME.stand_in(view, legal)


def test_n9_the_row_with_the_fewest_heads_is_taken_ties_by_lowest_number() -> None:
    asked, _ = trick([[55], [60, 61], [72], [81]], [5, 90])
    view, legal = asked.view(Seat(0)), asked.legal_moves(Seat(0))
    assert GAME.timeout(view, legal) == ChooseRow(2)


def test_n9_several_at_once_choose_each_in_seat_order_and_one_reveal_follows() -> None:
    state, _ = GAME.deal(4, Options(), "late")
    shown = 0
    for seat in tuple(state.to_act):
        move = GAME.timeout(state.view(seat), state.legal_moves(seat))
        state, events = state.apply(seat, move)
        shown += sum(isinstance(event, Shown) for event in events)
        assert (shown == 1) == (seat == 3)


def test_n10_a_seat_played_on_by_the_stand_in_keeps_hands_equal() -> None:
    state, _ = GAME.deal(3, Options(rounds=1), "left")
    for _ in range(3 * 9 + 10):
        if state.outcome is not None:
            break
        seat = next(iter(state.to_act))
        legal = state.legal_moves(seat)
        state, _ = state.apply(seat, GAME.stand_in(state.view(seat), legal) if seat == 1 else legal[-1])
        assert len({len(hand) for hand in state.hands}) == 1
    assert state.outcome is not None


def test_n11_a_view_shows_neither_piles_nor_cards_aside_nor_other_hands() -> None:
    names = {field.name for field in fields(View)}
    assert not names & {"piles", "aside", "seed", "hands", "picks"}
    state = lay([[50], [60], [70], [80]], [(5, 6, 7), (90, 91, 92)], piles=[(33,), ()])
    view = state.view(Seat(1))
    assert view.hand == (90, 91, 92)
    assert view.heads == (5, 0)
    assert state.view(None).hand == ()
    same = GAME.redeal(state, Seat(1), "again")
    assert same.hands != state.hands
    assert same.view(Seat(1)) == view
    assert same.seed != state.seed


def test_n11_redealing_keeps_who_has_chosen_and_hides_what() -> None:
    state, _ = pick_all(GAME.deal(4, Options(), "twin")[0], ())
    for seat in (0, 1):
        state, _ = state.apply(Seat(seat), Pick(state.hands[seat][0]))
    twin: State = GAME.redeal(state, Seat(0), "other")
    GAME.check(twin)
    assert twin.picks[0] == state.picks[0]
    assert twin.view(Seat(0)).chosen == (0, 1)
    assert twin.hands[1] != state.hands[1]
    assert twin.picks[1] in twin.hands[1]


def test_options_are_those_of_the_rules() -> None:
    form = {each.name: (each.default, each.choices) for each in option_fields(Options)}
    assert form == {
        "target": (66, (33, 66, 100, 150, 200)),
        "end_at": ("more_than", ("more_than", "reach")),
        "rounds": (None, (None, 1, 2, 3, 4, 5, 6, 8, 10)),
        "deck": ("full", ("full", "tactics")),
    }
    assert make_options(Options, {"rounds": "3", "deck": "tactics"}) == Options(rounds=3, deck="tactics")


@pytest.mark.parametrize("seats", range(2, 11))
def test_option_deck_tactics_puts_every_card_in_play(seats: int) -> None:
    state, _ = GAME.deal(seats, Options(deck="tactics"), "tactics")
    assert state.aside == ()
    lying = [card for part in (*state.hands, *state.rows) for card in part]
    assert sorted(lying) == list(range(1, 10 * seats + 5))
    second = play_out(replace(state, options=Options(deck="tactics", rounds=2)))
    assert second.round == 2
    GAME.check(second)
