"""What The Passing Game says: of turns, rounds and ends, in pictures' alt texts, in the lobby."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

import pytest

from bot.i18n import say_in
from bot.messages.names import NBSP, Names
from cogs.passing import PassingGame
from rules.engine import Outcome, Seat, option_fields, option_text
from rules.passing import (
    GAME,
    Blocked,
    Counted,
    Dealt,
    Drew,
    Event,
    Kept,
    Move,
    Options,
    Passed,
    Played,
    State,
    WentOut,
    parse,
)
from tests.rules.passing_table import INDIVIDUAL, PARTNERS, all_pass, lay, play, tiles, with_front

SAY, PASSING = say_in(None), PassingGame()
NAMES = Names({0: "Ann", 1: "B*b", 2: "Cy", 3: "Di"}, {})
A, B, C, D = map(Seat, range(4))
ANN, BOB = f"1{NBSP}**Ann**", f"2{NBSP}**B\\*b**"
TWO = (tiles("12 34"), tiles("05"))
FOUR = ((), tiles("34"), tiles("05 15"), tiles("66"))
ASKING = Options(draw_then_play=True)

WORDS: list[tuple[Event, str]] = [
    (Dealt(1, B), f"Get rid of your tiles! {BOB} leads."),
    (Dealt(4, A), f"Round 4: {ANN} leads."),
    (Played(A, (0, 6), None, "right"), f"{ANN} led **0–6**."),
    (Played(B, (0, 0), 0, "left"), f"{BOB} played **0–0** on the 0."),
    (Drew(A), f"{ANN} drew a tile."),
    (Kept(A), f"{ANN} kept it."),
    (Passed(B), f"{BOB} passed."),
    (WentOut(A), f"{ANN} has gone out."),
    (Blocked("ends"), "No tile is left that fits either end."),
    (Blocked("hands"), "Nobody can play, and nothing can be drawn."),
    (Blocked("passes"), "Everybody has passed in turn."),
    (Counted(2, TWO, (10, 5), (B,), 5, (3, 55)), f"**Round 2** goes to {BOB}: 5 points."),
    (Counted(2, TWO, (5, 4), (B,), 1, (3, 51)), f"**Round 2** goes to {BOB}: 1 point."),
    (Counted(2, TWO, (5, 5), (), 0, (3, 50)), "**Round 2 is a tie:** nobody scores."),
    (Counted(2, FOUR, (0, 7, 11, 12), (A, C), 8, (8, 50)), "**Round 2 goes to blue:** 8 points."),
    (
        Counted(2, FOUR, (10, 7, 11, 12), (B,), 26, (8, 76)),
        f"**Round 2:** {BOB} has the lowest hand, so green scores 26 points.",
    ),
]


def told(state: State, events: Iterable[Event], seat: int | None = None) -> tuple[str, ...]:
    return PASSING.told(events, state.view(None if seat is None else Seat(seat)), NAMES, SAY)


# Events ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("event", "words"), WORDS, ids=lambda value: getattr(value, "kind", ""))
def test_an_event_is_told_in_one_sentence(event: Event, words: str) -> None:
    assert told(lay("1..2", ["12", "05"]), [event]) == (words,)


def test_every_kind_of_event_has_its_words_here() -> None:
    assert {type(event) for event, _ in WORDS} == set(get_args(Event))


def test_a_pass_tells_nothing_but_that_it_was_one() -> None:
    for hand in ("25", "66"):  # whether something could have been played or not
        state, events = play(lay("2..5", [hand, "00 04"]), "pass")
        assert told(state, events) == (f"{ANN} passed.",)


def test_a_match_of_partners_begins_with_who_play_together() -> None:
    state, events = GAME.deal(4, PARTNERS, "first")
    blue, green, begins = told(state, events)
    assert blue == f"Blue: 1{NBSP}Ann and 3{NBSP}Cy."
    assert green == f"Green: 2{NBSP}B\\*b and 4{NBSP}Di."
    assert begins.startswith("Get rid of your tiles!")
    alone, events = GAME.deal(4, Options(), "first")
    assert len(told(alone, events)) == 1


def test_a_history_tells_the_same_and_at_a_rounds_end_all_hands_and_the_points() -> None:
    state, events = all_pass(lay("1..2", ["12 34", "05 66"], points=[20, 0]))
    lines = PASSING.history(events, NAMES, SAY)
    assert lines[:3] == (f"{BOB} passed.", "Everybody has passed in turn.", f"**Round 1** goes to {ANN}: 7 points.")
    assert lines[3] == f"Hands: 1{NBSP}Ann 1–2 3–4 (10), 2{NBSP}B\\*b 0–5 6–6 (17)"
    assert lines[4] == f"After round 1: 1{NBSP}Ann{NBSP}27, 2{NBSP}B\\*b{NBSP}0."
    assert lines[5].startswith("Round 2: ")
    assert told(state, events) == (*lines[:3], lines[5])


def test_a_history_of_partners_counts_sides_and_an_empty_hand_is_none() -> None:
    _, events = play(lay("1..2", ["12", "05", "11", "66"], options=PARTNERS), "12 right")
    lines = PASSING.history(events, NAMES, SAY)
    assert f"1{NBSP}Ann none (0)" in lines[3]
    assert lines[4] == f"After round 1: blue{NBSP}15, green{NBSP}0."


# Around the table ------------------------------------------------------------------------------------------


def test_where_a_match_stands_is_its_round_and_the_target() -> None:
    assert PASSING.progress(lay("1..2", ["12", "05"]).view(None), SAY) == "round 1 · to 101"
    assert PASSING.progress(lay("1..2", ["12", "05", "11", "66"]).view(None), SAY) == "round 1 · to 61"


def test_the_points_are_told_once_there_are_some_and_partners_always() -> None:
    assert PASSING.standing(lay("1..2", ["12", "05"]).view(None), NAMES, SAY) is None
    some = lay("1..2", ["12", "05"], points=[0, 7]).view(None)
    assert PASSING.standing(some, NAMES, SAY) == f"Points: 1{NBSP}Ann{NBSP}0, 2{NBSP}B\\*b{NBSP}7"
    sides = lay("1..2", ["12", "05", "11", "66"], options=PARTNERS).view(None)
    assert PASSING.standing(sides, NAMES, SAY) == (
        f"Blue 0: 1{NBSP}Ann and 3{NBSP}Cy\nGreen 0: 2{NBSP}B\\*b and 4{NBSP}Di"
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_noted_when_the_next_pass_ends_the_round(seats: int) -> None:
    state = lay("1..2", ["12", "05", "11", "66"][:seats])
    for _ in range(seats - 1):
        assert PASSING.note(state.view(None), NAMES, SAY) is None
        state, _ = play(state, "pass")
    last = NAMES.light(seats - 1)
    assert PASSING.note(state.view(None), NAMES, SAY) == f"If {last} passes too, the round is over."
    drawn, _ = play(state, "draw")
    assert PASSING.note(drawn.view(None), NAMES, SAY) is None


def test_the_table_hears_that_a_drawer_is_asked_and_not_whether_the_tile_fits() -> None:
    heard = set()
    for fitting in (True, False):
        state, events = play(with_front(lay("2..5", ["66 25", "00 04"], options=ASKING), fitting=fitting), "draw")
        heard.add((PASSING.asks(state.view(None), NAMES, SAY), told(state, events), told(state, events, 0)))
    assert heard == {("to play the tile just drawn, or keep it", (f"{ANN} drew a tile.",), (f"{ANN} drew a tile.",))}
    assert PASSING.asks(lay("2..5", ["66", "00"]).view(None), NAMES, SAY) is None


def test_there_is_no_page_of_its_own() -> None:
    assert PASSING.pages(lay("1..2", ["12", "05"]).view(None), NAMES, SAY) == {}


# Alt texts -------------------------------------------------------------------------------------------------


def alts(state: State) -> list[str]:
    return [board.picture.alt for board in PASSING.boards(state.view(None), NAMES, SAY)]


def test_the_table_is_told_with_its_train_its_ends_and_all_counts() -> None:
    state, _ = play(lay("15 52", ["13 24 22 11 66 00", "33 44 55 05 06 04"]), "22", "pass")
    assert alts(state) == [
        "The train: 1–5 5–2 2–2. Its ends: 1 and 2.\n"
        "Tiles in hand: Ann 5, B*b 6 (passed).\nBoneyard: 14; 12 can be drawn."
    ]


def test_a_new_match_has_an_empty_train() -> None:
    state, _ = GAME.deal(3, Options(), "alt")
    assert alts(state)[0].startswith("The train is empty.\n")


def test_at_a_rounds_end_there_are_the_old_table_with_all_hands_and_the_new_one() -> None:
    state, _ = all_pass(lay("15 52", ["13 24 22 11 66 00", "33 44 55 05 06 04"]))
    boards = PASSING.boards(state.view(None), NAMES, SAY)
    assert [board.picture.name for board in boards] == ["round", "passing"]
    assert [board.caption for board in boards] == [None, "Round 2 begins:"]
    lines = boards[0].picture.alt.splitlines()
    assert lines[0] == "The end of round 1."
    assert lines[2] == "Hands, with their pips: Ann 0–0 1–1 1–3 2–2 2–4 6–6 (28), B*b 0–4 0–5 0–6 3–3 4–4 5–5 (39)."
    assert lines[3] == "Points: Ann 11, B*b 0."


def test_after_the_last_round_no_new_table_is_shown() -> None:
    over, _ = play(lay("1..2", ["12", "05 11"], points=[100, 20]), "12 right")
    (board,) = PASSING.boards(over.view(None), NAMES, SAY)
    assert "Ann none (0)" in board.picture.alt


def test_a_hands_alt_text_says_which_ends_each_tile_fits() -> None:
    state = lay("2..5", ["66 25 24 15", "00 04"])
    picture = PASSING.hand(state.view(A), NAMES, SAY)
    assert picture is not None
    assert picture.alt == "Your hand: 1–5 (fits the 5), 2–4 (fits the 2), 2–5 (fits both ends), 6–6."
    double = PASSING.hand(lay("3..3", ["33 34", "00 04"]).view(A), NAMES, SAY)
    assert double is not None
    assert double.alt == "Your hand: 3–3 (fits the 3), 3–4 (fits the 3)."
    assert PASSING.hand(state.view(None), NAMES, SAY) is None


# Labels ----------------------------------------------------------------------------------------------------

LABELS = {"06": "0–6", "25 left": "2–5 on the 2", "25 right": "2–5 on the 5", "draw": "draw", "pass": "pass"}
LABELS |= {"keep": "keep it"}


@pytest.mark.parametrize(("notation", "label"), LABELS.items())
def test_moves_have_words_for_autocomplete(notation: str, label: str) -> None:
    assert PASSING.choice_label(parse(notation), lay("2..5", ["25", "00"]).view(A), SAY) == label


def test_every_kind_of_move_has_its_label_here() -> None:
    assert {type(parse(notation)) for notation in LABELS} == set(get_args(Move))


# The end and the lobby -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "places", "headline"),
    [
        (Options(), (2, 1, 3, 4), f"2{NBSP}B\\*b wins"),
        (PARTNERS, (1, 3, 1, 3), f"Blue wins: 1{NBSP}Ann and 3{NBSP}Cy"),
        (INDIVIDUAL, (3, 1, 3, 1), f"Green wins: 2{NBSP}B\\*b and 4{NBSP}Di"),
    ],
)
def test_the_headline_names_who_won(options: Options, places: tuple[int, ...], headline: str) -> None:
    view = lay("1..2", ["12", "05", "11", "66"], options=options).view(None)
    assert PASSING.ending(replace(view, outcome=Outcome(places, (0,) * 4, "target")), NAMES, SAY) == headline


def test_a_score_is_in_points() -> None:
    assert [PASSING.score(count, SAY) for count in (0, 1, 61)] == ["0 points", "1 point", "61 points"]


def test_every_option_and_every_choice_has_words_and_no_target_is_the_usual_one() -> None:
    words, form = PASSING.options(SAY), option_fields(GAME.options)
    assert set(words) == {each.name for each in form}
    for each in form:
        assert set(words[each.name].choices) == {option_text(choice) for choice in each.choices}
        assert all(words[each.name].choices.values())
    assert words["target"].choices["off"] == "usual"


def test_a_seat_wears_its_number_and_in_a_lobby_of_partners_the_wish_for_a_team() -> None:
    assert [PASSING.badge(seat, team) for seat, team in ((A, 0), (C, 0), (C, 2), (D, None))] == [
        "seat1",
        "seat3",
        "seat3",
        "seat4",
    ]
    assert [PASSING.badge(None, team) for team in (0, 1, 2, None)] == ["blue", "green", None, None]
    assert PASSING.teams(SAY) == ("blue", "green")


def test_the_rules_come_with_a_picture_of_a_match_under_way() -> None:
    picture = PASSING.example(SAY)
    assert picture.name == "passing"
    assert picture.alt.startswith("The train: ")
    assert "player 1 " in picture.alt
    assert picture.draw()[:4] == b"\x89PNG"
