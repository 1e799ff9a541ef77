"""What a player of Sequence Stacks is asked: cards, targets, the turn's end, windows, and the standing order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.i18n import say_in
from bot.messages.names import NBSP, Names
from bot.presentation import Choice, Panel, Pick
from cogs.stacks import StacksGame
from rules.engine import Seat
from rules.stacks import State, parse
from tests.rules.stacks_table import after, lay, let

SAY, STACKS = say_in(None), StacksGame()
NAMES = Names({seat: f"P{seat + 1}" for seat in range(6)}, {})
FOUR = ("r1 r2 r3 r4",)
END = "End the turn: discard …"


def panel_of(state: State, seat: int = 0, path: str = "") -> Panel:
    return STACKS.panel(state.view(Seat(seat)), state.legal_moves(Seat(seat)), path, NAMES, SAY)


def shown(panel: Panel) -> dict[str, str | None]:
    """Return each button's label with the move it makes, or the path it leads on."""
    return {each.label: each.move or f"-> {each.path}" for row in panel.rows for each in row}


def every(panel: Panel) -> list[Choice]:
    return [choice for row in panel.rows for choice in row]


def order_list(panel: Panel) -> Pick:
    return panel.picks[-1]


def lines(pick: Pick) -> dict[str, str | None]:
    return {each.label: each.move for each in pick.choices}


def window(*hands: str, chips: Sequence[tuple[int, int]] = (), **more: object) -> State:
    """Player 1 completes red, and the others are asked."""
    table = lay(["r5 b2 b2", *hands], FOUR, chips=chips, **more)  # type: ignore[arg-type]  # as they are laid
    return after(table, "h r5 1")


# In one's turn ---------------------------------------------------------------------------------------------


def test_a_card_with_one_place_is_played_by_its_button_and_others_ask_for_it() -> None:
    state = lay(["r5 b2 bw chip block", "b5 b5"], ["r1 r2 r3 r4", "r1 rw", "b1 b2 b3"], discards=["b4", "r1"],
                chips=[(0, 0), (1, 1)])  # fmt: skip
    panel = panel_of(state)
    assert panel.question == "Play as many cards as you like."
    assert shown(panel) == {
        "Red 5 · pile 1": "h r5 1",
        "Blue wild …": "-> h bw",
        "Steal a Chip …": "-> h chip",
        "Top: blue 4 · pile 3": "d b4 3",
    }
    assert [choice.style for choice in every(panel)] == ["move", "step", "step", "move"]
    assert panel.hints == ("Your turn ends with a discard.", "“Top” is the top card of your discard pile.")
    assert panel.picture is not None
    assert panel.picture.name == "hand"
    assert (panel.typing, panel.back) == (None, None)


def test_the_turn_is_ended_by_a_list_of_all_cards_held_apart_from_the_buttons() -> None:
    panel = panel_of(lay(["r5 b2 b2 block", "b5 b5"]))
    assert panel.picks[0].placeholder == END
    assert lines(panel.picks[0]) == {"Red 5": "end r5", "Blue 2": "end b2", "Block": "end block"}
    assert not any(choice.standing for choice in panel.picks[0].choices)
    assert panel.question == "Nothing can be played."
    assert panel.rows == ()


def test_the_same_card_in_hand_and_on_the_discard_pile_can_be_told_apart() -> None:
    panel = panel_of(lay(["r1 r1", "b5"], discards=["r1"]))
    assert shown(panel) == {"Red 1 · new pile": "h r1 new", "Top: red 1 · new pile": "d r1 new"}


def test_a_wild_is_asked_for_its_pile_and_is_told_its_number() -> None:
    state = lay(["bw r5", "b5"], ["", "", "b1 b2 b3"])
    panel = panel_of(state, path="h bw")
    assert panel.question == "Where does the blue wild go?"
    assert shown(panel) == {"Pile 3, as 4": "h bw 3", "New pile": "h bw new"}
    assert panel.back == "Another card"
    assert panel.picks == ()
    assert panel.picture is not None
    assert panel.picture.name == "choice"
    assert panel.picture.alt == "The table with what blue wild can do lit: Pile 3, as 4, New pile."
    assert panel.picture.draw().startswith(b"\x89PNG")


def test_a_card_that_fits_two_piles_asks_which() -> None:
    state = lay(["r2 b5", "b5"], ["r1", "rw"])
    assert shown(panel_of(state)) == {"Red 2 …": "-> h r2"}
    assert shown(panel_of(state, path="h r2")) == {"Pile 1": "h r2 1", "Pile 2": "h r2 2"}


def test_a_theft_asks_whom_and_of_one_opponent_what() -> None:
    state = lay(["take b5 b5", "b5", "b5"], discards=["", "r3", "bw"])
    assert shown(panel_of(state)) == {"Steal a Card …": "-> h take"}
    card = panel_of(state, path="h take")
    assert card.question == "Whose top card do you take?"
    assert shown(card) == {"Red 3 · P2": "h take 2", "Blue wild · P3": "h take 3"}
    state = lay(["chip b5 b5", "b5", "b5"], chips=[(0, 0), (1, 0), (1, 1)])
    chip = panel_of(state, path="h chip")
    assert chip.question == "Whose chip do you take?"
    assert shown(chip) == {"Red · P2": "h chip 2 r", "Red · P3": "h chip 3 r", "Blue · P3": "h chip 3 b"}
    alone = lay(["take chip b5", "b5"], discards=["", "r3"], chips=[(0, 0), (1, 0)])
    assert shown(panel_of(alone)) == {"Steal a Card · red 3": "h take 2", "Steal a Chip · red": "h chip 2 r"}


