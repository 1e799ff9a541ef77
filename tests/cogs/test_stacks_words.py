"""What Sequence Stacks says: of every event, of a turn in one sentence, in alt texts and on labels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

import pytest

from bot.i18n import say_in
from bot.messages.names import NBSP, Names
from cogs.stacks import StacksGame
from rules.engine import Outcome, Seat, option_fields, option_text
from rules.stacks import (
    BLOCK,
    GAME,
    Blocked,
    Card,
    CardStolen,
    ChipStolen,
    Completed,
    Dealt,
    Discarded,
    Drew,
    Ended,
    Event,
    Gained,
    Laid,
    Move,
    Options,
    Reversed,
    Shuffled,
    Skipped,
    SkipPlayed,
    State,
    parse,
)
from tests.rules.stacks_table import after, lay, let, play

SAY, STACKS = say_in(None), StacksGame()
NAMES = Names({0: "Ann", 1: "B*b", 2: "Cy"}, {0: "<1>", 1: "<2>", 2: "<3>"})
ANN, BOB, CY = f"<1>{NBSP}**Ann**", f"<2>{NBSP}**B\\*b**", f"<3>{NBSP}**Cy**"
A, B, C = Seat(0), Seat(1), Seat(2)
FOUR = ("r1 r2 r3 r4",)
R3, B4, BW = Card("r3"), Card("b4"), Card("bw")

WORDS: list[tuple[Event, str | None]] = [
    (Dealt(C, A), f"{CY} deals, {ANN} begins."),
    (Laid(A, R3, "h", 0, 3), f"{ANN} played **red 3**."),
    (Laid(A, BW, "d", 2, 2), f"{ANN} played **blue wild as 2**."),
    (Completed(A, 0, "r", False), None),
    (Blocked(B, A, "r"), f"{BOB} played **Block**: no red chip for {ANN}."),
    (Blocked(C, B, "b"), f"{CY} played **Block**: no blue chip for {BOB}."),
    (Gained(A, "r", 2, 1), f"Nobody blocked it: {ANN} takes a **red chip** and has 2 red, 1 blue."),
    (Gained(B, "b", 0, 1), f"Nobody blocked it: {BOB} takes a **blue chip** and has 0 red, 1 blue."),
    (SkipPlayed(A, "h"), f"{ANN} played **Skip**."),
    (Reversed(B, "d", -1), f"{BOB} played **Reverse**."),
    (CardStolen(A, "h", B, B4), f"{ANN} played **Steal a Card (blue 4 of <2>{NBSP}B\\*b)**."),
    (ChipStolen(A, "h", C, "r"), f"{ANN} played **Steal a Chip (a red one of <3>{NBSP}Cy)**."),
    (ChipStolen(A, "h", C, "b"), f"{ANN} played **Steal a Chip (a blue one of <3>{NBSP}Cy)**."),
    (Discarded(A, R3), f"{ANN} discarded red 3."),
    (Discarded(A, BLOCK), f"{ANN} discarded Block."),
    (Discarded(A, None), f"{ANN} had no card to discard."),
    (Skipped(B), f"{BOB} loses the turn."),
    (Drew(A, 2), None),
    (Shuffled("aside", 15), "The draw pile was empty: the 15 cards set aside make a new one."),
    (Shuffled("discards", 31), "The draw pile was empty: 31 cards of the action and discard piles make a new one."),
    (Ended("chips", (A,)), None),
    (Ended("standstill", (A, B)), "The cards went round and nobody took a chip from the box: the match is over."),
    (Ended("box", (A,)), "The last chip is taken from the box: the match is over."),
]  # fmt: skip


def told(state: State, events: Iterable[Event], seat: int | None = None) -> tuple[str, ...]:
    return STACKS.told(events, state.view(None if seat is None else Seat(seat)), NAMES, SAY)


TABLE = lay(["r1 r1", "b5 b5", "b4 b5"])


# Events ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("event", "words"), WORDS, ids=lambda value: getattr(value, "kind", ""))
def test_an_event_is_told_in_one_sentence(event: Event, words: str | None) -> None:
    assert told(TABLE, [event]) == (() if words is None else (words,))


def test_every_kind_of_event_has_its_words_here() -> None:
    assert {type(event) for event, _ in WORDS} == set(get_args(Event))


def test_a_turn_of_many_plays_is_one_sentence() -> None:
    turn: list[Event] = [
        Laid(A, Card("r1"), "h", 0, 1),
        Reversed(A, "h", -1),
        Laid(A, Card("rw"), "d", 0, 2),
        Laid(A, R3, "h", 0, 3),
        Discarded(A, B4),
        Drew(B, 2),
    ]
    assert told(TABLE, turn) == (
        f"{ANN} played red 1, Reverse, red wild as 2 and **red 3**, then discarded blue 4.",
    )  # fmt: skip


def test_a_turn_that_ends_without_a_card_says_so() -> None:
    assert told(TABLE, [Laid(A, R3, "h", 0, 3), Discarded(A, None)]) == (
        f"{ANN} played **red 3**, and had no card to discard.",
    )


def test_several_turns_are_a_sentence_each_and_who_is_skipped_stands_together() -> None:
    turns: list[Event] = [
        Discarded(A, R3),
        Skipped(B),
        Skipped(C),
        Drew(A, 1),
        Laid(A, R3, "h", 0, 3),
        Discarded(A, B4),
    ]
    assert told(TABLE, turns) == (
        f"{ANN} discarded red 3.",
        f"{BOB} and {CY} lose their turns.",
        f"{ANN} played **red 3**, then discarded blue 4.",
    )


def test_five_new_cards_within_a_turn_are_told_and_those_of_a_turns_beginning_are_not() -> None:
    state, events = play(lay(["r1", "b5 b5", "b4 b5"]), "h r1 new")
    assert told(state, events) == (f"{ANN} played **red 1**.", f"{ANN} had no card left and drew 5.")
    state, events = play(lay(["r1 r1", "b5 b5", "b4 b5"]), "end r1")
    assert any(isinstance(event, Drew) for event in events)
    assert told(state, events) == (f"{ANN} discarded red 1.",)


def test_five_new_cards_after_a_window_are_told() -> None:
    state, events = let(after(lay(["r5", "b5 b5", "b4 b5"], FOUR), "h r5 1"))
    assert told(state, events) == (
        f"Nobody blocked it: {ANN} takes a **red chip** and has 1 red, 0 blue.",
        f"{ANN} had no card left and drew 5.",
    )


def test_a_history_tells_every_draw_and_completion_too() -> None:
    completed = after(lay(["r5 b2 b2", "b5 b5", "b4 b5"], FOUR), "h r5 1")
    state, first = play(lay(["r5 b2 b2", "b5 b5", "b4 b5"], FOUR), "h r5 1")
    state, second = let(completed)
    state, third = play(state, "end b2")
    assert STACKS.history([*first, *second, *third], NAMES, SAY) == (
        f"{ANN} played **red 5**.",
        f"{ANN} completed red.",
        f"Nobody blocked it: {ANN} takes a **red chip** and has 1 red, 0 blue.",
        f"{ANN} discarded blue 2.",
        f"{BOB} drew 3 cards.",
    )


def test_an_answer_or_an_order_is_told_to_nobody() -> None:
    window = after(lay(["r5 b2", "block b5", "b4 b5"], FOUR), "h r5 1")
    for move in ("2: let", "2: order always", "3: let"):
        _, events = play(window, move)
        assert told(window, events) == ()
        assert STACKS.history(events, NAMES, SAY) == ()


def test_which_cards_are_drawn_is_told_to_nobody() -> None:
    state, events = play(lay(["r1", "b5 b5", "b4 b5"], front="r5 r5 bw block chip"), "h r1 new")
    said = " ".join((*told(state, events, 1), *STACKS.history(events, NAMES, SAY)))
    assert not any(word in said for word in ("red 5", "wild", "Block", "Chip"))


# Around the table ------------------------------------------------------------------------------------------


def test_where_a_match_stands_is_what_it_is_played_to() -> None:
    assert STACKS.progress(TABLE.view(None), SAY) == "to 5 chips"
    assert STACKS.note(TABLE.view(None), NAMES, SAY) is None


def test_the_order_of_play_begins_with_who_is_in_turn_and_turns_round_by_a_reverse() -> None:
    ann, bob, cy = (NAMES.light(seat) for seat in range(3))
    assert STACKS.standing(TABLE.view(None), NAMES, SAY) == f"Order of play: {ann}, {bob}, {cy}"
    turned = lay(["r1 r1", "b5 b5", "b4 b5"], active=1, direction=-1)
    assert STACKS.standing(turned.view(None), NAMES, SAY) == f"Order of play: {bob}, {ann}, {cy}"


def test_a_match_that_stands_still_says_that_it_may_end() -> None:
    said = STACKS.standing(replace(TABLE, stalled=True).view(None), NAMES, SAY)
    assert said is not None
    assert said.splitlines()[1].startswith("Unless a chip is taken")


RED_DUE, BLUE_DUE = ("r1 r2 r3 r4",), ("", "", "b1 b2 b3 b4")


@pytest.mark.parametrize(
    ("piles", "card", "chips", "said"),
    [
        (RED_DUE, "h r5 1", (0, 0), "completes **red** and would have 1 red, 0 blue."),
        (RED_DUE, "h r5 1", (2, 2), "completes **red** and would win with 3 red, 2 blue."),
        (BLUE_DUE, "h b5 3", (0, 0), "completes **blue** and would have 0 red, 1 blue."),
        (BLUE_DUE, "h b5 3", (2, 2), "completes **blue** and would win with 2 red, 3 blue."),
    ],
)
def test_a_window_asks_everybody_and_wears_the_colour_of_what_is_completed(
    piles: tuple[str, ...], card: str, chips: tuple[int, int], said: str
) -> None:
    before = lay([f"{card.split()[1]} r1", "b5 b5", "b4 b5"], piles, chips=[chips, (0, 0), (0, 0)])
    assert STACKS.asks(before.view(None), NAMES, SAY) is None
    assert STACKS.accent(before.view(None)) is None
    open_ = after(before, card).view(None)
    assert STACKS.asks(open_, NAMES, SAY) == f"{ANN} {said} Anyone may block it."
    assert STACKS.accent(open_) == (0xD2423A if piles is RED_DUE else 0x2B6CD4)


def test_the_page_of_piles_has_the_newest_card_first_and_the_actions_and_counts() -> None:
    state = lay(["r1", "b5", "b4"], discards=["r2 b3", "block", ""], actions="skip chip", aside=10)
    page = STACKS.pages(state.view(None), NAMES, SAY)["piles"]
    assert page.title == "Discard piles"
    lines = page.text.splitlines()
    assert lines[:4] == [
        f"<1>{NBSP}Ann: blue 3, red 2",
        f"<2>{NBSP}B\\*b: Block",
        f"<3>{NBSP}Cy: none",
        "Actions played: Steal a Chip, Skip",
    ]
    assert lines[-1] == f"-# Draw pile {len(state.draw)}, set aside 10, chips in the box 40."


# Alt texts -------------------------------------------------------------------------------------------------


def test_the_table_is_told_pile_by_pile_and_seat_by_seat() -> None:
    state = lay(
        ["r5 r1", "b5", "b4 b5"],
        ["r1 r2 r3", "r1 rw", "b1"],
        discards=["", "bw", "skip"],
        chips=[(1, 2), (0, 0), (3, 0)],
        actions="reverse",
        aside=5,
        draw=40,
    )
    (board,) = STACKS.boards(state.view(None), NAMES, SAY)
    assert board.picture.name == "stacks"
    assert board.caption is None
    first, heaps, *seats = board.picture.alt.splitlines()
    assert first == "Pile 1: red 3. Pile 2: red 2 (a wild). Pile 3: blue 1. Pile 4: free for blue."
    assert heaps == "Draw pile 40, set aside 5, last action: Reverse."
    assert seats == [
        "Ann: 1 red, 2 blue; 2 cards; on the discard pile: none.",
        "B*b: 0 red, 0 blue; 1 card; on the discard pile: blue wild.",
        "Cy: 3 red, 0 blue; 2 cards; on the discard pile: Skip.",
    ]


def test_the_pile_that_was_played_on_last_is_marked() -> None:
    (board,) = STACKS.boards(after(lay(["r1 b5", "b5", "b4"]), "h r1 new").view(None), NAMES, SAY)
    assert board.picture.alt.startswith("Pile 1: red 1, just now. Pile 2: free for red.")


def test_a_hands_alt_text_names_what_can_be_played_and_the_top_discard() -> None:
    state = lay(["r1 b5 block", "b5", "b4"], discards=["b1"])
    panel = STACKS.panel(state.view(A), state.legal_moves(A), "", NAMES, SAY)
    assert panel.picture is not None
    assert panel.picture.alt == (
        "Your hand: red 1, blue 5, Block. On your discard pile: blue 1. Can be played: red 1, blue 1."
    )
    hand = STACKS.hand(state.view(A), NAMES, SAY)
    assert hand is not None
    assert hand.alt == "Your hand: red 1, blue 5, Block. On your discard pile: blue 1."
    assert STACKS.hand(state.view(None), NAMES, SAY) is None


# Labels ----------------------------------------------------------------------------------------------------

LABELS = {
    "h r3 1": "red 3 on pile 1",
    "h rw new": "red wild begins a pile",
    "d r3 2": "red 3 of your discard pile on pile 2",
    "d b1 new": "blue 1 of your discard pile begins a pile",
    "h skip": "Skip",
    "d skip": "Skip (of your discard pile)",
    "h reverse": "Reverse",
    "h take 2": "Steal a Card of player 2",
    "h chip 3 r": "Steal a Chip of player 3: red",
    "d chip 3 b": "Steal a Chip of player 3: blue (of your discard pile)",
    "end": "end the turn",
    "end bw": "end the turn: discard blue wild",
    "block": "block it",
    "let": "let it pass",
    "order ask": "from now on ask me",
    "order never": "from now on never block",
    "order win": "from now on block what would win",
    "order always": "from now on always block",
}


@pytest.mark.parametrize(("notation", "label"), LABELS.items())
def test_moves_have_words_for_autocomplete(notation: str, label: str) -> None:
    assert STACKS.choice_label(parse(notation), TABLE.view(A), SAY) == label


def test_every_kind_of_move_has_its_label_here() -> None:
    assert {type(parse(notation)) for notation in LABELS} == set(get_args(Move))


# The end, and the lobby ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "headline"),
    [
        ((2, 1, 3), f"<2>{NBSP}B\\*b wins"),
        ((1, 3, 1), f"<1>{NBSP}Ann and <3>{NBSP}Cy share the victory"),
    ],
)
def test_the_headline_names_who_won(places: tuple[int, ...], headline: str) -> None:
    view = replace(TABLE.view(None), outcome=Outcome(places, (0, 0, 0), "box"))
    assert STACKS.ending(view, NAMES, SAY) == headline
    assert [STACKS.score(count, SAY) for count in (0, 1, 5)] == ["0 chips", "1 chip", "5 chips"]


def test_every_option_and_every_choice_has_words() -> None:
    words, form = STACKS.options(SAY), option_fields(GAME.options)
    assert set(words) == {each.name for each in form}
    for each in form:
        assert set(words[each.name].choices) == {option_text(choice) for choice in each.choices}
        assert all(words[each.name].choices.values())
    assert Options().chips_to_win == 5


def test_a_seat_wears_its_badge_and_seats_5_and_6_another_outline() -> None:
    worn = [STACKS.badge(seat, None) for seat in range(6)]
    assert worn == ["seat1", "seat2", "seat3", "seat4", "seat5_hollow", "seat6_hollow"]
    assert STACKS.badge(None, None) is None
    assert STACKS.teams(SAY) == ()
