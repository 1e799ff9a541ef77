"""The worked positions V1 to V12 of the rules, and the board."""

from collections.abc import Iterator

import pytest

from rules.cards import Card
from rules.engine import IllegalMove, Outcome
from rules.sequence import (
    CARD_ON,
    GAME,
    Completed,
    Drew,
    Ended,
    Exchanged,
    FiveAsked,
    Forfeited,
    Options,
    Passed,
    Placed,
    Rebuilt,
    Removed,
    Space,
)
from tests.rules.sequence_table import BLUE, GREEN, RED, A, B, C, at, lay, legal, move, play

ROW_1 = at((1, 1), (1, 2), (1, 3), (1, 4), (1, 5))


def spiral() -> Iterator[Space]:
    """Walk the board clockwise inward from the top left."""
    row, column, seen = 0, 0, {(0, 0)}
    down, right = 0, 1
    yield Space(0)
    for _ in range(99):
        if not (0 <= row + down < 10 and 0 <= column + right < 10) or (row + down, column + right) in seen:
            down, right = right, -down
        row, column = row + down, column + right
        seen.add((row, column))
        yield Space(10 * row + column)


def test_the_board_walked_in_a_spiral_reads_the_suits_in_order_twice() -> None:
    up, down = "23456789tqka", "akqt98765432"
    suits = [rank + suit for suit, ranks in (("s", up), ("d", up), ("c", down), ("h", down)) for rank in ranks]
    walked = [CARD_ON[space] for space in spiral()]
    assert [card for card in walked if card is not None] == [Card(each) for each in suits * 2]
    assert [space for space, card in enumerate(CARD_ON) if card is None] == [0, 9, 90, 99]


def test_v1_two_sequences_at_once_that_share_the_new_chip_win_without_a_draw() -> None:
    chips = at((4, 5), (4, 6), (4, 8), (4, 9), (3, 7), (5, 7), (6, 7), (7, 7))
    state, events = play(lay(["", "9d"], {GREEN: chips}, active=1), "9d h5")
    row, column = at((4, 5), (4, 6), (4, 7), (4, 8), (4, 9)), at((3, 7), (4, 7), (5, 7), (6, 7), (7, 7))
    assert events == (
        Placed(B, Card("9d"), at((4, 7))[0]),
        Completed(B, GREEN, row, 1),
        Completed(B, GREEN, column, 2),
        Ended("sequences", (GREEN,)),
    )
    assert state.outcome == Outcome((2, 1), (0, 2), "sequences")
    assert len(state.hands[1]) == 6


def test_v2_a_chip_beside_a_declared_five_is_no_sequence_and_can_be_removed() -> None:
    before = lay(["js", "kh"], {GREEN: ROW_1}, sequences=[(GREEN, ROW_1)], active=1)
    state, events = play(before, "kh g2")
    assert not any(isinstance(event, Completed) for event in events)
    assert "js x g2" in legal(state, 0)
    with pytest.raises(IllegalMove, match="F2 is protected"):
        state.apply(A, move("js x f2"))
    state, events = play(state, "js x g2")
    assert events == (Removed(A, Card("js"), at((1, 6))[0], GREEN),)


def test_v3_a_second_sequence_may_share_one_space_with_the_first() -> None:
    chips = (*ROW_1, *at((1, 6), (1, 7), (1, 8)))
    state, events = play(lay(["", "ts"], {GREEN: chips}, sequences=[(GREEN, ROW_1)], active=1), "ts j2")
    assert events[1] == Completed(B, GREEN, at((1, 5), (1, 6), (1, 7), (1, 8), (1, 9)), 2)
    assert state.outcome is not None


def test_v4_a_corner_counts_as_one_of_the_five() -> None:
    state, events = play(lay(["", "5s"], {GREEN: at((0, 1), (0, 2), (0, 3))}, active=1), "5s e1")
    assert events[1] == Completed(B, GREEN, at((0, 0), (0, 1), (0, 2), (0, 3), (0, 4)), 1)
    assert state.view(None).safe == at((0, 1), (0, 2), (0, 3), (0, 4))  # a corner has no chip to be taken
    assert state.outcome is None


V5 = at((4, 1), (4, 2), (4, 3), (4, 5), (4, 6), (4, 7), (4, 8))


def test_v5_eight_in_a_line_are_one_sequence_of_four_to_choose_from() -> None:
    state, events = play(lay(["", "5h"], {GREEN: V5}, active=1), "5h e5")
    assert legal(state, 1) == ["five b5-f5", "five c5-g5", "five d5-h5", "five e5-i5"]
    assert isinstance(events[-1], FiveAsked)
    assert events[-1].fives == state.view(None).choice
    assert state.active == B and state.to_act == {B: 50}
    assert GAME.timeout(state.view(B), state.legal_moves(B)) == move("five b5-f5")
    chosen, events = play(state, "five d5-h5")
    assert events == (Completed(B, GREEN, at((4, 3), (4, 4), (4, 5), (4, 6), (4, 7)), 1),)
    assert chosen.count(GREEN) == 1 and chosen.active == A


