"""The worked positions T1 to T13 of the project's rules."""

import pytest

from rules.engine import IllegalMove, Seat
from rules.stacks import Blocked, ChipStolen, Completed, Discarded, Drew, Ended, Gained, Shuffled, Skipped
from tests.rules.stacks_table import USUAL, after, lay, legal, let, play


def test_t1_there_is_no_third_red_pile_but_a_blue_one() -> None:
    state = lay(["r1 b1 r5", "r2"], ["r1 r2", "r1 r2 r3 r4"])
    with pytest.raises(IllegalMove, match="Both places for R1 are taken"):
        play(state, "h r1 new")
    assert after(state, "h b1 new").piles[2] == ("b1",)


def test_t2_a_wild_stays_the_number_it_was_played_as() -> None:
    state = lay(["r2 r3 r5", "r2"], ["r1 rw"])
    with pytest.raises(IllegalMove, match="Pile 1 needs a 3 or a wild, not R2"):
        play(state, "h r2 1")
    assert after(state, "h r3 1").piles[0] == ("r1", "rw", "r3")


def test_t3_a_wild_of_the_other_colour_is_refused_and_one_of_its_own_completes() -> None:
    state = lay(["bw rw r3", "r2"], ["r1 r2 r3 r4"])
    with pytest.raises(IllegalMove, match="BW is blue; it goes on pile 3 or 4"):
        play(state, "h bw 1")
    assert after(state, "h bw new").piles[2] == ("bw",)
    state, events = play(state, "h rw 1")
    assert events[-1] == Completed(Seat(0), 0, "r", wins=False)
    state, events = let(state)
    assert events == (Gained(Seat(0), "r", 1, 0),)
    assert state.piles[0] == ()


def test_t4_the_last_card_played_brings_five_and_discarded_none() -> None:
    state = lay(["r1", "r2 r3 r4 r5 b1"])
    assert state.options.refill == "start"
    played, events = play(state, "h r1 new")
    assert events[-1] == Drew(Seat(0), 5)
    assert (played.active, len(played.hands[0])) == (0, 5)
    ended, events = play(state, "end r1")
    assert events == (Discarded(Seat(0), state.hands[0][0]),)
    assert (ended.active, ended.hands[0]) == (1, ())


@pytest.mark.parametrize(("hand", "drawn"), [("r1 r2 r3", 2), ("r1 r2 r3 r4 r5 b1", 0)])
def test_t5_a_turn_starts_with_five_cards_or_more(hand: str, drawn: int) -> None:
    state, events = play(lay(["b2 b3", hand]), "end b2")
    assert [event for event in events if isinstance(event, Drew)] == ([Drew(Seat(1), 2)] if drawn else [])
    assert len(state.hands[1]) == max(5, len(hand.split()))


def test_t6_the_top_of_the_own_discard_pile_is_played_and_the_next_card_is_the_top() -> None:
    state = lay(["b5", "r2"], ["r1 r2"], discards=["b4 r3"])
    state, _ = play(state, "d r3 1")
    assert state.piles[0] == ("r1", "r2", "r3")
    assert state.discards[0] == ("b4",)
    assert state.view(None).discards[0][-1] == "b4"


@pytest.mark.parametrize("answers", [("2: block",), ("3: block", "2: block")])
def test_t7_two_block_and_the_first_in_order_spends_his(answers: tuple[str, ...]) -> None:
    state = after(lay(["r5 b2", "block r1", "block r2"], ["r1 r2 r3 r4"]), "h r5 1")
    state, events = play(state, *answers)
    assert events == (Blocked(Seat(1), Seat(0), "r"),)
    assert (state.hands[1], state.hands[2]) == (("r1",), ("r2", "block"))
    assert state.chips[0] == (0, 0)


def test_t8_the_fifth_chip_wins_before_the_discard() -> None:
    state = lay(["r5 b2", "r1"], ["r1 r2 r3 r4"], chips=[(2, 2), (1, 1)])
    state, events = let(after(state, "h r5 1"))
    assert events == (Gained(Seat(0), "r", 3, 2), Ended("chips", (Seat(0),)))
    assert state.outcome is not None
    assert (state.outcome.places, state.outcome.scores) == ((1, 2), (5, 2))
    assert state.hands[0] == ("b2",)
    assert state.to_act == {}


def test_t9_a_stolen_chip_can_t_win() -> None:
    state = lay(["chip b2", "r1"], chips=[(2, 2), (1, 1)])
    for colour in "rb":
        with pytest.raises(IllegalMove, match="A stolen chip can't win the game"):
            play(state, f"h chip 2 {colour}")
    assert legal(state) == ["end b2", "end chip"]


def test_t10_a_fifth_chip_that_does_not_win_may_be_stolen() -> None:
    state = lay(["chip b2", "r1"], chips=[(4, 1), (1, 1)])
    stolen, events = play(state, "h chip 2 r")
    assert events[0] == ChipStolen(Seat(0), "h", Seat(1), "r")
    assert stolen.chips == ((5, 1), (0, 1))
    assert stolen.outcome is None
    with pytest.raises(IllegalMove, match="A stolen chip can't win the game"):
        play(state, "h chip 2 b")


def test_t11_the_player_after_a_skip_loses_the_turn() -> None:
    state, events = play(lay(["skip b2", "r1", "r2", "r3"]), "h skip", "end b2")
    assert Skipped(Seat(1)) in events
    assert state.active == 2
    assert len(state.hands[1]) == 1


def test_t12_two_skips_of_two_players_are_one_more_turn() -> None:
    state = lay(["skip skip b2 b3 b4", "r1"])
    again, events = play(state, "h skip", "h skip", "end b2")
    assert events.count(Skipped(Seat(1))) == 1
    assert (again.active, again.skips, again.turn) == (0, 0, state.turn + 1)
    assert len(again.hands[0]) == 5
    assert after(again, "end b3").active == 1


def test_t13_a_draw_goes_on_from_the_sequences_set_aside() -> None:
    state = lay(["b2 b3", "r1 r2"], draw=1, aside=10, options=USUAL)
    aside = sorted(state.aside)
    state, events = play(state, "end b2")
    assert events[1:] == (Drew(Seat(1), 1), Shuffled("aside", 10), Drew(Seat(1), 2))
    assert (len(state.draw), len(state.aside), len(state.hands[1])) == (8, 0, 5)
    assert set(state.draw) <= set(aside)
