from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.rendering import cards, png, sequence, sequence_board, sequence_strip
from bot.rendering.canvas import WIDTH
from bot.rendering.cards import SUIT_INK
from bot.rendering.chips import chip
from bot.rendering.colours import BRASS, BRIGHT, CAN, GROUND, LAST, NAMED, TEAMS, WARN
from bot.rendering.sequence_board import CELL, HEIGHT, LEFT, PITCH, RIGHT, TINTS, TOP
from rules.cards import Card
from rules.engine import Outcome, Seat
from rules.sequence import CARD_ON, GAME, Options, Space, State, View, name_of, read_space

from .__main__ import GOLDEN
from .compare import opened, pixels_of, pixels_off
from .sequence_positions import (
    CROSSING,
    EIGHT,
    FREE,
    GONE,
    HAND,
    POSITIONS,
    STALEMATE,
    START,
    THREE_END,
    TWO,
    drawn,
    holding,
    open_spaces,
    pictures_of,
    position,
    spaces,
    walk,
)

KEPT = sorted(file.stem for file in (GOLDEN / "sequence").glob("*.png"))
LIMIT = 110 * 1024
MATCHES = (
    (2, Options(sequences_to_win=3)),
    (3, Options(sequences_to_win=3, lock="run")),
    (4, Options(manual_draw=True)),
    (6, Options(teams=3)),
    (8, Options(jacks="all_wild")),
    (9, Options(sequences_to_win=2)),
    (10, Options(sequences_to_win=1, hints=False)),
    (12, Options(teams=3, sequences_to_win=3)),
)


def space_of(picture: Image.Image, name: str) -> Image.Image:
    """Cut a space of the board out of a picture."""
    row, column = divmod(read_space(name) or 0, 10)
    left, top = LEFT + column * PITCH, TOP + row * PITCH
    return picture.crop((left, top, left + CELL, top + CELL))


def strip_of(picture: Image.Image) -> Image.Image:
    return picture.crop((0, HEIGHT, picture.width, picture.height))


def table(view: View) -> Image.Image:
    return opened(sequence.table(view))


# All of them --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KEPT)
def test_a_picture_looks_as_it_was_agreed_on(name: str) -> None:
    picture, golden = opened(drawn(name)), opened((GOLDEN / "sequence" / f"{name}.png").read_bytes())
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


@pytest.mark.parametrize("name", ["look_two", "look_choice", "five_of_eight", "hand_none"])
def test_the_corners_are_transparent_and_the_rest_is_not(name: str) -> None:
    solid = Image.open(BytesIO(drawn(name))).convert("RGBA").getchannel("A")
    right, foot = solid.width - 1, solid.height - 1
    assert all(solid.getpixel(at) == 0 for at in ((0, 0), (right, 0), (0, foot), (right, foot)))
    assert solid.crop((0, png.CORNER, right, foot - png.CORNER)).getextrema() == (255, 255)


@pytest.mark.parametrize(("seats", "options"), MATCHES)
def test_every_colour_of_a_match_is_in_the_specimens(
    seats: int, options: Options, in_full_colour: list[Image.Image]
) -> None:
    for state in moments(seats, options):
        for who in (None, *list(state.to_act)[:1]):
            for draw in list(pictures_of(state, who))[-4:]:
                data = draw()
                assert pixels_off(in_full_colour.pop(), opened(data)) < 200
                assert len(data) <= LIMIT


def moments(seats: int, options: Options) -> list[State]:
    """Take a few positions of a random match: a choice of five if there is one, the last with a move, the end."""
    states = list(walk(seats, f"moments {seats}", options))
    chosen = [state for state in states if state.choices][:1]
    return [*chosen, states[-2], states[-1]]


@pytest.mark.parametrize("specimen", [sequence.specimen, sequence.choice_specimen])
def test_the_looks_own_colours_are_kept_to_the_level(specimen: png.Specimen) -> None:
    teams = [colour for tone in TEAMS for colour in (tone.fill, tone.edge, tone.mark)]
    for colour in dict.fromkeys((*NAMED, *teams, *TINTS, *SUIT_INK.values())):
        plain = Image.new("RGB", (64, 64), colour)
        kept = opened(png.encode(plain, png.palette_of(specimen)))
        assert pixels_of(kept.crop((20, 20, 44, 44)), colour) == 24 * 24, colour


def test_what_is_too_long_is_packed_more_tightly() -> None:
    image, palette = Image.effect_noise((300, 300), 90).convert("RGB"), png.palette_of(sequence.specimen)
    usual, tight = png.encode(image, palette), png.encode(image, palette, most=1000)
    assert len(tight) < len(usual) == len(png.encode(image, palette, most=len(usual)))
    assert pixels_off(opened(usual), opened(tight)) == 0


def test_once_warm_no_picture_draws_a_piece_anew() -> None:
    sequence.warm_up()
    pieces = (
        chip,
        cards._face,
        cards._tag,
        sequence_board._print,
        sequence_board._halo,
        sequence_board._link,
        sequence_strip.pill,
    )
    before = [piece.cache_info().misses for piece in pieces]
    for draw in POSITIONS.values():
        draw()
    assert [piece.cache_info().misses for piece in pieces] == before


