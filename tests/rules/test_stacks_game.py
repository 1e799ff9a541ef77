"""The game as RULES.md part 4 (a) tells it, a sentence a test."""

from collections import Counter

import pytest

from rules.engine import IllegalMove, Seat
from rules.stacks import (
    ACTIONS,
    BOX,
    GAME,
    Blocked,
    Card,
    CardStolen,
    ChipStolen,
    Completed,
    Dealt,
    Discarded,
    Drew,
    Gained,
    Laid,
    Last,
    Options,
    Reversed,
    Shuffled,
    Skipped,
    SkipPlayed,
    deck_of,
)
from tests.rules.stacks_table import REDS, USUAL, after, lay, legal, let, play


@pytest.mark.parametrize(
    ("chips", "wins"),
    [((2, 2), True), ((1, 3), True), ((3, 1), False), ((4, 1), False), ((1, 2), False)],
)
def test_five_chips_win_with_at_least_two_red_and_two_blue(chips: tuple[int, int], wins: bool) -> None:
    state, events = play(lay(["r5 b2", "r1"], REDS, chips=[chips, (0, 0)]), "h r5 1")
    assert events[-1] == Completed(Seat(0), 0, "r", wins)
    state, _ = let(state)
    assert (state.outcome is not None) == wins


def test_the_deck_has_nine_of_each_number_seven_wilds_and_sixteen_actions() -> None:
    for seats in (3, 4, 5, 6):
        deck = Counter(deck_of(seats))
        for colour in "rb":
            assert all(deck[Card(f"{colour}{number}")] == 9 for number in range(1, 6))
            assert deck[Card(f"{colour}w")] == 7
        assert [deck[action] for action in ACTIONS] == [3, 3, 3, 4, 3]
        assert deck.total() == 120


def test_two_players_take_some_actions_out() -> None:
    deck = Counter(deck_of(2))
    left = {str(action): deck[action] for action in ACTIONS}
    assert left == {"skip": 2, "reverse": 0, "take": 2, "chip": 2, "block": 2}
    assert deck.total() == 112


def test_the_box_holds_forty_chips() -> None:
    state, _ = GAME.deal(3, USUAL, "chips")
    assert state.view(None).box == BOX == 40
    assert state.chips == ((0, 0),) * 3


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everybody_gets_five_and_the_player_left_of_the_dealer_begins(seats: int) -> None:
    dealers = set()
    for number in range(60):
        state, events = GAME.deal(seats, USUAL, f"deal {number}")
        assert isinstance(events[0], Dealt)
        assert len(events) == 1
        dealers.add(events[0].dealer)
        assert events[0].first == (events[0].dealer + 1) % seats == state.active
        assert [len(hand) for hand in state.hands] == [5] * seats
        assert len(state.draw) == len(deck_of(seats)) - 5 * seats
    assert dealers == set(range(seats))


def test_play_passes_to_the_left_until_a_reverse() -> None:
    state = lay(["b2 b3", "r1", "reverse r2", "r3"], active=1)
    state, _ = play(state, "end r1")
    assert state.active == 2
    state, events = play(state, "h reverse")
    assert events == (Reversed(Seat(2), "h", -1),)
    state, _ = play(state, "end r2")
    assert state.active == 1


@pytest.mark.parametrize("card", ["r1", "rw"])
def test_a_pile_starts_with_a_one_or_a_wild_of_its_colour(card: str) -> None:
    state, events = play(lay([f"{card} b5", "r2"]), f"h {card} new")
    assert events[0] == Laid(Seat(0), state.piles[0][0], "h", 0, 1)
    assert state.piles == ((card,), (), (), ())
    with pytest.raises(IllegalMove, match="A pile begins with a 1 or a wild, not with B5"):
        play(state, "h b5 new")


def test_a_pile_goes_up_by_one_in_its_colour() -> None:
    state = lay(["r3 r4 b3", "r2"], ["r1 r2"])
    for wrong in ("h r4 1", "h b3 1"):
        with pytest.raises(IllegalMove):
            play(state, wrong)
    assert after(state, "h r3 1", "h r4 1").piles[0] == ("r1", "r2", "r3", "r4")


