"""Every refusal of Take 5, with the sentence a player reads; nothing changes by any of them."""

import pytest

from rules.engine import IllegalMove, Seat
from rules.take5 import GAME, ChooseRow, Move, Pick, State
from tests.rules.take5_table import last_tricks, lay, pick_all, trick

CHOOSING = lay([[10], [20], [30], [40]], [(11, 12, 13), (21, 22, 23)])
ASKED, _ = trick([[50], [60], [70], [80]], [90, 5])
OVER, _ = last_tricks([70, 1, 2])
FIRST, SECOND = Seat(0), Seat(1)

REFUSALS: list[tuple[State, Seat | None, Move, str]] = [
    (CHOOSING, FIRST, Pick(21), "21 isn't in your hand any more; you hold 11, 12, 13."),
    (CHOOSING, FIRST, Pick(999), "999 isn't in your hand any more; you hold 11, 12, 13."),
    (
        CHOOSING,
        FIRST,
        ChooseRow(1),
        "Row 2 is for the player with the low card, and no card is too low now; choose a card.",
    ),
    (ASKED, FIRST, ChooseRow(1), "Row 2 is for the player with the low card; that's player 2."),
    (
        ASKED,
        FIRST,
        Pick(ASKED.hands[0][0]),
        "The cards lie open; choose your next card when player 2 has taken a row.",
    ),
    (
        ASKED,
        SECOND,
        Pick(ASKED.hands[1][0]),
        "Your card fits behind no row; choose a row to take first, from 1 to 4.",
    ),
    (ASKED, SECOND, ChooseRow(4), "There is no row 5; choose one from 1 to 4."),
    (ASKED, SECOND, ChooseRow(-1), "There is no row 0; choose one from 1 to 4."),
    (OVER, FIRST, Pick(1), "The match is over, so nothing more is played; start another one."),
    (OVER, FIRST, ChooseRow(0), "The match is over, so nothing more is played; start another one."),
    (CHOOSING, None, Pick(11), "Only a seat of this table can move; Take 5 has no rulings by the table."),
    (CHOOSING, Seat(2), Pick(11), "Only a seat of this table can move; Take 5 has no rulings by the table."),
    (CHOOSING, Seat(-1), Pick(21), "Only a seat of this table can move; Take 5 has no rulings by the table."),
]


@pytest.mark.parametrize(("state", "who", "move", "sentence"), REFUSALS)
def test_a_refusal_says_what_is_wrong_and_what_to_do(state: State, who: Seat | None, move: Move, sentence: str) -> None:
    assert move not in state.legal_moves(who)
    with pytest.raises(IllegalMove) as refused:
        state.apply(who, move)
    assert str(refused.value) == sentence


def test_a_re_pick_after_the_reveal_is_refused() -> None:
    shown, _ = pick_all(CHOOSING, (11, 21))
    with pytest.raises(IllegalMove, match="11 isn't in your hand any more; you hold 12, 13"):
        shown.apply(FIRST, Pick(11))


def test_a_refusal_is_a_template_that_can_be_translated() -> None:
    with pytest.raises(IllegalMove) as refused:
        ASKED.apply(FIRST, ChooseRow(1))
    assert refused.value.template == "Row {row} is for the player with the low card; that's {seat}."
    assert refused.value.values == {"row": 2, "seat": SECOND}


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("55", Pick(55)),
        (" 7 ", Pick(7)),
        ("row 2", ChooseRow(1)),
        ("Row 4", ChooseRow(3)),
        ("row1", ChooseRow(0)),
    ],
)
def test_notation_is_read(text: str, move: Move) -> None:
    assert GAME.parse(text) == move


@pytest.mark.parametrize(
    "text", ["", "0", "055", "1234", "row", "row 0", "row 2 3", "-5", "5.0", "r 2", "٣", "55\n55", "rows 2"]
)
def test_what_is_no_notation_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(text)
    assert str(refused.value) == (
        "That isn't a move of Take 5; write a card of your hand like 55, or a row like row 2."
    )
