"""Every refusal of Sequence Stacks, with the sentence a player reads; nothing changes by any of them."""

import pytest

from rules.engine import IllegalMove, Seat
from rules.stacks import GAME, Answer, Card, End, Lay, Move, Reverse, SetOrder, Skip, State, StealCard, StealChip
from tests.rules.stacks_table import after, lay, let

STATE = lay(
    ["r1 r3 b2 skip take chip", "block b5", "r2"],
    ["r1", "r1 r2 r3 r4", "b1"],
    discards=["b4 r5", "", "reverse"],
    chips=[(1, 1), (0, 1), (4, 0)],
)
WINDOW = after(lay(["r5 b2", "block b5", "r2"], ["r1 r2 r3 r4"]), "h r5 1")
ANSWERED = after(WINDOW, "3: let")
OVER, _ = let(after(lay(["r5 b2", "r1"], ["r1 r2 r3 r4"], chips=[(2, 2), (0, 0)]), "h r5 1"))
EMPTY = lay(["b2", "r1"])
FIRST, SECOND, THIRD = map(Seat, range(3))

IS_OVER = "The match is over, so nothing more is played; start another one."
NO_RULINGS = "Only a seat of this table can move; Sequence Stacks has no rulings by the table."
NOT_YOURS = "It isn't your turn; player 1 is to play."
WAIT = "First the others say whether they block what you have completed."
NOTHING = "Nothing is being completed; a Block answers only the last card of somebody's sequence."
YOU_HOLD = "you hold R1, R3, B2, Skip, Steal a Card, Steal a Chip."
PLACES_TAKEN = "Both places for R1 are taken; there is room for two piles of a colour."


def on(card: str, pile: int | None, source: str = "h") -> Lay:
    return Lay("h" if source == "h" else "d", Card(card), None if pile is None else pile - 1)


REFUSALS: list[tuple[State, Seat | None, Move, str]] = [
    (OVER, FIRST, End(Card("b2")), IS_OVER),
    (OVER, SECOND, Answer(False), IS_OVER),
    (OVER, SECOND, SetOrder("never"), IS_OVER),
    (OVER, None, Answer(False), IS_OVER),
    (STATE, None, Skip("h"), NO_RULINGS),
    (STATE, None, SetOrder("ask"), NO_RULINGS),
    (STATE, Seat(3), SetOrder("ask"), NO_RULINGS),
    (STATE, Seat(-1), Skip("h"), NO_RULINGS),
    (STATE, SECOND, End(Card("b5")), NOT_YOURS),
    (WINDOW, SECOND, End(Card("b5")), NOT_YOURS),
    (WINDOW, FIRST, End(Card("b2")), WAIT),
    (WINDOW, FIRST, on("b2", 3), WAIT),
    (STATE, SECOND, Answer(True), NOTHING),
    (STATE, FIRST, Answer(False), NOTHING),
    (WINDOW, FIRST, Answer(False), "It's for the others to answer what you complete."),
    (WINDOW, THIRD, Answer(True), "You hold no Block; let it pass."),
    (ANSWERED, THIRD, Answer(False), "You have answered, and an answer is final."),
    (STATE, FIRST, on("r4", 1), f"R4 isn't in your hand; {YOU_HOLD}"),
    (STATE, FIRST, Reverse("h"), f"Reverse isn't in your hand; {YOU_HOLD}"),
    (STATE, FIRST, End(Card("bw")), f"BW isn't in your hand; {YOU_HOLD}"),
    (STATE, FIRST, End(None), f"Your turn ends with a discard; {YOU_HOLD}"),
    (STATE, FIRST, Skip("d"), "Skip isn't on top of your discard pile; that's R5."),
    (STATE, FIRST, on("b4", 3, "d"), "B4 isn't on top of your discard pile; that's R5."),
    (EMPTY, FIRST, on("b2", 3, "d"), "Your discard pile is empty; play from your hand."),
    (STATE, FIRST, on("skip", 1), "Skip is an action; it goes on no pile."),
    (STATE, FIRST, on("r1", None), PLACES_TAKEN),
    (STATE, FIRST, on("r3", None), "A pile begins with a 1 or a wild, not with R3."),
    (STATE, FIRST, on("r3", 5), "There is no pile 5; they are 1 to 4."),
    (STATE, FIRST, on("r3", 0), "There is no pile 0; they are 1 to 4."),
    (STATE, FIRST, on("r3", 3), "R3 is red; it goes on pile 1 or 2."),
    (STATE, FIRST, on("b2", 1), "B2 is blue; it goes on pile 3 or 4."),
    (STATE, FIRST, on("b2", 4), "Place 4 is free; write new to begin a pile."),
    (STATE, FIRST, on("r3", 1), "Pile 1 needs a 2 or a wild, not R3."),
    (STATE, FIRST, on("r3", 2), "Pile 2 needs a 5 or a wild, not R3."),
    (STATE, FIRST, StealCard("h", SECOND), "The discard pile of player 2 is empty; there is nothing to steal."),
    (STATE, FIRST, StealCard("h", FIRST), "You can't steal from yourself; name an opponent."),
    (STATE, FIRST, StealCard("h", Seat(3)), "There is no player 4 here."),
    (STATE, FIRST, StealChip("h", FIRST, "r"), "You can't steal from yourself; name an opponent."),
    (STATE, FIRST, StealChip("h", SECOND, "r"), "player 2 has no red chip."),
    (STATE, FIRST, StealChip("h", THIRD, "b"), "player 3 has no blue chip."),
]


