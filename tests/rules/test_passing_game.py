"""What the game's rules say, sentence by sentence."""

import pytest

from rules.engine import InvalidOption, Seat
from rules.passing import (
    GAME,
    TILES,
    Blocked,
    Counted,
    Dealt,
    Draw,
    Drew,
    Last,
    Options,
    Pass,
    Passed,
    Play,
    Played,
    State,
    WentOut,
    pips_of,
)
from tests.rules.passing_table import PARTNERS, all_pass, ends, lay, legal, move, play, play_out, tiles

SEATS = (2, 3, 4)


def dealt(seats: int, options: Options | None = None, seed: str = "deal") -> State:
    state, _ = GAME.deal(seats, options or Options(), seed)
    return state


def test_two_three_or_four_play() -> None:
    assert tuple(GAME.tables(Options())) == SEATS
    assert [GAME.teams(seats, Options()) for seats in SEATS] == [(0, 1), (0, 1, 2), (0, 1, 2, 3)]
    for seats in (0, 1, 5):
        with pytest.raises(InvalidOption, match=f"played by 2, 3 or 4; you are {seats}"):
            dealt(seats)


def test_four_may_play_in_two_partnerships_partners_opposite() -> None:
    assert tuple(GAME.tables(PARTNERS)) == (4,)
    assert GAME.teams(4, PARTNERS) == (0, 1, 0, 1)
    assert dealt(4, PARTNERS).view(None).sides == (0, 1, 0, 1)
    for seats in (2, 3):
        with pytest.raises(InvalidOption, match=f"Partners play with four; you are {seats}"):
            dealt(seats, PARTNERS)


def test_there_are_28_tiles_each_pair_of_numbers_once() -> None:
    assert len(TILES) == len(set(TILES)) == 28
    assert all(0 <= low <= high <= 6 for low, high in TILES)
    assert pips_of(TILES) == 168


@pytest.mark.parametrize(("seats", "size", "boneyard", "drawable"), [(2, 7, 14, 12), (3, 7, 7, 5), (4, 6, 4, 2)])
def test_two_or_three_hold_seven_and_four_six_and_the_boneyard_s_last_two_are_never_drawn(
    seats: int, size: int, boneyard: int, drawable: int
) -> None:
    state = dealt(seats)
    view = state.view(None)
    assert view.counts == (size,) * seats
    assert (view.boneyard, view.drawable) == (boneyard, drawable)
    lying = [tile for part in (*state.hands, state.boneyard) for tile in part]
    assert sorted(lying) == list(TILES)
    last_two = state.boneyard[-2:]
    state, _ = move(state, state.legal_moves(state.active)[0])
    while Draw() in state.legal_moves(state.active) and state.round == 1:
        drawable -= 1
        state, _ = move(state, Draw())
    if state.round == 1:
        assert drawable == 0
        assert state.boneyard == last_two


@pytest.mark.parametrize("seats", SEATS)
def test_a_random_player_leads_and_play_goes_clockwise(seats: int) -> None:
    leaders = [dealt(seats, seed=f"{number}").leader for number in range(300)]
    assert all(300 / seats * 0.7 < leaders.count(Seat(seat)) < 300 / seats * 1.3 for seat in range(seats))
    state = dealt(seats)
    assert state.active == state.leader
    following, _ = move(state, state.legal_moves(state.active)[0])
    assert following.active == (state.leader + 1) % seats
    after, _ = move(following, Pass())
    assert after.active == (state.leader + 2) % seats


def test_the_first_deal_says_who_leads() -> None:
    state, events = GAME.deal(3, Options(), "deal")
    assert events == (Dealt(1, state.leader),)
    assert (state.round, state.turn, state.move_number) == (1, 1, 0)
    assert dealt(3) == state
    assert dealt(3, seed="other").hands != state.hands


