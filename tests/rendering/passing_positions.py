"""Positions of The Passing Game worth looking at, each with the picture it is for, and matches played at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Literal

from bot.rendering import passing
from rules.chance import shuffled
from rules.engine import Outcome, Seat
from rules.passing import GAME, Idle, Last, Options, Play, Round, State, Tile, View, pips_of

Drawn = Callable[[], bytes]

TRAIN: tuple[Tile, ...] = (
    *((6, 2), (2, 2), (2, 5), (5, 5), (5, 1), (1, 1), (1, 3), (3, 3), (3, 6), (6, 6), (6, 4), (4, 4), (4, 0), (0, 0)),
    *((0, 1), (1, 2), (2, 3), (3, 5), (5, 0), (0, 2), (2, 4), (4, 1), (1, 6), (6, 0), (0, 3), (3, 4), (4, 5)),
)
"""The design's own: 27 tiles, one more than can lie."""
PARTNERS, ALONE = Options(partners=True), Options()


def position(
    train: Sequence[Tile],
    first: int,
    last: int | None,
    counts: Sequence[int],
    boneyard: int,
    *,
    turn: int | None = None,
    passed: Sequence[int] = (),
    drew: Sequence[int] = (),
    options: Options = ALONE,
) -> View:
    """A spectator's view with everything that a picture doesn't look at left at its usual value."""
    state, _ = GAME.deal(len(counts), options, "position")
    ends = (train[0][0], train[-1][1]) if train else (0, 0)
    idles = [Idle(Seat(seat), "drew", ends, len(train)) for seat in drew]
    idles += [Idle(Seat(seat), "passed", ends, len(train)) for seat in passed]
    return replace(
        state.view(None),
        train=tuple(train),
        first=first,
        last=None if last is None else Last(Seat(0), last),
        counts=tuple(counts),
        boneyard=boneyard,
        drawable=max(boneyard - 2, 0),
        idles=tuple(idles),
        active=None if turn is None else Seat(turn),
    )


def holding(view: View, hand: Sequence[Tile], *, drawn: Tile | None = None, turn: bool = True) -> View:
    """The view of the seat in turn, or else of the next one, with these tiles."""
    seat = Seat((view.active or 0) + (not turn))
    return replace(view, seat=seat, hand=tuple(hand), drawn=drawn, asked=drawn is not None)


def counted(
    view: View, hands: Sequence[str], best: Sequence[int], score: int, points: Sequence[int], *, over: bool = False
) -> View:
    """The end of a round, or that of the match."""
    held = tuple(tuple((int(each[0]), int(each[1])) for each in hand.split()) for hand in hands)
    pips = tuple(map(pips_of, held))
    winners = tuple(map(Seat, best))
    out = next((Seat(seat) for seat, hand in enumerate(held) if not hand), None)
    last = view.last or Last(Seat(0), 0)
    why: Literal["passes", "out"] = "passes" if out is None else "out"
    finished = Round(
        3,
        view.train,
        view.first,
        last,
        why,
        out,
        held,
        pips,
        winners,
        score,
        tuple(points),
    )
    places = tuple(1 if seat in winners else 2 for seat in range(len(held)))
    outcome = Outcome(places, tuple(points[side] for side in view.sides), "target") if over else None
    return replace(view, finished=finished, points=tuple(points), outcome=outcome)


