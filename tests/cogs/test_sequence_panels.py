"""What a player of Sequence is asked: a card, a space, a five; and that all of it fits Discord and tells no secret."""

from __future__ import annotations

import pytest

from bot.i18n import say_in
from bot.messages.names import NBSP, Names
from bot.presentation import Choice, Panel
from cogs.sequence import SequenceGame
from rules.engine import Seat
from rules.sequence import GAME, Options, Place, State, best_first, name_of
from tests.rules.sequence_table import BLUE, GREEN, A, B, at, lay, legal, move, play, spaces

SAY, SEQUENCE = say_in(None), SequenceGame()
NAMES = Names({seat: f"P{seat + 1}" for seat in range(12)}, {0: "blue", 1: "green"})
MANUAL, NO_HINTS = Options(manual_draw=True), Options(hints=False)
DEAD = {GREEN: spaces("d6"), BLUE: spaces("i5")}
"""Both spaces of the 7 of hearts."""
V5 = at((4, 1), (4, 2), (4, 3), (4, 5), (4, 6), (4, 7), (4, 8))


def panel_of(state: State, seat: int, path: str = "") -> Panel:
    return SEQUENCE.panel(state.view(Seat(seat)), state.legal_moves(Seat(seat)), path, NAMES, SAY)


def asked(panel: Panel) -> list[object]:
    """Return all that a panel says; pictures by what is on them."""
    picture = (panel.picture.name, panel.picture.alt) if panel.picture else None
    return [panel.question, panel.hints, picture, panel.rows, panel.picks, panel.typing, panel.back]


def every(panel: Panel) -> list[Choice]:
    return [choice for row in panel.rows for choice in row]


def labels(panel: Panel) -> list[str]:
    return [choice.label for choice in every(panel)]


def moves(panel: Panel) -> list[str | None]:
    return [choice.move for choice in every(panel)]


# A card ----------------------------------------------------------------------------------------------------


def test_a_card_is_asked_for_and_each_kind_stands_once() -> None:
    panel = panel_of(lay(["2s 2s 3s jc", ""]), 0)
    assert panel.question == "**You are blue blue. Choose a card.**"
    cards = every(panel)
    assert len({choice.path for choice in cards}) == len(cards) < 7
    assert {"2s", "3s", "jc"} <= {choice.path for choice in cards}
    assert {(choice.move, choice.style, choice.disabled) for choice in cards} == {(None, "step", False)}
    assert panel.picture is not None
    assert panel.picture.name == "hand"
    assert (panel.hints, panel.picks, panel.typing, panel.back) == ((), (), None, None)


def test_with_hints_a_dead_card_is_greyed_named_and_can_be_swapped() -> None:
    panel = panel_of(lay(["", "7h 2c"], DEAD, active=1), 1)
    assert [choice.path for choice in every(panel) if choice.disabled] == ["7h"]
    assert panel.hints == ("7♥ is dead: both its spaces are taken.",)
    assert [choice.label for choice in panel.rows[1]] == ["Swap 7♥"]
    assert [choice.move for choice in panel.rows[1]] == ["dead 7h"]


def test_who_has_swapped_one_dead_card_is_told_why_the_second_stays() -> None:
    state, _ = play(lay(["", "7h 7h 2c"], DEAD, active=1, top="2d"), "dead 7h")
    assert panel_of(state, 1).hints[-1] == "You have swapped one in this turn; a second waits for your next."


def test_without_hints_a_dead_card_is_not_told_apart_from_the_others() -> None:
    panel = panel_of(lay(["", "7h 2c"], DEAD, active=1, options=NO_HINTS), 1)
    assert not any(choice.disabled for choice in every(panel))
    assert panel.hints == ()


def test_several_dead_cards_are_named_together() -> None:
    chips = {GREEN: spaces("d6 e2"), BLUE: spaces("i5 g4")}
    panel = panel_of(lay(["", "7h 2c"], chips, active=1), 1)
    assert panel.hints == ("2♣ and 7♥ are dead: both their spaces are taken.",) or (
        panel.hints == ("7♥ and 2♣ are dead: both their spaces are taken.",)
    )


def test_the_card_drawn_last_is_named_to_its_seat() -> None:
    state, _ = play(lay(["2s", "2d"], top="qd"), "2s b1", "2d c3")
    assert panel_of(state, 0).hints == ("You drew Q♦ last.",)


