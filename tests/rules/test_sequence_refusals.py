"""Every refusal of Sequence, with the sentence a player reads, and the notation; nothing changes by a refusal."""

import pytest

from rules.cards import Card, in_order, read_card, sign
from rules.engine import IllegalMove, Seat
from rules.sequence import (
    FIVES,
    GAME,
    SPACES_OF,
    Choose,
    Draw,
    DrawFor,
    Drop,
    Exchange,
    Move,
    Options,
    Pass,
    Penalty,
    Place,
    Remove,
    Space,
    State,
    name_of,
    read_space,
)
from tests.rules.sequence_table import BLUE, GREEN, A, B, lay, move, play, spaces

ROW = spaces("b5 c5 d5 e5 f5")
TABLE = lay(
    ["7h 2s 5d jc js 9d 2c", ""],
    {BLUE: spaces("d6 b1"), GREEN: (*ROW, *spaces("g9 a2"))},
    sequences=[(GREEN, ROW)],
)
ASKED, _ = play(lay(["5h 2s", ""], {BLUE: spaces("b5 c5 d5 f5 g5")}), "5h e5")
EXCHANGED, _ = play(lay(["2s 2s", ""], {BLUE: spaces("b1"), GREEN: spaces("g9")}, top="9d"), "dead 2s")
OWING, _ = play(lay(["2s", "", "", ""]), "0: penalty blue")
OVER, _ = play(lay(["jc", ""], {BLUE: (*ROW, *spaces("b8 c8 d8 e8"))}, sequences=[(BLUE, ROW)]), "jc f8")

REFUSALS: list[tuple[State, Seat | None, Move, str]] = [
    (OVER, A, Pass(), "The match is over, so nothing more is played; start another one."),
    (OVER, None, Penalty(0), "The match is over, so nothing more is played; start another one."),
    (TABLE, B, Pass(), "It's not your turn; player 1 is to play."),
    (TABLE, B, move("2s b1"), "It's not your turn; player 1 is to play."),
    (
        TABLE,
        A,
        move("as j5"),
        "A♠ isn't in your hand any more; you hold 2♣, J♣, 5♦, 9♦, 7♥, 2♠, J♠.",
    ),
    (TABLE, A, move("7h d6"), "D6 has a chip already; 7♥ can also go on I5."),
    (TABLE, A, move("7h e5"), "7♥ can go on I5, not on E5."),
    (TABLE, A, move("7h a1"), "A1 is a corner: it counts for everybody, and no card is played there."),
    (TABLE, A, Place(Card("7h"), Space(100)), "There is no such space; columns are A to J, rows 1 to 10."),
    (TABLE, A, Place(Card("7h"), Space(-1)), "There is no such space; columns are A to J, rows 1 to 10."),
    (TABLE, A, move("2s b1"), "2♠ is dead: both of its spaces are covered."),
    (TABLE, A, move("jc a2"), "A2 has a chip already; J♣ goes on any open space."),
    (TABLE, A, move("js c3"), "J♠ takes a chip away and puts none; say which, as js x d6."),
    (TABLE, A, move("7h x a2"), "7♥ takes no chip away; only J♠ and J♥ do."),
    (TABLE, A, move("jc x a2"), "J♣ puts a chip on any open space; it takes none away."),
    (TABLE, A, move("js x c3"), "C3 has no chip."),
    (TABLE, A, move("js x d6"), "The chip on D6 is your own; take an opponent's."),
    (TABLE, A, move("js x c5"), "The chip on C5 is protected by a sequence, which stays."),
    (TABLE, A, move("js x j10"), "J10 is a corner: it counts for everybody, and no card is played there."),
    (TABLE, A, Remove(Card("js"), Space(-3)), "There is no such space; columns are A to J, rows 1 to 10."),
    (TABLE, A, move("dead 7h"), "7♥ isn't dead: it can go on I5."),
    (TABLE, A, move("dead jc"), "J♣ is a jack, and a jack is never dead."),
    (TABLE, A, move("dead 9h"), "9♥ isn't in your hand any more; you hold 2♣, J♣, 5♦, 9♦, 7♥, 2♠, J♠."),
    (EXCHANGED, A, move("dead 2s"), "You have exchanged a dead card already; it goes once a turn."),
    (TABLE, A, Pass(), "You can't pass while you can play, as 2c e2."),
    (TABLE, A, move("five b5-f5"), "There is no line to choose five of; play a card."),
    (ASKED, A, move("2s b1"), "First choose which five of your line are the sequence."),
    (ASKED, A, move("five d5-h5"), "These can be the five: B5-F5, C5-G5."),
    (ASKED, B, move("five b5-f5"), "It's not your turn; player 1 is to play."),
    (TABLE, A, Draw(), "In this match cards are drawn for you."),
    (TABLE, A, Drop(Card("7h")), "You owe no card for table talk."),
    (OWING, A, move("2s b1"), "You owe a card for table talk; discard one before anything else."),
    (OWING, A, Penalty(0), "Table talk is called by the match's opener or a moderator, not by a seat."),
    (TABLE, None, Penalty(0), "Nobody has a team-mate at this table, so there is no table talk."),
    (OWING, None, Penalty(2), "There is no such team at this table; call one of blue, green."),
    (OWING, None, Penalty(-1), "There is no such team at this table; call one of blue, green."),
    (TABLE, None, Pass(), "Only a seat of this table can play; the table itself only calls table talk."),
    (TABLE, Seat(2), Pass(), "Only a seat of this table can play; the table itself only calls table talk."),
]