LONG = position(TRAIN, 4, 26, (2, 1, 3, 1), 2, passed=[1], turn=2)
SHORT = position(TRAIN[2:6], 1, 3, (5, 6, 6), 7, turn=1)
MID = position(TRAIN[:14], 2, 13, (3, 4), 5)
HAND: tuple[Tile, ...] = ((0, 6), (1, 4), (2, 2), (3, 4), (5, 6), (0, 0), (4, 6))
SEVEN = position(((4, 5),), 0, 0, (6, 7), 14, turn=1)
EMPTY = position((), 0, None, (7, 7, 7), 7, turn=2)
PAIRS = position(TRAIN[4:16], 3, 0, (4, 5, 3, 6), 2, turn=3, passed=[1, 2], drew=[0], options=PARTNERS)
DRAWS = position(TRAIN[:9], 8, 0, (12, 5), 6, turn=0, passed=[1], drew=[0, 1, 0])
LEFTMOST = position(TRAIN[:26], 25, 0, (1, 1), 2, turn=1)
RIGHTMOST = position(TRAIN[:26], 0, 25, (1, 1), 2, turn=1)
MIDMOST = position(TRAIN[:26], 13, 25, (1, 1), 2, turn=1)
MANY: tuple[Tile, ...] = tuple((low, high) for low in range(5) for high in range(low, 7))[:19]
TWO_ENDS = position(TRAIN[:14], 6, 13, (7, 5), 9, turn=0)
OUT_OF_TWO = counted(MID, ["", "01 04 05 14 15 24 34 35 45"], [0], 48, (82, 60))
OUT_OF_THREE = counted(position(TRAIN[:14], 6, 13, (0, 4, 5), 2), ["23 45", "01 02", "15 16 14"], [1], 32, (0, 75, 101))
TIE_OF_FOUR = counted(
    position(TRAIN[:12], 0, 11, (2, 3, 1, 6), 4),
    ["05 01", "23 24 26", "15", "00 02 03 04 06 14"],
    [],
    0,
    (20, 0, 55, 13),
)
PAIRS_OVER = counted(replace(PAIRS, active=None), ["", "23 24", "04 03", "05 06"], [0, 2], 15, (66, 42), over=True)
OVER_OF_TWO = counted(replace(MID, active=None), ["00", "12 23 " * 9 + "45"], [0], 81, (101, 60), over=True)

POSITIONS: dict[str, Drawn] = {
    "look_train": partial(passing.table, LONG, "pass"),
    "look_train_short": partial(passing.table, SHORT, "pass"),
    "look_mid": partial(passing.table, MID, "pass"),
    "look_hand": partial(passing.hand, holding(SEVEN, HAND)),
    "table_empty": partial(passing.table, EMPTY, "pass"),
    "table_one": partial(passing.table, SEVEN, "pass"),
    "table_partners": partial(passing.table, PAIRS, "pass"),
    "table_draws": partial(passing.table, DRAWS, "pass"),
    "table_long_word": partial(passing.table, PAIRS, "wedi pasio"),
    "table_all_left": partial(passing.table, LEFTMOST, "pass"),
    "table_all_right": partial(passing.table, RIGHTMOST, "pass"),
    "table_both_ways": partial(passing.table, MIDMOST, "pass"),
    "hand_lead": partial(passing.hand, holding(EMPTY, HAND[:6])),
    "hand_one": partial(passing.hand, holding(SEVEN, HAND[:1])),
    "hand_many": partial(passing.hand, holding(SEVEN, MANY)),
    "hand_waiting": partial(passing.hand, holding(SHORT, HAND, turn=False)),
    "hand_asked": partial(passing.hand, holding(SEVEN, HAND, drawn=(3, 4))),
    "hand_asked_misfit": partial(passing.hand, holding(SEVEN, HAND, drawn=(2, 2))),
    "hand_none": partial(passing.hand, holding(SEVEN, ())),
    "choice": partial(passing.choice, holding(TWO_ENDS, HAND), (0, 6)),
    "choice_long": partial(passing.choice, holding(MIDMOST, HAND), (4, 6)),
    "scoring_two": partial(passing.scoring, OUT_OF_TWO),
    "scoring_three": partial(passing.scoring, OUT_OF_THREE),
    "scoring_tie": partial(passing.scoring, TIE_OF_FOUR),
    "scoring_partners_over": partial(passing.scoring, PAIRS_OVER),
    "scoring_over": partial(passing.scoring, OVER_OF_TWO),
}


@cache
def drawn(name: str) -> bytes:
    """Draw one of the positions, once."""
    return POSITIONS[name]()


def walk(seats: int, seed: str, options: Options = ALONE) -> Iterator[State]:
    """Play a match at random and show each of its positions."""
    state, _ = GAME.deal(seats, options, seed)
    yield state
    while state.outcome is None:
        legal = state.legal_moves(state.active)
        state, _ = state.apply(state.active, shuffled(legal, seed, f"{state.move_number}")[0])
        yield state


def pictures_of(state: State, who: Seat | None) -> Iterator[Drawn]:
    """All the pictures that are drawn of a position for a seat or, with None, for everybody."""
    view = state.view(who)
    yield partial(passing.table, view, "pass")
    if view.finished is not None:
        yield partial(passing.scoring, view)
    if who is None:
        return
    yield partial(passing.hand, view)
    ends = {move.tile for move in state.legal_moves(who) if isinstance(move, Play) and move.end}
    for picked in sorted(ends):
        yield partial(passing.choice, view, picked)