@pytest.mark.parametrize(("state", "who", "move", "sentence"), REFUSALS)
def test_a_refusal_says_what_is_wrong_and_what_to_do(state: State, who: Seat | None, move: Move, sentence: str) -> None:
    kept = hash(state)
    assert move not in state.legal_moves(who)
    with pytest.raises(IllegalMove) as refused:
        state.apply(who, move)
    assert str(refused.value) == sentence
    assert hash(state) == kept


def test_a_refusal_is_a_template_that_can_be_translated() -> None:
    with pytest.raises(IllegalMove) as refused:
        STATE.apply(FIRST, StealCard("h", SECOND))
    assert refused.value.template == "The discard pile of {seat} is empty; there is nothing to steal."
    assert refused.value.values == {"seat": SECOND}


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("h r3 1", on("r3", 1)),
        ("H  RW  new ", on("rw", None)),
        ("d b5 4", on("b5", 4, "d")),
        ("h skip", Skip("h")),
        ("d reverse", Reverse("d")),
        ("d take 2", StealCard("d", SECOND)),
        ("h chip 2 r", StealChip("h", SECOND, "r")),
        ("h chip 6 b", StealChip("h", Seat(5), "b")),
        ("end r3", End(Card("r3"))),
        ("end block", End(Card("block"))),
        ("end", End(None)),
        ("block", Answer(True)),
        ("let", Answer(False)),
        ("order ask", SetOrder("ask")),
        ("order never", SetOrder("never")),
        ("order win", SetOrder("win")),
        ("order always", SetOrder("always")),
    ],
)
def test_notation_is_read(text: str, move: Move) -> None:
    assert GAME.parse(text) == move
    assert GAME.parse(str(move)) == move


@pytest.mark.parametrize(
    "text",
    ["", "h", "h r3", "r3 1", "h r6 1", "h r3 5", "h r3 0", "h block", "d block", "h take", "h take 7", "h chip 2",
     "h chip r", "end r6", "end nothing", "order", "order often", "h skip 2", "block 2", "h r3 ٢"],
)  # fmt: skip
def test_what_is_no_notation_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match=r"^That isn't a move of Sequence Stacks; write h r3 1 .*\.$"):
        GAME.parse(text)
