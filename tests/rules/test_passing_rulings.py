"""The rulings P1 to P3, P5, P6 and P9 to P12, and the options."""

from dataclasses import replace

import pytest

from rules.engine import Seat, make_options, option_fields
from rules.passing import (
    GAME,
    Blocked,
    Counted,
    Dealt,
    Draw,
    Drew,
    Keep,
    Kept,
    Options,
    Pass,
    Passed,
    Play,
    Played,
    State,
    WentOut,
)
from tests.rules.passing_table import USUAL, all_pass, lay, legal, move, play, tiles, with_front

ASKING = Options(draw_then_play=True)


def counted(events: tuple[object, ...]) -> Counted:
    return next(event for event in events if isinstance(event, Counted))


# P1 -----------------------------------------------------------------------------------------------------------


def test_p1_a_draw_is_one_tile_and_the_whole_turn() -> None:
    state, _ = play(lay("1..2", ["12 66", "05 11"]), "draw")
    assert (state.active, state.drawn, len(state.hands[0])) == (1, None, 3)


def drawing(*, fitting: bool) -> State:
    """Lay ends 2..5 before a draw of a tile that fits, or doesn't."""
    return with_front(lay("2..5", ["66 25", "00 04"], options=ASKING), fitting=fitting)


@pytest.mark.parametrize("fits", [True, False])
def test_p1_with_draw_then_play_the_drawer_is_asked_whether_the_tile_fits_or_not(fits: bool) -> None:
    before = drawing(fitting=fits)
    tile = before.boneyard[0]
    asked, events = play(before, "draw")
    assert events == (Drew(Seat(0)),)
    # The same seat with the same clock; its buttons are new.
    assert asked.to_act == before.to_act == {0: before.turn}
    assert (asked.turn, asked.move_number) == (before.turn, before.move_number + 1)
    assert asked.view(Seat(0)).drawn == tile
    assert legal(asked) == ([f"{tile[0]}{tile[1]}", "keep"] if fits else ["keep"])


def test_p1_the_question_does_not_tell() -> None:
    seen = []
    for fits in (True, False):
        asked, events = play(drawing(fitting=fits), "draw")
        public = (asked.view(None), asked.view(Seat(1)), asked.to_act, asked.turn, asked.move_number)
        seen.append((events, *public, asked.legal_moves(Seat(1))))
        assert asked.view(None).asked
        assert asked.view(None).drawn is asked.view(Seat(1)).drawn is None
    assert seen[0] == seen[1]


def test_p1_no_other_tile_may_be_played_after_the_draw() -> None:
    asked, _ = play(drawing(fitting=True), "draw")
    assert Play((2, 5), "left") in drawing(fitting=True).legal_moves(Seat(0))
    assert Play((2, 5), "left") not in asked.legal_moves(Seat(0))


def test_p1_the_drawn_tile_may_be_played_at_once() -> None:
    before = drawing(fitting=True)
    tile = before.boneyard[0]
    asked, _ = play(before, "draw")
    state, events = move(asked, Play(tile))
    assert [type(event) for event in events] == [Played]
    assert (state.drawn, state.active, state.turn) == (None, 1, asked.turn + 1)
    assert tile not in state.hands[0]
    assert state.view(None).since_last == ()


def test_p1_keeping_is_a_draw_not_a_pass() -> None:
    state, _ = play(drawing(fitting=True), "pass")
    assert state.view(None).passes == 1
    kept, events = play(state, "draw", "keep")
    assert events == (Kept(Seat(1)),)
    assert (kept.drawn, kept.active, kept.finished) == (None, 0, None)
    assert kept.view(None).passes == 0
    assert len(kept.hands[1]) == 3
    assert [idle.did for idle in kept.view(None).since_last] == ["passed", "drew"]


def test_p1_a_timeout_keeps() -> None:
    for fits in (True, False):
        asked, _ = play(drawing(fitting=fits), "draw")
        assert GAME.timeout(asked.view(Seat(0)), asked.legal_moves(Seat(0))) == Keep()


def test_p1_nobody_is_asked_without_the_option() -> None:
    state, _ = play(replace(drawing(fitting=True), options=USUAL), "draw")
    assert not state.view(None).asked
    assert state.view(Seat(0)).drawn is None


# P2, P3 -------------------------------------------------------------------------------------------------------


def test_p2_pass_and_draw_are_allowed_although_a_tile_fits() -> None:
    state = lay("1..2", ["13 66", "05 11"])
    assert Play((1, 3)) in state.legal_moves(Seat(0))
    assert {Draw(), Pass()} <= set(state.legal_moves(Seat(0)))
    for notation in ("pass", "draw"):
        assert play(state, notation)[0].active == 1


