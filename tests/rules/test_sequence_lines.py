"""Which five in a line are a sequence: by hand, and against a second way to find them."""

from __future__ import annotations

import random

import pytest

from rules.sequence import FIVES, GAME, Choose, Options, Place, State
from rules.sequence.board import BOTH, CORNERS, spaces_in
from rules.sequence.lines import completed
from tests.rules.sequence_lines import CORNERS as CORNER_CELLS
from tests.rules.sequence_lines import WINDOWS, Cells, cells_of, compare, largest, positions, possible
from tests.rules.sequence_table import spaces

POSITIONS = 10_000
"""More by `python -m tests.rules.sequence_lines`."""


def test_there_are_192_fives_and_each_has_its_spaces_as_a_mask() -> None:
    assert len(FIVES) == len(WINDOWS) == 192
    assert {cells_of(five) for five in FIVES} == set(WINDOWS)
    assert all(spaces_in(mask) == five for five, mask in FIVES.items())
    assert spaces_in(CORNERS) == (0, 9, 90, 99)
    assert sum(mask.bit_count() for mask in BOTH.values()) == 96


def test_random_positions_are_read_as_by_a_second_way() -> None:
    found = [compare(*position) for position in positions(POSITIONS, "in tests")]
    made = [count for count, _ in found]
    asked = [lines for _, lines in found]
    # The positions are worth comparing: some complete several, some ask about several lines.
    assert {0, 1, 2, 3} <= set(made)
    assert {0, 1, 2} <= set(asked)


@pytest.mark.parametrize("seed", range(12))
def test_random_matches_declare_what_a_second_way_finds(seed: int) -> None:
    luck = random.Random(seed)  # noqa: S311 - the same matches every time
    options = Options(sequences_to_win=3, jacks="all_wild" if seed % 2 else "standard")
    state: State = GAME.deal((2, 3, 4)[seed % 3], options, f"lines {seed}")[0]
    while state.outcome is None:
        seat, team = state.active, state.team_of(state.active)
        move = luck.choice(state.legal_moves(seat))
        after, _ = state.apply(seat, move)
        if isinstance(move, Place):
            own = CORNER_CELLS | cells_of(spaces_in(after.chips[team]))
            ways = largest(possible(own, declared(state, team)))
            new = frozenset(declared(after, team)) - frozenset(declared(state, team))
            if not after.choices:
                assert new in ways
            assert len(new) + len(after.choices) == len(next(iter(ways)))
        elif not isinstance(move, Choose):
            assert after.sequences == state.sequences
        state = after


def declared(state: State, team: int) -> list[Cells]:
    return [cells_of(made.spaces) for made in state.sequences if made.team == team]


def chips(names: str) -> int:
    return sum(1 << space for space in spaces(names))


ROW = ["a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5", "j5"]


def in_row(without: str = "") -> int:
    return chips(" ".join(name for name in ROW if name not in without.split()))


@pytest.mark.parametrize(("length", "place"), [(length, place) for length in range(5, 9) for place in range(length)])
def test_five_to_eight_in_a_line_are_one_sequence(length: int, place: int) -> None:
    own = chips(" ".join(ROW[:length]))
    made, choices = completed(own, spaces(ROW[place])[0], [])
    fives = [range(start, start + 5) for start in range(length - 4) if start <= place < start + 5]
    wanted = tuple(tuple(spaces(" ".join(ROW[each] for each in five))) for five in fives)
    assert (made, choices) == ((wanted, ()) if len(wanted) == 1 else ((), (wanted,)))


def test_nine_by_the_chip_in_the_middle_are_two_without_a_question() -> None:
    made, choices = completed(in_row("j5"), spaces("e5")[0], [])
    assert made == (spaces("a5 b5 c5 d5 e5"), spaces("e5 f5 g5 h5 i5"))
    assert choices == ()


def test_nine_by_another_chip_are_two_where_the_locked_window_allows_it() -> None:
    for locked, second in (("a5 b5 c5 d5 e5", "e5 f5 g5 h5 i5"), ("b5 c5 d5 e5 f5", None)):
        mask = FIVES[spaces(locked)]
        made, choices = completed(in_row("j5"), spaces("i5")[0], [mask])
        assert (made, choices) == (((spaces(second),) if second else ()), ())


def test_ten_by_a_chip_beside_a_locked_five_leave_a_choice_of_two() -> None:
    locked = FIVES[spaces("f5 g5 h5 i5 j5")]
    made, choices = completed(in_row(), spaces("e5")[0], [locked])
    assert (made, choices) == ((), ((spaces("a5 b5 c5 d5 e5"), spaces("b5 c5 d5 e5 f5")),))


def test_ten_by_the_last_chip_are_two_where_five_were_locked_at_the_other_end() -> None:
    locked = FIVES[spaces("a5 b5 c5 d5 e5")]
    made, choices = completed(in_row(), spaces("j5")[0], [locked])
    assert (made, choices) == ((spaces("f5 g5 h5 i5 j5"),), ())


@pytest.mark.parametrize(
    ("lines", "ends"),
    [
        (["b5 c5 d5 f5", "e2 e3 e4 e6"], ["b5-f5", "e2-e6"]),
        (["b5 c5 d5 f5", "c3 d4 f6 g7"], ["b5-f5", "c3-g7"]),
        (["b5 c5 d5 f5", "h2 g3 f4 d6"], ["b5-f5", "h2-d6"]),
        (["e2 e3 e4 e6", "c3 d4 f6 g7"], ["e2-e6", "c3-g7"]),
        (["e2 e3 e4 e6", "h2 g3 f4 d6"], ["e2-e6", "h2-d6"]),
        (["c3 d4 f6 g7", "h2 g3 f4 d6"], ["c3-g7", "h2-d6"]),
    ],
)
def test_two_at_once_in_any_pair_of_directions(lines: list[str], ends: list[str]) -> None:
    made, choices = completed(chips(" ".join((*lines, "e5"))), spaces("e5")[0], [])
    assert [(five[0], five[-1]) for five in made] == [spaces(end.replace("-", " ")) for end in ends]
    assert choices == ()


def test_four_at_once_may_share_one_chip() -> None:
    star = chips("b5 c5 d5 f5 e2 e3 e4 e6 c3 d4 f6 g7 h2 g3 f4 d6 e5")
    made, choices = completed(star, spaces("e5")[0], [])
    assert (len(made), choices) == (4, ())


def test_two_corners_of_a_side_belong_to_a_full_row() -> None:
    own = chips("b1 c1 d1 e1")
    assert completed(own, spaces("e1")[0], [])[0] == (spaces("a1 b1 c1 d1 e1"),)
    assert completed(chips("b2 c3 d4 e5"), spaces("c3")[0], [])[0] == (spaces("a1 b2 c3 d4 e5"),)
    assert completed(chips("i2 h3 g4 f5"), spaces("f5")[0], [])[0] == (spaces("j1 i2 h3 g4 f5"),)
