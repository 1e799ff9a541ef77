"""Cards that are owed: the draw by hand (S19), table talk (S20), and what is done for who is late (S22)."""

import pytest

from rules.cards import Card
from rules.engine import IllegalMove, Seat, marked
from rules.sequence import (
    GAME,
    Draw,
    DrawFor,
    Drew,
    Drop,
    Dropped,
    Exchanged,
    Forfeited,
    Move,
    Options,
    Penalised,
    Place,
    Placed,
    Rebuilt,
    State,
)
from tests.rules.sequence_table import BLUE, GREEN, A, B, C, lay, legal, move, play, spaces

MANUAL = Options(manual_draw=True)
TALK = "You owe a card for table talk; discard one before anything else."


def refused(state: State, who: Seat | None, notation: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        state.apply(who, move(notation))
    assert move(notation) not in state.legal_moves(who)
    return str(refusal.value)


# S19: forgetting to draw ------------------------------------------------------------------------------------


def test_s19_by_default_the_card_is_drawn_for_you() -> None:
    state, events = play(lay(["2s", ""], top="qd"), "2s b1")
    assert events == (Placed(A, Card("2s"), spaces("b1")[0]),)
    assert Card("qd") in state.hands[0]
    assert refused(state, A, "draw") == refused(state, A, "draw auto") == "In this match cards are drawn for you."


def test_s19_with_manual_draw_the_turn_passes_and_the_draw_stays_possible_out_of_turn() -> None:
    played, events = play(lay(["2s", "2d"], options=MANUAL, top="qd"), "2s b1")
    assert events == (Placed(A, Card("2s"), spaces("b1")[0]),)
    assert len(played.hands[0]) == 6 and played.active == B
    assert played.view(None).may_draw == (A,)
    assert played.to_act == {B: 51}  # nobody waits for a draw
    assert legal(played, 0) == ["draw", "draw auto"]
    state, events = play(played, "1: draw")
    assert events == (Drew(A),)
    assert Card("qd") in state.hands[0] and state.view(A).drawn == Card("qd")
    assert (state.move_number, state.turn, state.to_act) == (played.move_number, played.turn, played.to_act)
    assert refused(state, A, "draw") == "There is no card for you to draw: you have drawn it, or it is forfeited."


def test_s19_the_draw_is_a_standing_move_and_the_one_made_for_a_seat_automatic() -> None:
    assert marked(Draw(), "standing") and not marked(Draw(), "automatic")
    assert marked(DrawFor(), "standing") and marked(DrawFor(), "automatic")
    assert marked(Drop(Card("3c")), "standing") and not marked(Drop(Card("3c")), "automatic")
    moves: list[Move] = [move(each) for each in ("7h d6", "js x b2", "dead 7h", "five b5-f5", "pass", "penalty blue")]
    assert not any(marked(each, "standing") or marked(each, "automatic") for each in moves)


def test_s19_the_right_lapses_when_one_plays_again() -> None:
    once, _ = play(lay(["2s 3s", "2d"], options=MANUAL), "2s b1", "2d c3")
    again, events = play(once, "3s c1")
    assert events == (Placed(A, Card("3s"), spaces("c1")[0]), Forfeited(A))
    assert again.rights == (52, 51)  # one right at most
    drawn, _ = play(again, "1: draw")
    assert len(drawn.hands[0]) == 6
    assert "draw" not in legal(drawn, 0)


def test_s19_the_draw_may_come_in_ones_next_turn_before_the_play() -> None:
    state, _ = play(lay(["2s 3s", "2d"], options=MANUAL), "2s b1", "2d c3")
    assert {"draw", "3s c1"} <= set(legal(state, 0))
    state, events = play(state, "draw", "3s c1")
    assert not any(isinstance(event, Forfeited) for event in events)
    assert len(state.hands[0]) == 6


def test_s19_only_a_later_players_draw_lapses_it() -> None:
    state, _ = play(lay(["2s", "2d", "2c"], options=MANUAL), "2s b1", "2d c3", "2c e2")
    after, events = play(state, "2: draw")
    assert events == (Drew(B), Forfeited(A))
    assert after.rights == (0, 0, state.rights[2])  # the third played after the second


def test_s19_a_dead_cards_replacement_is_drawn_by_itself_and_lapses_nothing() -> None:
    chips = {GREEN: spaces("d6"), BLUE: spaces("i5")}
    state, _ = play(lay(["2s", "7h"], chips, options=MANUAL), "2s b1")
    after, events = play(state, "dead 7h")
    assert events == (Exchanged(B, Card("7h")),)
    assert len(after.hands[1]) == 7
    assert after.rights == state.rights != (0, 0)


def test_s19_with_an_empty_hand_the_right_never_lapses() -> None:
    bare = lay(["2s", "2d", "2c 3c"], fill=False, options=MANUAL)
    state, _ = play(bare, "2s b1", "2d c3", "2c e2")
    after, events = play(state, "3: draw")
    assert events == (Drew(C),)
    assert after.rights[:2] == state.rights[:2]
    assert legal(after, 0) == ["draw", "draw auto"]  # one draws before one may pass
    assert refused(after, A, "pass") == "You can still draw for your last turn; draw first."
    drawn, _ = play(after, "draw")
    assert len(drawn.hands[0]) == 1


def test_s19_a_draw_made_for_a_seat_lapses_nobodys_right() -> None:
    state, _ = play(lay(["2s", "2d"], options=MANUAL), "2s b1", "2d c3")
    after, events = play(state, "2: draw auto")
    assert events == (Drew(B),)
    assert "draw" in legal(after, 0)


def test_s19_an_empty_deck_is_rebuilt_at_the_draw() -> None:
    state, events = play(lay(["2s", ""], options=MANUAL, piles=["", "*"]), "2s b1")
    assert len(events) == 1
    state, events = play(state, "1: draw")
    assert events == (Rebuilt(91), Drew(A))


def test_s19_a_line_is_asked_about_before_the_right_to_draw_begins() -> None:
    chips = {BLUE: spaces("b5 c5 d5 f5 g5")}
    asked, _ = play(lay(["5h", ""], chips, options=MANUAL), "5h e5")
    assert legal(asked, 0) == ["five b5-f5", "five c5-g5"]
    done, _ = play(asked, "five b5-f5")
    assert done.rights == (50, 0)


def test_s19_a_forgotten_card_is_forfeited_though_a_line_is_asked_about_first() -> None:
    chips = {BLUE: spaces("b5 c5 d5 f5 g5")}
    before = lay(["5h 2s", "3d"], chips, options=MANUAL, rights=(48, 0), fill=False)
    asked, events = play(before, "5h e5")
    assert events[1] == Forfeited(A)
    assert refused(asked, A, "draw").startswith("There is no card for you to draw")


# S20: table talk --------------------------------------------------------------------------------------------


def called(active: int = 1) -> State:
    return play(lay(["2s", "3d", "4s", "5d"], active=active), "0: penalty blue")[0]


def test_s20_a_penalty_is_called_by_the_table_alone() -> None:
    before = lay(["", "", "", ""])
    assert legal(before, None) == ["penalty blue", "penalty green"]
    assert refused(before, A, "penalty green").startswith("Table talk is called by")
    three = lay([""] * 9)
    assert legal(three, None) == ["penalty blue", "penalty green", "penalty red"]
    for notation in ("pass", "draw", "drop 2s", "2s b1"):
        assert refused(before, None, notation).startswith("Only a seat of this table can play")


def test_s20_all_members_owe_at_once_and_the_match_goes_on() -> None:
    state = called()
    assert state.debts == state.view(None).debts == (1, 0, 1, 0)
    assert (state.turn, state.move_number) == (51, 41)  # a new post, and the same call doesn't count twice
    assert state.to_act == {A: 51, B: 50, C: 51}  # the seat in turn is awaited as before
    assert "3d d3" in legal(state, 1)
    assert {each.split()[0] for each in legal(state, 0)} == {"drop"}
    after, _ = play(state, "3d d3")
    assert after.to_act == {A: 51, C: 52}
    assert after.active == C


def test_s20_a_debtor_chooses_the_card_and_discards_onto_the_own_pile_out_of_turn_too() -> None:
    state = called()
    after, events = play(state, "1: drop 2s")
    assert events == (Dropped(A, Card("2s")),)
    assert after.piles[0] == (Card("2s"),) and len(after.hands[0]) == 5
    assert after.to_act == {B: 50, C: 51}
    assert (after.turn, after.move_number) == (state.turn, state.move_number)  # nobody's button is stale by it
    assert refused(after, A, "drop 2s") == "You owe no card for table talk."
    assert refused(state, A, "drop as").startswith("A♠ isn't in your hand any more; you hold ")
    assert refused(state, B, "drop 3d") == "You owe no card for table talk."


def test_s20_a_debtor_discards_before_anything_else_in_their_turn() -> None:
    state = called(active=0)
    assert state.to_act == {A: 50, C: 51}
    assert {each.split()[0] for each in legal(state, 0)} == {"drop"}
    assert refused(state, A, "2s b1") == refused(state, A, "pass") == refused(state, A, "dead 2s") == TALK
    free, _ = play(state, "drop 2s")
    assert free.active == A and free.to_act == {A: 50, C: 51}
    assert any(isinstance(each, Place) for each in free.legal_moves(A))


def test_s20_in_ones_turn_the_debt_comes_before_an_outstanding_draw_out_of_it_not() -> None:
    mine, another = (
        lay(
            ["2s 3s", "3d", "4s", "5d"],
            options=MANUAL,
            rights=(46, 0, 0, 0),
            debts=(1, 0, 0, 0),
            fill=False,
            active=active,
        )
        for active in (0, 1)
    )
    assert refused(mine, A, "draw") == TALK
    assert legal(another, 0) == ["drop 2s", "drop 3s", "draw", "draw auto"]


def test_s20_an_open_choice_of_five_may_come_before_the_debt() -> None:
    chips = {BLUE: spaces("b5 c5 d5 f5 g5")}
    asked, _ = play(lay(["5h", "", "", ""], chips), "5h e5", "0: penalty blue")
    assert legal(asked, 0)[:2] == ["five b5-f5", "five c5-g5"]
    assert any(each.startswith("drop") for each in legal(asked, 0))
    done, _ = play(asked, "five b5-f5")
    assert done.active == B and done.debts == (1, 0, 1, 0)
    assert done.to_act == {A: 51, B: 52, C: 51}


def test_s20_a_debt_is_at_most_the_hand_less_one() -> None:
    state = lay(["2s", "3d", "4s 6s", "5d"], active=1, fill=False)
    state, events = play(state, "0: penalty blue")
    assert events == (Penalised(BLUE, (C,)),)
    assert state.debts == (0, 0, 1, 0)
    assert refused(state, None, "penalty blue") == "Nobody of that team has a card to spare: everybody keeps one."
    assert refused(state, None, "penalty green") == "Nobody of that team has a card to spare: everybody keeps one."
    assert legal(state, None) == []


def test_s20_debts_add_up_and_are_awaited_since_the_first() -> None:
    state, events = play(called(), "0: penalty blue")
    assert events == (Penalised(BLUE, (A, C)),)
    assert state.debts == (2, 0, 2, 0)
    assert state.turn == 52 and state.to_act == {A: 51, B: 50, C: 51}
    once, _ = play(state, "1: drop 2s")
    assert once.to_act[A] == 51
    paid, _ = play(once, f"1: drop {once.hands[0][0]}")
    assert A not in paid.to_act
    later, _ = play(paid, "0: penalty blue")
    assert later.to_act[A] == 53  # a new debt is a new number


@pytest.mark.parametrize("seats", [2, 3])
def test_s20_it_is_refused_where_nobody_has_a_team_mate(seats: int) -> None:
    state = lay([""] * seats)
    assert refused(state, None, "penalty blue") == ("Nobody has a team-mate at this table, so there is no table talk.")


def test_s20_a_team_that_does_not_play_is_refused() -> None:
    state = lay([""] * 4)
    assert refused(state, None, "penalty red") == "There is no such team at this table; call one of blue, green."


def test_s20_at_the_end_nothing_is_owed() -> None:
    chips = {GREEN: spaces("b5 c5 d5 e5 f5 b8 c8 d8 e8")}
    before = lay(["", "jc", "", ""], chips, sequences=[(GREEN, spaces("b5 c5 d5 e5 f5"))], active=1)
    over, _ = play(before, "0: penalty blue", "jc f8")
    assert over.outcome is not None
    assert over.debts == (0, 0, 0, 0) and over.to_act == {}


# S22: who is late -------------------------------------------------------------------------------------------


def late(state: State, who: Seat) -> str:
    return str(GAME.timeout(state.view(who), state.legal_moves(who)))


def test_s22_the_stand_in_plays_the_whole_turn() -> None:
    chips = {GREEN: spaces("d6 i5"), BLUE: spaces("b5 c5 d5 f5 g5")}
    state = lay(["7h 5h", ""], chips)
    made = []
    while state.active == A:
        made.append(late(state, A))
        assert state.to_act[A] == 50  # the clock that ran out plays all of it
        state, _ = play(state, made[-1])
    assert made == ["dead 7h", "5h e5", "five b5-f5"]


def test_s22_a_penalty_takes_the_least_useful_card() -> None:
    chips = {GREEN: spaces("d6 i5"), BLUE: spaces("b5 c5 d5 f5")}
    state, _ = play(lay(["7h 5h jc", "", "", ""], chips, active=1), "0: penalty blue")
    assert late(state, A) == "drop 7h"
    assert GAME.stand_in(state.view(A), state.legal_moves(A)) == Drop(Card("7h"))


def test_s22_a_card_is_drawn_for_the_seat() -> None:
    state, _ = play(lay(["2s", "2d"], options=MANUAL), "2s b1", "2d c3")
    assert late(state, A) == "draw auto"


def test_seats_of_a_table_are_those_it_has() -> None:
    state = lay(["", ""])
    for who in (Seat(2), Seat(-1)):
        assert state.legal_moves(who) == ()
        assert refused(state, who, "pass").startswith("Only a seat of this table can play")
