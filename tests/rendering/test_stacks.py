from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import islice

import pytest
from PIL import Image

from bot.rendering import png, stacks
from bot.rendering.canvas import MARGIN, WIDTH
from bot.rendering.chips import chip
from bot.rendering.colours import BRASS, BRIGHT, CAN, GROUND, LAST, NAMED, SEATS, TEAMS, WELL
from bot.rendering.marks import badge
from bot.rendering.stacks_cards import BACKS, DARK, LIGHT, card
from bot.rendering.stacks_fields import FIELD_H, hole
from rules.engine import Seat
from rules.stacks import GAME, Answer, Card, Options, State, View

from .__main__ import GOLDEN
from .compare import opened, pixels_of, pixels_off
from .stacks_positions import (
    CHOICES,
    CROWDED,
    END,
    FOUR,
    HAND,
    HANDS,
    POSITIONS,
    SHARED,
    SIX,
    START,
    TABLES,
    TEN,
    TWO,
    WINDOW,
    drawn,
    moves,
    pictures_of,
    walk,
)

KEPT = sorted(file.stem for file in (GOLDEN / "stacks").glob("*.png"))
LIMIT = 60 * 1024


def table(view: View) -> Image.Image:
    return opened(stacks.table(view))


def field_of(picture: Image.Image, seats: int, seat: int) -> Image.Image:
    """Cut a player's field out of a picture, the first pixels of its edge left out."""
    columns = seats if seats < 5 else 3
    wide = (WIDTH - 2 * MARGIN - 14 * (columns - 1)) // columns
    left, top = MARGIN + seat % columns * (wide + 14), stacks.FIELDS_TOP + seat // columns * (FIELD_H + 14)
    return picture.crop((left, top, left + wide, top + FIELD_H))


# All of them --------------------------------------------------------------------------------------------------


def test_the_designs_own_pictures_are_among_those_compared() -> None:
    assert len([name for name in KEPT if name.startswith("look_")]) == 6
    assert set(KEPT) <= set(POSITIONS)


@pytest.mark.parametrize("name", KEPT)
def test_a_picture_looks_as_it_was_agreed_on(name: str) -> None:
    picture, golden = opened(drawn(name)), opened((GOLDEN / "stacks" / f"{name}.png").read_bytes())
    share = 0.02 if name.startswith("look_") else 0.002
    assert pixels_off(picture, golden) < share * picture.width * picture.height