def test_p3_the_leader_must_play_any_tile_of_the_hand_and_after_that_all_is_allowed() -> None:
    state, _ = GAME.deal(3, Options(), "opening")
    hand = state.hands[state.leader]
    assert state.legal_moves(state.leader) == tuple(map(Play, hand))
    for tile in hand:
        after, events = move(state, Play(tile))
        assert events == (Played(state.leader, tile, None, "right"),)
        assert (after.train, after.first) == ((tile,), 0)
        assert {Draw(), Pass()} <= set(after.legal_moves(after.active))


# P5, P6 -------------------------------------------------------------------------------------------------------


def test_p5_b1_is_looked_at_before_anybody_else_moves_and_wants_all_seven_and_both_ends() -> None:
    train = "30 02 23 33 31 14 43 35 56"
    hands = ["36 00 11 22 44", "55 66 01 12 24"]
    over, events = play(lay(train, hands), "36 right")
    assert [type(event) for event in events] == [Played, Blocked, Counted, Dealt]
    assert over.finished is not None
    assert over.finished.why == "ends"
    other_end, events = play(lay(train, hands), "36 left")  # all seven lie, but the ends are 6 and 6
    assert events == (Played(Seat(0), (3, 6), 3, "left"),)
    assert other_end.finished is None


def test_p5_b2_no_tile_can_be_drawn_and_no_hand_fits() -> None:
    _, events = play(lay("2..5", ["35 66", "04 00"], drawn=12), "35")
    assert [type(event) for event in events] == [Played, Blocked, Counted, Dealt]
    assert events[1] == Blocked("hands")
    goes_on, events = play(lay("2..5", ["35 66", "04 03"], drawn=12), "35")
    assert [type(event) for event in events] == [Played]
    assert goes_on.finished is None


@pytest.mark.parametrize("options", [USUAL, ASKING])
def test_p5_b2_is_looked_at_after_a_draw_too_and_then_nobody_is_asked(options: Options) -> None:
    state = with_front(lay("2..5", ["36 66", "04 00"], drawn=11, options=options), fitting=False)
    over, events = play(state, "draw")
    assert [type(event) for event in events] == [Drew, Blocked, Counted, Dealt]
    assert events[1] == Blocked("hands")
    assert over.finished is not None
    assert state.boneyard[0] in over.finished.hands[0]
    assert not over.view(None).asked


def test_p5_b2_a_last_drawn_tile_that_fits_lets_the_round_go_on() -> None:
    state = with_front(lay("2..5", ["36 66", "04 00"], drawn=11, options=ASKING), fitting=True)
    asked, events = play(state, "draw")
    assert events == (Drew(Seat(0)),)
    kept, events = play(asked, "keep")
    assert events == (Kept(Seat(0)),)
    assert kept.finished is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_p5_b3_everyone_passes_once_in_a_row(seats: int) -> None:
    hands = ["12 34", "05 13", "11 02", "23 44"][:seats]
    state = lay("1..2", hands, active=1)
    for _ in range(seats - 1):
        state, events = play(state, "pass")
        assert len(events) == 1
    assert state.view(None).pass_ends_round
    state, events = play(state, "pass")
    assert [type(event) for event in events] == [Passed, Blocked, Counted, Dealt]
    assert events[1] == Blocked("passes")


@pytest.mark.parametrize("between", ["draw", "13"])
def test_p5_b3_a_draw_or_a_tile_starts_the_count_anew(between: str) -> None:
    state = lay("1..2", ["13 34", "05 66"])
    state, _ = play(state, "draw", "pass")
    state, _ = play(state, between)
    assert state.finished is None
    assert state.view(None).passes == 0
    state, _ = play(state, "pass")
    assert state.finished is None


def test_p5_b3_a_timeout_s_pass_counts() -> None:
    state = lay("1..2", ["13 34", "05 66"])
    for _ in range(2):
        seat = state.active
        made = GAME.timeout(state.view(seat), state.legal_moves(seat))
        assert made == Pass()
        state, events = move(state, made)
    assert Blocked("passes") in events


def test_p5_all_ends_of_a_round_score_alike() -> None:
    ways = {
        "out": play(lay("1..2", ["12", "05 11"]), "12 right"),
        "ends": play(lay("30 02 23 33 31 14 43 35 56", ["36 00 11 22 44", "55 66 01 12 24"]), "36 right"),
        "hands": play(lay("2..5", ["35 66", "04 00"], drawn=12), "35"),
        "passes": all_pass(lay("1..2", ["12", "05 11"])),
    }
    for why, (state, events) in ways.items():
        assert state.finished is not None
        assert state.finished.why == why
        mine, other = state.finished.pips
        assert counted(events).score == abs(mine - other)
        assert state.finished.best == ((0,) if mine < other else (1,))


