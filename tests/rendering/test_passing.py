from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import islice

import pytest
from PIL import Image

from bot.rendering import passing, png
from bot.rendering.canvas import WIDTH
from bot.rendering.colours import BRASS, CAN, GROUND, LAST, LINE, NAMED, SEATS, TEAMS, WARN
from bot.rendering.marks import badge
from bot.rendering.passing_strip import fitting
from bot.rendering.passing_tiles import INKS, heap, tile
from rules.engine import Outcome, Seat
from rules.passing import GAME, Options, View

from .__main__ import GOLDEN
from .compare import opened, pixels_of, pixels_off
from .passing_positions import (
    DRAWS,
    EMPTY,
    HAND,
    MID,
    OUT_OF_THREE,
    PAIRS,
    PAIRS_OVER,
    POSITIONS,
    SEVEN,
    SHORT,
    TIE_OF_FOUR,
    TWO_ENDS,
    drawn,
    holding,
    pictures_of,
    walk,
)

KEPT = sorted(file.stem for file in (GOLDEN / "passing").glob("*.png"))
LIMIT = 60 * 1024


def table(view: View, word: str = "pass") -> Image.Image:
    return opened(passing.table(view, word))


def strip_of(picture: Image.Image) -> Image.Image:
    return picture.crop((0, picture.height - 96, picture.width, picture.height))


# All of them --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KEPT)
def test_a_picture_looks_as_it_was_agreed_on(name: str) -> None:
    picture, golden = opened(drawn(name)), opened((GOLDEN / "passing" / f"{name}.png").read_bytes())
    share = 0.02 if name.startswith("look_") else 0.002
    assert pixels_off(picture, golden) < share * picture.width * picture.height


@pytest.mark.parametrize("name", POSITIONS)
def test_a_picture_is_light_wide_as_three_phones_and_keeps_off_its_edge(name: str) -> None:
    data = drawn(name)
    picture = opened(data)
    assert picture.width == WIDTH
    assert len(data) <= LIMIT
    picture.paste(GROUND, (10, 10, WIDTH - 10, picture.height - 8))
    assert pixels_of(picture, GROUND) == picture.width * picture.height


def test_the_corners_are_transparent_and_the_rest_is_not() -> None:
    solid = Image.open(BytesIO(drawn("look_train"))).convert("RGBA").getchannel("A")
    right, foot = solid.width - 1, solid.height - 1
    assert all(solid.getpixel(at) == 0 for at in ((0, 0), (right, 0), (0, foot), (right, foot)))
    assert solid.crop((0, png.CORNER, right, foot - png.CORNER)).getextrema() == (255, 255)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, Options(draw_then_play=True)), (3, Options()), (4, Options()), (4, Options(partners=True))],
)
def test_every_colour_of_a_match_is_in_the_specimen(
    seats: int, options: Options, in_full_colour: list[Image.Image]
) -> None:
    for state in islice(walk(seats, f"specimen {seats}", options), 3, 150, 11):
        for draw in pictures_of(state, Seat(state.active)):
            data = draw()
            assert pixels_off(in_full_colour.pop(), opened(data)) < 200
            assert len(data) <= LIMIT


def test_the_looks_own_colours_are_kept_to_the_level() -> None:
    colours = [*NAMED, *INKS, *(tone.fill for tone in (*SEATS[:4], *TEAMS[:2]))]
    for colour in dict.fromkeys(colours):
        if colour == WARN:
            continue  # nothing of this game hurts
        plain = Image.new("RGB", (64, 64), colour)
        kept = opened(png.encode(plain, png.palette_of(passing.specimen)))
        assert pixels_of(kept.crop((20, 20, 44, 44)), colour) == 24 * 24, colour


def test_a_picture_is_refused_where_there_is_nothing_to_show() -> None:
    with pytest.raises(ValueError, match="no round"):
        passing.scoring(MID)
    with pytest.raises(ValueError, match="no ends"):
        passing.choice(EMPTY, (0, 1))


def test_once_warm_no_hand_strip_or_first_tile_is_drawn_anew() -> None:
    passing.warm_up()
    pieces = (tile, badge, heap, passing.held_tile)
    before = [piece.cache_info().misses for piece in pieces]
    for name in ("table_empty", "table_one", "hand_lead", "hand_many", "scoring_partners_over"):
        if name.startswith("scoring"):
            passing.hand(holding(SEVEN, HAND))
            continue
        POSITIONS[name]()
    assert [piece.cache_info().misses for piece in pieces] == before


# The table ----------------------------------------------------------------------------------------------------


def test_amber_is_only_on_the_last_tile() -> None:
    assert pixels_of(table(SHORT), LAST) > 2000
    assert pixels_of(table(replace(SHORT, last=None)), LAST) == 0
    assert pixels_of(opened(passing.choice(TWO_ENDS, (0, 6))), LAST) == 0


def test_an_open_end_shows_its_number_and_an_empty_train_has_none() -> None:
    assert pixels_of(table(EMPTY), CAN) == 0
    assert pixels_of(table(SHORT), CAN) > 1000
    other = replace(SHORT, train=((3, 5), *SHORT.train[1:]))
    ring = (160, 80, 250, 190)
    assert pixels_off(table(SHORT).crop(ring), table(other).crop(ring)) > 200


