"""Every refusal of The Passing Game, with the sentence a player reads; nothing changes by any of them."""

import pytest

from rules.engine import IllegalMove, InvalidOption, Seat
from rules.passing import GAME, Draw, Keep, Move, Options, Pass, Play, State
from tests.rules.passing_table import PARTNERS, lay, play, with_front

ASKING = Options(draw_then_play=True)
BOTH = lay("2..5", ["25 26 56 66", "00 04"])
ONE_END = lay("2..5", ["26 66", "00 04"])
NONE_FITS = lay("2..5", ["66", "00 25"])
NONE_LEFT = lay("2..5", ["66", "00 25"], drawn=12)
EQUAL = lay("3..3", ["33 36 66", "00 04"])
EMPTY = lay("", ["00 12 25 33 36 45 66", "01 02 03 04 05 06 11"])
OVER, _ = play(lay("1..2", ["12", "05 11"], points=[100, 20]), "12 right")
ASKED, _ = play(with_front(lay("2..5", ["66 25", "00 04"], options=ASKING), fitting=True), "draw")
MISFIT, _ = play(with_front(lay("2..5", ["66 25", "00 04"], options=ASKING), fitting=False), "draw")
FIRST, SECOND = Seat(0), Seat(1)

YOU_LEAD = "You lead, so you have to play a tile; any of yours will do."
IS_OVER = "The match is over, so nothing more is played; start another one."
NO_RULINGS = "Only a seat of this table can move; The Passing Game has no rulings by the table."
NOT_ASKED = "You are not asked whether to keep a tile: you have drawn none in this turn."
NO_MORE = "No tile can be drawn: the last two always stay; play a tile or pass."

REFUSALS: list[tuple[State, Seat | None, Move, str]] = [
    (OVER, FIRST, Pass(), IS_OVER),
    (OVER, SECOND, Play((0, 5)), IS_OVER),
    (OVER, None, Draw(), IS_OVER),
    (ONE_END, None, Pass(), NO_RULINGS),
    (ONE_END, Seat(2), Pass(), NO_RULINGS),
    (ONE_END, Seat(-1), Pass(), NO_RULINGS),
    (ONE_END, SECOND, Pass(), "It isn't your turn; player 1 is to move."),
    (ONE_END, SECOND, Play((0, 4)), "It isn't your turn; player 1 is to move."),
    (ASKED, SECOND, Keep(), "It isn't your turn; player 1 is to move."),
    (ONE_END, FIRST, Play((0, 0)), "0–0 isn't in your hand; you hold 2–6, 6–6."),
    (ONE_END, FIRST, Play((6, 2)), "6–2 isn't in your hand; you hold 2–6, 6–6."),
    (BOTH, FIRST, Play((2, 5)), "2–5 fits both ends; write 25 left for the 2 or 25 right for the 5."),
    (ONE_END, FIRST, Play((2, 6), "left"), "2–6 fits only the 2, so no end is named; write 26."),
    (ONE_END, FIRST, Play((2, 6), "right"), "2–6 fits only the 2, so no end is named; write 26."),
    (BOTH, FIRST, Play((5, 6), "left"), "5–6 fits only the 5, so no end is named; write 56."),
    (EQUAL, FIRST, Play((3, 6), "left"), "Both ends are 3, so none is named; write 36."),
    (EQUAL, FIRST, Play((3, 3), "right"), "Both ends are 3, so none is named; write 33."),
    (EMPTY, FIRST, Play((0, 0), "left"), "The train is empty and has no ends yet; write 00."),
    (BOTH, FIRST, Play((6, 6)), "6–6 fits neither end, 2 nor 5; of your tiles these fit: 2–5, 2–6, 5–6."),
    (BOTH, FIRST, Play((6, 6), "left"), "6–6 fits neither end, 2 nor 5; of your tiles these fit: 2–5, 2–6, 5–6."),
    (NONE_FITS, FIRST, Play((6, 6)), "6–6 fits neither end, 2 nor 5, and no other tile of yours does; draw or pass."),
    (NONE_LEFT, FIRST, Play((6, 6)), "6–6 fits neither end, 2 nor 5, and no other tile of yours does; pass."),
    (NONE_LEFT, FIRST, Draw(), NO_MORE),
    (EMPTY, FIRST, Draw(), YOU_LEAD),
    (EMPTY, FIRST, Pass(), YOU_LEAD),
    (EMPTY, FIRST, Keep(), NOT_ASKED),
    (ONE_END, FIRST, Keep(), NOT_ASKED),
]


