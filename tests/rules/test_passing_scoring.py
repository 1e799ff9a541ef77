"""The rulings P4, P7 and P8: who leads, and what a round scores."""

from dataclasses import replace

import pytest

from rules.passing import Counted, Dealt, Options
from tests.rules.passing_table import INDIVIDUAL, PARTNERS, USUAL, all_pass, lay, play

TIE_WINS = Options(domino_wins_tie=True)


def counted(events: tuple[object, ...]) -> Counted:
    return next(event for event in events if isinstance(event, Counted))


# P4 -----------------------------------------------------------------------------------------------------------


def next_leader(options: Options, hands: list[str], *notations: str, leader: int = 0, number: int = 1) -> int:
    state = lay("1..2", hands, options=options, leader=leader, number=number)
    state, events = play(state, *notations) if notations else all_pass(state)
    dealt = events[-1]
    assert isinstance(dealt, Dealt)
    assert dealt.leader == state.leader == state.active
    return state.leader


def test_p4_by_default_every_leader_is_drawn_at_random() -> None:
    assert Options().lead == "random"
    leaders = [next_leader(USUAL, ["05", "45", "66"], leader=1, number=number) for number in range(1, 60)]
    assert all(leaders.count(seat) > 8 for seat in range(3))


@pytest.mark.parametrize(("leader", "following"), [(0, 1), (1, 2), (2, 0)])
def test_p4_rotate_lets_the_next_seat_lead(leader: int, following: int) -> None:
    assert next_leader(Options(lead="rotate"), ["05", "45", "66"], leader=leader) == following


def test_p4_winner_lets_the_winner_lead_and_after_a_tie_the_same_leader_again() -> None:
    winner = Options(lead="winner")
    assert next_leader(winner, ["45", "05", "66"], leader=2) == 1
    assert next_leader(winner, ["14", "05", "66"], leader=2) == 2
    out = lay("1..2", ["66", "05", "12"], active=2, options=winner)
    assert play(out, "12 left")[0].leader == 2
    alone = Options(lead="winner", partners=True, partner_scoring="individual")
    assert next_leader(alone, ["66", "34", "35", "05"], leader=1) == 3


def test_p4_with_sides_the_partner_who_went_out_leads_else_the_lower_hand_of_the_better_side() -> None:
    winner = Options(lead="winner", partners=True)
    assert next_leader(winner, ["12", "34", "03", "66"], "12 left", leader=3) == 0
    # Nobody went out: the lower hand of the better side.
    assert next_leader(winner, ["05", "66", "03", "34"], leader=3) == 2
    # Who went out was on the worse side.
    assert next_leader(winner, ["12", "01", "66", "03"], "12 left", leader=3) == 1
    # A tie of the sides: the same leader.
    assert next_leader(winner, ["05", "14", "66", "56 01"], leader=3) == 3


def test_p4_with_sides_who_went_out_leads_though_the_partner_s_double_zero_counts_nothing_either() -> None:
    winner = Options(lead="winner", partners=True)
    leaders = {next_leader(winner, ["12", "66", "00", "56"], "12 left", leader=3, number=n) for n in range(1, 20)}
    assert leaders == {0}


def test_p4_with_sides_equal_hands_are_drawn_for() -> None:
    winner = Options(lead="winner", partners=True)
    leaders = [next_leader(winner, ["05", "66", "14", "56"], leader=3, number=number) for number in range(1, 40)]
    assert set(leaders) == {0, 2}
    assert 8 < leaders.count(0) < 31


# P7, P8 -------------------------------------------------------------------------------------------------------


def test_p7_going_out_ties_with_a_double_zero_and_nobody_scores() -> None:
    state, events = play(lay("1..2", ["12", "00", "66"]), "12 right")
    assert (counted(events).best, counted(events).score) == ((), 0)
    assert state.points == (0, 0, 0)


def test_p7_domino_wins_tie_lets_who_went_out_win_it() -> None:
    state, events = play(lay("1..2", ["12", "00", "66"], options=TIE_WINS), "12 right")
    assert (counted(events).best, counted(events).score) == ((0,), 12)
    assert state.points == (12, 0, 0)
    blocked, events = all_pass(lay("1..2", ["05", "14", "66"], options=TIE_WINS))
    assert counted(events).best == ()  # nobody went out
    assert blocked.points == (0, 0, 0)


@pytest.mark.parametrize("zero", [1, 2])
def test_p7_domino_wins_tie_with_individual_also_against_the_partner(zero: int) -> None:
    hands = ["12", "34", "35", "66"]
    hands[zero] = "00"
    options = replace(INDIVIDUAL, domino_wins_tie=True)
    _, events = play(lay("1..2", hands, options=options), "12 right")
    pips = counted(events).pips
    assert (counted(events).best, counted(events).score) == ((0,), sum(pips))
    assert counted(events).points == (sum(pips), 0)


def test_p7_domino_wins_tie_plays_no_part_with_sides() -> None:
    options = replace(PARTNERS, domino_wins_tie=True)
    _, events = play(lay("1..2", ["12", "05", "35", "03"], options=options), "12 right")
    assert counted(events).pips == (0, 5, 8, 3)  # the side of who went out has as many
    assert (counted(events).best, counted(events).points) == ((), (0, 0))


def test_p8_a_side_s_two_hands_are_added_and_the_lower_side_scores_the_difference() -> None:
    _, events = all_pass(lay("1..2", ["66", "05", "02", "45"], options=PARTNERS))
    assert counted(events).pips == (12, 5, 2, 9)
    assert (counted(events).best, counted(events).score) == ((), 0)
    _, events = all_pass(lay("1..2", ["66", "05", "03", "45"], options=PARTNERS))
    assert (counted(events).best, counted(events).score, counted(events).points) == ((1, 3), 1, (0, 1))


def test_p8_individual_the_single_lowest_hand_scores_all_others_less_its_own_for_its_side() -> None:
    _, events = all_pass(lay("1..2", ["66", "05", "03", "45"], options=INDIVIDUAL))
    assert counted(events).pips == (12, 5, 3, 9)
    assert (counted(events).best, counted(events).score, counted(events).points) == ((2,), 12 + 5 + 9 - 3, (23, 0))


@pytest.mark.parametrize("hands", [["05", "66", "14", "45"], ["05", "14", "66", "45"]])
def test_p8_individual_a_tie_for_lowest_scores_nothing_between_partners_either(hands: list[str]) -> None:
    _, events = all_pass(lay("1..2", hands, options=INDIVIDUAL))
    assert (counted(events).best, counted(events).points) == ((), (0, 0))