# Who may see what ---------------------------------------------------------------------------------------------


def test_who_looks_changes_nothing_on_the_table() -> None:
    for state in moments(4, Options()):
        assert len({sequence.table(state.view(who)) for who in (None, Seat(0), Seat(3))}) == 1


def test_what_a_seat_cannot_see_is_in_none_of_its_pictures() -> None:
    for state in moments(3, Options(sequences_to_win=2)):
        for who in (None, Seat(1), *list(state.to_act)[:1]):
            twin = GAME.redeal(state, who, "another deal")
            mine = [draw() for draw in list(pictures_of(state, who))[:4]]
            assert mine == [draw() for draw in list(pictures_of(twin, who))[:4]]


# The table ----------------------------------------------------------------------------------------------------


def test_amber_is_only_on_the_last_move() -> None:
    framed = table(TWO)
    assert pixels_of(framed, LAST) > 1500
    assert pixels_of(table(replace(TWO, last=None)), LAST) == 0
    framed.paste(GROUND, (LEFT + 3 * PITCH - 8, TOP + 5 * PITCH - 8, LEFT + 4 * PITCH + 4, TOP + 6 * PITCH + 4))
    framed.paste(GROUND, (RIGHT - 100, HEIGHT, WIDTH, framed.height))
    assert pixels_of(framed, LAST) == 0
    assert pixels_of(opened(drawn("look_choice")), LAST) == 0
    assert pixels_of(opened(drawn("five_of_eight")), LAST) == 0


def test_a_chip_taken_away_leaves_its_rim() -> None:
    there, rim = space_of(table(TWO), "D6"), space_of(table(GONE), "D6")
    green, inlay = TEAMS[1].fill, TEAMS[1].mark
    assert 0 < pixels_of(rim, green) < pixels_of(there, green) / 2
    assert pixels_of(rim, inlay) == 0 < pixels_of(there, inlay)


def test_a_space_covered_by_a_chip_still_shows_its_card() -> None:
    empty, full = table(START), table(position(*("",) * 2 + (" ".join(names(FREE)),)))
    for space in FREE:
        ink = SUIT_INK[str(CARD_ON[space])[1]]
        assert pixels_of(space_of(empty, names([space])[0]), ink) > 500
        assert pixels_of(space_of(full, names([space])[0]), ink) > 250


def names(of: tuple[Space, ...] | list[Space]) -> list[str]:
    return [name_of(space) for space in of]


@pytest.mark.parametrize("ends", ["A1 E1", "A1 A5", "A1 E5", "J1 F5", "C4 G4", "C4 C8", "C4 G8", "H3 D7"])
def test_a_band_joins_five_chips_and_leaves_every_card_readable(ends: str) -> None:
    plain, joined = position("", ""), position("", "", made=((1, ends),))
    five = joined.sequences[0].spaces
    chips = tuple(space for space in five if CARD_ON[space])
    joined = replace(joined, chips=((), chips))
    picture = table(joined)
    for space in {*chips, *(each for each in FREE if each - 10 in five)}:
        ink = SUIT_INK[str(CARD_ON[space])[1]]
        here = space_of(picture, names([space])[0])
        assert pixels_of(here, ink) > 250
        if space in five:
            assert pixels_of(here, TINTS[1]) > 1500
    step = five[1] - five[0]
    for space in five[:-1]:  # half-way between two chips lies the band
        row, column = divmod(space, 10)
        down, right = (step > 1) * PITCH / 2, {1: 1, 9: -1, 10: 0, 11: 1}[step] * PITCH / 2
        at = (round(LEFT + column * PITCH + 64 + right), round(TOP + row * PITCH + 64 + down))
        patch = picture.crop((at[0] - 9, at[1] - 9, at[0] + 9, at[1] + 9))
        assert pixels_of(patch, TEAMS[1].fill) > 10
    assert pixels_off(table(plain), picture) > 5000


def test_the_bar_lies_under_the_team_in_turn() -> None:
    bar = strip_of(table(position("", "", seats=4, turn=3))).crop((0, 70, WIDTH, 82))
    assert pixels_of(bar, BRIGHT) > 200
    left = bar.getbbox(alpha_only=False)
    other = strip_of(table(position("", "", seats=4, turn=1))).crop((0, 70, WIDTH, 82))
    assert left and pixels_off(bar, other) == 0
    first = strip_of(table(position("", "", seats=4, turn=2))).crop((0, 70, WIDTH, 82))
    assert pixels_of(first.crop((0, 0, 200, 12)), BRIGHT) > 200
    assert pixels_of(strip_of(table(STALEMATE)).crop((0, 70, WIDTH, 82)), BRIGHT) == 0


@pytest.mark.parametrize("teams", [2, 3])
@pytest.mark.parametrize("needed", [1, 2, 3])
def test_each_team_has_a_pill_for_every_sequence_it_needs(teams: int, needed: int) -> None:
    """Filled so far as it has made them, even if it makes more than it needs."""
    view = position(*("",) * teams, needed=needed, turn=0)
    widest = 0
    for made in range(needed + 1):
        strip = strip_of(table(replace(view, counts=(made,) + (0,) * (teams - 1))))
        filled = pixels_of(strip, TEAMS[0].fill)
        assert filled > widest
        widest = filled
    more = replace(view, counts=(needed + 1,) + (0,) * (teams - 1))
    assert pixels_of(strip_of(table(more)), TEAMS[0].fill) == widest


