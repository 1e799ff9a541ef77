"""Positions of Sequence Stacks worth looking at, each with the picture it is for, and matches played at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from bot.rendering import stacks
from bot.selfplay import playable
from rules.chance import shuffled
from rules.engine import Outcome, Seat
from rules.stacks import GAME, Card, Last, Move, Options, Pile, State, View, Window, colour_of, parse

Drawn = Callable[[], bytes]
Player = tuple[int, int, int, str]
"""Red chips, blue chips, cards in hand, top discard."""

WORDS = {
    Card("skip"): "skip",
    Card("reverse"): "reverse",
    Card("take"): "steal card",
    Card("chip"): "steal chip",
    Card("block"): "block",
}


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def pile(place: int, top: str) -> Pile:
    """Make a pile with a card on top, as `4`, or as `w2` a wild played as two."""
    if not top:
        return ()
    colour, height = colour_of(place), int(top[-1])
    last = "w" if top[0] == "w" else top[-1]
    return tuple(Card(f"{colour}{number}") for number in (*range(1, height), last))


def position(
    piles: Sequence[str],
    draw: int,
    aside: int,
    used: str,
    players: Sequence[Player],
    *,
    turn: int | None = None,
    last: int | None = None,
    window: int | None = None,
    winners: tuple[int, ...] = (),
    options: Options | None = None,
) -> View:
    """Return a spectator's view."""
    state, _ = GAME.deal(len(players), options or Options(), "position")
    chips = tuple((red, blue) for red, blue, _, _ in players)
    places = tuple(1 if seat in winners else 2 for seat in range(len(players)))
    return replace(
        state.view(None),
        piles=tuple(pile(place, top) for place, top in enumerate(piles)),
        draw=draw,
        aside=aside,
        actions=cards(used),
        chips=chips,
        counts=tuple(count for _, _, count, _ in players),
        discards=tuple(cards(top) for _, _, _, top in players),
        active=None if turn is None else Seat(turn),
        last=None if last is None else Last(Seat(0), last),
        window=None if window is None else Window(window, wins=False),
        outcome=Outcome(places, tuple(map(sum, chips)), "chips") if winners else None,
    )


def holding(hand: str, top: str = "", seats: int = 4) -> View:
    """Return the view of a seat with these cards and this top discard."""
    players: list[Player] = [(0, 0, len(hand.split()), top), *[(0, 0, 5, "")] * (seats - 1)]
    return replace(position(["", "", "", ""], 60, 0, "", players, turn=0), seat=Seat(0), hand=cards(hand))


def moves(text: str) -> tuple[Move, ...]:
    """Read moves like `h r5 1, h chip 2 r`."""
    return tuple(parse(each) for each in text.split(",") if each.strip())


# The design's own ---------------------------------------------------------------------------------------------

FOUR = position(
    ["4", "w2", "3", ""],
    47,
    15,
    "skip",
    [(2, 1, 5, "b4"), (1, 2, 4, "rw"), (0, 2, 5, "r1"), (3, 0, 3, "")],
    turn=1,
    last=0,
)
SIX = position(
    ["4", "", "w3", "1"],
    31,
    5,
    "take",
    [(2, 1, 5, "b4"), (1, 2, 4, "reverse"), (0, 2, 5, "r1"), (4, 1, 3, ""), (5, 0, 6, "bw"), (0, 0, 5, "block")],
    turn=4,
)
TWO = position(["", "", "4", "2"], 61, 0, "", [(4, 1, 5, "b4"), (1, 3, 4, "")], turn=0, last=3)
HAND = holding("r5 b2 bw chip block", "b4")
ACTIONS = holding("skip reverse take rw b1")
SEVEN = holding("r1 b2 bw take b5 r3 reverse", "skip")

# More of them -------------------------------------------------------------------------------------------------