def test_there_is_room_for_two_piles_of_each_colour() -> None:
    state = lay(["r1 r1 r1 b1 b1 b1 bw", "r2"])
    state = after(state, "h r1 new", "h b1 new", "h r1 new", "h b1 new")
    assert state.piles == (("r1",), ("r1",), ("b1",), ("b1",))
    for card in ("r1", "b1", "bw"):
        with pytest.raises(IllegalMove, match="there is room for two piles of a colour"):
            play(state, f"h {card} new")


def test_a_new_pile_takes_the_lowest_free_place_of_its_colour() -> None:
    state = after(lay(["r1 b1 b5", "r2"], ["", "r1", "b1"]), "h r1 new", "h b1 new")
    assert state.piles == (("r1",), ("r1",), ("b1",), ("b1",))


def test_as_many_cards_as_one_likes_are_played_from_the_hand_and_the_top_discard() -> None:
    state = lay(["r1 r3 b1 b5", "r2"], discards=["b2 r2"])
    state = after(state, "h r1 new", "d r2 1", "h r3 1", "h b1 new", "d b2 3")
    assert state.piles == (("r1", "r2", "r3"), (), ("b1", "b2"), ())
    assert (state.active, state.hands[0], state.discards[0]) == (0, ("b5",), ())


@pytest.mark.parametrize("play_it", ["h r5 1", "h rw 1", "d r5 1"])
def test_the_five_or_a_wild_as_five_completes_and_brings_a_chip_of_the_colour(play_it: str) -> None:
    state = lay(["r5 rw b2", "r1"], REDS, discards=["r5"])
    state, events = play(state, play_it)
    assert events[-1] == Completed(Seat(0), 0, "r", wins=False)
    pile = state.piles[0]
    state, events = let(state)
    assert events == (Gained(Seat(0), "r", 1, 0),)
    assert state.chips == ((1, 0), (0, 0))
    assert (state.piles[0], state.aside) == ((), pile)
    assert state.active == 0


def test_a_blue_sequence_brings_a_blue_chip() -> None:
    state, _ = let(after(lay(["b5 b2", "r1"], ["", "", "", "b1 bw b3 b4"]), "h b5 4"))
    assert state.chips[0] == (0, 1)


def test_an_empty_hand_draws_five_and_goes_on() -> None:
    state, events = play(lay(["r1", "r2"]), "h r1 new")
    assert events[-1] == Drew(Seat(0), 5)
    assert (len(state.hands[0]), state.active, state.turn) == (5, 0, 20)


def test_the_turn_ends_with_a_discard_onto_the_own_pile() -> None:
    state, events = play(lay(["r1 b2", "r2"], discards=["b4"]), "end b2")
    assert events[0] == Discarded(Seat(0), state.discards[0][-1])
    assert state.discards == (("b4", "b2"), ())
    assert (state.active, state.turn, state.to_act) == (1, 21, {1: 21})


def test_an_empty_draw_pile_is_made_anew_of_the_sequences_set_aside() -> None:
    state = lay(["b2 b3", "r1 r2"], draw=0, aside=15)
    state, events = play(state, "end b2")
    assert events[1:] == (Shuffled("aside", 15), Drew(Seat(1), 3))
    assert (len(state.draw), state.aside) == (12, ())


def test_a_wild_is_any_number_of_its_own_colour_and_stays_in_its_pile() -> None:
    for pile, place in (("", "new"), ("r1", "1"), ("r1 r2", "1"), ("r1 r2 r3", "1")):
        state = after(lay(["rw b5", "r2"], [pile]), f"h rw {place}")
        assert state.piles[0][-1] == "rw"
        assert "d rw new" not in legal(state)
    assert after(lay(["rw r5 b2", "r2"], [*REDS]), "h rw 1").window == 0


def test_actions_are_played_on_a_pile_of_their_own() -> None:
    state = lay(["skip reverse take chip b5", "r1", "r2"], discards=["", "b1"], chips=[(0, 0), (1, 0), (0, 0)])
    state = after(state, "h skip", "h reverse", "h take 2", "h chip 2 r")
    assert state.actions == ("skip", "reverse", "take", "chip")
    assert state.view(None).actions == state.actions
    assert state.discards == ((), (), ())