def test_v6_after_the_choice_the_other_end_gives_a_second_and_wins() -> None:
    state, _ = play(lay(["2s", "5h as"], {GREEN: V5}, active=1), "5h e5", "five b5-f5", "2s b1", "as j5")
    assert state.count(GREEN) == 2
    assert state.sequences[-1].spaces == at((4, 5), (4, 6), (4, 7), (4, 8), (4, 9))
    assert state.outcome is not None and state.outcome.winners == (1,)


def test_v7_a_corner_counts_for_everybody_at_the_same_time() -> None:
    chips = {GREEN: at((0, 1), (0, 2), (0, 3)), BLUE: at((1, 0), (2, 0), (3, 0))}
    state, _ = play(lay(["9c", "5s"], chips, active=1), "5s e1", "9c a5")
    assert [(made.team, made.spaces[0]) for made in state.sequences] == [(GREEN, 0), (BLUE, 0)]
    assert state.view(None).counts == (1, 1)


def test_v8_a_second_exchange_is_refused_and_the_turn_goes_on() -> None:
    before = lay(["", "7h 7h 2c"], {GREEN: at((4, 8)), BLUE: at((5, 3))}, active=1, top="2d")
    state, events = play(before, "dead 7h")
    assert events == (Exchanged(B, Card("7h")),)
    assert Card("2d") in state.hands[1] and len(state.hands[1]) == 7
    assert "dead 7h" not in legal(state, 1)
    with pytest.raises(IllegalMove, match="exchanged a dead card already"):
        state.apply(B, move("dead 7h"))
    assert state.active == B and (state.turn, state.since) == (50, 50)
    after, _ = play(state, "2c e2")
    assert after.active == A


def test_v9_only_a_one_eyed_jack_and_nothing_to_take_is_a_pass() -> None:
    chips = {BLUE: ROW_1, GREEN: at((9, 1))}
    options = Options(manual_draw=True)
    state = lay(["2c", "js"], chips, sequences=[(BLUE, ROW_1)], active=1, fill=False, options=options)
    assert legal(state, 1) == ["pass"]
    for notation in ("dead js", "js x c2", "js e5"):
        with pytest.raises(IllegalMove):
            state.apply(B, move(notation))
    after, events = play(state, "pass")
    assert events == (Passed(B),)
    assert after.hands == state.hands and after.deck == state.deck
    assert after.active == A and after.rights == (0, 0)


def test_v10_an_empty_deck_is_rebuilt_from_all_discard_piles_the_card_played_included() -> None:
    before = lay(["2s", ""], piles=["3s 3s", "*"])
    assert (len(before.deck), sum(map(len, before.piles))) == (0, 90)
    state, events = play(before, "2s b1")
    assert events[1] == Rebuilt(91)
    assert len(state.deck) == 90 and state.piles == ((), ())
    assert len(state.hands[0]) == 7
    assert Card("2s") in (*state.deck, *state.hands[0])  # the card just played is shuffled in too


def test_v11_a_card_is_forfeited_once_a_later_player_has_drawn() -> None:
    before = lay(["2s 3s", "2d 3d"], options=Options(manual_draw=True))
    both, _ = play(before, "2s b1", "2d c3")
    drawn, events = play(both, "1: draw")
    assert events == (Drew(A),)
    assert len(drawn.hands[0]) == 7
    late, events = play(both, "2: draw")
    assert events == (Drew(B), Forfeited(A))
    with pytest.raises(IllegalMove, match="forfeited"):
        late.apply(A, move("draw"))
    for_good, _ = play(late, "3s c1", "3d d3", "1: draw")
    assert len(for_good.hands[0]) == 6


@pytest.mark.parametrize(("teams", "won"), [(3, True), (2, False)])
def test_v12_six_in_three_teams_need_one_sequence_in_two_teams_two(teams: int, won: bool) -> None:
    team, seat = (RED, C) if teams == 3 else (GREEN, B)
    hands = ["5s" if each == seat else "" for each in range(6)]
    before = lay(hands, {team: at((0, 1), (0, 2), (0, 3))}, active=seat, options=Options(teams=teams))
    state, _ = play(before, "5s e1")
    assert state.view(None).needed == (1 if won else 2)
    assert state.view(None).counts[team] == 1
    if won:
        assert state.outcome == Outcome((3, 3, 1, 3, 3, 1), (0, 0, 1, 0, 0, 1), "sequences")
    else:
        assert state.outcome is None
