"""Tables of Sequence Stacks laid by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.chance import shuffled
from rules.engine import Seat
from rules.stacks import GAME, Card, Chips, Event, Options, Order, State, deck_of, in_order, parse

USUAL = Options()
AT_END = Options(refill="end")
REDS = ("r1 r2 r3 r4",)
"""A pile that lacks its five."""


def cards(text: str) -> tuple[Card, ...]:
    """Read cards like `r3 bw skip`, as they lie."""
    return tuple(map(Card, text.split()))


def lay(
    hands: Sequence[str],
    piles: Sequence[str] = (),
    *,
    discards: Sequence[str] = (),
    chips: Sequence[Chips] = (),
    front: str = "",
    draw: int | None = None,
    aside: int = 0,
    actions: str = "",
    rest: str = "discards",
    active: int = 0,
    direction: int = 1,
    skips: int = 0,
    stalled: bool = False,
    options: Options = USUAL,
    orders: Sequence[Order | None] = (),
) -> State:
    """Lay a table in the middle of a turn; what isn't named lies in the draw pile, behind `front`.

    With `draw` the pile has so many cards in all; the rest lies under the last seat's discards, or as `rest` says in
    its hand. `aside` is a number of cards.
    """
    seats = len(hands)
    held, lying = list(map(cards, hands)), [cards(pile) for pile in (*piles, *[""] * (4 - len(piles)))]
    heaps = [cards(pile) for pile in (*discards, *[""] * (seats - len(discards)))]
    named = Counter(card for group in (*held, *lying, *heaps, cards(front), cards(actions)) for card in group)
    left = Counter(deck_of(seats))
    left.subtract(named)
    assert min(left.values()) >= 0, "So many cards of a kind there aren't."
    pool = shuffled(in_order(left.elements()), "rest", "rest")
    put_aside, pool = pool[:aside], pool[aside:]
    if draw is not None:
        count = draw - len(cards(front))
        pool, over = pool[:count], pool[count:]
        if rest == "hand":
            held[-1] += over
        else:
            heaps[-1] = over + heaps[-1]
    state = State(
        options=options,
        seed="laid by hand",
        move_number=20,
        turn=20,
        active=Seat(active),
        direction=direction,
        skips=skips,
        hands=tuple(map(in_order, held)),
        piles=tuple(lying),
        draw=cards(front) + pool,
        aside=put_aside,
        actions=cards(actions),
        discards=tuple(heaps),
        chips=tuple(chips) or ((0, 0),) * seats,
        shuffles=0,
        stalled=stalled,
        last=None,
        window=None,
        answers=(None,) * seats,
        orders=tuple(orders) or (None,) * seats,
        outcome=None,
    )
    GAME.check(state)
    return state


def play(state: State, *notations: str) -> tuple[State, tuple[Event, ...]]:
    """Make moves: of the active seat, or as in `2: let` of that player; return the events of the last one."""
    events: tuple[Event, ...] = ()
    for notation in notations:
        player, colon, move = notation.rpartition(":")
        state, events = state.apply(Seat(int(player) - 1) if colon else state.active, parse(move))
        GAME.check(state)
    return state, events


def after(state: State, *notations: str) -> State:
    return play(state, *notations)[0]


def let(state: State) -> tuple[State, tuple[Event, ...]]:
    """Let everybody let pass what was completed."""
    return play(state, *(f"{seat + 1}: let" for seat in state.opponents() if state.answers[seat] is None))


def legal(state: State, seat: int | None = None) -> list[str]:
    """Return what a seat may do, without orders, in notation."""
    who = state.active if seat is None else Seat(seat)
    return [str(move) for move in state.legal_moves(who) if not str(move).startswith("order")]