@pytest.mark.parametrize(("state", "who", "refused", "sentence"), REFUSALS)
def test_a_refusal_says_what_is_wrong_and_what_can_be_done(
    state: State, who: Seat | None, refused: Move, sentence: str
) -> None:
    kept = hash(state)
    assert refused not in state.legal_moves(who)
    with pytest.raises(IllegalMove) as refusal:
        state.apply(who, refused)
    assert str(refusal.value) == sentence
    assert hash(state) == kept


def test_a_refusal_is_a_template_that_can_be_translated() -> None:
    with pytest.raises(IllegalMove) as refusal:
        TABLE.apply(A, move("7h d6"))
    assert refusal.value.template == "{space} has a chip already; {card} can also go on {spaces}."
    assert refusal.value.values == {"space": "D6", "card": "7♥", "spaces": ("I5",)}


def test_every_card_and_space_is_read_as_it_is_written() -> None:
    assert [read_space(name_of(space)) for space in map(Space, range(100))] == list(range(100))
    assert (read_space("a1"), read_space("J1"), read_space("a10"), read_space("j10")) == (0, 9, 90, 99)
    for card in SPACES_OF:
        assert read_card(card) == read_card(card.upper()) == read_card(sign(card)) == card
    assert (sign(Card("th")), sign(Card("js"))) == ("10♥", "J♠")
    assert read_card("10h") == "th"
    assert in_order(map(Card, ("as", "2s", "kc", "th", "2s"))) == ("kc", "th", "2s", "2s", "as")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("7h d6", Place(Card("7h"), Space(53))),
        ("7H D6", Place(Card("7h"), Space(53))),
        ("  7♥   d6 ", Place(Card("7h"), Space(53))),
        ("10s j1", Place(Card("ts"), Space(9))),
        ("jc a10", Place(Card("jc"), Space(90))),
        ("js x b2", Remove(Card("js"), Space(11))),
        ("dead 7h", Exchange(Card("7h"))),
        ("five b5-f5", Choose(Space(41), Space(45))),
        ("five f5-b5", Choose(Space(41), Space(45))),
        ("five j1-f5", Choose(Space(9), Space(45))),
        ("five B5 - F5", Choose(Space(41), Space(45))),
        ("pass", Pass()),
        ("Draw", Draw()),
        ("draw auto", DrawFor()),
        ("penalty blue", Penalty(0)),
        ("penalty red", Penalty(2)),
        ("drop 3c", Drop(Card("3c"))),
    ],
)
def test_notation_is_read_and_written(text: str, read: Move) -> None:
    assert GAME.parse(text) == read
    assert GAME.parse(str(read)) == read


def test_every_five_has_a_notation_of_its_own() -> None:
    assert len({str(Choose(five[0], five[-1])) for five in FIVES}) == 192
    assert all(GAME.parse(str(Choose(five[0], five[-1]))) == Choose(five[0], five[-1]) for five in FIVES)
    assert str(Choose(Space(41), Space(45))) == "five b5-f5"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7h",
        "d6",
        "7h k6",
        "7h d11",
        "7h d0",
        "7h d٣",
        "1h d6",
        "7x d6",
        "11h d6",
        "dead",
        "dead d6",
        "dead 7h d6",
        "drop 7h d6",
        "dead x 7h",
        "js x",
        "x b2",
        "js y b2",
        "five b5-g5",
        "five b5-c7",
        "five b5",
        "five a1-k5",
        "penalty",
        "penalty pink",
        "passes",
        "7h d6 d7",
        "7h d6\n7h i5 x",
    ],
)
def test_what_is_no_notation_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(text)
    assert str(refused.value) == (
        "That isn't a move of Sequence; write 7h d6, with a jack jc d4 or js x b2, or dead 7h, five b5-f5, pass."
    )


def test_a_card_that_is_dead_nowhere_to_be_exchanged_is_said_so() -> None:
    none = lay(["2s", ""], {BLUE: spaces("b1"), GREEN: spaces("g9")}, options=Options(dead_cards="none"))
    with pytest.raises(IllegalMove, match="In this match dead cards are not exchanged"):
        none.apply(A, move("dead 2s"))
