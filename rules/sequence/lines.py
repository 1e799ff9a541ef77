"""When five chips in a line are a sequence, which five, and which chips it protects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.sequence.board import CORNERS, FIVES, LINES, SIDE, STAR, Five, Space


def may_complete(own: int, space: Space) -> bool:
    """Tell at a glance whether a team's chip on a space can have completed anything: nearly never."""
    own |= CORNERS
    for line in STAR[space]:  # noqa: SIM110 - a generator in any() takes three times as long
        if (own & line).bit_count() >= 5:
            return True
    return False


def completed(own: int, space: Space, declared: Sequence[int]) -> tuple[tuple[Five, ...], tuple[tuple[Five, ...], ...]]:
    """Return the fives that a chip just put on a space completes, and for each line with a choice its fives.

    `own` is the mask of the team's chips, this one included; `declared` are the masks of its sequences.
    """
    own |= CORNERS
    made: list[Five] = []
    open_: list[tuple[Five, ...]] = []
    for line in LINES[space]:
        fives = [
            (mask, five)
            for mask, five in line
            if own & mask == mask and all((mask & other).bit_count() <= 1 for other in declared)  # S5
        ]
        if not fives:
            continue
        # All of them hold the new chip, so that two can stand together only as the outer ones of nine (S6).
        first, last = fives[0], fives[-1]
        if len(fives) == 1:
            made.append(first[1])
        elif (first[0] & last[0]).bit_count() == 1:
            made += [first[1], last[1]]
        else:
            open_.append(tuple(five for _, five in fives))
    return tuple(made), tuple(open_)


def one_short(own: int, others: int, declared: Sequence[int]) -> tuple[Five, ...]:
    """Return the fives that one more chip of a team would complete, on a space that is open."""
    own |= CORNERS
    return tuple(
        five
        for five, mask in FIVES.items()
        if (mask & own).bit_count() == len(five) - 1
        and not mask & ~own & others
        and all((mask & other).bit_count() <= 1 for other in declared)  # S5
    )


def protected(own: int, fives: Iterable[Five], *, run: bool) -> int:
    """Return the mask of a team's chips that no jack can take: its sequences, with `run` also what joins them (S9)."""
    safe = 0
    for five in fives:
        safe |= FIVES[five]
        if run:
            step = five[1] - five[0]
            safe |= _run(own, five[0], -step) | _run(own, five[-1], step)
    return safe & ~CORNERS


def _run(own: int, start: Space, step: int) -> int:
    """Return the chips that follow a space without a gap."""
    found, space = 0, start + step
    while 0 <= space < SIDE * SIDE and abs(space % SIDE - (space - step) % SIDE) <= 1 and own >> space & 1:
        found |= 1 << space
        space += step
    return found