def test_p5_a_last_tile_that_also_blocks_counts_as_going_out() -> None:
    train = "30 02 23 33 31 14 43 35 56"
    hands = ["36", "00 11 22 44 55 66 01 12 24"]
    state, events = play(lay(train, hands), "36 right")
    assert events[1] == WentOut(Seat(0))
    assert state.finished is not None
    assert (state.finished.why, state.finished.out) == ("out", 0)


def test_p6_while_tiles_can_be_drawn_nobody_fitting_is_not_the_end() -> None:
    state = lay("2..5", ["66 36", "04 00"])
    assert legal(state) == ["draw", "pass"]
    passed, events = play(state, "pass")
    assert events == (Passed(Seat(0)),)
    assert legal(passed) == ["draw", "pass"]
    assert passed.finished is None


# P9 to P12 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [31, 61, 101, 151, 201])
def test_p9_at_or_above_the_target(target: int) -> None:
    options = Options(target=target)
    for before, over in [(target - 8, False), (target - 7, True), (target - 1, True)]:
        state, _ = play(lay("1..2", ["12", "05 11"], options=options, points=[before, 0]), "12 right")
        assert (state.outcome is not None) == over


def test_p10_an_end_is_named_only_where_a_tile_fits_both_and_they_differ() -> None:
    assert legal(lay("2..5", ["25 26 55", "00 04"])) == ["25 left", "25 right", "26", "55", "draw", "pass"]
    assert legal(lay("3..3", ["33 36 25", "00 04"])) == ["33", "36", "draw", "pass"]


def test_p10_where_both_ends_ask_for_the_same_a_tile_lies_right() -> None:
    state = lay("3..3", ["33 36 25", "00 04"])
    after, events = play(state, "36")
    assert events == (Played(Seat(0), (3, 6), 3, "right"),)
    assert after.train == (*state.train, (3, 6))


def test_p11_a_hand_is_private_and_so_are_a_drawn_tile_and_the_boneyard() -> None:
    state, _ = play(lay("1..2", ["13 34", "05 66"], options=ASKING), "draw")
    for who in (Seat(1), None):
        view = state.view(who)
        assert view.drawn is None
        assert not set(tiles_in(view.train)) & set(state.hands[0])
        assert view.hand == (() if who is None else state.hands[1])
    twin = GAME.redeal(state, Seat(1), "twin")
    assert twin.hands[0] != state.hands[0]
    assert twin.drawn in twin.hands[0]
    assert twin.view(Seat(1)) == state.view(Seat(1))
    assert (state.view(None).boneyard, state.view(None).drawable, state.view(None).counts) == (13, 11, (3, 2))


def tiles_in(train: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    return [(min(tile), max(tile)) for tile in train]


def test_p11_hands_are_shown_at_scoring_and_the_boneyard_never() -> None:
    state, events = all_pass(lay("1..2", ["12 34", "05 66"]))
    assert counted(events).hands == (tiles("12 34"), tiles("05 66"))
    finished = state.view(None).finished
    assert finished is not None
    assert finished.hands == counted(events).hands
    assert {name for name in type(finished).__dataclass_fields__ if "bone" in name} == set()


def test_p12_a_timeout_passes_and_on_the_opening_turn_plays_as_the_stand_in() -> None:
    state = lay("1..2", ["13 34", "05 66"])
    assert GAME.timeout(state.view(Seat(0)), state.legal_moves(Seat(0))) == Pass()
    opening, _ = GAME.deal(3, Options(), "opening")
    seat = opening.leader
    view, moves = opening.view(seat), opening.legal_moves(seat)
    assert GAME.timeout(view, moves) == GAME.stand_in(view, moves)
    assert isinstance(GAME.timeout(view, moves), Play)


# Options ------------------------------------------------------------------------------------------------------


def test_the_form_of_options_and_the_usual_game() -> None:
    assert [(each.name, each.default) for each in option_fields(Options)] == [
        ("target", None),
        ("lead", "random"),
        ("draw_then_play", False),
        ("partners", False),
        ("partner_scoring", "side"),
        ("domino_wins_tie", False),
    ]
    assert make_options(Options, {"target": "off", "partners": "on", "lead": "rotate"}) == Options(
        lead="rotate", partners=True
    )


def test_partner_scoring_plays_no_part_without_partners() -> None:
    for scoring in ("side", "individual"):
        options = make_options(Options, {"partner_scoring": scoring})
        _, events = all_pass(lay("1..2", ["66", "05", "03", "45"], options=options))
        assert counted(events).points == (0, 0, 23, 0)