def test_the_words_of_a_strip_follow_what_was_done_since_the_last_tile() -> None:
    quiet = strip_of(table(replace(DRAWS, idles=())))
    told = strip_of(table(DRAWS))
    first, second = (150, 0, 250, 96), (390, 0, 480, 96)
    assert pixels_off(quiet.crop(first), told.crop(first)) > 30
    assert pixels_off(quiet.crop(second), told.crop(second)) > 100
    older = replace(DRAWS, idles=tuple(replace(idle, tiles=idle.tiles - 1) for idle in DRAWS.idles))
    assert strip_of(table(older)).tobytes() == quiet.tobytes()


@pytest.mark.parametrize("word", ["pass", "passe", "wedi pasio", "a very long word indeed"])
def test_a_word_never_reaches_the_next_seat(word: str) -> None:
    everybody = replace(PAIRS, idles=tuple(replace(PAIRS.idles[-1], seat=Seat(seat)) for seat in range(4)))
    plain, worded = strip_of(table(replace(PAIRS, idles=()))), strip_of(table(everybody, word))
    for left in (273, 470, 733, 930):  # where a badge, a well's edge, a badge, the boneyard begin
        beside = (left, 0, left + 3, 96)
        assert plain.crop(beside).tobytes() == worded.crop(beside).tobytes()


def test_a_word_that_is_too_long_is_set_smaller_and_then_cut() -> None:
    assert fitting("pass", 60) == ("pass", 26)
    word, size = fitting("passed!", 80)
    assert (word, 20 <= size < 26) == ("passed!", True)
    word, size = fitting("a very long word indeed", 80)
    assert (word[-1], size) == ("…", 20)


def test_a_boneyard_that_nothing_can_be_drawn_from_is_dark() -> None:
    right = (900, 0, 1060, 96)
    dark = strip_of(table(replace(SHORT, drawable=0, boneyard=2))).crop(right)
    light = strip_of(table(replace(SHORT, drawable=1, boneyard=3))).crop(right)
    assert pixels_of(dark, LINE) > pixels_of(light, LINE)


def test_partners_stand_together_beside_their_chip() -> None:
    strip = strip_of(table(replace(PAIRS, active=None)))
    for side, left in ((0, 30), (1, 490)):
        chip = strip.crop((left, 0, left + 50, 96))
        assert pixels_of(chip, TEAMS[side].fill) > 200
        assert pixels_of(chip, TEAMS[1 - side].fill) == 0
    alone = strip_of(table(replace(PAIRS, sides=(0, 1, 2, 3))))
    assert pixels_of(alone, TEAMS[0].fill) == 0


# For one player -----------------------------------------------------------------------------------------------


def test_only_what_can_be_laid_is_framed_and_only_in_turn() -> None:
    one = pixels_of(opened(passing.hand(holding(SEVEN, HAND[:2]))), CAN)
    assert one > 2000
    assert pixels_of(opened(passing.hand(holding(SEVEN, (HAND[1], HAND[3])))), CAN) == 2 * one
    assert pixels_of(opened(passing.hand(holding(SEVEN, (HAND[1], HAND[3]), drawn=HAND[3]))), CAN) == one
    assert pixels_of(opened(passing.hand(holding(SEVEN, HAND[:1]))), CAN) == 0
    assert pixels_of(opened(passing.hand(holding(SHORT, HAND, turn=False))), CAN) == 0


# Scoring ------------------------------------------------------------------------------------------------------


def test_the_coin_lies_with_the_winners_of_the_match() -> None:
    assert pixels_of(opened(passing.scoring(OUT_OF_THREE)), BRASS) < 5
    won = replace(OUT_OF_THREE, outcome=Outcome((3, 2, 1), (0, 75, 101), "target"))
    one = pixels_of(opened(passing.scoring(won)), BRASS)
    assert one > 200
    of_a_side = pixels_of(opened(passing.scoring(PAIRS_OVER)), BRASS)
    assert abs(of_a_side - one) < 10, "one for a side, not one for each partner"


def test_after_a_tie_no_number_is_brighter_and_nobody_gains() -> None:
    assert TIE_OF_FOUR.finished is not None
    first = replace(TIE_OF_FOUR, finished=replace(TIE_OF_FOUR.finished, best=(Seat(0),), score=20))
    assert pixels_off(opened(passing.scoring(first)), opened(passing.scoring(TIE_OF_FOUR))) > 300


# Secrets ------------------------------------------------------------------------------------------------------


def test_who_looks_changes_nothing_on_the_table() -> None:
    for state in islice(walk(3, "who looks"), 5, 90, 20):
        assert len({passing.table(state.view(who)) for who in (None, Seat(0), Seat(2))}) == 1


def test_what_a_seat_cannot_see_is_in_none_of_its_pictures() -> None:
    for state in islice(walk(3, "twins", Options(draw_then_play=True)), 4, 90, 15):
        for who in (None, Seat(1)):
            twin = GAME.redeal(state, who, "another deal")
            assert [draw() for draw in pictures_of(state, who)] == [draw() for draw in pictures_of(twin, who)]