def test_a_card_that_cannot_be_played_leads_back_to_the_cards() -> None:
    state = lay(["", "7h 2c"], DEAD, active=1)
    for path in ("7h", "qd", "nonsense", "js x"):
        assert asked(panel_of(state, 1, path)) == asked(panel_of(state, 1))


def test_who_can_play_nothing_is_told_so_and_passes() -> None:
    panel = panel_of(lay(["2c", "js"], active=1, fill=False, options=MANUAL), 1)
    assert panel.question == "**You are green green. Nothing can be played.**"
    assert labels(panel) == ["J♠", "Pass"]
    assert moves(panel)[-1] == "pass"


# A space ---------------------------------------------------------------------------------------------------


def test_one_or_two_spaces_are_buttons() -> None:
    state = lay(["7h", ""])
    panel = panel_of(state, 0, "7h")
    assert panel.question == "Where does 7♥ go?"
    assert sorted(labels(panel)) == ["D6", "I5"]
    assert set(moves(panel)) == {"7h d6", "7h i5"}
    assert (panel.picks, panel.typing, panel.back) == ((), None, "Another card")
    assert panel.picture is not None
    assert panel.picture.alt.startswith("The board with what 7♥ can do lit: ")
    one = panel_of(lay(["7h", ""], {GREEN: spaces("d6")}), 0, "7h")
    assert moves(one) == ["7h i5"]


def test_a_two_eyed_jack_has_the_best_five_first_and_every_space_by_its_row() -> None:
    state = lay(["jc", ""], {BLUE: spaces("b2 c2 d2"), GREEN: spaces("f6 f7")})
    panel = panel_of(state, 0, "jc")
    view = state.view(A)
    plays = [each for each in state.legal_moves(A) if isinstance(each, Place) and each.card == "jc"]
    assert moves(panel) == [str(each) for each in best_first(view, plays)[:5]]
    assert panel.hints == ("The best few spaces stand first; any other is found by its row.",)
    (pick,) = panel.picks
    assert [choice.label for choice in pick.choices] == [f"Row {row}" for row in range(1, 11)]
    assert [choice.path for choice in pick.choices] == [f"jc {row}" for row in range(1, 11)]
    listed = [name for choice in pick.choices for name in (choice.about or "").split(", ")]
    assert listed == [name_of(each.space).upper() for each in plays]
    assert panel.typing is not None
    assert (panel.typing.label, panel.typing.start) == ("Type a space", "jc")


def test_without_hints_no_space_is_called_the_best() -> None:
    panel = panel_of(lay(["jc", ""], options=NO_HINTS), 0, "jc")
    assert (panel.rows, panel.hints) == ((), ())
    assert len(panel.picks) == 1


@pytest.mark.parametrize("row", range(1, 11))
def test_a_row_shows_all_its_spaces_and_no_other(row: int) -> None:
    state = lay(["jc", ""], {BLUE: spaces("b2 c2 d2")})
    panel = panel_of(state, 0, f"jc {row}")
    expected = [each for each in legal(state, 0) if each.startswith("jc ") and each.endswith(str(row))]
    expected = [each for each in expected if each.split()[1][1:] == str(row)]
    assert moves(panel) == expected
    assert expected
    assert (panel.picks, panel.back) == ((), "Another card")
    assert [len(each) for each in panel.rows] == [len(expected)]


@pytest.mark.parametrize("row", ["0", "11", "99", "x", "²"])
def test_a_row_that_is_not_there_leads_back_to_the_spaces(row: str) -> None:
    state = lay(["jc", ""])
    assert moves(panel_of(state, 0, f"jc {row}")) == moves(panel_of(state, 0, "jc"))


def test_a_one_eyed_jack_asks_for_a_chip_and_types_as_a_taking() -> None:
    state = lay(["js", ""], {GREEN: spaces("b2 d2 f2 b4 d4 f4"), BLUE: spaces("j5")})
    panel = panel_of(state, 0, "js")
    assert panel.question == "Which chip does J♠ take away?"
    assert panel.typing is not None
    assert panel.typing.start == "js x"
    assert move(f"{panel.typing.start} B2") in state.legal_moves(A)
    (pick,) = panel.picks
    assert [choice.about for choice in pick.choices] == ["B2, D2, F2", "B4, D4, F4"]
    assert moves(panel_of(state, 0, "js 4")) == ["js x b4", "js x d4", "js x f4"]
    few = panel_of(lay(["js", ""], {GREEN: spaces("b2 d2")}), 0, "js")
    assert (moves(few), few.picks, few.typing) == (["js x b2", "js x d2"], (), None)


