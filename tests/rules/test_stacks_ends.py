"""The rulings K18 to K20 of the project's rules, and its options: when cards or chips run out, and what wins."""

from collections.abc import Callable

import pytest

from bot.selfplay import playable
from rules.engine import InvalidOption, Seat, option_fields
from rules.stacks import (
    GAME,
    Drew,
    End,
    Ended,
    Gained,
    Options,
    Shuffled,
    State,
)
from tests.rules.stacks_table import AT_END, REDS, USUAL, after, lay, let, play


def test_k18_without_sequences_set_aside_the_actions_and_buried_discards_are_shuffled() -> None:
    state = lay(["b2 b3", "r1 r2"], draw=1, actions="skip take", discards=["r5 b4"])
    under = [pile[:-1] for pile in state.discards]
    count = 2 + len(under[0]) + len(under[1]) + 1  # b4 is buried by the discard of this turn
    state, events = play(state, "end b2")
    assert events[1:] == (Drew(Seat(1), 1), Shuffled("discards", count), Drew(Seat(1), 2))
    assert state.discards[0] == ("b2",)
    assert len(state.discards[1]) == 1
    assert (state.actions, state.stalled, len(state.draw)) == ((), True, count - 2)


def test_k18_sequences_set_aside_go_first() -> None:
    state = lay(["b2 b3", "r1"], draw=0, aside=2, actions="skip")
    state, events = play(state, "end b2")
    assert [event.what for event in events if isinstance(event, Shuffled)] == ["aside", "discards"]
    assert len(state.hands[1]) == 5


def test_k18_with_nothing_left_fewer_are_drawn() -> None:
    state, events = play(lay(["r1", "r2"], draw=2, rest="hand"), "h r1 new")
    assert events[1:] == (Drew(Seat(0), 2),)
    assert len(state.hands[0]) == 2
    assert state.outcome is None


def test_k18_a_draw_pile_that_is_just_used_up_is_not_made_anew_yet() -> None:
    state, events = play(lay(["b2 b3", "r1 r2 r3"], draw=2, aside=10), "end b2")
    assert events[1:] == (Drew(Seat(1), 2),)
    assert (state.draw, len(state.aside)) == ((), 10)


def test_k19_the_second_shuffle_due_again_without_a_chip_ends_the_match() -> None:
    state = lay(["b2 b3", "r1 r2"], draw=1, stalled=True, chips=[(1, 0), (0, 2)])
    state, events = play(state, "end b2")
    assert events[1:] == (Drew(Seat(1), 1), Ended("standstill", (Seat(1),)))
    assert state.outcome is not None
    assert (state.outcome.places, state.outcome.scores) == ((2, 1), (1, 2))
    assert state.view(None).active is None


def test_k19_a_tie_is_shared() -> None:
    state = lay(["b2 b3", "r1", "r2"], draw=0, stalled=True, chips=[(1, 0), (0, 2), (2, 0)])
    state = after(state, "end b2")
    assert state.outcome is not None
    assert state.outcome.places == (3, 1, 1)
    assert state.outcome.winners == (1, 2)


def test_k19_a_chip_taken_from_the_box_puts_the_end_off_and_a_blocked_one_does_not() -> None:
    state = after(lay(["r5 b2 b3", "block r1"], REDS, stalled=True), "h r5 1")
    assert not after(state, "2: let").view(None).stalled
    assert after(state, "2: block").view(None).stalled
    state = lay(["chip b2", "r1"], chips=[(0, 0), (1, 0)], stalled=True)
    assert after(state, "h chip 2 r").stalled  # a stolen one isn't from the box


def test_k19_the_first_shuffle_never_ends_a_match() -> None:
    state = after(lay(["b2 b3", "r1 r2"], draw=0, aside=10, stalled=True), "end b2")
    assert state.outcome is None
    assert state.stalled


def test_k19_the_last_chip_of_the_box_ends_the_match() -> None:
    chips = [(1, 4), (20, 1), (1, 12)]
    state = lay(["b5 r2", "r1", "r3"], ["", "", "b1 b2 b3 b4"], chips=chips)
    assert state.view(None).box == 1
    state, events = let(after(state, "h b5 3"))
    assert events == (Gained(Seat(0), "b", 1, 5), Ended("box", (Seat(1),)))
    assert state.outcome is not None
    assert state.outcome.places == (3, 1, 2)


def test_k19_the_last_chip_may_win() -> None:
    state = lay(["b5 r2", "r1", "r3"], ["", "", "b1 b2 b3 b4"], chips=[(2, 2), (21, 1), (1, 12)])
    state, events = let(after(state, "h b5 3"))
    assert events[-1] == Ended("chips", (Seat(0),))
    assert state.outcome is not None
    assert state.outcome.places == (1, 2, 3)


