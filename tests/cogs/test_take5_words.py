"""What Take 5 says: of tricks, rounds and ends, on panels, in pictures' alt texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from bot.i18n import say_in
from bot.messages.names import NBSP, Names
from cogs.take5 import Take5
from rules.engine import Outcome, Seat, option_fields, option_text
from rules.take5 import GAME, ChooseRow, Dealt, Event, Options, Pick, State
from tests.rules.take5_table import last_tricks, lay, pick_all, take_row, trick

SAY, TAKE5 = say_in(None), Take5()
NAMES = Names({0: "Ann", 1: "B*b", 2: "Cy"}, {})
ANN, BOB = f"1{NBSP}**Ann**", f"2{NBSP}**B\\*b**"
W3 = [[3, 8], [15], [30, 35, 41], [22, 28, 36, 39, 42]]
W4 = [[50, 61], [30, 31, 33, 35], [40, 43], [51, 52, 53, 55, 59]]
QUIET = [[20], [40], [60], [80]]


def told(state: State, events: Iterable[Event]) -> tuple[str, ...]:
    return TAKE5.told(events, state.view(None), NAMES, SAY)


def says(lines: Sequence[str], *parts: str) -> bool:
    """Tell whether one line has all of these parts."""
    return any(all(part in line for part in parts) for line in lines)


# The post --------------------------------------------------------------------------------------------------


def test_the_first_post_says_how_it_begins() -> None:
    state, events = GAME.deal(3, Options(), "first")
    lines = told(state, events)
    assert len(lines) == 1
    assert says(lines, "few bull heads", "secret")


def test_a_quiet_trick_says_that_nobody_took() -> None:
    assert told(*trick(QUIET, (21, 41))) == ("Nobody took a row.",)


def test_a_sixth_card_takes_the_row() -> None:
    assert told(*trick(W3, (45, 16))) == (f"{ANN} took row 4: 9 heads.",)


def test_one_head_is_one_head() -> None:
    state, _ = trick(W4, (29, 44))
    assert says(told(*take_row(state, 0, 2)), "took row 2", "heads")
    state, _ = trick([[9], [11], [12], [13]], (5, 14))
    assert says(told(*take_row(state, 0, 1)), "took row 1", "1 head.")


def test_a_low_card_is_told_with_its_name_and_nobody_has_taken_yet() -> None:
    state, events = trick(W4, (29, 62))
    lines = told(state, events)
    assert says(lines, ANN, "**29**", "lower than every row")
    assert not says(lines, "Nobody")
    assert TAKE5.asks(state.view(None), NAMES, SAY) == "to take a row"


def test_a_row_that_was_chosen_is_told_with_its_card_and_what_follows_it() -> None:
    state, _ = trick(W4, (29, 62))
    lines = told(*take_row(state, 0, 1))
    assert lines[:2] == (f"{ANN} took row 1 with the 29: 4 heads.", f"{BOB} took row 4: 11 heads.")


def test_rows_that_the_trick_filled_are_named() -> None:
    assert told(*trick([[1, 2, 3, 20], [40], [60], [80]], (21, 41)))[-1] == "Row 1 is full now."
    assert told(*trick([[1, 2, 3, 20], [4, 5, 6, 40], [60], [80]], (21, 41)))[-1] == "Rows 1 and 2 are full now."


def test_a_row_that_was_full_before_is_not_named_again() -> None:
    assert told(*trick([[1, 2, 3, 4, 20], [40], [60], [80]], (41, 61))) == ("Nobody took a row.",)


def test_the_last_cards_are_told_after_the_ninth_trick_and_then_the_round() -> None:
    lines = told(*last_tricks([5, 6, 7]))
    assert lines[0] == "Nobody took a row."
    assert says(lines[1:2], "last cards")
    assert lines[2] == "Nobody took a row."
    assert says(lines[3:4], "Round 1 is over")
    assert says(lines[4:5], "Round 2")


def test_before_a_match_ends_no_full_row_and_no_new_round_is_told() -> None:
    lines = told(*last_tricks([70, 6, 7]))
    assert says(lines, "Round 1 is over")
    assert not says(lines, "full")
    assert not says(lines, "new cards")


def test_a_take_in_the_last_cards_is_told_once() -> None:
    rows, hands = [[20], [40], [60], [1, 2, 3, 4, 80]], [(21, 81), (41, 42), (61, 62)]
    state, events = pick_all(lay(rows, hands), (21, 41, 61))
    lines = told(state, events)
    assert sum("took row 4" in line for line in lines) == 1
    assert sum("Nobody" in line for line in lines) == 1


def test_the_score_is_told_after_a_round_only() -> None:
    state, _ = last_tricks([5, 6, 7])
    words = TAKE5.standing(state.view(None), NAMES, SAY)
    assert words is not None
    assert all(f"{name}{NBSP}{total}" in words for name, total in (("Ann", 5), ("B\\*b", 6), ("Cy", 7)))
    assert TAKE5.standing(trick(QUIET, (21, 41))[0].view(None), NAMES, SAY) is None


def test_who_has_chosen_is_told_and_nothing_of_what() -> None:
    state = lay(QUIET, [(21, 22, 23), (41, 42, 43)])
    assert TAKE5.note(state.view(None), NAMES, SAY) is None
    state, _ = state.apply(Seat(1), Pick(42))
    words = TAKE5.note(state.view(None), NAMES, SAY)
    assert words is not None
    assert "B\\*b" in words
    assert "Ann" not in words
    assert "42" not in words
    assert TAKE5.asks(state.view(None), NAMES, SAY) is None


def test_where_a_match_stands_is_its_round_and_trick() -> None:
    assert TAKE5.progress(lay(QUIET, [(21, 22, 23), (41, 42, 43)]).view(None), SAY) == "round 1, trick 8"


# History ---------------------------------------------------------------------------------------------------


def test_a_history_tells_cards_takes_and_scores_a_line_each() -> None:
    state, events = last_tricks([5, 6, 7])
    lines = TAKE5.history((Dealt(1), *events), NAMES, SAY)
    assert says(lines[:1], "Round 1")
    assert says(lines, "Laid", "Ann 21", "B\\*b 41", "Cy 61")
    assert says(lines, "Laid", "Ann 22", "B\\*b 42", "Cy 62")
    assert says(lines, "After round 1", f"Ann{NBSP}5")
    assert state.round == 2
    asked, before = trick(W4, (29, 62))
    after, more = take_row(asked, 0, 1)
    lines = TAKE5.history((*before, *more), NAMES, SAY)
    assert sum("took row" in line for line in lines) == 2
    assert len(lines) == 3
    assert after.turn > asked.turn


# Pictures --------------------------------------------------------------------------------------------------


def test_the_tables_alt_text_is_the_board_in_words() -> None:
    state, _ = trick(W4, (29, 62))
    (board,) = TAKE5.boards(state.view(None), NAMES, SAY)
    alt = board.picture.alt
    assert "Row 1: 50, 61 (4 heads)." in alt
    assert "Row 4: 51, 52, 53, 55, 59 (full, 11 heads)." in alt
    assert "Last trick: Ann 29, B*b 62." in alt
    assert "Still to be placed" in alt
    assert "Heads: Ann 0, B*b 0." in alt
    assert board.caption is None


def test_the_heads_of_the_alt_text_count_the_round_in() -> None:
    state, _ = trick(W3, (45, 16))
    assert "Heads: Ann 9, B*b 0." in TAKE5.boards(state.view(None), NAMES, SAY)[0].picture.alt


def test_a_rounds_end_shows_both_pictures_and_a_matchs_end_the_scoring() -> None:
    scoring, table = TAKE5.boards(last_tricks([5, 6, 7])[0].view(None), NAMES, SAY)
    assert (scoring.picture.name, table.picture.name) == ("round", "take5")
    assert table.caption == "Round 2 begins:"
    assert "The end of round 1." in scoring.picture.alt
    assert "Ann 1 (5), B*b 1 (6), Cy 1 (7)" in scoring.picture.alt
    assert "Last trick: Ann 22, B*b 42, Cy 62." in scoring.picture.alt
    (only,) = TAKE5.boards(last_tricks([70, 6, 7])[0].view(None), NAMES, SAY)
    assert only.picture.name == "round"


def test_a_hands_alt_text_names_cards_heads_and_the_choice() -> None:
    state = lay(QUIET, [(21, 55, 90), (41, 42, 43)])
    picture = TAKE5.hand(state.view(Seat(0)), NAMES, SAY)
    assert picture is not None
    assert "21 (1), 55 (7), 90 (3)" in picture.alt
    state, _ = state.apply(Seat(0), Pick(55))
    picture = TAKE5.hand(state.view(Seat(0)), NAMES, SAY)
    assert picture is not None
    assert "Chosen: 55." in picture.alt
    assert TAKE5.hand(state.view(None), NAMES, SAY) is None


# The panel -------------------------------------------------------------------------------------------------


def panel_of(state: State, seat: int) -> tuple[str, list[tuple[str, str | None, str]]]:
    view = state.view(Seat(seat))
    panel = TAKE5.panel(view, state.legal_moves(Seat(seat)), "", NAMES, SAY)
    return panel.question, [(choice.label, choice.move, choice.style) for row in panel.rows for choice in row]


def test_a_panel_offers_every_legal_move_and_marks_the_choice() -> None:
    state, _ = GAME.deal(3, Options(), "panel")
    question, choices = panel_of(state, 0)
    assert question == "Choose a card."
    assert [move for _, move, _ in choices] == [str(move) for move in state.legal_moves(Seat(0))]
    assert {style for _, _, style in choices} == {"step"}
    card = state.hands[0][4]
    state, _ = state.apply(Seat(0), Pick(card))
    question, choices = panel_of(state, 0)
    assert str(card) in question
    assert [label for label, _, style in choices if style == "chosen"] == [str(card)]


def test_a_panel_never_has_more_than_five_buttons_in_a_row() -> None:
    state, _ = GAME.deal(3, Options(), "panel")
    panel = TAKE5.panel(state.view(Seat(0)), state.legal_moves(Seat(0)), "", NAMES, SAY)
    assert [len(row) for row in panel.rows] == [5, 5]


def test_the_low_seat_chooses_a_row_by_what_it_costs_and_the_others_wait() -> None:
    state, _ = trick(W4, (29, 62))
    question, choices = panel_of(state, 0)
    assert "29" in question
    assert [move for _, move, _ in choices] == ["row 1", "row 2", "row 3", "row 4"]
    assert [label for label, _, _ in choices][3] == "Row 4 · 11 heads"
    question, choices = panel_of(state, 1)
    assert ANN in question
    assert choices == []


def test_after_the_end_a_panel_offers_nothing() -> None:
    state, _ = last_tricks([70, 6, 7])
    question, choices = panel_of(state, 0)
    assert "wins" in question
    assert choices == []


def test_moves_have_words_for_autocomplete() -> None:
    view = trick(W4, (29, 62))[0].view(Seat(0))
    assert TAKE5.choice_label(ChooseRow(3), view, SAY) == "row 4 (takes 11 heads)"
    assert TAKE5.choice_label(Pick(55), view, SAY) == "55 (7 heads)"
    assert TAKE5.choice_label(Pick(1), view, SAY) == "1 (1 head)"


# The end ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "headline"),
    [
        ((2, 1, 3), f"2{NBSP}B\\*b wins"),
        ((1, 1, 3), f"1{NBSP}Ann and 2{NBSP}B\\*b share the victory"),
        ((1, 1, 1), f"1{NBSP}Ann, 2{NBSP}B\\*b and 3{NBSP}Cy share the victory"),
    ],
)
def test_the_headline_names_who_won(places: tuple[int, ...], headline: str) -> None:
    view = replace(last_tricks([70, 6, 7])[0].view(None), outcome=Outcome(places, (1, 2, 3), "target"))
    assert TAKE5.ending(view, NAMES, SAY) == headline


def test_a_score_is_in_heads() -> None:
    assert (TAKE5.score(1, SAY), TAKE5.score(0, SAY), TAKE5.score(66, SAY)) == ("1 head", "0 heads", "66 heads")


# The lobby -------------------------------------------------------------------------------------------------


def test_every_option_and_every_choice_has_words() -> None:
    words = TAKE5.options(SAY)
    form = option_fields(GAME.options)
    assert set(words) == {each.name for each in form}
    for each in form:
        assert set(words[each.name].choices) == {option_text(choice) for choice in each.choices}
        assert all(words[each.name].choices.values())
        assert len(each.choices) <= 25