@pytest.mark.parametrize(("state", "who", "move", "sentence"), REFUSALS)
def test_a_refusal_says_what_is_wrong_and_what_to_do(state: State, who: Seat | None, move: Move, sentence: str) -> None:
    assert refusal(state, who, move) == sentence


def refusal(state: State, who: Seat | None, move: Move) -> str:
    kept = hash(state)
    assert move not in state.legal_moves(who)
    with pytest.raises(IllegalMove) as refused:
        state.apply(who, move)
    assert hash(state) == kept
    return str(refused.value)


def test_whoever_has_drawn_may_play_that_tile_or_keep_it_and_nothing_else() -> None:
    assert ASKED.drawn is not None
    drawn = f"{ASKED.drawn[0]}–{ASKED.drawn[1]}"
    for move in (Draw(), Pass()):
        assert refusal(ASKED, FIRST, move) == (
            f"You have drawn, and that was your turn; play {drawn} if it fits, or keep it."
        )
    assert refusal(ASKED, FIRST, Play((2, 5), "left")) == (
        f"Only the tile you have just drawn may be played now; that's {drawn}."
    )


def test_a_drawn_tile_that_does_not_fit_is_kept() -> None:
    assert MISFIT.drawn is not None
    assert MISFIT.legal_moves(FIRST) == (Keep(),)
    drawn = f"{MISFIT.drawn[0]}–{MISFIT.drawn[1]}"
    assert refusal(MISFIT, FIRST, Play(MISFIT.drawn)) == f"{drawn} fits neither end, 2 nor 5; keep it."


def test_a_refusal_is_a_template_that_can_be_translated() -> None:
    with pytest.raises(IllegalMove) as refused:
        ONE_END.apply(SECOND, Pass())
    assert refused.value.template == "It isn't your turn; {seat} is to move."
    assert refused.value.values == {"seat": FIRST}


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (1, Options(), "The Passing Game is played by 2, 3 or 4; you are 1."),
        (5, Options(), "The Passing Game is played by 2, 3 or 4; you are 5."),
        (2, PARTNERS, "Partners play with four; you are 2."),
    ],
)
def test_a_table_that_the_options_don_t_allow_is_refused(seats: int, options: Options, sentence: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        GAME.deal(seats, options, "nobody")
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("66", Play((6, 6))),
        ("25 left", Play((2, 5), "left")),
        ("25  RIGHT ", Play((2, 5), "right")),
        ("52", Play((2, 5))),
        ("0-6", Play((0, 6))),
        ("0–6 left", Play((0, 6), "left")),
        ("0|6", Play((0, 6))),
        ("draw", Draw()),
        (" Pass", Pass()),
        ("keep", Keep()),
    ],
)
def test_notation_is_read(text: str, move: Move) -> None:
    assert GAME.parse(text) == move
    assert GAME.parse(str(move)) == move


@pytest.mark.parametrize(
    "text",
    ["", "6", "67", "666", "25left", "25 up", "25 left right", "left", "draw 25", "keep 25", "٢٥", "2\n5", "-25"],
)
def test_what_is_no_notation_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(text)
    assert str(refused.value) == (
        "That isn't a move of The Passing Game; write a tile like 06, with left or right where it fits both ends, or"
        " draw, pass or keep."
    )