def test_k20_stealing_moves_chips_and_adds_none() -> None:
    state = lay(["chip b2", "r1"], chips=[(0, 0), (1, 1)])
    assert after(state, "h chip 2 b").view(None).box == state.view(None).box == 38


def test_k20_five_red_and_one_blue_do_not_win_and_the_game_goes_on() -> None:
    state, events = let(after(lay(["r5 b2", "r1"], REDS, chips=[(4, 1), (0, 0)]), "h r5 1"))
    assert events == (Gained(Seat(0), "r", 5, 1),)
    assert state.outcome is None
    state = lay(["b5 b2", "r1"], ["", "", "b1 b2 b3 b4"], chips=[(5, 1), (0, 0)])
    state, _ = let(after(state, "h b5 3"))
    assert state.outcome is not None
    assert state.outcome.scores == (7, 0)


FULL_BOX = [(1, 4), (20, 1), (1, 12)]


@pytest.mark.parametrize(
    ("last", "turns"),
    [
        # The turn's end that leads to the draw that can't be made, the next player's or one's own.
        (lambda: play(lay(["b2 b3", "r1 r2"], draw=1, stalled=True), "end b2"), 1),
        (lambda: play(lay(["b2 b3", "r1 r2"], draw=1, stalled=True, options=AT_END), "end b2"), 1),
        (lambda: play(lay(["r1", "r2", "r3"], draw=0, actions="skip", stalled=True), "h r1 new"), 1),
        # A window that is opened, and that closes with the winning chip, with the box's last one, with both.
        (lambda: let(after(lay(["r5 b2", "r1"], REDS, chips=[(2, 2), (0, 0)]), "h r5 1")), 2),
        (lambda: let(after(lay(["r5 r2", "r1", "r3"], REDS, chips=FULL_BOX), "h r5 1")), 2),
        (lambda: let(after(lay(["r5 b2", "r1", "r3"], REDS, chips=[(2, 2), (21, 1), (1, 12)]), "h r5 1")), 2),
    ],
)
def test_the_end_counts_no_turn_more_than_the_move_that_brings_it(
    last: Callable[[], tuple[State, object]], turns: int
) -> None:
    state, _ = last()
    assert state.outcome is not None
    assert state.turn == 20 + turns


def test_a_match_counts_the_turns_and_windows_that_it_has_had() -> None:
    for seats in (2, 3, 4, 5, 6):
        state, _ = GAME.deal(seats, Options(chips_to_win=3), f"turns {seats}")
        ends = windows = 0
        while state.outcome is None:
            if state.window is not None:
                state, _ = let(state)
                continue
            move = GAME.stand_in(state.view(state.active), playable(state, state.active))
            ends += isinstance(move, End)
            state, _ = state.apply(state.active, move)
            windows += state.window is not None
        assert windows >= 3
        assert state.turn == 1 + ends + 2 * windows


# Options and the end ----------------------------------------------------------------------------------------


def test_the_options_are_refill_chips_to_win_and_colours() -> None:
    assert [(each.name, each.default, each.choices) for each in option_fields(Options)] == [
        ("refill", "start", ("start", "end")),
        ("chips_to_win", 5, (3, 5, 7)),
        ("colours", True, (True, False)),
    ]


@pytest.mark.parametrize(
    ("options", "won", "not_won"),
    [
        (Options(chips_to_win=3), (1, 1), (2, 0)),
        (Options(chips_to_win=5), (2, 2), (3, 1)),
        (Options(chips_to_win=7), (3, 3), (4, 2)),
        (Options(chips_to_win=3, colours=False), (2, 0), (1, 0)),
        (Options(chips_to_win=5, colours=False), (4, 0), (3, 0)),
        (Options(chips_to_win=7, colours=False), (0, 6), (0, 5)),
    ],
)
def test_so_many_chips_of_each_colour_win(options: Options, won: tuple[int, int], not_won: tuple[int, int]) -> None:
    for chips, over in ((won, True), (not_won, False)):
        state = lay(["r5 b2", "r1"], REDS, chips=[chips, (0, 0)], options=options)
        state, _ = let(after(state, "h r5 1"))
        assert (state.outcome is not None) == over


def test_the_others_stand_by_their_chips_behind_the_winner() -> None:
    chips = [(2, 2), (6, 1), (1, 0), (6, 1)]
    state, _ = let(after(lay(["r5 b2", "r1", "r2", "r3"], REDS, chips=chips), "h r5 1"))
    assert state.outcome is not None
    assert state.outcome.places == (1, 2, 4, 2)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_two_to_six_play(seats: int) -> None:
    with pytest.raises(InvalidOption, match=f"Sequence Stacks is played by 2 to 6; you are {seats}"):
        GAME.deal(seats, USUAL, "nobody")
    assert tuple(GAME.tables(USUAL)) == (2, 3, 4, 5, 6)
    assert GAME.teams(3, USUAL) == (0, 1, 2)