@pytest.mark.parametrize("name", POSITIONS)
def test_a_picture_is_light_wide_as_three_phones_and_keeps_off_its_edge(name: str) -> None:
    data = drawn(name)
    picture = opened(data)
    assert picture.width == WIDTH
    assert len(data) <= LIMIT
    picture.paste(GROUND, (MARGIN // 2, 10, WIDTH - MARGIN // 2, picture.height - 10))
    assert pixels_of(picture, GROUND) == picture.width * picture.height


@pytest.mark.parametrize("name", ["look_table", "look_hand", "choice_chip", "end"])
def test_the_corners_are_transparent_and_the_rest_is_not(name: str) -> None:
    solid = Image.open(BytesIO(drawn(name))).convert("RGBA").getchannel("A")
    right, foot = solid.width - 1, solid.height - 1
    assert all(solid.getpixel(at) == 0 for at in ((0, 0), (right, 0), (0, foot), (right, foot)))
    assert solid.crop((0, png.CORNER, right, foot - png.CORNER)).getextrema() == (255, 255)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_colour_of_a_match_is_in_the_specimen(seats: int, in_full_colour: list[Image.Image]) -> None:
    for state in moments(seats):
        for who in (None, *list(state.to_act)[:1]):
            for draw in pictures_of(state, who):
                data = draw()
                assert pixels_off(in_full_colour.pop(), opened(data)) < 200
                assert len(data) <= LIMIT


def moments(seats: int) -> list[State]:
    """Take a few positions of a random match: the deal, a window, positions of every stage, the end."""
    states = list(walk(seats, f"moments {seats}", Options(colours=seats % 2 == 0)))
    window = next(state for state in states if state.window is not None)
    return [states[0], window, *islice(states, 5, None, len(states) // 4), states[-1]]


def test_the_looks_own_colours_are_kept_to_the_level() -> None:
    teams = [colour for tone in (TEAMS[0], TEAMS[2]) for colour in (tone.fill, tone.edge, tone.mark)]
    seats = [SEATS[seat].fill for seat in range(4)]
    for colour in dict.fromkeys((*NAMED, *teams, *seats, *LIGHT.values(), DARK, BACKS[0][0], BACKS[1][0])):
        plain = Image.new("RGB", (64, 64), colour)
        kept = opened(png.encode(plain, png.palette_of(stacks.specimen)))
        assert pixels_of(kept.crop((20, 20, 44, 44)), colour) == 24 * 24, colour


def test_once_warm_no_picture_draws_a_piece_anew() -> None:
    stacks.warm_up()
    pieces = (card, badge, chip, hole)
    before = [piece.cache_info().misses for piece in pieces]
    for draw in POSITIONS.values():
        draw()
    assert [piece.cache_info().misses for piece in pieces] == before


# The table ----------------------------------------------------------------------------------------------------


def test_amber_is_only_round_the_pile_that_was_laid_on_last() -> None:
    picture = table(FOUR)
    assert pixels_of(picture.crop((20, 20, 192, 250)), LAST) == pixels_of(picture, LAST) > 1000
    assert pixels_of(table(replace(FOUR, last=None)), LAST) == 0
    assert all(pixels_of(opened(drawn(name)), LAST) == 0 for name in (*CHOICES, *HANDS))


def test_nothing_on_the_public_table_is_aqua() -> None:
    assert all(pixels_of(opened(drawn(name)), CAN) == 0 for name in TABLES)


@pytest.mark.parametrize(
    ("view", "awaited"), [(FOUR, {1}), (SIX, {4}), (WINDOW, {0, 1, 3}), (END, set()), (SHARED, set())]
)
def test_a_cream_frame_is_round_whom_the_table_waits_for(view: View, awaited: set[int]) -> None:
    picture = table(view)
    for seat in range(view.seats):
        field = field_of(picture, view.seats, seat)
        edge = field.crop((40, 0, field.width - 40, 4))
        assert (pixels_of(edge, BRIGHT) > 0.9 * edge.width * edge.height) == (seat in awaited)
        assert (pixels_of(edge, WELL) > 0.9 * edge.width * edge.height) == (seat not in awaited)


@pytest.mark.parametrize("view", [END, SHARED])
def test_a_coin_lies_with_the_winners(view: View) -> None:
    picture = table(view)
    assert view.outcome is not None
    for seat in range(view.seats):
        field = field_of(picture, view.seats, seat)
        corner = field.crop((field.width - 64, 4, field.width - 8, 58))
        assert (pixels_of(corner, BRASS) > 100) == (seat in view.outcome.winners)


@pytest.mark.parametrize(
    ("options", "holes"),
    [(Options(chips_to_win=3), 1), (Options(), 2), (Options(chips_to_win=7), 3), (Options(colours=False), 0)],
)
def test_as_many_holes_as_chips_are_needed_of_a_colour(options: Options, holes: int) -> None:
    field = field_of(table(replace(START, options=options)), 6, 0)
    for row in (74, 116):
        for place in range(4):
            left = 14 + 38 * place
            spot = field.crop((left, row, left + 36, row + 36))
            assert (pixels_of(spot, WELL) < 36 * 36) == (place < holes)


def test_many_chips_are_told_by_their_number_and_keep_off_the_discards() -> None:
    for seat in range(4):
        field = field_of(table(replace(CROWDED, active=None)), 4, seat)
        gap = field.crop((field.width - 90, 70, field.width - 80, FIELD_H - 8))
        assert pixels_of(gap, WELL) == gap.width * gap.height


def test_a_wild_in_a_pile_wears_its_number_and_a_star() -> None:
    pile = (Card("r1"), Card("rw"))
    wild, plain = (table(replace(FOUR, piles=(each, (), (), ()), last=None)) for each in (pile, (pile[0], Card("r2"))))
    assert pixels_of(wild.crop((36, 36, 176, 234)), BRASS) > 300
    assert pixels_of(plain.crop((36, 36, 176, 234)), BRASS) == 0
    lower = (36, 90, 176, 234)
    assert pixels_off(wild.crop(lower), plain.crop(lower)) == 0


def test_every_action_has_a_symbol_of_its_own() -> None:
    tops = [table(replace(FOUR, actions=(Card(action),))) for action in ("skip", "reverse", "take", "chip", "block")]
    for place, one in enumerate(tops):
        assert all(pixels_off(one, other) > 500 for other in tops[:place])


# For one player -----------------------------------------------------------------------------------------------


def test_what_can_be_played_is_framed_and_the_rest_drawn_back() -> None:
    none, some = opened(drawn("hand_waiting")), opened(drawn("look_hand"))
    assert pixels_of(none, CAN) == 0
    assert pixels_of(some, CAN) > 4000
    for place, lit in enumerate([True, False, True, True, False]):
        left = 56 + 158 * place
        box = (left, MARGIN, left + 138, MARGIN + 200)
        assert (pixels_off(none.crop(box), some.crop(box)) < 200) == lit


def test_a_block_is_framed_by_no_answer() -> None:
    picture = opened(stacks.hand(HAND, (Answer(True), Answer(False))))
    assert pixels_of(picture, CAN) == 0


def test_a_large_hand_stands_in_two_lines() -> None:
    assert opened(stacks.hand(TEN, ())).height > opened(drawn("hand_eight")).height
    assert opened(stacks.hand(replace(TEN, hand=TEN.hand * 3), ())).width == WIDTH


def test_a_choice_lights_what_can_be_chosen() -> None:
    for name, (view, chosen) in CHOICES.items():
        picture, every = opened(drawn(name)), opened(stacks.choice(view, moves(chosen)[:1]))
        assert pixels_of(picture, CAN) > pixels_of(every, CAN) > 100
    two = opened(drawn("choice_chip_of_two"))
    assert pixels_of(field_of(two, 2, 0), CAN) == 0
    assert pixels_of(field_of(two, 2, 1), CAN) > 300


def test_a_picture_is_refused_where_there_is_nothing_to_show() -> None:
    with pytest.raises(ValueError, match="no seat looks"):
        stacks.hand(FOUR, ())
    with pytest.raises(ValueError, match="nothing can be chosen"):
        stacks.choice(FOUR, ())
    with pytest.raises(ValueError, match="h skip is made on nothing"):
        stacks.choice(TWO, moves("h skip"))


# Secrets ------------------------------------------------------------------------------------------------------


def test_who_looks_changes_nothing_on_the_table() -> None:
    for state in islice(walk(4, "who looks"), 5, 80, 25):
        assert len({stacks.table(state.view(who)) for who in (None, Seat(0), Seat(3))}) == 1


def test_what_a_seat_cannot_see_is_in_none_of_its_pictures() -> None:
    states = list(walk(3, "twins"))
    window = next(state for state in states if state.window is not None)
    for state in (window, *islice(states, 4, 80, 25)):
        for who in (None, *list(state.to_act)[:1]):
            twin = GAME.redeal(state, who, "another deal")
            assert [draw() for draw in pictures_of(state, who)] == [draw() for draw in pictures_of(twin, who)]
