"""What `/rules` says of Sequence is what the game does, and answers what people ask."""

from __future__ import annotations

import pytest

from bot.i18n import say_in
from cogs.sequence.guide import rules_text
from rules.sequence import GAME, HAND, Options
from tests.rules.sequence_table import GREEN, at, lay, legal, play, spaces

TEXT = " ".join(rules_text(say_in(None)))
RULINGS = next(paragraph for paragraph in rules_text(say_in(None)) if paragraph.startswith("**House rulings"))


def test_hands_are_told_as_they_are_dealt() -> None:
    told = "Two players hold 7 cards each, 3 or 4 hold 6, 6 hold 5, 8 or 9 hold 4, and 10 or 12 hold 3."
    assert told in TEXT
    assert HAND == {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}


def test_how_many_sequences_win_is_told_as_it_is() -> None:
    assert "Two players or teams need two of them, three need one." in TEXT
    assert [GAME.deal(seats, Options(), "seed")[0].needed for seats in (2, 12, 3, 9)] == [2, 2, 1, 1]


def test_does_one_draw_after_a_one_eyed_jack() -> None:
    assert "you place nothing in that turn, and you draw as always" in TEXT
    state, _ = play(lay(["js", ""], {GREEN: spaces("d6")}, top="qd"), "js x d6")
    assert "qd" in state.hands[0]
    assert state.active == 1


def test_may_two_sequences_share_a_space() -> None:
    assert "Two sequences of a team share one space at most." in TEXT
    shared = at((1, 1), (1, 2), (1, 3), (1, 4), (1, 5))
    rest = at((1, 6), (1, 7), (1, 8))
    state, _ = play(lay(["ts", ""], {0: shared + rest}, sequences=[(0, shared)]), "ts j2")
    assert state.count(0) == 2


@pytest.mark.parametrize(("length", "made", "asked"), [(6, 0, True), (8, 0, True), (9, 2, False)])
def test_what_are_nine_in_a_row(length: int, made: int, asked: bool) -> None:
    assert "Nine in a line are two, with one chip shared; six, seven or eight are one, and you say which five." in TEXT
    row = [(4, column) for column in range(length) if column != 4]
    state, _ = play(lay(["5h", ""], {0: at(*row)}), "5h e5")
    assert (state.count(0), bool(state.choices)) == (made, asked)


def test_can_one_pass_or_swap_at_will() -> None:
    assert "While you can play, you may not pass." in TEXT
    assert "pass" not in legal(lay(["2s", ""]), 0)
    assert "you may swap one for a new card, once a turn" in TEXT
    dead = lay(["7h 7h 2c", ""], {GREEN: spaces("d6 i5")}, top="2d")
    assert "dead 7h" in legal(dead, 0)
    assert "dead 7h" not in legal(play(dead, "dead 7h")[0], 0)


@pytest.mark.parametrize(
    "ruled",
    [
        "the deck is empty",
        "anybody may look through the piles",
        "the most sequences win",
        "the first five count",
        "until a later player has drawn",
        "Swapping before passing",
        "tie for the deal",
        "who may call table talk",
    ],
)
def test_what_this_project_has_ruled_is_said_to_be_its_choice(ruled: str) -> None:
    assert ruled in RULINGS
    assert "our choice" in RULINGS
