"""Positions of The Passing Game dealt anew for one seat, and positions that can't be."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, count, pairwise

from rules.chance import shuffled
from rules.engine import Seat
from rules.passing.scoring import all_laid, hand_size, none_fits, outcome_of, sides_of, target_of
from rules.passing.state import State, tables
from rules.passing.table import KEPT_BACK, TILES, low_first, passes, pips_of, since_last


def redeal(state: State, seat: Seat | None, seed: str) -> State:
    """What a seat can't see: the other hands, a drawn tile among them, the boneyard, the deals to come.

    When the match is over, the hands have been shown.
    """
    if state.outcome is not None:
        return replace(state, seed=seed, boneyard=shuffled(sorted(state.boneyard), seed, "redeal"))
    others = [other for other in range(len(state.hands)) if other != seat]
    hidden = sorted(chain(state.boneyard, *(state.hands[other] for other in others)))
    for attempt in count():
        rest = shuffled(hidden, seed, f"redeal {attempt}")
        hands, drawn, last_drawn = list(state.hands), state.drawn, list(state.last_drawn)
        for other in others:
            size = len(state.hands[other])
            if last_drawn[other] is not None:
                last_drawn[other] = rest[0]
            if drawn is not None and other == state.active:
                drawn = rest[0]
            hands[other], rest = tuple(sorted(rest[:size])), rest[size:]
        if not none_fits(state.train, tuple(hands), len(rest)):
            dealt = replace(state, seed=seed, hands=tuple(hands), boneyard=rest)
            return replace(dealt, drawn=drawn, last_drawn=tuple(last_drawn))
    raise AssertionError("Among the hidden tiles one fits, or the round would be over.")


def check(state: State) -> None:
    """Raise `AssertionError` with a sentence if this position cannot be."""
    seats, over = len(state.hands), state.outcome is not None
    _must(seats in tables(state.options), "So many play with these options.")
    lying = chain(map(low_first, state.train), *state.hands, state.boneyard)
    _must(tuple(sorted(lying)) == TILES, "Every tile is in exactly one place.")
    _must(all(hand == tuple(sorted(hand)) for hand in state.hands), "Hands are in order.")
    _must(all(one[1] == other[0] for one, other in pairwise(state.train)), "Tiles on the train match.")
    _must(0 <= state.leader < seats and 0 <= state.active < seats, "A seat of the table leads, and one is active.")
    _check_round(state, seats)
    if not over:
        _must(all(state.hands), "Whoever has laid the last tile has gone out.")
        _must(not all_laid(state.train), "A train that nothing can be laid on ends the round.")
        _must(
            not none_fits(state.train, state.hands, len(state.boneyard)),
            "Where nobody can draw or play, the round is over.",
        )
        _must(passes(state.idles, state.train) < seats, "When all have passed in a row, the round is over.")
    _check_points(state, seats)


def _check_round(state: State, seats: int) -> None:
    """Check what was laid, drawn and passed in this round."""
    if not state.train:
        _must(state.active == state.leader and not state.idles, "The leader begins the train.")
        _must(state.first == 0 and state.last is None, "Nothing was laid first or last on an empty train.")
    else:
        _must(0 <= state.first < len(state.train), "The first tile lies on the train.")
        _must(
            state.last is not None and state.last.index in (0, len(state.train) - 1),
            "The last tile lies at an end.",
        )
    drawn = sum(idle.did == "drew" for idle in state.idles)
    left = len(TILES) - seats * hand_size(seats) - drawn
    _must(len(state.boneyard) == left >= KEPT_BACK, "What was drawn is missing from the boneyard, and two stay.")
    laid = [idle.tiles for idle in state.idles]
    _must(laid == sorted(laid) and all(0 < each <= len(state.train) for each in laid), "Tiles on the train grow more.")
    held = zip(state.last_drawn, state.hands, strict=True)
    _must(all(tile is None or tile in hand for tile, hand in held), "What a seat drew last is in its hand.")
    if state.drawn is not None:
        _must(state.options.draw_then_play, "A drawn tile may be played only by that option.")
        _must(state.drawn in state.hands[state.active], "A drawn tile is in the hand of its drawer.")
        recent = since_last(state.idles, state.train)
        _must(
            bool(recent) and (recent[-1].seat, recent[-1].did) == (state.active, "drew"),
            "Only who has just drawn is asked.",
        )
        _must(state.last_drawn[state.active] == state.drawn, "Who is asked has drawn that tile.")


def _check_points(state: State, seats: int) -> None:
    """Check the points, the end of the match, and the round that is over."""
    sides, target = sides_of(seats, state.options), target_of(seats, state.options)
    _must(len(state.points) == len(set(sides)), "Every side has its points.")
    _must(all(points >= 0 for points in state.points), "Nobody loses points.")
    _must(state.outcome == outcome_of(state.points, sides, target), "The match is over at the target.")
    finished = state.finished
    if finished is None:
        _must(state.outcome is None, "The last round of a match stays to be looked at.")
        return
    rounds = state.round if state.outcome is not None else state.round - 1
    _must(finished.number == rounds, "The finished round is the last one.")
    _must(finished.points == state.points, "The points are those of the finished round.")
    _must(finished.pips == tuple(map(pips_of, finished.hands)), "The pips are those of the hands shown.")
    if state.outcome is not None:
        _must(finished.hands == state.hands, "The hands shown at the end are those held.")


def _must(holds: bool, sentence: str) -> None:
    if not holds:
        raise AssertionError(sentence)