@pytest.mark.parametrize("move", ["h skip", "h reverse", "h take 1", "h chip 1 r"])
def test_actions_are_played_in_one_s_own_turn_only(move: str) -> None:
    state = lay(["b5 b4", "skip reverse take chip", "r2"], discards=["b1"], chips=[(1, 0), (0, 0), (0, 0)])
    with pytest.raises(IllegalMove, match="It isn't your turn; player 1 is to play"):
        play(state, f"2: {move}")
    window = after(lay(["r5 b4", "skip reverse take chip", "r2"], REDS), "h r5 1")
    with pytest.raises(IllegalMove):
        play(window, f"2: {move}")


def test_a_skip_takes_the_next_player_s_turn() -> None:
    state, events = play(lay(["skip b2 b3", "r1", "r2"]), "h skip")
    assert events == (SkipPlayed(Seat(0), "h"),)
    assert state.active == 0
    state, events = play(state, "end b2")
    assert Skipped(Seat(1)) in events
    assert state.active == 2
    assert "h r1 new" not in [str(move) for move in state.legal_moves(Seat(1))]


def test_a_reverse_changes_the_direction() -> None:
    state = after(lay(["reverse b2 b3", "r1", "r2", "r3"]), "h reverse", "end b2")
    assert (state.direction, state.active) == (-1, 3)
    assert after(state, "end r3").active == 2


def test_steal_a_card_takes_the_top_of_an_opponent_s_discard_pile_into_the_hand() -> None:
    state = lay(["take b2", "r1", "r2"], discards=["", "b1 bw"])
    assert "h take 3" not in legal(state)
    state, events = play(state, "h take 2")
    assert events == (CardStolen(Seat(0), "h", Seat(1), state.hands[0][1]),)
    assert state.hands[0] == ("b2", "bw")
    assert state.discards[1] == ("b1",)


def test_steal_a_chip_takes_any_chip_of_an_opponent() -> None:
    state = lay(["chip b2", "r1", "r2"], chips=[(0, 0), (1, 2), (0, 1)])
    assert [move for move in legal(state) if "chip" in move] == ["h chip 2 r", "h chip 2 b", "h chip 3 b", "end chip"]
    state, events = play(state, "h chip 2 b")
    assert events == (ChipStolen(Seat(0), "h", Seat(1), "b"),)
    assert state.chips == ((0, 1), (1, 1), (0, 1))


@pytest.mark.parametrize("options", [USUAL, Options(chips_to_win=3), Options(chips_to_win=7), Options(colours=False)])
def test_a_stolen_chip_never_wins(options: Options) -> None:
    least = {3: 1, 5: 2, 7: 3}[options.chips_to_win]
    chips = (options.chips_to_win - least - 1, least)
    state = lay(["chip b2", "r1"], chips=[chips, (1, 1)], options=options)
    assert "h chip 2 r" not in legal(state)


def test_a_block_discards_the_sequence_and_no_chip_is_taken() -> None:
    for five in ("h r5 1", "h rw 1"):
        state, events = play(lay(["r5 rw b2", "block r1"], REDS), five, "2: block")
        assert events == (Blocked(Seat(1), Seat(0), "r"),)
        assert state.chips == ((0, 0), (0, 0))
        assert (state.piles[0], len(state.aside), state.actions) == ((), 5, ("block",))
        assert state.hands[1] == ("r1",)


def test_where_a_card_was_laid_last_is_told_until_a_turn_without_one_is_over() -> None:
    state = lay(["r1 b1 b5", "r2 r3", "b4 b5"], ["r1"])
    assert state.view(None).last is None
    state = after(state, "h r1 new", "h b1 new", "end b5")
    assert state.view(None).last == Last(Seat(0), 2)
    state = after(state, "end r3")
    assert state.view(None).last is None
    state = after(state, "end b4")
    assert after(state, "end " + state.hands[0][0]).view(None).last is None
