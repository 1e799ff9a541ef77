"""Positions of Take 5 worth looking at, each with the picture it is for, and matches played at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bot.rendering import take5
from rules.chance import shuffled
from rules.engine import Outcome, Seat
from rules.take5 import GAME, Options, Played, Round, State, View

ROWS = ((12, 14, 15), (37, 55, 66, 70, 71), (44, 49), (61, 88, 90, 99))
FULL = ((1, 3, 4, 6, 7), (11, 22, 33, 44, 55), (60, 66, 70, 77, 80), (99, 100, 101, 103, 104))
TEN_CARDS = (3, 11, 20, 35, 48, 55, 62, 77, 90, 104)


def laid(*pairs: tuple[int, int]) -> tuple[Played, ...]:
    """Cards with the seats that laid them."""
    return tuple(Played(Seat(seat), card) for seat, card in pairs)


def position(
    totals: Sequence[int],
    rows: tuple[tuple[int, ...], ...] = ROWS,
    *,
    chosen: Sequence[int] = (),
    played: tuple[Played, ...] = (),
    waiting: tuple[Played, ...] = (),
    gained: Sequence[tuple[int, int]] = (),
    cards: tuple[int, ...] = (),
    pick: int | None = None,
) -> View:
    """A view with everything that a picture doesn't look at left at its usual value."""
    return View(
        options=Options(),
        seats=len(totals),
        seat=None,
        round=1,
        trick=4,
        rows=rows,
        hand=cards,
        pick=pick,
        chosen=tuple(map(Seat, chosen)),
        played=played,
        waiting=waiting,
        gained=tuple((Seat(seat), heads) for seat, heads in gained),
        heads=(0,) * len(totals),
        totals=tuple(totals),
        finished=None,
        outcome=None,
    )


LAST_TRICK = laid((0, 15), (4, 44), (3, 49), (1, 71), (2, 99))
MID = position((12, 7, 0, 31, 24), chosen=(0, 3), played=LAST_TRICK, gained=[(4, 11)])
TEN = position(
    range(3, 63, 6),
    chosen=(0, 3, 7),
    played=laid((0, 15), (4, 44), (9, 49), (1, 71), (6, 99)),
    gained=[(4, 11)],
)
LOW = position(
    (12, 7, 0, 31, 24),
    ((12, 14, 20), (37, 55, 66, 70, 71), (6,), (61, 88, 90, 99)),
    played=laid((3, 6), (1, 4), (4, 33), (0, 42), (2, 100)),
    waiting=laid((1, 4), (4, 33), (0, 42), (2, 100)),
    gained=[(3, 8)],
)
LOW_OF_TWO = replace(
    position((12, 7)),
    played=laid((1, 4), (0, 42)),
    waiting=laid((1, 4), (0, 42)),
)
ALL_WAIT = laid(*enumerate((2, 10, 25, 50, 54, 56, 78, 87, 95, 102)))
LOW_OF_TEN = position(range(3, 203, 20), FULL, played=ALL_WAIT, waiting=ALL_WAIT)
WIDEST = position(
    [188] * 10,
    FULL,
    chosen=range(10),
    played=laid(*enumerate((7, 44, 55, 80, 99, 100, 101, 103, 104, 66))),
    gained=[(seat, 27) for seat in range(10)],
)


def ended(totals: Sequence[int], heads: Sequence[int], *winners: int) -> View:
    """The end of a round, or with winners that of the match."""
    finished = Round(3, ROWS, LAST_TRICK[: len(totals)], tuple(heads), tuple(totals))
    places = tuple(1 if seat in winners else 2 for seat in range(len(totals)))
    outcome = Outcome(places, tuple(totals), "target") if winners else None
    rows = ROWS if winners else ((7,), (23,), (50,), (98,))
    played = laid((0, 7), *((seat, 90 + seat) for seat in range(1, len(totals))))
    return replace(position(totals, rows, played=played), finished=finished, outcome=outcome)


ROUND_END = ended((20, 36, 52, 31, 61), (0, 7, 14, 21, 5))
MATCH_END = ended((20, 36, 52, 68, 20), (0, 7, 14, 21, 5), 0, 4)

Drawn = tuple[Callable[[View], bytes], View]

POSITIONS: dict[str, Drawn] = {
    "look_table": (take5.table, MID),
    "look_ten": (take5.table, TEN),
    "look_hand": (take5.hand, position((0, 0), cards=TEN_CARDS, pick=62)),
    "table_start_two": (take5.table, position((0, 0), ((3,), (55,), (71,), (104,)))),
    "table_six": (take5.table, position((12, 7, 0, 31, 24, 40), chosen=(5,), played=LAST_TRICK)),
    "table_widest": (take5.table, WIDEST),
    "table_low": (take5.table, LOW),
    "table_low_of_two": (take5.table, LOW_OF_TWO),
    "table_low_of_ten": (take5.table, LOW_OF_TEN),
    "table_new_round": (take5.table, ROUND_END),
    "table_match_end": (take5.table, MATCH_END),
    "choice": (take5.choice, LOW),
    "choice_of_ten": (take5.choice, LOW_OF_TEN),
    "scoring": (take5.scoring, ROUND_END),
    "scoring_match_end": (take5.scoring, MATCH_END),
    "scoring_two": (take5.scoring, ended((20, 36), (0, 7))),
    "scoring_six": (take5.scoring, ended((20, 36, 40, 52, 9, 11), (0, 7, 40, 9, 9, 9))),
    "scoring_ten": (take5.scoring, ended([*range(10, 190, 20), 200], [*range(9), 104], 0)),
    "hand_none": (take5.hand, position((0, 0))),
    "hand_one": (take5.hand, position((0, 0), cards=(104,), pick=104)),
    "hand_four": (take5.hand, position((0, 0), cards=TEN_CARDS[:4])),
    "hand_five": (take5.hand, position((0, 0), cards=TEN_CARDS[5:], pick=55)),
    "hand_seven": (take5.hand, position((0, 0), cards=TEN_CARDS[3:])),
}


def drawn(name: str) -> bytes:
    """Draw one of the positions."""
    draw, view = POSITIONS[name]
    return draw(view)


def walk(seats: int, seed: str, options: Options | None = None) -> Iterator[State]:
    """Play a match at random and show each of its positions."""
    state, _ = GAME.deal(seats, options or Options(), seed)
    yield state
    while state.to_act:
        who = next(iter(state.to_act))
        move = shuffled(state.legal_moves(who), seed, f"{state.turn}/{who}")[0]
        state, _ = state.apply(who, move)
        yield state


def pictures_of(view: View) -> Iterator[Drawn]:
    """All the pictures that can be drawn of a view."""
    yield take5.table, view
    yield take5.hand, view
    if view.waiting:
        yield take5.choice, view
    if view.finished is not None:
        yield take5.scoring, view
