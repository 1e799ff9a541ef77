"""What the game's rules say, sentence by sentence."""

from collections import Counter

import pytest

from rules.cards import CARDS, Card, rank_of
from rules.engine import IllegalMove, InvalidOption, Outcome, Seat
from rules.sequence import (
    CARD_ON,
    GAME,
    HAND,
    SPACES_OF,
    Completed,
    Dealt,
    Drew,
    Dropped,
    Ended,
    Exchanged,
    Forfeited,
    Options,
    Penalised,
    Placed,
    Rebuilt,
    Removed,
    Shown,
    State,
)
from tests.rules.sequence_table import BLUE, GREEN, A, B, at, lay, legal, move, play, spaces

MANUAL = Options(manual_draw=True)


def dealt(seats: int, options: Options | None = None, seed: str = "deal") -> State:
    state, _ = GAME.deal(seats, options or Options(), seed)
    return state


@pytest.mark.parametrize(
    ("seats", "options", "teams"),
    [
        (2, Options(), (0, 1)),
        (3, Options(), (0, 1, 2)),
        (4, Options(), (0, 1) * 2),
        (6, Options(), (0, 1) * 3),
        (6, Options(teams=3), (0, 1, 2) * 2),
        (8, Options(teams=3), (0, 1) * 4),
        (9, Options(), (0, 1, 2) * 3),
        (10, Options(teams=3), (0, 1) * 5),
        (12, Options(), (0, 1) * 6),
        (12, Options(teams=3), (0, 1, 2) * 4),
    ],
)
def test_two_or_three_play_alone_more_in_equal_teams_that_alternate(
    seats: int, options: Options, teams: tuple[int, ...]
) -> None:
    assert GAME.teams(seats, options) == teams
    state = dealt(seats, options)
    assert state.view(None).teams == teams
    assert len(state.chips) == max(teams) + 1


def test_two_decks_are_104_cards_and_every_card_but_the_jacks_is_on_the_board_twice() -> None:
    assert len(CARDS) == len(set(CARDS)) == 52
    state = dealt(2)
    assert Counter((*state.deck, *state.hands[0], *state.hands[1])) == Counter(CARDS * 2)
    on_board = Counter(card for card in CARD_ON if card is not None)
    assert on_board == Counter({card: 2 for card in CARDS if card[0] != "j"})
    assert sum(on_board.values()) == 96
    assert all(len(SPACES_OF[card]) == (0 if card[0] == "j" else 2) for card in CARDS)


def test_corners_count_for_everybody_and_take_no_card() -> None:
    state = lay(["jc", ""])
    assert not {f"jc {corner}" for corner in ("a1", "j1", "a10", "j10")} & set(legal(state, 0))
    assert len(legal(state, 0)) == 96 + sum(len(SPACES_OF[card]) for card in set(state.hands[0]))


def test_everyone_draws_a_card_and_the_lowest_deals_ace_high() -> None:
    redrawn = 0
    for number in range(300):
        _, events = GAME.deal(3, Options(), f"dealer {number}")
        *shown, end = events
        assert isinstance(end, Dealt)
        waiting = [Seat(0), Seat(1), Seat(2)]
        for draw in shown:
            assert isinstance(draw, Shown)
            assert [seat for seat, _ in draw.cards] == waiting
            lowest = min(rank_of(card) for _, card in draw.cards)
            waiting = [seat for seat, card in draw.cards if rank_of(card) == lowest]
        redrawn += len(shown) > 1
        assert [end.dealer] == waiting
        assert end.first == (end.dealer + 1) % 3
    assert redrawn > 5
    assert [rank_of(Card(f"{rank}s")) for rank in "2tjqka"] == [0, 8, 9, 10, 11, 12]


def test_the_player_left_of_the_dealer_begins_and_play_goes_clockwise() -> None:
    state, events = GAME.deal(4, Options(), "first")
    assert isinstance(events[-1], Dealt)
    assert state.active == events[-1].first
    assert state.to_act == {events[-1].first: 1}
    for step in range(1, 9):
        state, _ = state.apply(state.active, state.legal_moves(state.active)[0])
        assert state.active == (events[-1].first + step) % 4


