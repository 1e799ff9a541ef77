"""The rulings K1 to K6, K13 to K17, K21 and K22 of the project's rules.

K7 to K12 are in test_stacks_windows.py, K18 to K20 in test_stacks_ends.py.
"""

import pytest

from rules.engine import IllegalMove, Seat
from rules.stacks import (
    GAME,
    Answer,
    CardStolen,
    Discarded,
    Drew,
    End,
    Gained,
    Options,
    Reversed,
    Shuffled,
    Skipped,
    StealCard,
    StealChip,
)
from tests.rules.stacks_table import AT_END, REDS, USUAL, after, lay, legal, let, play

SIX_HANDS = ["b2 b3", "r1", "r2", "r3", "r4", "r5"]


# K1 to K6: a turn -------------------------------------------------------------------------------------------


def test_k1_with_refill_at_the_end_the_discard_is_followed_by_cards_up_to_five() -> None:
    state, events = play(lay(["b2 b3", "r1 r2"], options=AT_END), "end b2")
    assert events == (Discarded(Seat(0), state.discards[0][0]), Drew(Seat(0), 4))
    assert list(map(len, state.hands)) == [5, 2]


def test_k1_with_refill_at_the_end_a_block_spent_in_between_is_replaced_at_the_own_turn_s_end_only() -> None:
    state = after(lay(["r5 b2", "block r1 r2 r3 b4"], REDS, options=AT_END), "h r5 1", "2: block")
    assert len(state.hands[1]) == 4
    state = after(state, "end b2")
    assert (state.active, len(state.hands[1])) == (1, 4)
    assert len(after(state, "end b4").hands[1]) == 5


def test_k1_with_refill_at_the_end_an_empty_hand_draws_five_at_the_start_of_the_turn() -> None:
    state = after(lay(["r5 b2", "block"], REDS, options=AT_END), "h r5 1", "2: block")
    assert state.hands[1] == ()
    state, events = play(state, "end b2")
    assert events[-1] == Drew(Seat(1), 5)
    assert len(state.hands[1]) == 5


@pytest.mark.parametrize("options", [USUAL, AT_END])
def test_k1_an_empty_hand_is_filled_at_once_by_either_option(options: Options) -> None:
    state, events = play(lay(["r1", "r2"], options=options), "h r1 new")
    assert events[-1] == Drew(Seat(0), 5)
    assert state.active == 0


@pytest.mark.parametrize("options", [USUAL, AT_END])
def test_k1_skipped_players_draw_nothing(options: Options) -> None:
    state, events = play(lay(["skip b2", "r1", "r2"], options=options), "h skip", "end b2")
    assert len(state.hands[1]) == 1
    assert not any(isinstance(event, Drew) and event.seat == 1 for event in events)


def test_k2_a_turn_may_be_ended_while_something_is_playable() -> None:
    state = lay(["r1 b1 skip", "r2"], discards=["r1"])
    assert {"h r1 new", "h b1 new", "h skip", "d r1 new", "end r1"} <= set(legal(state))
    assert after(state, "end r1").active == 1


def test_k3_any_card_of_the_hand_is_discarded_and_one_is() -> None:
    state = lay(["r1 bw skip block", "r2"])
    assert [move for move in legal(state) if move.startswith("end")] == ["end r1", "end bw", "end skip", "end block"]
    with pytest.raises(IllegalMove, match="Your turn ends with a discard; you hold R1, BW, Skip, Block"):
        play(state, "end")
    with pytest.raises(IllegalMove, match="R4 isn't in your hand"):
        play(state, "end r4")


@pytest.mark.parametrize("action", ["skip", "reverse", "take", "chip", "block"])
def test_k3_a_discarded_action_does_nothing(action: str) -> None:
    state = lay([f"{action} b2", "r1", "r2"], discards=["", "b1"], chips=[(0, 0), (1, 0), (0, 0)])
    ended = after(state, f"end {action}")
    assert (ended.active, ended.direction, ended.skips) == (1, 1, 0)
    assert (ended.chips, ended.discards) == (state.chips, ((action,), ("b1",), ()))
    assert ended.actions == ()


def test_k3_with_refill_at_the_end_the_last_card_discarded_is_followed_by_five() -> None:
    state, events = play(lay(["b2", "r1"], options=AT_END), "end b2")
    assert events == (Discarded(Seat(0), state.discards[0][0]), Drew(Seat(0), 5))