def test_what_is_typed_after_a_jacks_start_is_its_move() -> None:
    state = lay(["jc", ""])
    typing = panel_of(state, 0, "jc").typing
    assert typing is not None
    assert move(f"{typing.start} C7") in state.legal_moves(A)


# Five, debt, draw ------------------------------------------------------------------------------------------


def test_which_five_is_asked_of_who_made_the_line_and_of_nobody_else() -> None:
    state, _ = play(lay(["", "5h"], {GREEN: V5}, active=1), "5h e5")
    panel = panel_of(state, 1)
    assert panel.question == "Which five are the sequence?"
    assert labels(panel) == ["B5–F5", "C5–G5", "D5–H5", "E5–I5"]
    assert moves(panel) == legal(state, 1)
    assert panel.picture is not None
    assert panel.picture.alt == "The lines to choose from: B5–F5, C5–G5, D5–H5, E5–I5."
    assert asked(panel_of(state, 1, "5h 5")) == asked(panel)
    other = panel_of(state, 0)
    assert (other.question, every(other)) == (f"**It's green{NBSP}P2's turn.**", [])


@pytest.mark.parametrize("active", [0, 1])
def test_a_debt_comes_first_in_and_out_of_turn(active: int) -> None:
    state = lay(["2s 2s 3s", "", "", ""], debts=(2, 0, 0, 0), active=active)
    panel = panel_of(state, 0, "2s")
    assert panel.question == "Your team was called for table talk. Which card do you give up?"
    assert panel.hints == ("You owe 2 cards.",)
    assert moves(panel) == [each for each in legal(state, 0) if each.startswith("drop ")]
    assert all(choice.standing for choice in every(panel))
    paid, _ = play(state, "1: drop 2s")
    assert panel_of(paid, 0).hints == ("You owe 1 card.",)


def test_a_card_is_drawn_by_hand_out_of_turn_and_in_turn() -> None:
    state, _ = play(lay(["2s 3s", "2d"], options=MANUAL), "2s b1")
    panel = panel_of(state, 0)
    assert panel.question == f"**It's green{NBSP}P2's turn.**"
    assert [(choice.label, choice.move, choice.standing) for choice in every(panel)] == [("Draw", "draw", True)]
    state, _ = play(state, "2d c3")
    drawing = [choice for choice in every(panel_of(state, 0)) if choice.move is not None]
    assert [(choice.label, choice.move, choice.standing) for choice in drawing] == [("Draw", "draw", True)]
    state, _ = play(state, "1: draw")
    assert "draw" not in moves(panel_of(state, 0))
    assert panel_of(state, 0).hints[0].startswith("You drew ")


def test_who_waits_sees_the_hand_and_nothing_to_press() -> None:
    panel = panel_of(lay(["", ""]), 1, "2s")
    assert panel.question == f"**It's blue{NBSP}P1's turn.**"
    assert every(panel) == []
    assert panel.picture is not None


def test_after_the_end_a_panel_says_who_won() -> None:
    chips = at((4, 5), (4, 6), (4, 8), (4, 9), (3, 7), (5, 7), (6, 7), (7, 7))
    state, _ = play(lay(["", "9d"], {GREEN: chips}, active=1), "9d h5")
    for seat in (0, 1):
        panel = panel_of(state, seat, "9d")
        assert (panel.question, every(panel), panel.picture) == (f"green{NBSP}P2 wins.", [], None)


# Twins -----------------------------------------------------------------------------------------------------


def test_a_twin_is_shown_the_same_panel_and_whose_hand_changed_another() -> None:
    state = lay(["", "7h"], DEAD)
    for seat, other in ((A, B), (B, A)):
        twin = GAME.redeal(state, seat, "twin")
        assert asked(panel_of(twin, seat)) == asked(panel_of(state, seat))
        assert asked(panel_of(twin, other)) != asked(panel_of(state, other))