@pytest.mark.parametrize(("seats", "size"), [(2, 7), (3, 6), (4, 6), (6, 5), (8, 4), (9, 4), (10, 3), (12, 3)])
def test_hands_are_as_large_as_the_table_says(seats: int, size: int) -> None:
    state, events = GAME.deal(seats, Options(), "hands")
    assert [len(hand) for hand in state.hands] == [size] * seats
    assert isinstance(events[-1], Dealt)
    assert events[-1].cards == size
    assert len(state.deck) == 104 - seats * size
    assert (state.turn, state.move_number, state.wait) == (1, 0, "turn")
    assert state.settled(Seat(0), True) is None


@pytest.mark.parametrize("seats", [5, 7, 11])
def test_other_numbers_are_refused_with_those_that_work(seats: int) -> None:
    assert list(GAME.tables(Options())) == list(HAND) == [2, 3, 4, 6, 8, 9, 10, 12]
    with pytest.raises(InvalidOption) as refused:
        dealt(seats)
    assert str(refused.value) == (
        f"Sequence is played by 2, 3, 4, 6, 8, 9, 10 or 12; you are {seats}. One more or one less."
    )
    for none in (0, 1, 13):
        with pytest.raises(InvalidOption, match=f"9, 10 or 12; you are {none}.$"):
            dealt(none)


def test_a_turn_is_a_card_a_chip_on_one_of_its_two_spaces_a_new_card_and_the_next_player() -> None:
    before = lay(["7h", ""], top="qd")
    assert {"7h d6", "7h i5"} == {each for each in legal(before, 0) if each.startswith("7h")}
    state, events = play(before, "7h d6")
    assert events == (Placed(A, Card("7h"), spaces("d6")[0]),)
    assert state.piles[0] == (Card("7h"),)
    assert state.view(None).piles[0] == (Card("7h"),)
    assert state.chips[BLUE] == 1 << spaces("d6")[0]
    assert Card("qd") in state.hands[0] and len(state.hands[0]) == 7
    assert state.drawn[0] == Card("qd")
    assert state.active == B
    assert (state.turn, state.since, state.move_number) == (51, 51, 41)
    assert state.to_act == {B: 51}


def test_a_covered_space_is_not_open() -> None:
    state = lay(["7h", ""], {GREEN: spaces("d6")})
    assert [each for each in legal(state, 0) if each.startswith("7h")] == ["7h i5"]


def test_a_two_eyed_jack_goes_on_any_open_space() -> None:
    state = lay(["jc jd", ""], {GREEN: spaces("d6"), BLUE: spaces("a2")})
    for jack in ("jc", "jd"):
        assert sum(each.startswith(jack) for each in legal(state, 0)) == 94
    after, events = play(state, "jd f6")
    assert events == (Placed(A, Card("jd"), spaces("f6")[0]),)
    assert after.chips[BLUE] == 1 << spaces("f6")[0] | 1 << spaces("a2")[0]


def test_a_one_eyed_jack_takes_a_chip_and_the_space_is_open_to_all_again() -> None:
    before = lay(["jh 7h", "7h"], {GREEN: spaces("d6"), BLUE: spaces("a2")}, top="qd")
    assert [each for each in legal(before, 0) if each.startswith("jh")] == ["jh x d6"]
    state, events = play(before, "jh x d6")
    assert events == (Removed(A, Card("jh"), spaces("d6")[0], GREEN),)
    assert state.chips == (1 << spaces("a2")[0], 0)
    assert state.active == B  # the turn is over at once: no chip may be put there now
    assert {"7h d6", "7h i5"} <= set(legal(state, 1))
    assert Card("qd") in state.hands[0]


def test_a_dead_card_is_exchanged_before_the_play_for_a_replacement() -> None:
    before = lay(["7h 2s", ""], {GREEN: spaces("d6"), BLUE: spaces("i5")}, top="2d 3d")
    assert "dead 7h" in legal(before, 0)
    state, events = play(before, "dead 7h")
    assert events == (Exchanged(A, Card("7h")),)
    assert state.piles[0] == (Card("7h"),)
    assert Card("2d") in state.hands[0] and state.drawn[0] == Card("2d")
    assert (state.active, state.turn, state.move_number) == (A, 50, 41)
    after, _ = play(state, "2s b1")
    assert Card("3d") in after.hands[0] and len(after.hands[0]) == 7