THREE = position(
    ["w1", "w5", "", ""], 8, 40, "reverse skip block", [(1, 1, 2, "b5"), (0, 3, 7, "chip"), (2, 2, 0, "")], turn=2
)
FIVE = position(
    ["2", "1", "w4", "3"],
    0,
    100,
    "chip",
    [(6, 1, 12, "r2"), (1, 0, 5, ""), (0, 0, 5, "take"), (2, 2, 1, "b3"), (0, 7, 10, "r5")],
)
WINDOW = replace(FOUR, piles=(pile(0, "5"), *FOUR.piles[1:]), window=Window(0, wins=False), active=Seat(2))
CROWDED = position(
    ["", "", "", ""], 47, 15, "block", [(9, 1, 5, "b4"), (1, 9, 4, "rw"), (14, 0, 11, "r1"), (3, 2, 3, "chip")], turn=0
)
END = position(
    ["", "w2", "3", ""],
    47,
    20,
    "skip",
    [(2, 1, 5, "b4"), (1, 2, 4, "rw"), (3, 2, 5, "r1"), (3, 0, 3, "")],
    last=0,
    winners=(2,),
)
SHARED = replace(SIX, active=None, outcome=Outcome((2, 2, 2, 1, 1, 6), (3, 3, 2, 5, 5, 0), "standstill"))
START = position(["", "", "", ""], 90, 0, "", [(0, 0, 5, "")] * 6, turn=3)
WITHOUT_COLOURS = replace(FOUR, options=Options(colours=False))
TO_SEVEN = replace(FOUR, options=Options(chips_to_win=7))
TO_THREE = replace(SIX, options=Options(chips_to_win=3))
TEN = holding("r1 r2 r3 rw b4 b5 take chip block skip", "reverse")

CHOICES: dict[str, tuple[View, str]] = {
    "choice_pile": (FOUR, "h rw 1, h rw 2"),
    "choice_new": (FOUR, "h bw 3, h bw new"),
    "choice_chip": (SIX, "h chip 1 r, h chip 2 r, h chip 3 b, h chip 4 r, h chip 4 b, h chip 5 r"),
    "choice_card": (SIX, "h take 1, h take 2, h take 3, h take 6"),
    "choice_chip_of_two": (TWO, "h chip 2 r, h chip 2 b"),
}
TABLES = {
    "look_table": FOUR,
    "look_six": SIX,
    "look_two": TWO,
    "table_three": THREE,
    "table_five": FIVE,
    "table_window": WINDOW,
    "table_crowded": CROWDED,
    "table_start": START,
    "table_without_colours": WITHOUT_COLOURS,
    "table_to_seven": TO_SEVEN,
    "table_to_three": TO_THREE,
    "end": END,
    "end_shared": SHARED,
}
HANDS: dict[str, tuple[View, str]] = {
    "look_hand": (HAND, "h r5 1, h bw 3, h chip 2 r, d b4 3"),
    "look_hand_actions": (ACTIONS, "h skip, h reverse, h take 2"),
    "look_hand_seven": (SEVEN, "h r1 new, h bw new, h take 2, d skip"),
    "hand_waiting": (HAND, ""),
    "hand_one": (holding("r4", "bw"), "d bw new"),
    "hand_none": (holding("", ""), ""),
    "hand_top_only": (holding("", "r1"), "d r1 new"),
    "hand_eight": (holding("r1 r2 r3 rw b4 b5 take chip"), "h r1 new, h rw 1"),
    "hand_ten": (TEN, "h r1 new, h take 2, d reverse"),
}

POSITIONS: dict[str, Drawn] = {
    **{name: partial(stacks.table, view) for name, view in TABLES.items()},
    **{name: partial(stacks.hand, view, moves(legal), WORDS) for name, (view, legal) in HANDS.items()},
    **{name: partial(stacks.choice, view, moves(chosen)) for name, (view, chosen) in CHOICES.items()},
}


@cache
def drawn(name: str) -> bytes:
    return POSITIONS[name]()


# Matches ------------------------------------------------------------------------------------------------------


def walk(seats: int, seed: str, options: Options | None = None) -> Iterator[State]:
    """Play a match at random; yields every position."""
    state, _ = GAME.deal(seats, options or Options(), seed)
    number = 0
    while True:
        yield state
        if state.outcome is not None:
            return
        able = [seat for seat in state.to_act if playable(state, seat)]
        seat = shuffled(able, seed, f"seat {number}")[0]
        state, _ = state.apply(seat, shuffled(playable(state, seat), seed, f"move {number}")[0])
        number += 1


def pictures_of(state: State, who: Seat | None) -> list[Drawn]:
    """Return every picture that somebody could be shown now."""
    view = state.view(who)
    pictures: list[Drawn] = [partial(stacks.table, view)]
    if who is not None:
        legal = state.legal_moves(who)
        pictures.append(partial(stacks.hand, view, legal, WORDS))
        for kind in ("lay", "take", "chip"):
            chosen = [move for move in legal if move.kind == kind]
            if chosen:
                pictures.append(partial(stacks.choice, view, chosen))
    return pictures