def test_a_turn_is_one_of_three_a_tile_a_draw_or_a_pass() -> None:
    state = lay("1..2", ["12 13 66", "05 11"])
    assert legal(state) == ["12 left", "12 right", "13", "draw", "pass"]
    for notation, event in [
        ("13", Played(Seat(0), (1, 3), 1, "left")),
        ("draw", Drew(Seat(0))),
        ("pass", Passed(Seat(0))),
    ]:
        after, events = play(state, notation)
        assert events == (event,)
        assert after.to_act == {1: state.turn + 1}
        assert after.move_number == state.move_number + 1


@pytest.mark.parametrize(
    ("notation", "train"),
    [("13", "31 15 52"), ("24", "15 52 24"), ("22", "15 52 22"), ("11", "11 15 52")],
)
def test_a_matching_tile_is_added_to_either_end_turned_so_that_it_matches(notation: str, train: str) -> None:
    state = lay("15 52", ["13 24 22 11 66 00", "33 44 55 05 06 04"])
    after, _ = play(state, notation)
    assert after.train == tiles(train)
    grown_left = notation in ("13", "11")
    assert after.last == Last(Seat(0), 0 if grown_left else 2)
    assert after.first == (1 if grown_left else 0)


def test_a_double_lies_across_but_does_not_branch() -> None:
    state = lay("15 52", ["22 23 66 00 13 24", "33 44 55 05 06 04"])
    after, _ = play(state, "22")
    assert ends(after) == "1..2"
    # Only the two ends ask for a number: the long sides of the double ask for none.
    again, _ = play(after, "pass", "23")
    assert ends(again) == "1..3"
    assert "24" not in legal(play(again, "pass")[0])


def test_the_drawn_tile_goes_from_the_boneyard_to_the_hand() -> None:
    state = lay("1..2", ["12 13 66", "05 11"])
    after, _ = play(state, "draw")
    assert set(after.hands[0]) - set(state.hands[0]) == {state.boneyard[0]}
    assert after.boneyard == state.boneyard[1:]


def test_a_round_ends_when_someone_plays_the_last_tile() -> None:
    state, events = play(lay("1..2", ["12", "05 11"]), "12 right")
    assert events[1] == WentOut(Seat(0))
    finished = state.finished
    assert finished is not None
    assert (finished.why, finished.out, finished.pips) == ("out", 0, (0, 7))
    assert finished.hands == ((), tiles("05 11"))
    assert (finished.best, finished.score, finished.points) == ((0,), 7, (7, 0))


def test_a_round_ends_when_nobody_can_play() -> None:
    state, events = all_pass(lay("1..2", ["12", "05 11"]))
    assert isinstance(events[1], Blocked)
    assert state.finished is not None
    assert (state.finished.why, state.finished.out) == ("passes", None)
    assert (state.finished.best, state.finished.score) == ((0,), 4)


def test_all_tiles_are_shuffled_and_dealt_again_and_scores_carry_over() -> None:
    before = lay("1..2", ["12", "05 11"], points=[10, 20])
    state, events = play(before, "12 right")
    assert state.points == (17, 20)
    assert events[-1] == Dealt(2, state.leader)
    assert (state.round, state.active, state.train, state.idles) == (2, state.leader, (), ())
    assert [len(hand) for hand in state.hands] == [7, 7]
    other, _ = play(lay("1..2", ["12", "05 11"], number=2), "12 right")
    assert other.hands != state.hands


@pytest.mark.parametrize(
    ("seats", "options", "target"),
    [
        (2, Options(), 101),
        (3, Options(), 101),
        (4, Options(), 61),
        (4, PARTNERS, 61),
        (2, Options(target=31), 31),
        (4, Options(target=151), 151),
    ],
)
def test_first_to_the_target_wins(seats: int, options: Options, target: int) -> None:
    hands, sides = ["12", "05", "11", "66"][:seats], len(set(GAME.teams(seats, options)))
    # The round's score, without the first seat's own hand, which is empty.
    score = play(lay("1..2", hands, options=options), "12 right")[0].points[0]
    for before, over in [(target - score - 1, False), (target - score, True)]:
        state, events = play(lay("1..2", hands, options=options, points=[before] + [0] * (sides - 1)), "12 right")
        assert (state.outcome is not None) == over
        assert isinstance(events[-1], Counted if over else Dealt)
        assert state.view(None).target == target


