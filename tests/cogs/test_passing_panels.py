"""What a player of The Passing Game is asked: a tile, an end, a drawn tile; and that no panel tells a secret."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import say_in
from bot.messages.names import NBSP, Names
from bot.presentation import Choice, Panel
from cogs.passing import PassingGame
from rules.engine import Seat
from rules.passing import GAME, Options, State, parse, shown
from tests.rules.passing_table import all_pass, lay, legal, play, with_front

SAY, PASSING = say_in(None), PassingGame()
NAMES = Names({0: "Ann", 1: "B*b", 2: "Cy", 3: "Di"}, {})
ASKING = Options(draw_then_play=True)
EACH = "Play a tile, or draw one, or pass: each is the whole turn."


def panel_of(state: State, seat: int | None = None, path: str = "") -> Panel:
    who = state.active if seat is None else Seat(seat)
    return PASSING.panel(state.view(who), state.legal_moves(who), path, NAMES, SAY)


def asked(panel: Panel) -> list[object]:
    """Return all that a panel says; pictures by what is on them."""
    picture = (panel.picture.name, panel.picture.alt) if panel.picture else None
    return [panel.question, panel.hints, picture, panel.rows, panel.picks, panel.typing, panel.back]


def every(panel: Panel) -> list[Choice]:
    return [choice for row in panel.rows for choice in row]


def labels(panel: Panel) -> list[str]:
    return [choice.label for choice in every(panel)]


# A tile ----------------------------------------------------------------------------------------------------


def test_a_tile_of_one_end_is_the_move_one_of_two_asks_on_and_one_of_none_is_off() -> None:
    panel = panel_of(lay("2..5", ["66 25 24", "00 04"]))
    assert panel.question == f"**The ends are 2 and 5.**\n{EACH}"
    one, both, none = panel.rows[0]
    assert (one.label, one.move, one.path, one.style, one.disabled) == ("2–4", "24", None, "move", False)
    assert (both.label, both.move, both.path, both.style, both.disabled) == ("2–5", None, "25", "step", False)
    assert (none.label, none.move, none.style, none.disabled) == ("6–6", None, "step", True)
    draw, leave = panel.rows[1]
    assert (draw.label, draw.move, draw.disabled) == (
        f"Draw ({lay('2..5', ['66 25 24', '00 04']).view(None).drawable} left)",
        "draw",
        False,
    )
    assert (leave.label, leave.move, leave.disabled) == ("Pass", "pass", False)
    assert panel.picture is not None
    assert panel.picture.name == "hand"


def test_equal_ends_are_not_asked_for() -> None:
    panel = panel_of(lay("3..3", ["33 34", "00 04"]))
    assert panel.question.startswith("**Both ends are 3.**")
    assert [(choice.move, choice.path) for choice in panel.rows[0]] == [("33", None), ("34", None)]


def test_who_leads_plays_any_tile_and_is_offered_nothing_else() -> None:
    state, _ = GAME.deal(3, Options(), "lead")
    panel = panel_of(state)
    assert panel.question == "You lead. Play any tile."
    assert [choice.move for choice in every(panel)] == legal(state)
    assert len(panel.rows) == 1


def test_where_nothing_can_be_drawn_the_button_keeps_its_place() -> None:
    panel = panel_of(lay("2..5", ["66 25", "00 04"], drawn=12))
    assert "The last two of the boneyard are never drawn." in panel.question
    draw, leave = panel.rows[1]
    assert (draw.label, draw.disabled, leave.disabled) == ("Draw (0 left)", True, False)


def test_a_pass_is_one_click_and_what_it_does_is_told_before() -> None:
    state = lay("2..5", ["66 25", "00 04"])
    assert not any("round is over" in hint for hint in panel_of(state).hints)
    state, _ = play(state, "pass")
    panel = panel_of(state)
    assert panel.hints == ("If you pass too, the round is over and all hands are counted.",)
    assert [choice.move for choice in every(panel)][-1] == "pass"


@pytest.mark.parametrize("options", [Options(), ASKING])
def test_every_button_that_can_be_pressed_is_a_legal_move_or_leads_to_legal_moves(options: Options) -> None:
    state, _ = GAME.deal(2, options, "buttons")
    for number in range(200):
        if state.outcome is not None:
            break
        offered: set[str] = set()
        for choice in every(panel_of(state)):
            if choice.move is not None and not choice.disabled:
                offered.add(choice.move)
            elif choice.path is not None and not choice.disabled:
                offered |= {each.move for each in every(panel_of(state, path=choice.path)) if each.move}
        assert offered == set(legal(state))
        state, _ = play(state, legal(state)[number % len(legal(state))])


# An end ----------------------------------------------------------------------------------------------------


def test_a_tile_that_fits_both_ends_is_asked_for_by_their_numbers() -> None:
    panel = panel_of(lay("2..5", ["66 25", "00 04"]), path="25")
    assert panel.question == "Which end for 2–5?"
    assert [(choice.label, choice.move) for choice in every(panel)] == [
        ("On the 2", "25 left"),
        ("On the 5", "25 right"),
    ]
    assert panel.back == "Another tile"
    assert panel.picture is not None
    assert panel.picture.name == "choice"
    assert panel.picture.alt.endswith("Your tile: 2–5.")


@pytest.mark.parametrize("path", ["66", "24", "00", "draw", "nonsense", "25 left"])
def test_what_is_no_tile_of_two_ends_leads_back_to_the_tiles(path: str) -> None:
    state = lay("2..5", ["66 25 24", "00 04"])
    assert asked(panel_of(state, path=path)) == asked(panel_of(state))


# A drawn tile ----------------------------------------------------------------------------------------------


def test_a_drawer_is_told_the_tile_while_they_wait_and_until_they_act() -> None:
    before = lay("2..5", ["66 25", "00 04"])
    state, _ = play(before, "draw")
    hint = f"You drew {shown(before.boneyard[0])} last."
    assert panel_of(state, 0).hints == (hint,)
    assert not any("drew" in hint for hint in panel_of(state, 1).hints)
    state, _ = play(state, "pass")
    assert panel_of(state, 0).hints[0] == hint


def test_with_the_option_a_drawer_is_asked_whether_it_fits_or_not() -> None:
    for fitting in (True, False):
        state, _ = play(with_front(lay("2..5", ["66 25", "00 04"], options=ASKING), fitting=fitting), "draw")
        assert state.drawn is not None
        panel = panel_of(state, path="25")
        assert panel.question.startswith(f"You drew {shown(state.drawn)}.")
        assert [choice.move for choice in every(panel)] == legal(state)
        assert labels(panel)[-1] == "Keep it"
        assert ("fits neither end" in panel.question) == (not fitting)
    assert "you may play at once" in panel_of(lay("2..5", ["66", "00"], options=ASKING)).question


def test_a_drawn_tile_that_fits_both_ends_is_asked_for_its_end_at_once() -> None:
    state = lay("2..5", ["66 24", "00 04"], options=ASKING)
    assert (2, 5) in state.boneyard
    front = ((2, 5), *(tile for tile in state.boneyard if tile != (2, 5)))
    state, _ = play(replace(state, boneyard=front), "draw")
    panel = panel_of(state)
    assert labels(panel) == ["On the 2", "On the 5", "Keep it"]
    assert panel.picture is not None
    assert panel.picture.name == "choice"


# Others ----------------------------------------------------------------------------------------------------


def test_who_waits_sees_the_hand_and_nothing_to_press() -> None:
    panel = panel_of(lay("2..5", ["66 25", "00 04"]), 1, "25")
    assert panel.question == f"**It's 1{NBSP}Ann's turn.**"
    assert every(panel) == []
    assert panel.picture is not None


def test_after_the_end_a_panel_says_who_won() -> None:
    over, _ = play(lay("1..2", ["12", "05 11"], points=[100, 20]), "12 right")
    for seat in (0, 1):
        panel = panel_of(over, seat, "25")
        assert (panel.question, every(panel), panel.picture) == (f"1{NBSP}Ann wins.", [], None)


def test_after_a_round_the_new_hand_is_shown_at_once() -> None:
    state, _ = all_pass(lay("1..2", ["12 34", "05 66"]))
    assert panel_of(state).question == "You lead. Play any tile."
    assert len(every(panel_of(state))) == 7


def test_a_twin_is_shown_the_same_panel_and_whose_hand_changed_another() -> None:
    asking, _ = play(with_front(lay("2..5", ["66 25", "00 04"], options=ASKING), fitting=True), "draw")
    waiting, _ = play(lay("2..5", ["66 25", "00 04"]), "draw", "draw")
    for state in (asking, waiting):
        for seat, other in ((0, 1), (1, 0)):
            twins = [GAME.redeal(state, Seat(seat), f"twin {number}") for number in range(5)]
            for twin in twins:
                assert asked(panel_of(twin, seat)) == asked(panel_of(state, seat))
            assert any(asked(panel_of(twin, other)) != asked(panel_of(state, other)) for twin in twins)


def test_what_a_button_says_can_be_typed_as_its_notation() -> None:
    assert str(parse("2–5 left")) == "25 left"
