"""A second way to find sequences, written for comparison: sets of places, every five tried, every choice tried.

    python -m tests.rules.sequence_lines [POSITIONS]

compares it with the engine's on so many random positions (100,000 without a number).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import TypeAlias

from rules.sequence.board import FIVES, Five, Space, mask_of
from rules.sequence.lines import completed, may_complete

Cells: TypeAlias = frozenset[tuple[int, int]]

CORNERS: Cells = frozenset({(0, 0), (0, 9), (9, 0), (9, 9)})
ALL: Cells = frozenset((row, column) for row in range(10) for column in range(10))
WINDOWS: list[Cells] = [
    line
    for row, column in sorted(ALL)
    for line in (
        frozenset((row, column + k) for k in range(5)),
        frozenset((row + k, column) for k in range(5)),
        frozenset((row + k, column + k) for k in range(5)),
        frozenset((row + k, column - k) for k in range(5)),
    )
    if line <= ALL
]


def possible(own: Cells, declared: list[Cells]) -> list[Cells]:
    """Return every five in a line that is full and shares at most one place with each sequence there is."""
    full = [window for window in WINDOWS if window <= own]
    return [window for window in full if all(len(window & other) <= 1 for other in declared)]


def largest(windows: list[Cells]) -> set[frozenset[Cells]]:
    """Return every largest set of these that can stand together."""
    found: set[frozenset[Cells]] = {frozenset()}
    for window in windows:
        found |= {frozenset({*chosen, window}) for chosen in found if all(len(window & other) <= 1 for other in chosen)}
    most = max(map(len, found))
    return {chosen for chosen in found if len(chosen) == most}


def grown(luck: random.Random) -> Iterator[tuple[Cells, tuple[int, int], list[Cells]]]:
    """Yield the positions of one colour's board as it fills, every choice made at random."""
    own, declared = CORNERS, list[Cells]()
    share = luck.uniform(0.4, 1)
    for place in luck.sample(sorted(ALL - CORNERS), 96):
        if luck.random() < share:
            own |= {place}
            yield own, place, list(declared)
            declared += luck.choice(
                sorted(largest(possible(own, declared)), key=lambda each: sorted(map(sorted, each)))
            )


def scattered(luck: random.Random) -> Iterator[tuple[Cells, tuple[int, int], list[Cells]]]:
    """Yield a board filled at random, what it has declared in any order, and one chip more."""
    own = CORNERS | {place for place in ALL if luck.random() < 0.75}
    place = luck.choice(sorted(ALL - CORNERS))
    declared: list[Cells] = []
    left = possible(own - {place}, declared)
    while left:
        declared.append(luck.choice(left))
        left = [window for window in left if len(window & declared[-1]) <= 1]
    yield own | {place}, place, declared


def positions(count: int, seed: str) -> Iterator[tuple[Cells, tuple[int, int], list[Cells]]]:
    luck = random.Random(seed)  # noqa: S311 - the same positions every time
    made = 0
    while True:
        for position in (grown if luck.random() < 0.05 else scattered)(luck):
            yield position
            made += 1
            if made == count:
                return


def mask(cells: Cells) -> int:
    return mask_of(Space(10 * row + column) for row, column in cells)


def cells_of(five: Five) -> Cells:
    return frozenset(divmod(space, 10) for space in five)


def compare(own: Cells, place: tuple[int, int], declared: list[Cells]) -> tuple[int, int]:
    """Demand that the engine finds the same; return how many sequences there are and how many lines to choose in."""
    space = Space(10 * place[0] + place[1])
    chips = mask(own - CORNERS)
    made, choices = completed(chips, space, list(map(mask, declared)))
    assert may_complete(chips, space) or not made + choices
    assert all(len(line) > 1 for line in choices)
    assert all(list(line) == sorted(line) for line in choices), "the first in reading order comes first"
    assert all(
        tuple(sorted(five)) == five and five in FIVES for five in (*made, *(five for line in choices for five in line))
    )
    ways = {frozenset(map(cells_of, made))}
    for line in choices:
        ways = {way | {cells_of(five)} for way in ways for five in line}
    assert ways == largest(possible(own, declared)), (sorted(own), place, declared)
    return len(made) + len(choices), len(choices)


def main(count: int = 100_000) -> None:
    found = [compare(*position) for position in positions(count, "by command")]
    completing, asking = sum(made > 0 for made, _ in found), sum(lines > 0 for _, lines in found)
    print(f"{count} positions alike; {completing} complete something, {asking} ask which five")  # noqa: T201 - a command


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