def test_actions_without_a_target_are_played_at_once_and_a_skip_is_remembered() -> None:
    state = lay(["skip reverse b5 b5", "b5", "b5"])
    assert shown(panel_of(state)) == {"Skip": "h skip", "Reverse": "h reverse"}
    assert "1 Skip waits for the end of your turn." in panel_of(after(state, "h skip")).hints


def test_what_cannot_be_played_has_no_button_and_a_block_is_only_discarded() -> None:
    panel = panel_of(lay(["block take chip b5", "b5"]))
    assert panel.rows == ()
    assert set(lines(panel.picks[0])) == {"Block", "Steal a Card", "Steal a Chip", "Blue 5"}


def test_a_path_that_leads_nowhere_any_more_shows_the_cards() -> None:
    state = lay(["r2 b5", "b5"], ["r1"])
    for path in ("", "h bw", "h r2", "d r2", "x"):
        assert shown(panel_of(state, path=path)) == {"Red 2 · pile 1": "h r2 1"}


def test_every_legal_move_is_on_the_panels_and_nothing_else() -> None:
    state = lay(
        ["r2 rw bw b1 skip take chip block", "b5", "b5"],
        ["r1", "rw", "b1"],
        discards=["rw", "r3", "b4"],
        chips=[(0, 0), (1, 1), (1, 0)],
    )
    panel = panel_of(state)
    offered: list[str | None] = []
    for choice in every(panel):
        offered += [choice.move] if choice.move else list(shown(panel_of(state, path=choice.path or "")).values())
    offered += [choice.move for pick in panel.picks for choice in pick.choices]
    assert sorted(map(str, offered)) == sorted(map(str, state.legal_moves(Seat(0))))


# In others' turns, and in windows --------------------------------------------------------------------------


def test_who_waits_sees_the_hand_and_may_leave_an_order() -> None:
    panel = panel_of(lay(["r1 r1", "b5 block"]), 1)
    assert panel.question == f"**It's 1{NBSP}P1's turn.**"
    assert panel.rows == ()
    assert [pick.placeholder for pick in panel.picks] == ["My Blocks: as usual"]
    assert panel.picture is not None


def test_who_holds_a_block_can_spend_it_and_everybody_can_let_pass() -> None:
    state = window("block b5", "b4 b5")
    holder, other = panel_of(state, 1), panel_of(state, 2)
    assert shown(holder) == {"Block it": "block", "Let it pass": "let"}
    assert shown(other) == {"Let it pass": "let"}
    assert [choice.style for choice in every(holder)] == ["move", "step"]
    assert holder.question == other.question == f"1{NBSP}**P1** completes **red** and would have 1 red, 0 blue."
    assert holder.hints == other.hints == ("Nobody sees who could have blocked.",)
    assert holder.picks == other.picks


def test_a_completion_that_would_win_says_so() -> None:
    state = window("block b5", "b4 b5", chips=[(2, 2), (0, 0), (0, 0)])
    assert panel_of(state, 1).question == f"1{NBSP}**P1** completes **red** and would win with 3 red, 2 blue."
    assert panel_of(state, 0).hints == ("It wins, unless somebody blocks it.",)


def test_an_answer_is_final_and_the_panel_says_so() -> None:
    state = window("block b5", "block b5", "b4 b5")
    let_pass = panel_of(after(state, "2: let"), 1)
    assert let_pass.question.endswith("\n**You let it pass.**")
    assert let_pass.hints == ("Your answer is final; it stays open for the others.",)
    blocks = panel_of(after(state, "3: block"), 2)
    assert blocks.question.endswith("\n**You block it.**")
    assert "final" in blocks.hints[0]
    for panel in (let_pass, blocks):
        assert panel.rows == ()
        assert len(panel.picks) == 1


def test_who_completes_waits_and_can_only_leave_an_order() -> None:
    panel = panel_of(window("b5", "b4 b5"), 0)
    assert panel.question == "You have completed red."
    assert panel.hints == ("Somebody may block it yet.", "Your turn goes on after that.")
    assert panel.rows == ()
    assert len(panel.picks) == 1


def test_after_the_window_the_turn_goes_on() -> None:
    state, _ = let(window("b5", "b4 b5"))
    assert panel_of(state).picks[0].placeholder == END


# The standing order ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("wish", ["ask", "never", "win", "always"])
def test_the_order_that_stands_is_the_chosen_one_everywhere(wish: str) -> None:
    state = after(lay(["r5 b2 b2", "b5 block", "b4 b5"], FOUR), f"2: order {wish}", f"1: order {wish}")
    opened = after(state, "h r5 1")
    for panel in (panel_of(state, 0), panel_of(state, 1), panel_of(opened, 0), panel_of(opened, 1)):
        pick = order_list(panel)
        assert [choice.move for choice in pick.choices if choice.style == "chosen"] == [f"order {wish}"]
        assert all(choice.standing for choice in pick.choices)
        assert [str(parse(choice.move or "")) for choice in pick.choices] == [
            "order ask",
            "order never",
            "order win",
            "order always",
        ]
    assert not [choice for choice in order_list(panel_of(state, 2)).choices if choice.style == "chosen"]


def test_when_the_match_is_over_the_panel_says_who_has_won_and_asks_nothing() -> None:
    state, _ = let(window("b5", "b4 b5", chips=[(2, 2), (0, 0), (0, 0)]))
    panel = panel_of(state, 1)
    assert panel.question == f"1{NBSP}P1 wins."
    assert (panel.rows, panel.picks, panel.picture) == ((), (), None)