def test_k3_without_a_card_and_with_nothing_to_draw_the_turn_ends_without_a_discard() -> None:
    state = lay(["r1", "r2"], draw=0, rest="hand", discards=["b1"])
    state, events = play(state, "h r1 new")
    assert len(events) == 1
    assert state.hands[0] == ()
    assert legal(state) == ["d b1 new", "end"]
    ended, events = play(state, "end")
    assert events[0] == Discarded(Seat(0), None)
    assert ended.active == 1
    # The top discard may still be played; an action there can be drawn again.
    state = after(lay(["r1", "r2"], draw=0, rest="hand", discards=["skip"]), "h r1 new")
    state, events = play(state, "d skip")
    assert events[1:] == (Shuffled("discards", 1), Drew(Seat(0), 1))
    assert state.hands[0] == ("skip",)


def test_k4_an_action_on_top_of_the_own_discard_pile_can_be_used() -> None:
    for action, move in (("skip", "d skip"), ("reverse", "d reverse"), ("take", "d take 2"), ("chip", "d chip 2 b")):
        state = lay(["b2", "r1", "r2"], discards=[action, "b1"], chips=[(0, 0), (0, 1), (0, 0)])
        assert move in legal(state)
        played = after(state, move)
        assert (played.discards[0], played.actions) == ((), (action,))


def test_k4_a_block_there_is_of_no_use_to_its_owner_and_can_be_stolen() -> None:
    state = lay(["r5 b2", "take r1 b5"], REDS, discards=["", "block"])
    window = after(state, "h r5 1")
    assert legal(window, 1) == ["let"]
    with pytest.raises(IllegalMove, match="You hold no Block"):
        play(window, "2: block")
    with pytest.raises(IllegalMove):
        play(state, "d block")
    state, events = play(lay(["take b2", "r1"], discards=["", "b1 block"]), "h take 2")
    assert events == (CardStolen(Seat(0), "h", Seat(1), state.hands[0][-1]),)
    assert state.hands[0] == ("b2", "block")


def test_k5_after_the_top_card_the_next_one_is_the_top() -> None:
    state = lay(["b5", "r2"], ["r1"], discards=["b1 r3 r2"])
    state = after(state, "d r2 1", "d r3 1", "d b1 new")
    assert state.discards[0] == ()
    with pytest.raises(IllegalMove, match="Your discard pile is empty"):
        play(state, "d b1 new")


def test_k6_a_pile_may_be_of_wilds_alone() -> None:
    state = after(lay(["rw rw rw rw rw b2", "r1"]), "h rw new", "h rw 1", "h rw 1", "h rw 1", "h rw 1")
    assert state.piles[0] == ("rw",) * 5
    state, events = let(state)
    assert events == (Gained(Seat(0), "r", 1, 0),)


# K13 to K17: actions ----------------------------------------------------------------------------------------


def test_k13_a_chip_may_be_stolen_by_whoever_has_five_already() -> None:
    state = after(lay(["chip b2", "r1"], chips=[(5, 0), (1, 1)]), "h chip 2 r")
    assert state.chips == ((6, 0), (0, 1))
    assert "h chip 2 b" in legal(lay(["chip b2", "r1"], chips=[(5, 0), (1, 1)]))


def test_k13_the_winning_condition_is_that_of_the_match() -> None:
    chips = [(1, 1), (1, 1)]
    assert "h chip 2 r" in legal(lay(["chip b2", "r1"], chips=chips))
    assert "h chip 2 r" not in legal(lay(["chip b2", "r1"], chips=chips, options=Options(chips_to_win=3)))
    chips = [(4, 0), (1, 0)]
    assert "h chip 2 r" in legal(lay(["chip b2", "r1"], chips=chips))
    assert "h chip 2 r" not in legal(lay(["chip b2", "r1"], chips=chips, options=Options(colours=False)))


def test_k14_without_a_target_an_action_is_discarded_only() -> None:
    state = lay(["take chip b2", "r1"], discards=["b1"], chips=[(1, 1), (0, 0)])
    assert legal(state) == ["d b1 new", "end b2", "end take", "end chip"]
    for move, why in (
        ("h take 2", "The discard pile of player 2 is empty; there is nothing to steal"),
        ("h chip 2 r", "player 2 has no red chip"),
        ("h chip 2 b", "player 2 has no blue chip"),
    ):
        with pytest.raises(IllegalMove, match=why):
            play(state, move)


def test_k15_a_stolen_card_may_be_played_at_once_and_the_hand_may_exceed_five() -> None:
    state = after(lay(["b2 b3 b4 b5 r2", "r3"], discards=["take", "r1"]), "d take 2")
    assert len(state.hands[0]) == 6
    state = after(state, "h r1 new")
    assert state.piles[0] == ("r1",)


