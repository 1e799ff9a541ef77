"""The rulings on jacks, lines, dead cards and the end: S1 to S18 and S21."""

from dataclasses import fields

import pytest

from rules.cards import Card
from rules.engine import IllegalMove, Outcome, Seat, make_options
from rules.sequence import (
    GAME,
    Completed,
    Ended,
    Exchanged,
    FiveAsked,
    Held,
    Options,
    Passed,
    Placed,
    Rebuilt,
    State,
    View,
    name_of,
)
from tests.rules.sequence_table import BLUE, GREEN, RED, A, B, at, lay, legal, move, play, spaces

ROW_5 = spaces("b5 c5 d5 e5 f5")
UNLIMITED = Options(dead_cards="unlimited")


def refused(state: State, notation: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        state.apply(state.active, move(notation))
    return str(refusal.value)


def test_s1_the_turn_with_a_one_eyed_jack_ends_with_a_draw() -> None:
    before = lay(["js", ""], {GREEN: spaces("d6")}, top="qd")
    state, _ = play(before, "js x d6")
    assert state.active == B
    assert state.drawn[0] == Card("qd") and len(state.hands[0]) == 7


def test_s2_a_jack_is_never_dead_though_it_can_be_unplayable() -> None:
    state = lay(["js jc", ""])
    assert not [each for each in legal(state, 0) if each.startswith(("dead", "js"))]
    assert "never dead" in refused(state, "dead js")
    assert "never dead" in refused(state, "dead jc")
    assert refused(state, "js x d6") == "D6 has no chip."
    assert [held.dead for held in state.view(A).hand if held.card[0] == "j"] == [False, False]


@pytest.mark.parametrize("corner", ["a1", "j1", "a10", "j10"])
def test_s3_no_jack_is_played_on_a_corner(corner: str) -> None:
    state = lay(["js jc", ""])
    assert "is a corner" in refused(state, f"jc {corner}")
    assert "is a corner" in refused(state, f"js x {corner}")


def test_s4_a_jack_takes_chips_of_any_opposing_team_and_no_others() -> None:
    state = lay(["js", "", ""], {BLUE: spaces("a2"), GREEN: spaces("b2"), RED: spaces("c2")})
    assert [each for each in legal(state, 0) if each.startswith("js")] == ["js x b2", "js x c2"]
    assert "your own" in refused(state, "js x a2")
    partners = lay(["js", "", "", ""], {BLUE: spaces("a2"), GREEN: spaces("b2")})
    assert [each for each in legal(partners, 0) if each.startswith("js")] == ["js x b2"]


def test_s5_two_sequences_of_a_team_meet_in_one_cell_at_most() -> None:
    chips = {BLUE: (*ROW_5, *spaces("g5 h5"))}
    state, events = play(lay(["7h", ""], chips, sequences=[(BLUE, ROW_5)]), "7h i5")
    assert len(events) == 1 and state.count(BLUE) == 1  # E5-I5 would share two with B5-F5
    longer = {BLUE: (*ROW_5, *spaces("g5 h5 j5"))}
    state, events = play(lay(["7h", ""], longer, sequences=[(BLUE, ROW_5)]), "7h i5")
    assert events[1] == Completed(A, BLUE, spaces("f5 g5 h5 i5 j5"), 2)


def test_s5_a_corner_is_a_cell_like_another() -> None:
    # Both hold the corner A1 and nothing else together.
    chips = {BLUE: (*spaces("b1 c1 d1"), *spaces("a2 a3 a4 a5"))}
    column = spaces("a1 a2 a3 a4 a5")
    state, _ = play(lay(["5s", ""], chips, sequences=[(BLUE, column)]), "5s e1")
    assert state.count(BLUE) == 2


def test_s6_nine_by_the_chip_in_the_middle_are_two_and_nothing_is_asked() -> None:
    chips = {BLUE: spaces("b5 c5 d5 e5 g5 h5 i5 j5")}
    state, events = play(lay(["4h", ""], chips, options=Options(sequences_to_win=3)), "4h f5")
    assert [event.spaces for event in events if isinstance(event, Completed)] == [ROW_5, spaces("f5 g5 h5 i5 j5")]
    assert state.choices == () and state.active == B


SIX_AND_SIX = {BLUE: spaces("b5 c5 d5 f5 g5 e2 e3 e4 e6 e7")}
THREE = Options(sequences_to_win=3)


def test_s7_each_line_with_a_choice_is_asked_about_once_the_row_first() -> None:
    asked, events = play(lay(["5h", ""], SIX_AND_SIX, options=THREE, top="qd"), "5h e5")
    rows = (ROW_5, spaces("c5 d5 e5 f5 g5"))
    columns = (spaces("e2 e3 e4 e5 e6"), spaces("e3 e4 e5 e6 e7"))
    assert events == (Placed(A, Card("5h"), spaces("e5")[0]), FiveAsked(A, rows))
    assert asked.count(BLUE) == 0
    assert Card("qd") not in asked.hands[0]  # it is asked before the draw
    assert (asked.move_number, asked.turn, asked.to_act) == (41, 50, {A: 50})
    assert legal(asked, 0) == ["five b5-f5", "five c5-g5"]
    assert refused(asked, "five e2-e6") == "These can be the five: B5-F5, C5-G5."
    assert "First choose" in refused(asked, str(lay(["2s", ""]).legal_moves(A)[0]))
    next_, events = play(asked, "five c5-g5")
    assert events == (Completed(A, BLUE, rows[1], 1), FiveAsked(A, columns))
    assert next_.move_number == 42 and next_.active == A
    done, events = play(next_, "five e2-e6")
    assert events == (Completed(A, BLUE, columns[0], 2),)
    assert done.active == B and Card("qd") in done.hands[0]
    assert (done.turn, done.move_number) == (51, 43)


def test_s7_diagonals_are_asked_about_down_right_before_down_left() -> None:
    chips = {BLUE: spaces("b2 c3 d4 f6 g7 i1 h2 g3 f4 d6")}
    asked, _ = play(lay(["5h", ""], chips, options=THREE), "5h e5")
    assert [line[0][0] for line in asked.choices] == [0, spaces("i1")[0]]
    assert asked.choices[0] == (spaces("a1 b2 c3 d4 e5"), spaces("b2 c3 d4 e5 f6"), spaces("c3 d4 e5 f6 g7"))


def test_s7_a_line_without_a_choice_is_declared_beside_one_with() -> None:
    chips = {BLUE: spaces("b5 c5 d5 f5 g5 e2 e3 e4 e6")}
    state, events = play(lay(["5h", ""], chips, options=THREE), "5h e5")
    assert [type(event) for event in events] == [Placed, Completed, FiveAsked]
    assert state.count(BLUE) == 1


def test_s7_nothing_is_asked_when_the_placement_wins() -> None:
    state, events = play(lay(["5h", ""], SIX_AND_SIX), "5h e5")
    assert [event.spaces for event in events if isinstance(event, Completed)] == [ROW_5, spaces("e2 e3 e4 e5 e6")]
    assert events[-1] == Ended("sequences", (BLUE,))
    assert state.choices == () and state.outcome is not None


def test_s7_a_late_choice_is_the_first_in_reading_order() -> None:
    asked, _ = play(lay(["5h", ""], SIX_AND_SIX, options=THREE), "5h e5")
    assert GAME.timeout(asked.view(A), asked.legal_moves(A)) == move("five b5-f5")
    left, _ = play(lay(["5h", ""], {BLUE: spaces("i1 h2 g3 f4 d6 c7")}), "5h e5")
    assert legal(left, 0) == ["five i1-e5", "five h2-d6", "five g3-c7"]
    assert GAME.timeout(left.view(A), left.legal_moves(A)) == move("five i1-e5")


def test_s8_what_is_not_one_of_the_five_can_be_taken_and_the_choice_decides_about_a_second() -> None:
    row = {BLUE: spaces("b5 c5 d5 f5 g5 h5 i5")}
    first, _ = play(lay(["5h", "js"], row), "5h e5", "five c5-g5")
    assert {each for each in legal(first, 1) if each.startswith("js")} == {"js x b5", "js x h5", "js x i5"}
    assert set(first.view(None).safe) == set(spaces("c5 d5 e5 f5 g5"))


def test_s9_a_later_chip_beside_a_five_is_ordinary_and_with_lock_run_protected() -> None:
    for lock, free in (("five", {"js x g5", "js x h5", "js x j5", "js x b4"}), ("run", {"js x j5", "js x b4"})):
        chips = {BLUE: (*ROW_5, *spaces("g5 j5 b4"))}
        options = Options(lock="run" if lock == "run" else "five")
        state, events = play(lay(["9d", "js"], chips, sequences=[(BLUE, ROW_5)], options=options), "9d h5")
        assert len(events) == 1
        assert {each for each in legal(state, 1) if each.startswith("js")} == free
    assert "protected" in refused(state, "js x g5")


def test_s9_a_run_ends_at_the_edge_and_goes_along_its_direction_alone() -> None:
    column = spaces("j2 j3 j4 j5 j6")
    chips = {BLUE: (*column, *spaces("a7 a8 i7 j7 i6"))}
    state = lay(["js", "js"], chips, sequences=[(BLUE, column)], options=Options(lock="run"), active=1)
    assert {each for each in legal(state, 1) if each.startswith("js")} == {"js x a7", "js x a8", "js x i7", "js x i6"}
    row = spaces("f5 g5 h5 i5 j5")
    wrapped = {BLUE: (*row, *spaces("a6 b6 e5"))}
    state = lay(["", "js"], wrapped, sequences=[(BLUE, row)], options=Options(lock="run"), active=1)
    assert {each for each in legal(state, 1) if each.startswith("js")} == {"js x a6", "js x b6"}


def test_s9_windows_and_counting_stay_as_they_are_with_lock_run() -> None:
    chips = {BLUE: (*ROW_5, *spaces("g5 h5 i5"))}
    options = Options(lock="run")
    state, _ = play(lay(["as", ""], chips, sequences=[(BLUE, ROW_5)], options=options), "as j5")
    assert state.sequences[-1].spaces == spaces("f5 g5 h5 i5 j5")


def test_s10_declaring_is_automatic_and_several_at_once_are_possible() -> None:
    chips = {BLUE: spaces("b5 c5 d5 f5 e2 e3 e4 e6 c3 d4 f6 g7")}
    state, events = play(lay(["5h", ""], chips, options=THREE), "5h e5")
    assert [event.count for event in events if isinstance(event, Completed)] == [1, 2, 3]
    assert state.outcome is not None


def test_s11_a_removal_makes_and_breaks_no_sequence() -> None:
    chips = {BLUE: (*ROW_5, *spaces("g5")), GREEN: spaces("b2 c2 d2 e2 f2")}
    sequences = [(BLUE, ROW_5), (GREEN, spaces("b2 c2 d2 e2 f2"))]
    before = lay(["", "js"], chips, sequences=sequences, active=1)
    state, events = play(before, "js x g5")
    assert state.sequences == before.sequences and len(events) == 1


def test_s12_who_can_play_must() -> None:
    state = lay(["2s", ""])
    assert "pass" not in legal(state, 0)
    assert refused(state, "pass").startswith("You can't pass while you can play, as ")


DEAD = {GREEN: spaces("d6 b1"), BLUE: spaces("i5 g9")}
"""Both sevens of hearts and both twos of spades are covered."""


def stuck(hand: str, *, options: Options | None = None, top: str = "") -> State:
    """Lay a table where the first seat holds a few cards and nothing else."""
    return lay([hand, "3d"], DEAD, fill=False, options=options or Options(manual_draw=True), top=top)


def test_s13_with_nothing_to_play_the_first_exchange_is_compulsory() -> None:
    state = stuck("7h 2s", top="2s")
    assert legal(state, 0) == ["dead 7h", "dead 2s"]
    assert refused(state, "pass") == "You hold a dead card; exchange it first, as dead 7h."
    still, _ = play(state, "dead 7h")
    assert legal(still, 0) == ["pass"]
    after, events = play(still, "pass")
    assert events == (Passed(A),)
    assert after.hands[0] == still.hands[0] and len(after.deck) == len(still.deck)
    assert (after.active, after.passes) == (B, 1)


def test_s13_what_the_exchange_brings_must_be_played() -> None:
    state, _ = play(stuck("7h", top="3c"), "dead 7h")
    assert legal(state, 0) == ["3c d2", "3c f4"]
    assert "can't pass" in refused(state, "pass")


def test_s13_later_exchanges_are_never_compulsory() -> None:
    options = Options(dead_cards="unlimited", manual_draw=True)
    state, _ = play(stuck("7h 2s", options=options, top="2s"), "dead 7h")
    assert legal(state, 0) == ["dead 2s", "pass"]


def test_s13_where_no_card_is_exchanged_one_passes_at_once() -> None:
    state = stuck("7h 2s", options=Options(dead_cards="none", manual_draw=True))
    assert legal(state, 0) == ["pass"]
    assert refused(state, "dead 7h") == "In this match dead cards are not exchanged."


def test_s13_with_manual_draw_an_outstanding_draw_comes_first() -> None:
    before = lay(["7h", "3d"], DEAD, fill=False, options=Options(manual_draw=True), rights=(48, 0), top="2s")
    assert legal(before, 0) == ["draw", "draw auto"]
    for notation in ("dead 7h", "pass"):
        assert refused(before, notation) == "You can still draw for your last turn; draw first."
    state, _ = play(before, "draw")
    assert legal(state, 0) == ["dead 7h", "dead 2s"]


@pytest.mark.parametrize(
    ("made", "places", "winners"),
    [({BLUE: 1}, (1, 2), (BLUE,)), ({BLUE: 1, GREEN: 1}, (1, 1), (BLUE, GREEN)), ({}, (1, 1), (BLUE, GREEN))],
)
def test_s14_when_everybody_has_passed_most_sequences_win(
    made: dict[int, int], places: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    lines = {BLUE: spaces("b5 c5 d5 e5 f5"), GREEN: spaces("b8 c8 d8 e8 f8")}
    chips = {team: (*DEAD[team], *(lines[team] if team in made else ())) for team in (BLUE, GREEN)}
    state = lay(
        ["7h", "2s"],
        chips,
        sequences=[(team, lines[team]) for team in made],
        fill=False,
        options=Options(dead_cards="none", manual_draw=True),
    )
    state, events = play(state, "pass", "pass")
    assert events == (Passed(B), Ended("stalemate", winners))
    assert state.outcome == Outcome(places, (made.get(BLUE, 0), made.get(GREEN, 0)), "stalemate")
    assert (state.turn, state.move_number) == (52, 42)


def test_s14_of_three_teams_the_tied_draw_and_the_third_loses() -> None:
    lines = {BLUE: spaces("b5 c5 d5 e5 f5"), RED: spaces("b8 c8 d8 e8 f8")}
    chips = {GREEN: spaces("d6 b1 g9 i5"), **lines}
    options = Options(dead_cards="none", manual_draw=True, sequences_to_win=2)
    hands = ["7h", "7h", "2s"]
    state = lay(hands, chips, sequences=list(lines.items()), fill=False, options=options)
    state, events = play(state, "pass", "pass", "pass")
    assert events[-1] == Ended("stalemate", (BLUE, RED))
    assert state.outcome == Outcome((1, 3, 1), (1, 0, 1), "stalemate")


def test_s14_every_seat_has_to_pass_not_every_team() -> None:
    options = Options(dead_cards="none", manual_draw=True)
    state = lay(["7h", "2s", "7h", "2s"], DEAD, fill=False, options=options)
    three, _ = play(state, "pass", "pass", "pass")
    assert three.outcome is None
    over, events = play(three, "pass")
    assert events[-1] == Ended("stalemate", (BLUE, GREEN))
    assert over.outcome == Outcome((1, 1, 1, 1), (0, 0, 0, 0), "stalemate")


def test_s14_an_exchange_followed_by_a_pass_is_a_pass_and_a_play_begins_the_count_anew() -> None:
    state, _ = play(stuck("7h", top="2s"), "dead 7h", "pass")
    assert state.passes == state.view(None).passes == 1
    state, _ = play(state, "3d d3")
    assert state.passes == 0


def test_s15_the_deck_is_rebuilt_when_a_card_must_be_drawn_not_before() -> None:
    before = lay(["2s", "3d"], top="4h", piles=["", "*"])
    state, events = play(before, "2s b1")
    assert len(events) == 1 and state.deck == ()  # the last card of the deck was still there
    state, events = play(state, "3d d3")
    assert events[1] == Rebuilt(91)
    assert state.rebuilds == 1 and state.piles == ((), ())
    assert {Card("2s"), Card("3d")} <= {*state.deck, *state.hands[1]}


def test_s15_the_new_deck_is_shuffled_by_the_seed() -> None:
    before = lay(["2s", ""], piles=["", "*"])
    decks = {play(GAME.redeal(before, A, seed), "2s b1")[0].deck for seed in "abcabc"}
    assert len(decks) == 3


def test_s16_there_is_no_draw_after_the_winning_move() -> None:
    chips = {BLUE: (*ROW_5, *spaces("b7 c7 d7 e7"))}
    before = lay(["th", ""], chips, sequences=[(BLUE, ROW_5)])
    state, _ = play(before, "th f7")
    assert state.outcome is not None
    assert len(state.hands[0]) == 6 and state.deck == before.deck


@pytest.mark.parametrize("needed", [1, 2, 3])
@pytest.mark.parametrize("seats", [2, 3])
def test_s18_sequences_to_win_can_be_chosen(seats: int, needed: int) -> None:
    options = make_options(Options, {"sequences_to_win": needed})
    lines = [(BLUE, spaces("b5 c5 d5 e5 f5")), (BLUE, spaces("b2 c2 d2 e2 f2"))][: needed - 1]
    chips = {BLUE: (*(space for _, line in lines for space in line), *spaces("b8 c8 d8 e8"))}
    before = lay(["jc", *[""] * (seats - 1)], chips, sequences=lines, options=options)
    assert before.view(None).needed == needed
    state, _ = play(before, "jc f8")
    assert state.outcome is not None


def test_s21_piles_and_numbers_are_public_and_hands_are_not() -> None:
    names = {field.name for field in fields(View)}
    assert not names & {"hands", "seed"}
    state = lay(["2s", "3s", "4s", "5s"], piles=["9c 9c", "", "2d", ""])
    public = state.view(None)
    assert public.piles == ((Card("9c"), Card("9c")), (), (Card("2d"),), ())
    assert (public.cards, public.deck) == ((6, 6, 6, 6), 104 - 24 - 3)
    assert public.hand == () and public.drawn is None
    partner = state.view(Seat(2))
    assert Held(Card("4s"), spaces("d1 e9")) in partner.hand
    assert all(held.card in state.hands[2] for held in partner.hand)
    twin = GAME.redeal(state, Seat(2), "again")
    assert twin.hands[0] != state.hands[0] and twin.deck != state.deck and twin.seed != state.seed
    assert twin.view(Seat(2)) == partner


def test_s21_a_drawn_card_is_in_no_event_and_in_ones_own_view_alone() -> None:
    state, events = play(lay(["2s", ""], top="qd"), "2s b1")
    assert "qd" not in str(events)
    assert state.view(A).drawn == Card("qd")
    assert state.view(B).drawn is None and state.view(None).drawn is None
    twin = GAME.redeal(state, B, "another")
    GAME.check(twin)
    assert twin.drawn[0] in twin.hands[0]
    played, _ = play(state, str(state.legal_moves(B)[0]))
    after, _ = play(played, "qd h7")
    assert after.view(A).drawn != Card("qd")


def test_option_dead_cards_unlimited_goes_on_until_the_deck_is_rebuilt_in_this_turn() -> None:
    before = lay(["7h 7h 2s 2s", ""], DEAD, options=UNLIMITED, top="3c")
    state, _ = play(before, "dead 7h", "dead 7h", "dead 2s")
    assert state.exchanges == state.view(None).exchanges == 3
    assert "dead 2s" in legal(state, 0)
    short = lay(["7h 7h 2s", ""], DEAD, options=UNLIMITED, piles=["", "*"])
    state, events = play(short, "dead 7h")
    assert events == (Exchanged(A, Card("7h")), Rebuilt(91))
    assert not [each for each in legal(state, 0) if each.startswith("dead")]
    assert "has been rebuilt in this turn" in refused(state, "dead 2s")
    later, _ = play(state, first_place(state), first_place(state, B))
    assert later.active == A and "dead 2s" in legal(later, 0)


def first_place(state: State, seat: Seat = A) -> str:
    """Return a play of a seat's filled-up hand."""
    return next(f"{held.card} {name_of(held.open[-1])}" for held in state.view(seat).hand if held.open)


def test_option_jacks_all_wild_makes_all_eight_two_eyed() -> None:
    state = lay(["js jh", ""], {GREEN: spaces("d6")}, options=Options(jacks="all_wild"))
    assert "js e5" in legal(state, 0) and "jh e5" in legal(state, 0)
    assert not [each for each in legal(state, 0) if " x " in each]
    assert refused(state, "js x d6") == "J♠ puts a chip on any open space; it takes none away."
    after, events = play(state, "js e5")
    assert events == (Placed(A, Card("js"), spaces("e5")[0]),)
    assert after.chips[BLUE] == 1 << spaces("e5")[0]


def test_at_gives_the_spaces_of_the_worked_positions() -> None:
    assert at((4, 1), (5, 3)) == spaces("b5 d6")