@pytest.mark.parametrize("needed", [1, 2, 3])
@pytest.mark.parametrize("winners", [(0,), (1, 2), (0, 1, 2)])
def test_the_coins_lie_with_the_winners_and_never_on_the_last_card(needed: int, winners: tuple[int, ...]) -> None:
    nobody = position("", "", "", needed=needed, last="qd D10")
    view = replace(nobody, outcome=Outcome(tuple(1 if team in winners else 3 for team in range(3)), (0,) * 3, ""))
    strip, without = strip_of(table(view)), strip_of(table(nobody))
    coins, one = pixels_of(strip, BRASS), pixels_of(strip_of(table(THREE_END)), BRASS)
    assert pixels_of(without, BRASS) == 0
    assert coins == len(winners) * one
    right = (RIGHT - 190, 0, WIDTH, strip.height)
    assert pixels_off(strip.crop(right), without.crop(right)) == 0


# For one player -----------------------------------------------------------------------------------------------


def test_the_spaces_of_a_card_are_framed_and_named() -> None:
    picture = opened(drawn("look_choice"))
    for name in ("H5", "F10"):
        assert pixels_off(space_of(picture, name), space_of(table(START), name)) < 300
    framed = pixels_of(picture, CAN)
    assert framed > pixels_of(opened(drawn("choice_one")), CAN) > 1500


def test_many_spaces_are_lit_without_frames() -> None:
    few, many = open_spaces(TWO)[:12], open_spaces(TWO)[:13]
    for card, lit, framed in (("jc", few, True), ("jc", many, False), ("jd", FREE, False)):
        picture = opened(sequence.choice(TWO, Card(card), lit))
        board = picture.crop((LEFT - 5, TOP - 5, RIGHT + 5, HEIGHT))
        assert (pixels_of(board, CAN) > 5000) is framed
        assert framed or pixels_of(board, CAN) == 0


def test_the_chips_that_a_jack_can_take_are_lit_as_they_lie() -> None:
    lit = spaces("D4 H4")
    picture, whole = opened(sequence.choice(CROSSING, Card("js"), lit)), table(CROSSING)
    for name in ("D4", "H4"):
        assert pixels_of(space_of(picture, name), TEAMS[1].mark) > 100
    assert pixels_of(space_of(picture, "A3"), TEAMS[1].mark) == 0 < pixels_of(space_of(whole, "A3"), TEAMS[1].mark)


def test_without_hints_nothing_is_marked() -> None:
    view = replace(TWO, options=Options(hints=False))
    plain = sequence.choice(view, Card("9d"), ())
    assert sequence.choice(view, Card("9d"), spaces("H5 F10")) == plain
    hand = opened(sequence.hand(holding(view, HAND)))
    assert pixels_of(hand, CAN) == pixels_of(hand, WARN) == 0


def test_squares_tell_how_many_spaces_are_open_and_a_seal_the_dead() -> None:
    hand = opened(sequence.hand(holding(TWO, HAND)))
    assert pixels_of(hand, WARN) > 1000
    one = pixels_of(opened(sequence.hand(holding(TWO, "qc"))), CAN)
    assert pixels_of(opened(sequence.hand(holding(TWO, "9d"))), CAN) == 2 * one > 500
    for card in ("4h", "jc", "js"):
        assert pixels_of(opened(sequence.hand(holding(TWO, card))), CAN) == 0


def test_a_jack_shows_what_it_does_here() -> None:
    wild = replace(TWO, options=Options(jacks="all_wild"))
    assert sequence.hand(holding(TWO, "js")) != sequence.hand(holding(wild, "js"))
    for card in ("jc", "jd", "7h"):
        assert sequence.hand(holding(TWO, card)) == sequence.hand(holding(wild, card))


def test_each_five_to_choose_from_has_its_part_of_the_line_in_order() -> None:
    strip = strip_of(opened(sequence.five(EIGHT)))
    quarter = (RIGHT - LEFT) / 4
    starts = []
    for k in range(4):
        left = round(LEFT + k * quarter)
        part = strip.crop((left, 0, round(left + quarter), strip.height))
        filled = [x for x in range(part.width) if pixels_of(part.crop((x, 0, x + 1, part.height)), TEAMS[0].fill) > 5]
        starts.append(filled[0])
        assert pixels_of(part, CAN) > 200
    assert starts == sorted(set(starts))
    fewer = replace(EIGHT, choice=EIGHT.choice[:2])
    assert sequence.five(EIGHT) != sequence.five(fewer)


def test_a_picture_is_refused_where_there_is_nothing_to_show() -> None:
    with pytest.raises(ValueError, match="nobody"):
        sequence.five(TWO)
    with pytest.raises(ValueError, match="no seat"):
        sequence.hand(TWO)
