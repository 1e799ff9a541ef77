"""What Sequence says: of every event, of the end, in alt texts and on labels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

import pytest

from bot.i18n import say_in
from bot.messages.names import NBSP, Names
from cogs.sequence import SequenceGame
from rules.cards import Card
from rules.engine import Outcome, Seat, option_fields, option_text
from rules.sequence import (
    GAME,
    Completed,
    Dealt,
    Drew,
    Dropped,
    Ended,
    Event,
    Exchanged,
    FiveAsked,
    Forfeited,
    Move,
    Options,
    Passed,
    Penalised,
    Placed,
    Rebuilt,
    Removed,
    Shown,
    State,
)
from tests.rules.sequence_table import BLUE, GREEN, RED, A, B, C, at, lay, move, play, spaces

SAY, SEQUENCE = say_in(None), SequenceGame()
NAMES = Names({0: "Ann", 1: "B*b", 2: "Cy", 3: "Di"}, {0: "blue", 1: "green", 2: "blue", 3: "green"})
ANN, BOB, CY = f"blue{NBSP}**Ann**", f"green{NBSP}**B\\*b**", f"blue{NBSP}**Cy**"
ROW_1 = at((1, 1), (1, 2), (1, 3), (1, 4), (1, 5))
V5 = at((4, 1), (4, 2), (4, 3), (4, 5), (4, 6), (4, 7), (4, 8))
FIVE = spaces("b5 c5 d5 e5 f5")
(D6,) = spaces("d6")

WORDS: list[tuple[Event, str | None]] = [
    (Dealt(A, B, 7), f"{ANN} deals, {BOB} begins."),
    (Placed(A, Card("7h"), D6), f"{ANN} put **7♥** on **D6**."),
    (Placed(B, Card("jc"), D6), f"{BOB} put **J♣** on **D6**."),
    (Placed(A, Card("tc"), spaces("j10")[0]), f"{ANN} put **10♣** on **J10**."),
    (Removed(B, Card("js"), D6, BLUE), f"{BOB} took blue's chip from **D6** with **J♠**."),
    (Removed(B, Card("jh"), D6, RED), f"{BOB} took red's chip from **D6** with **J♥**."),
    (Completed(B, GREEN, FIVE, 1), "**Green** has completed B5–F5: 1 sequence."),
    (Completed(A, BLUE, FIVE, 2), "**Blue** has completed B5–F5: 2 sequences."),
    (FiveAsked(B, (FIVE,)), f"{BOB} has more than five in a line, and says which five count."),
    (Exchanged(B, Card("7h")), f"{BOB} swapped a dead **7♥**."),
    (Passed(A), f"{ANN} could play nothing, and passed."),
    (Rebuilt(91), "The deck was empty: 91 discarded cards make a new one."),
    (Drew(A), f"{ANN} drew a card."),
    (Forfeited(B), f"{BOB} forgot to draw, and plays on with a card less."),
    (Penalised(BLUE, (A, C)), f"Table talk by blue: {ANN} and {CY} give up a card each."),
    (Dropped(C, Card("qd")), f"{CY} gave up **Q♦**."),
    (Ended("sequences", (BLUE,)), None),
    (Ended("stalemate", (BLUE, GREEN)), "Everybody had to pass in turn, so the match is over."),
    (Shown(((A, Card("2s")), (B, Card("ah")))), None),
]


def told(state: State, events: Iterable[Event], seat: int | None = None) -> tuple[str, ...]:
    return SEQUENCE.told(events, state.view(None if seat is None else Seat(seat)), NAMES, SAY)


# Events ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("event", "words"), WORDS, ids=lambda value: getattr(value, "kind", ""))
def test_an_event_is_told_in_one_sentence(event: Event, words: str | None) -> None:
    assert told(lay([""] * 4), [event]) == (() if words is None else (words,))


def test_every_kind_of_event_has_its_words_here() -> None:
    assert {type(event) for event, _ in WORDS} == set(get_args(Event))


def test_a_history_tells_the_same_and_the_cards_that_were_drawn_for_the_deal() -> None:
    events = [event for event, _ in WORDS]
    history = SEQUENCE.history(events, NAMES, SAY)
    assert history[:-1] == tuple(words for _, words in WORDS if words is not None)
    assert history[-1] == f"Drawn for the deal: blue{NBSP}Ann 2♠, green{NBSP}B\\*b A♥"


def test_a_match_begins_with_who_deals_and_its_history_with_who_drew_what() -> None:
    state, events = GAME.deal(4, Options(), "first")
    (only,) = told(state, events)
    assert only.endswith("begins.")
    drawn = [line.startswith("Drawn for the deal: ") for line in SEQUENCE.history(events, NAMES, SAY)]
    assert drawn == [True] * (len(drawn) - 1) + [False]
    assert any(drawn)


def test_who_is_asked_which_five_is_not_told_so_a_second_time() -> None:
    state, events = play(lay(["", "5h"], {GREEN: V5}, active=1), "5h e5")
    assert len(told(state, events)) == len(told(state, events, 0)) == 2
    assert told(state, events, 1) == (f"{BOB} put **5♥** on **E5**.",)
    assert SEQUENCE.asks(state.view(None), NAMES, SAY) == "to say which five count"
    assert SEQUENCE.asks(lay(["", ""]).view(None), NAMES, SAY) is None


def test_that_a_five_was_asked_for_is_no_news_once_it_is_chosen() -> None:
    asked, before = play(lay(["", "5h"], {GREEN: V5}, active=1), "5h e5")
    state, after = play(asked, "five b5-f5")
    done = (f"{BOB} put **5♥** on **E5**.", "**Green** has completed B5–F5: 1 sequence.")
    assert told(state, (*before, *after)) == done


def test_what_was_drawn_is_told_to_nobody() -> None:
    state, events = play(lay(["2s", "2d"], options=Options(manual_draw=True), top="qd"), "2s b1", "1: draw")
    assert told(state, events) == (f"{ANN} drew a card.",)
    state, events = play(lay(["", "7h"], {GREEN: spaces("d6"), BLUE: spaces("i5")}, active=1, top="qd"), "dead 7h")
    assert not any("Q♦" in line for line in told(state, events))


@pytest.mark.parametrize(
    ("chips", "played", "words"),
    [
        ("b5 c5 d5", "5h e5", "**Green** needs one more in row 5."),
        ("c2 c3 c4", "7c c5", "**Green** needs one more in column C."),
        ("b2 c3 d4", "qs b5", "**Green** needs one more on a diagonal."),
        ("b5 c5 d5 e2 e3 e4", "5h e5", "**Green** needs one more in row 5 or in column E."),
        ("b5 c5", "5h e5", None),
    ],
)
def test_who_has_put_a_chip_is_told_where_their_team_needs_one_more(chips: str, played: str, words: str | None) -> None:
    laid = lay(["", f"{played.split()[0]} jc"], {GREEN: spaces(chips)}, active=1)
    state, events = play(laid, played)
    assert told(state, events, 1)[1:] == ((words,) if words else ())
    assert len(told(state, events)) == len(told(state, events, 0)) == 1, "to the others it's no business of the bot's"
    state, events = play(replace(laid, options=Options(hints=False)), played)
    assert len(told(state, events, 1)) == 1


def test_a_line_that_the_others_are_in_or_that_would_share_two_spaces_needs_nothing() -> None:
    laid = lay(["", "5h"], {GREEN: spaces("b5 c5 d5"), BLUE: spaces("a5 f5")}, active=1)
    assert len(told(*play(laid, "5h e5"), 1)) == 1
    shared = lay(["", "7d"], {GREEN: ROW_1 + spaces("g2")}, sequences=[(GREEN, ROW_1)], active=1)
    assert not any("row 2" in words for words in told(*play(shared, "7d h3"), 1))
    asked, _ = play(lay(["", "5h"], {GREEN: V5}, active=1), "5h e5")
    state, events = play(asked, "five b5-f5")
    assert told(state, events, 1) == (
        "**Green** has completed B5–F5: 1 sequence.",
        "**Green** needs one more in row 5.",
    )


# Around the table ------------------------------------------------------------------------------------------


def test_where_a_match_stands_is_its_turn_and_the_sequences() -> None:
    state = lay(["", ""], {GREEN: ROW_1}, sequences=[(GREEN, ROW_1)])
    assert SEQUENCE.progress(state.view(None), SAY) == "turn 50 · blue 0, green 1 of 2"
    three = lay(["", "", ""]).view(None)
    assert SEQUENCE.progress(three, SAY) == "turn 50 · blue 0, green 0, red 0 of 1"
    assert SEQUENCE.standing(state.view(None), NAMES, SAY) is None


def test_who_owes_and_who_may_draw_is_noted() -> None:
    manual = Options(manual_draw=True)
    assert SEQUENCE.note(lay([""] * 4).view(None), NAMES, SAY) is None
    owing = lay([""] * 4, debts=(0, 2, 0, 1)).view(None)
    assert SEQUENCE.note(owing, NAMES, SAY) == f"Owe cards: green{NBSP}B\\*b 2, green{NBSP}Di 1"
    played, _ = play(lay(["2s", "2d", "", ""], options=manual), "2s b1", "2d c3")
    assert SEQUENCE.note(played.view(None), NAMES, SAY) == f"May still draw: blue{NBSP}Ann, green{NBSP}B\\*b"
    both, _ = play(played, "0: penalty green")
    note = SEQUENCE.note(both.view(None), NAMES, SAY)
    assert note is not None
    assert [line.split(":")[0] for line in note.splitlines()] == ["Owe cards", "May still draw"]


def test_a_dead_card_that_was_swapped_is_noted_until_the_turn_is_over() -> None:
    unlimited = Options(dead_cards="unlimited")
    laid = lay(["", "7h 7h 2c"], {GREEN: spaces("d6"), BLUE: spaces("i5")}, active=1, options=unlimited)
    once, _ = play(laid, "dead 7h")
    assert SEQUENCE.note(once.view(None), NAMES, SAY) == f"green{NBSP}B\\*b has swapped a dead card."
    twice, _ = play(once, "dead 7h")
    assert SEQUENCE.note(twice.view(None), NAMES, SAY) == f"green{NBSP}B\\*b has swapped 2 dead cards."
    after, _ = play(twice, "2c e2")
    assert SEQUENCE.note(after.view(None), NAMES, SAY) is None


def test_the_page_of_piles_has_the_newest_card_first_and_counts_hands_and_deck() -> None:
    state = lay(["", ""], piles=["2c 3c 4c", ""])
    page = SEQUENCE.pages(state.view(None), NAMES, SAY)["piles"]
    assert page.title == "Discard piles"
    lines = page.text.splitlines()
    assert lines[:2] == [f"blue{NBSP}Ann: 4♣ 3♣ 2♣", f"green{NBSP}B\\*b: none"]
    assert lines[-1] == f"-# Deck: 87. Cards in hand: blue{NBSP}Ann 7, green{NBSP}B\\*b 7."


# Alt texts -------------------------------------------------------------------------------------------------


def board_alt(state: State) -> list[str]:
    (board,) = SEQUENCE.boards(state.view(None), NAMES, SAY)
    assert board.picture.name == "sequence"
    assert board.caption is None
    return board.picture.alt.splitlines()


def test_the_board_is_rows_of_cards_with_chips_and_sequences_marked() -> None:
    chips = {GREEN: (*ROW_1, *spaces("g2")), BLUE: spaces("b1")}
    rows = board_alt(lay(["", ""], chips, sequences=[(GREEN, ROW_1)]))
    assert rows[0] == "Columns A to J; b, g, r are chips, * is in a sequence."
    assert rows[1] == "1 ** 2Sb 3S 4S 5S 6S 7S 8S 9S **"
    assert rows[2] == "2 6C 5Cg* 4Cg* 3Cg* 2Cg* AHg* KHg QH TH TS"
    assert rows[10] == "10 ** AD KD QD TD 9D 8D 7D 6D **"
    assert len(rows) == 11


def test_a_corner_that_is_in_a_sequence_is_marked_too() -> None:
    five = spaces("a1 b1 c1 d1 e1")
    rows = board_alt(lay(["", ""], {BLUE: five[1:]}, sequences=[(BLUE, five)]))
    assert rows[1] == "1 *** 2Sb* 3Sb* 4Sb* 5Sb* 6S 7S 8S 9S **"


def test_a_hands_alt_text_names_open_spaces_dead_cards_and_jacks() -> None:
    chips = {GREEN: spaces("d6"), BLUE: spaces("i5 e2")}
    state = lay(["2d", "7h 2c 4s js"], chips, active=1, fill=False, options=Options(manual_draw=True))
    picture = SEQUENCE.hand(state.view(B), NAMES, SAY)
    assert picture is not None
    assert picture.name == "hand"
    said = picture.alt.removeprefix("Your hand, with open spaces: ").removesuffix(".")
    assert sorted(said.split(", ")) == ["2♣ (G4)", "4♠ (D1", "7♥ (dead)", "E9)", "J♠ (jack)"]
    assert SEQUENCE.hand(state.view(None), NAMES, SAY) is None


# Labels ----------------------------------------------------------------------------------------------------

LABELS = {
    "7h d6": "7♥ on D6",
    "jc a2": "J♣ on A2",
    "js x b2": "J♠ takes the chip on B2",
    "dead 7h": "swap the dead 7♥",
    "five b5-f5": "the five B5–F5",
    "drop qd": "give up Q♦",
    "pass": "pass",
    "draw": "draw",
    "draw auto": "draw",
}


@pytest.mark.parametrize(("notation", "label"), LABELS.items())
def test_moves_have_words_for_autocomplete(notation: str, label: str) -> None:
    assert SEQUENCE.choice_label(move(notation), lay(["", ""]).view(A), SAY) == label


def test_every_kind_of_move_has_its_label_here() -> None:
    named = {type(move(notation)) for notation in (*LABELS, "penalty red")}
    assert named == set(get_args(Move))


@pytest.mark.parametrize("team", ["blue", "green", "red"])
def test_a_ruling_is_called_by_its_team(team: str) -> None:
    assert SEQUENCE.ruling_label(move(f"penalty {team}"), SAY) == f"Table talk by {team}"


# The end ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "places", "headline"),
    [
        (2, (2, 1), f"green{NBSP}B\\*b wins"),
        (4, (1, 3, 1, 3), f"Blue wins: blue{NBSP}Ann and blue{NBSP}Cy"),
        (2, (1, 1), "Blue and green draw"),
        (4, (1, 1, 1, 1), "Blue and green draw"),
        (3, (1, 1, 1), "Blue, green and red draw"),
        (3, (3, 1, 1), "Green and red draw"),
    ],
)
def test_the_headline_names_who_won(seats: int, places: tuple[int, ...], headline: str) -> None:
    view = replace(lay([""] * seats).view(None), outcome=Outcome(places, (0,) * seats, "sequences"))
    assert SEQUENCE.ending(view, NAMES, SAY) == headline


def test_a_score_is_in_sequences() -> None:
    assert [SEQUENCE.score(count, SAY) for count in (0, 1, 2)] == ["0 sequences", "1 sequence", "2 sequences"]


# The lobby -------------------------------------------------------------------------------------------------


def test_every_option_and_every_choice_has_words() -> None:
    words, form = SEQUENCE.options(SAY), option_fields(GAME.options)
    assert set(words) == {each.name for each in form}
    for each in form:
        assert set(words[each.name].choices) == {option_text(choice) for choice in each.choices}
        assert all(words[each.name].choices.values())


def test_a_seat_wears_its_teams_colour_and_none_before_it_has_one() -> None:
    assert [SEQUENCE.badge(5, team) for team in (0, 1, 2, None)] == ["blue", "green", "red", None]
    assert SEQUENCE.teams(SAY) == ("blue", "green", "red")
