from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import islice

import pytest
from PIL import Image

from bot.rendering import png, take5
from bot.rendering.canvas import MARGIN, WIDTH
from bot.rendering.colours import BRASS, CAN, GROUND, LAST, NAMED, SEATS, WARN
from bot.rendering.marks import badge
from bot.rendering.take5_cards import FACES, card
from rules.engine import Seat
from rules.take5 import GAME, Options

from .__main__ import GOLDEN
from .compare import opened, pixels_of, pixels_off
from .take5_positions import (
    LOW,
    MATCH_END,
    MID,
    POSITIONS,
    ROUND_END,
    TEN_CARDS,
    drawn,
    ended,
    pictures_of,
    position,
    walk,
)

LIMIT = 60 * 1024


@pytest.mark.parametrize("name", POSITIONS)
def test_a_picture_looks_as_it_was_agreed_on(name: str) -> None:
    picture, golden = opened(drawn(name)), opened((GOLDEN / "take5" / f"{name}.png").read_bytes())
    share = 0.02 if name.startswith("look_") else 0.002
    assert pixels_off(picture, golden) < share * picture.width * picture.height


@pytest.mark.parametrize("name", POSITIONS)
def test_a_picture_is_light_and_as_wide_as_three_phones(name: str) -> None:
    data = drawn(name)
    assert opened(data).width == WIDTH
    assert len(data) <= LIMIT


@pytest.mark.parametrize("name", POSITIONS)
def test_nothing_reaches_the_edge(name: str) -> None:
    picture = opened(drawn(name))
    inner = (MARGIN // 2, 10, WIDTH - MARGIN // 2, picture.height - 10)
    picture.paste(GROUND, inner)
    assert pixels_of(picture, GROUND) == picture.width * picture.height


def test_the_widest_scores_leave_the_next_seat_its_place() -> None:
    strip = opened(drawn("table_widest")).crop((0, 670, WIDTH, 814))
    for seat in range(1, 5):
        left = MARGIN + 204 * seat
        assert pixels_of(strip.crop((left - 10, 0, left, strip.height)), GROUND) == 10 * strip.height


def test_the_corners_are_transparent_and_the_rest_is_not() -> None:
    solid = Image.open(BytesIO(drawn("table_low"))).convert("RGBA").getchannel("A")
    right, foot = solid.width - 1, solid.height - 1
    assert all(solid.getpixel(at) == 0 for at in ((0, 0), (right, 0), (0, foot), (right, foot)))
    assert solid.crop((0, png.CORNER, right, foot - png.CORNER)).getextrema() == (255, 255)


def test_every_colour_of_a_match_is_in_the_specimen(in_full_colour: list[Image.Image]) -> None:
    for seats in (2, 5, 10):
        for state in islice(walk(seats, f"specimen {seats}"), 3, 90, 7):
            for draw, view in pictures_of(state.view(Seat(0))):
                data = draw(view)
                assert pixels_off(in_full_colour.pop(), opened(data)) < 200
                assert len(data) <= LIMIT


def test_the_looks_own_colours_are_kept_to_the_level() -> None:
    colours = [
        *NAMED,
        *(tone.fill for tone in SEATS),
        *(colour for face in FACES.values() for colour in face),
    ]
    for colour in dict.fromkeys((*colours, take5.DANGER)):
        plain = Image.new("RGB", (64, 64), colour)
        kept = opened(png.encode(plain, png.palette_of(take5.specimen)))
        assert pixels_of(kept.crop((20, 20, 44, 44)), colour) == 24 * 24, colour


def test_amber_is_only_on_the_last_trick() -> None:
    assert pixels_of(opened(take5.table(MID)), LAST) > 5000
    assert pixels_of(opened(take5.table(replace(MID, played=()))), LAST) == 0
    assert pixels_of(opened(take5.choice(LOW)), LAST) == 0


def test_after_a_round_the_new_rows_show_nothing_of_the_old_one() -> None:
    picture = opened(take5.table(replace(ROUND_END, gained=((Seat(1), 7),))))
    assert pixels_of(picture, LAST) == pixels_of(picture, WARN) == 0


def test_a_tick_stands_where_a_card_is_chosen() -> None:
    nobody = opened(take5.table(replace(MID, chosen=())))
    assert pixels_of(nobody, CAN) == 0
    assert pixels_of(opened(take5.table(MID)), CAN) > 100


def test_only_the_picked_card_is_framed() -> None:
    cards = position((0, 0), cards=TEN_CARDS)
    assert pixels_of(opened(take5.hand(cards)), CAN) == 0
    assert pixels_of(opened(take5.hand(replace(cards, pick=55))), CAN) > 3000


def test_the_coins_lie_with_the_winners_of_the_match() -> None:
    assert pixels_of(opened(take5.scoring(ROUND_END)), BRASS) == 0
    one = pixels_of(opened(take5.scoring(ended((20, 36, 52, 68, 61), (0, 7, 14, 21, 5), 0))), BRASS)
    assert pixels_of(opened(take5.scoring(MATCH_END)), BRASS) == 2 * one > 0


def test_the_way_to_the_end_is_shown_only_where_the_total_ends_the_match() -> None:
    by_rounds = replace(ROUND_END, options=Options(rounds=3))
    with_way, without = opened(take5.scoring(ROUND_END)), opened(take5.scoring(by_rounds))
    assert pixels_of(with_way, WARN) > pixels_of(without, WARN)


def test_a_picture_is_refused_where_there_is_nothing_to_show() -> None:
    with pytest.raises(ValueError, match="no round"):
        take5.scoring(MID)
    with pytest.raises(ValueError, match="nobody"):
        take5.choice(MID)


def test_once_warm_no_picture_draws_a_card_or_a_badge_anew() -> None:
    take5.warm_up()
    pieces = (card, badge, take5.held_card)
    before = [piece.cache_info().misses for piece in pieces]
    for name in POSITIONS:
        drawn(name)
    assert [piece.cache_info().misses for piece in pieces] == before


def test_who_looks_changes_nothing_on_the_table() -> None:
    for state in islice(walk(4, "who looks"), 5, 60, 20):
        for picture in (take5.table, take5.scoring, take5.choice):
            if picture in {draw for draw, _ in pictures_of(state.view(None))}:
                assert len({picture(state.view(who)) for who in (None, Seat(0), Seat(3))}) == 1


def test_what_a_seat_cannot_see_is_in_none_of_its_pictures() -> None:
    for state in islice(walk(3, "twins"), 4, 60, 15):
        for who in (None, Seat(1)):
            twin = GAME.redeal(state, who, "another deal")
            mine = [draw(view) for draw, view in pictures_of(state.view(who))]
            assert mine == [draw(view) for draw, view in pictures_of(twin.view(who))]