def test_k15_the_card_stolen_by_the_last_one_is_the_hand() -> None:
    state, events = play(lay(["take", "r3"], discards=["", "r5"]), "h take 2")
    assert state.hands[0] == ("r5",)
    assert len(events) == 1


@pytest.mark.parametrize("action", ["h skip", "h reverse", "h chip 2 r"])
def test_k15_any_other_action_as_the_last_card_brings_five(action: str) -> None:
    state = lay([action.split()[1], "r3", "r4"], chips=[(0, 0), (1, 0), (0, 0)])
    state, events = play(state, action)
    assert events[-1] == Drew(Seat(0), 5)
    assert len(state.hands[0]) == 5


def test_k16_a_skip_acts_in_the_direction_at_the_end_of_the_turn() -> None:
    state, events = play(lay(["skip reverse b2", "r1", "r2", "r3"]), "h skip", "h reverse", "end b2")
    assert Skipped(Seat(3)) in events
    assert state.active == 2


@pytest.mark.parametrize(
    ("seats", "skips", "skipped", "follows"),
    [
        (3, 2, [1, 2], 0),
        (3, 3, [1, 2], 0),
        (4, 2, [1, 2], 3),
        (4, 3, [1, 2, 3], 0),
        (5, 3, [1, 2, 3], 4),
        (6, 3, [1, 2, 3], 4),
    ],
)
def test_k16_so_many_skips_skip_so_many_opponents_each_once(
    seats: int, skips: int, skipped: list[int], follows: int
) -> None:
    hands = [" ".join(["skip"] * skips + ["b2"]), *SIX_HANDS[1:seats]]
    state, events = play(lay(hands), *["h skip"] * skips, "end b2")
    assert [event.seat for event in events if isinstance(event, Skipped)] == skipped
    assert (state.active, state.skips) == (follows, 0)


def test_k16_the_extra_turn_of_two_is_a_full_one_and_a_skip_in_it_counts_anew() -> None:
    state = after(lay(["skip b2 b3", "r1"], front="skip"), "h skip", "end b2")
    assert (state.active, len(state.hands[0])) == (0, 5)
    state = after(state, "h skip", "end b3")
    assert state.active == 0
    assert after(state, f"end {state.hands[0][0]}").active == 1


def test_k17_two_reverses_cancel_and_one_acts_at_once() -> None:
    state, events = play(lay(["reverse reverse b2", "r1", "r2"]), "h reverse")
    assert events == (Reversed(Seat(0), "h", -1),)
    assert state.direction == -1
    state, events = play(state, "h reverse")
    assert events == (Reversed(Seat(0), "h", 1),)
    assert after(state, "end b2").active == 1


# K21, K22, and who is stolen from ------------------------------------------------------------------------


def test_k21_when_time_runs_out_the_turn_ends_with_a_discard() -> None:
    for hand in ("rw block r4 bw", "skip bw", "rw block"):
        state = lay([hand, "r1"], ["r1 r2 r3"])
        move = GAME.timeout(state.view(Seat(0)), state.legal_moves(Seat(0)))
        assert isinstance(move, End)
        assert move.card == {"rw block r4 bw": "r4", "skip bw": "skip", "rw block": move.card}[hand]


def test_k21_when_time_runs_out_in_a_window_nothing_is_blocked() -> None:
    state = after(lay(["r5 b2", "block r1"], REDS, chips=[(2, 2), (0, 0)]), "h r5 1")
    assert state.view(None).window is not None
    assert GAME.timeout(state.view(Seat(1)), state.legal_moves(Seat(1))) == Answer(False)


def test_k22_a_card_that_fits_several_places_is_laid_where_its_player_says() -> None:
    state = lay(["rw b2", "r1"], ["r1", "r1 r2"])
    assert [move for move in legal(state) if "rw" in move] == ["h rw 1", "h rw 2", "end rw"]
    assert after(state, "h rw 2").piles[:2] == (("r1",), ("r1", "r2", "rw"))
    state = lay(["rw b2", "r1"], ["", "r1"])
    assert [move for move in legal(state) if "rw" in move] == ["h rw 2", "h rw new", "end rw"]
    assert after(state, "h rw new").piles[:2] == (("rw",), ("r1",))


def test_stealing_from_oneself_or_from_nobody_is_refused() -> None:
    state = lay(["take chip b2", "r1"], discards=["b1", "b3"], chips=[(1, 0), (1, 0)])
    for move in (StealCard("h", Seat(0)), StealChip("h", Seat(0), "r")):
        with pytest.raises(IllegalMove, match="You can't steal from yourself"):
            state.apply(Seat(0), move)
    with pytest.raises(IllegalMove, match="There is no player 3 here"):
        play(state, "h take 3")