def test_whether_a_card_is_dead_is_judged_at_the_exchange() -> None:
    before = lay(["jh 7h", "2s"], {GREEN: spaces("d6"), BLUE: spaces("i5")})
    state, _ = play(before, "jh x d6", "2s b1")
    with pytest.raises(IllegalMove, match="7♥ isn't dead: it can go on D6"):
        state.apply(A, move("dead 7h"))


def test_the_right_to_exchange_comes_back_every_turn() -> None:
    before = lay(["7h 7h 2s", "2d"], {GREEN: spaces("d6"), BLUE: spaces("i5")})
    state, _ = play(before, "dead 7h", "2s b1", "2d c3")
    assert "dead 7h" in legal(state, 0)


def test_an_empty_deck_is_rebuilt_for_an_exchange_too() -> None:
    before = lay(["7h", ""], {GREEN: spaces("d6"), BLUE: spaces("i5")}, piles=["", "*"])
    state, events = play(before, "dead 7h")
    assert events == (Exchanged(A, Card("7h")), Rebuilt(91))
    assert len(state.deck) == 90
    again, _ = play(lay(["7h", ""], {GREEN: spaces("d6"), BLUE: spaces("i5")}, piles=["", "*"]), "dead 7h")
    assert again.deck == state.deck  # by the seed


def test_a_sequence_goes_in_any_direction() -> None:
    for line, last, card in (
        (at((5, 1), (5, 2), (5, 3), (5, 4)), "f6", "3h"),
        (at((5, 1), (6, 1), (7, 1), (4, 1)), "b9", "7s"),
        (at((3, 1), (4, 2), (5, 3), (6, 4)), "f8", "ac"),
        (at((3, 8), (4, 7), (5, 6), (6, 5)), "e8", "kc"),
    ):
        _, events = play(lay([card, ""], {BLUE: line}), f"{card} {last}")
        assert isinstance(events[-1], Completed)
        assert set(events[-1].spaces) == {*line, *spaces(last)}


def test_only_chips_of_one_colour_make_a_sequence() -> None:
    line = {BLUE: at((5, 1), (5, 2), (5, 3)), GREEN: at((5, 4))}
    _, events = play(lay(["3h", ""], line), "3h f6")
    assert len(events) == 1


def test_two_sequences_win_for_two_teams_and_one_for_three() -> None:
    for seats, options, needed in ((2, {}, 2), (4, {}, 2), (3, {}, 1), (9, {}, 1), (12, {"teams": 3}, 1)):
        assert dealt(seats, Options(**options)).needed == needed  # type: ignore[arg-type]  # teams is an int


def test_a_whole_team_wins_at_once() -> None:
    chips = at((4, 5), (4, 6), (4, 8), (4, 9), (3, 7), (5, 7), (6, 7), (7, 7))
    state, events = play(lay(["", "9d", "", ""], {GREEN: chips}, active=1), "9d h5")
    assert events[-1] == Ended("sequences", (GREEN,))
    assert state.outcome == Outcome((3, 1, 3, 1), (0, 2, 0, 2), "sequences")
    assert state.to_act == {}
    assert all(state.legal_moves(who) == () for who in (*map(Seat, range(4)), None))
    assert state.view(None).active is None


def test_losing_a_card_by_forgetting_to_draw() -> None:
    state, _ = play(lay(["2s 3s", "2d"], options=MANUAL), "2s b1")
    assert "draw" in legal(state, 0)
    state, events = play(state, "2d c3", "2: draw")
    assert events == (Drew(B), Forfeited(A))
    assert "draw" not in legal(state, 0)
    assert len(state.hands[0]) == 6


def test_losing_a_card_by_table_talk() -> None:
    state, events = play(lay(["2s", "3d", "4s", "5d"], active=1), "0: penalty blue")
    assert events == (Penalised(BLUE, (Seat(0), Seat(2))),)
    state, events = play(state, "1: drop 2s", "3: drop 4s")
    assert events == (Dropped(Seat(2), Card("4s")),)
    assert [len(hand) for hand in state.hands] == [5, 6, 5, 6]
    assert (state.piles[0], state.piles[2]) == ((Card("2s"),), (Card("4s"),))
