"""When a round of The Passing Game is over, what it scores, and who leads the next one."""

from __future__ import annotations

from collections.abc import Iterable

from rules.chance import shuffled
from rules.engine import Outcome, Seat
from rules.passing.table import (
    KEPT_BACK,
    Options,
    Round,
    Tile,
    ends_of,
    fits,
    pips_of,
)


def sides_of(seats: int, options: Options) -> tuple[int, ...]:
    """Return the side of each seat: partners sit opposite, and who plays alone is a side of their own."""
    return tuple(seat % 2 for seat in range(seats)) if options.partners else tuple(range(seats))


def target_of(seats: int, options: Options) -> int:
    """Return how many points win the match."""
    if options.target is not None:
        return options.target
    return 61 if seats == 4 else 101


def hand_size(seats: int) -> int:
    """Return how many tiles a seat is dealt."""
    return 6 if seats == 4 else 7


def drawable(boneyard: int) -> int:
    """Return how many tiles of a boneyard can still be drawn."""
    return max(boneyard - KEPT_BACK, 0)


def all_laid(train: tuple[Tile, ...]) -> bool:
    """B1: both ends ask for the same number, and all seven tiles with it are on the train."""
    ends = ends_of(train)
    return ends is not None and ends[0] == ends[1] and sum(ends[0] in tile for tile in train) == 7


def none_fits(train: tuple[Tile, ...], hands: tuple[tuple[Tile, ...], ...], boneyard: int) -> bool:
    """B2: no tile can be drawn, and none in any hand fits; while some can be drawn, nobody is stuck (P6)."""
    ends = ends_of(train)
    if ends is None or drawable(boneyard):
        return False
    return not any(fits(tile, ends) for hand in hands for tile in hand)


def best_of(options: Options, hands: tuple[tuple[Tile, ...], ...], out: Seat | None) -> tuple[tuple[Seat, ...], int]:
    """Return whose hand wins a round, nobody's after a tie (P7), and what it scores (P8)."""
    pips = tuple(map(pips_of, hands))
    if options.partners and options.partner_scoring == "side":
        own, other = pips[0] + pips[2], pips[1] + pips[3]
        if own == other:
            return (), 0
        return ((Seat(0), Seat(2)) if own < other else (Seat(1), Seat(3))), abs(own - other)
    lowest = min(pips)
    best = tuple(Seat(seat) for seat, mine in enumerate(pips) if mine == lowest)
    if len(best) > 1:
        if out is None or not options.domino_wins_tie:
            return (), 0
        best = (out,)
    return best, sum(pips) - 2 * lowest


def next_leader(options: Options, finished: Round, leader: Seat, seed: str) -> Seat:
    """Return who leads the round after a finished one (P4)."""
    seats = len(finished.hands)
    if options.lead == "random":
        return drawn_leader(range(seats), seed, finished.number + 1)
    if options.lead == "rotate":
        return Seat((leader + 1) % seats)
    if not finished.best:
        return leader
    if finished.out in finished.best:
        return finished.out
    lowest = min(finished.pips[seat] for seat in finished.best)
    return drawn_leader((seat for seat in finished.best if finished.pips[seat] == lowest), seed, finished.number + 1)


def drawn_leader(seats: Iterable[int], seed: str, number: int) -> Seat:
    """Return which of some seats leads a round, by luck."""
    return Seat(shuffled(seats, seed, f"leader {number}")[0])


def outcome_of(points: tuple[int, ...], sides: tuple[int, ...], target: int) -> Outcome | None:
    """Return how the match came out if a side has reached the target (P9)."""
    if max(points) < target:
        return None
    scores = tuple(points[side] for side in sides)
    return Outcome(tuple(1 + sum(other > mine for other in scores) for mine in scores), scores, "target")
