"""Positions of Sequence Stacks dealt anew for one seat, and positions that can't be."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from rules.chance import shuffled
from rules.engine import Outcome, Seat
from rules.stacks.state import State, tables
from rules.stacks.table import (
    BLOCK,
    BOX,
    COLOURS,
    FULL,
    ORDERS,
    PILES,
    Order,
    colour_of,
    deck_of,
    in_order,
    wins,
)


def redeal(state: State, seat: Seat | None, seed: str) -> State:
    """What a seat can't see: the other hands, the draw pile, the others' orders and answers, and the luck to come."""
    others = [other for other in range(len(state.hands)) if other != seat]
    hidden = in_order(chain(state.draw, *(state.hands[other] for other in others)))
    rest = shuffled(hidden, seed, "redeal")
    hands, orders = list(state.hands), list(state.orders)
    for other in others:
        size = len(state.hands[other])
        hands[other], rest = in_order(rest[:size]), rest[size:]
        wishes: tuple[Order | None, ...] = (None, *ORDERS)
        orders[other] = shuffled(wishes, seed, f"order {other}")[0]
    twin = replace(state, seed=seed, hands=tuple(hands), draw=rest, orders=tuple(orders))
    return twin if state.window is None else replace(twin, answers=_answered_anew(twin, seat, seed))


def _answered_anew(state: State, seat: Seat | None, seed: str) -> tuple[bool | None, ...]:
    """Let some opponent keep the window open: all before have let pass, those after have done anything."""
    order = list(state.opponents())
    own = state.answers[seat] if seat is not None else None
    able = order
    if seat in order and own is not False:
        able = order[: order.index(seat) + (own is None)]
    open_by = shuffled([other for other in able if other != seat or own is None], seed, "open")[0]
    answers: list[bool | None] = [None] * len(state.hands)
    for place, other in enumerate(order):
        if other == seat:
            answers[other] = own
        elif place < order.index(open_by):
            answers[other] = False
        elif other != open_by:
            possible = (None, False, True) if BLOCK in state.hands[other] else (None, False)
            answers[other] = shuffled(possible, seed, f"answer {other}")[0]
    return tuple(answers)


def check(state: State) -> None:
    """Raise `AssertionError` with a sentence if this position cannot be."""
    seats, over = len(state.hands), state.outcome is not None
    _must(seats in tables(state.options), "So many play Sequence Stacks.")
    lying = chain(*state.hands, *state.piles, state.draw, state.aside, state.actions, *state.discards)
    _must(in_order(lying) == deck_of(seats), "Every card is in exactly one place.")
    for each in (state.discards, state.chips, state.answers, state.orders):
        _must(len(each) == seats, "Every seat has its discard pile, chips, answer and order.")
    _must(all(hand == in_order(hand) for hand in state.hands), "Hands are in order.")
    _must(0 <= state.active < seats, "A seat of the table is active.")
    _must(state.direction == 1 or (state.direction == -1 and seats > 2), "The turn passes to one side.")
    _must(state.skips >= 0 and state.shuffles >= 0, "Skips and shuffles are counted.")
    _check_piles(state)
    _check_chips(state)
    if state.window is None:
        _must(set(state.answers) == {None}, "Answers are given in a window only.")
        if not over:
            _must(
                bool(state.hands[state.active] or not _drawable(state)), "Whoever has no card left in their turn draws."
            )
    else:
        _must(not over, "No window is open at the end.")
        _check_answers(state)


def _drawable(state: State) -> bool:
    return bool(state.draw or state.aside or state.actions or any(pile[:-1] for pile in state.discards))


def _check_piles(state: State) -> None:
    _must(len(state.piles) == len(PILES), "There are four places.")
    for place, pile in enumerate(state.piles):
        fits = all(
            card[0] == colour_of(place) and card[1:] in ("w", str(number)) for number, card in enumerate(pile, 1)
        )
        _must(fits, "A pile goes up from one in its colour.")
        _must(len(pile) < FULL or place == state.window, "A completed pile is set aside when its window is closed.")
    if state.window is not None:
        _must(state.window in PILES and len(state.piles[state.window]) == FULL, "What may be blocked is completed.")
    if state.last is not None:
        _must(
            0 <= state.last.seat < len(state.hands) and state.last.pile in PILES, "The last card lies on a pile here."
        )


def _check_chips(state: State) -> None:
    outcome = state.outcome
    _must(all(count >= 0 for chips in state.chips for count in chips), "Nobody owes a chip.")
    _must(all(len(chips) == len(COLOURS) for chips in state.chips), "Chips are red and blue.")
    _must(0 <= state.box <= BOX, "There are forty chips.")
    won = [seat for seat, chips in enumerate(state.chips) if wins(state.options, chips)]
    if outcome is None:
        _must(not won, "Whoever has the chips has won.")
        _must(state.box > 0, "The last chip ends the match.")
        return
    _must(outcome.scores == tuple(map(sum, state.chips)), "The scores are the chips.")
    _must((outcome.reason == "chips") == bool(won), "A match is won by chips, and only so.")
    _must(outcome.reason != "box" or not state.box, "The box is empty when the match ends for that.")
    _must(not won or list(outcome.winners) == won == [state.active], "Who has the chips in their turn wins alone.")
    _check_places(outcome, won)


def _check_places(outcome: Outcome, won: list[int]) -> None:
    ranked = [(seat not in won, -score) for seat, score in enumerate(outcome.scores)]
    _must(
        outcome.places == tuple(1 + sum(other < mine for other in ranked) for mine in ranked),
        "The places are those of the chips.",
    )


def _check_answers(state: State) -> None:
    _must(state.answers[state.active] is None, "Who completes doesn't answer.")
    open_by = state.undecided()
    _must(open_by is not None and state.answers[open_by] is None, "A window whose result is fixed is closed.")
    for seat, answer in enumerate(state.answers):
        _must(answer is not True or BLOCK in state.hands[seat], "Who blocks holds a Block.")


def _must(holds: bool, sentence: str) -> None:
    if not holds:
        raise AssertionError(sentence)
