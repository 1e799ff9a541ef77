"""Tables of Take 5 laid by hand."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine import Seat
from rules.take5 import GAME, ChooseRow, Event, Options, Pick, State

USUAL = Options()


def lay(
    rows: Sequence[Sequence[int]],
    hands: Sequence[Sequence[int]],
    *,
    piles: Sequence[Sequence[int]] | None = None,
    totals: Sequence[int] | None = None,
    options: Options = USUAL,
    number: int = 1,
) -> State:
    """Lay a table at the start of a trick; what isn't named lies aside."""
    nothing: Sequence[Sequence[int]] = [()] * len(hands)
    lying = {card for part in (*rows, *hands, *(piles or nothing)) for card in part}
    state = State(
        options=options,
        seed="laid by hand",
        move_number=20,
        turn=20,
        round=number,
        trick=11 - len(hands[0]),
        rows=tuple(map(tuple, rows)),
        hands=tuple(map(tuple, map(sorted, hands))),
        picks=(None,) * len(hands),
        played=(),
        waiting=(),
        gained=(),
        piles=tuple(map(tuple, piles or nothing)),
        aside=tuple(card for card in range(1, 105) if card not in lying),
        totals=tuple(totals or [0] * len(hands)),
        finished=None,
        outcome=None,
    )
    GAME.check(state)
    return state


def trick(
    rows: Sequence[Sequence[int]], cards: Sequence[int], *, options: Options = USUAL
) -> tuple[State, tuple[Event, ...]]:
    """Lay these cards, seat by seat, in the middle of a round."""
    lying = {card for row in rows for card in row} | set(cards)
    spare = [card for card in range(104, 0, -1) if card not in lying]
    hands = [(card, spare.pop(), spare.pop()) for card in cards]
    return pick_all(lay(rows, hands, options=options), cards)


def pick_all(state: State, cards: Sequence[int]) -> tuple[State, tuple[Event, ...]]:
    events: tuple[Event, ...] = ()
    for seat, card in enumerate(cards):
        state, events = state.apply(Seat(seat), Pick(card))
        GAME.check(state)
    return state, events


def take_row(state: State, seat: int, number: int) -> tuple[State, tuple[Event, ...]]:
    """Choose a row, its number as people count."""
    after, events = state.apply(Seat(seat), ChooseRow(number - 1))
    GAME.check(after)
    return after, events


def last_tricks(totals: Sequence[int], *, options: Options = USUAL, number: int = 1) -> tuple[State, tuple[Event, ...]]:
    """Play the last two tricks of a round so that it ends with these totals; nobody takes in them.

    Each of three seats has taken one head in this round: the cards 1, 2 and 3.
    """
    state = lay(
        rows=[[20], [40], [60], [80]],
        hands=[(21, 22), (41, 42), (61, 62)],
        piles=[(1,), (2,), (3,)],
        totals=[total - 1 for total in totals],
        options=options,
        number=number,
    )
    return pick_all(state, (21, 41, 61))


def play_out(state: State) -> State:
    """Go on with the first legal move until the match is over."""
    for _ in range(5_000):
        if state.outcome is not None:
            return state
        seat = next(iter(state.to_act))
        state, _ = state.apply(seat, state.legal_moves(seat)[0])
    raise AssertionError("The match doesn't end.")