def test_the_last_position_stays_to_be_looked_at() -> None:
    state, _ = play(lay("1..2", ["12", "05 11"], points=[100, 20]), "12 right")
    assert state.outcome is not None
    assert (state.outcome.places, state.outcome.scores, state.outcome.reason) == ((1, 2), (107, 20), "target")
    view = state.view(Seat(1))
    assert (view.active, view.hand, view.finished) == (None, tiles("05 11"), state.finished)
    assert view.train[-1] == (2, 1)
    assert state.to_act == {}
    assert state.legal_moves(Seat(0)) == state.legal_moves(None) == ()


def test_places_are_by_points_and_partners_share_theirs() -> None:
    state, _ = play(lay("1..2", ["12", "05", "11", "66"], points=[60, 9, 30, 9]), "12 left")
    assert state.outcome is not None
    assert state.outcome.places == (1, 3, 2, 3)
    state, _ = play(lay("1..2", ["12", "05", "11", "66"], points=[60, 9], options=PARTNERS), "12 left")
    assert state.outcome is not None
    assert state.outcome.places == (1, 3, 1, 3)
    assert state.outcome.scores == (75, 9, 75, 9)
    assert state.outcome.winners == (0, 2)


def test_a_finished_round_is_shown_until_the_next_action() -> None:
    state, _ = play(lay("1..2", ["12", "05 11"]), "12 right")
    assert state.view(None).finished is not None
    after, _ = move(state, state.legal_moves(state.active)[0])
    assert after.view(None).finished is None


def test_who_drew_or_passed_since_the_last_tile_is_told_and_how_many_passed_in_a_row() -> None:
    state = lay("1..2", ["12 13 66", "05 11", "22 44"])
    state, _ = play(state, "draw", "pass", "pass")
    view = state.view(None)
    assert [(idle.seat, idle.did) for idle in view.since_last] == [(0, "drew"), (1, "passed"), (2, "passed")]
    assert view.passes == 2
    assert view.pass_ends_round
    played, _ = play(state, "13")
    view = played.view(None)
    assert (view.since_last, view.passes, view.pass_ends_round) == ((), 0, False)
    assert len(view.idles) == len(state.idles)


@pytest.mark.parametrize(("seats", "options"), [(2, Options()), (3, Options()), (4, Options()), (4, PARTNERS)])
def test_whole_matches_end_at_the_target(seats: int, options: Options) -> None:
    over = play_out(dealt(seats, options))
    assert max(over.points) >= (61 if seats == 4 else 101)
    assert Play((0, 0)) not in over.legal_moves(Seat(0))


def test_a_seat_sees_what_it_drew_until_it_acts_again_and_nobody_else_does() -> None:
    before = lay("2..5", ["66 25", "00 04"])
    tile = before.boneyard[0]
    drawn, _ = play(before, "draw")
    assert [drawn.view(who).last_drawn for who in (Seat(0), Seat(1), None)] == [tile, None, None]
    answered, _ = play(drawn, "pass")
    assert answered.view(Seat(0)).last_drawn == tile
    for again in ("pass", "25 left"):
        assert play(answered, again)[0].view(Seat(0)).last_drawn is None
    assert play(drawn, "draw", "draw")[0].view(Seat(0)).last_drawn == drawn.boneyard[1]


def test_a_tile_kept_is_still_the_one_drawn_last_and_a_new_deal_forgets_it() -> None:
    asked, _ = play(lay("2..5", ["66 25", "00 04"], options=Options(draw_then_play=True)), "draw")
    kept, _ = play(asked, "keep")
    assert kept.view(Seat(0)).last_drawn == asked.drawn is not None
    scored, _ = all_pass(kept)
    assert scored.view(Seat(0)).last_drawn is None
