"""How a train winds: nothing overlaps, all of it fits, and an end stays where it is while the other grows."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.rendering.canvas import WIDTH
from bot.rendering.passing_train import ROOM, SIZES, Laid, Spot, laid
from rules.passing import TILES, Tile

MOST = 26
"""Tiles that can lie: the last two of the boneyard never do."""
HIGHEST = 680
"""The lines of the smallest tiles, where the whole train has wound to one side."""


def grown(seed: int) -> Iterator[tuple[tuple[Tile, ...], int]]:
    """Grow a train at random at both ends until nothing fits; each time with where its first tile is."""
    luck = random.Random(seed)  # noqa: S311 - any train will do
    leaning = luck.random()
    free = list(TILES)
    luck.shuffle(free)
    train: tuple[Tile, ...] = (free.pop(),)
    first = 0
    while len(train) <= MOST:
        yield train, first
        left, right = train[0][0], train[-1][1]
        sides = ("left", "right") if luck.random() < leaning else ("right", "left")
        for side in sides:
            end = left if side == "left" else right
            found = next((each for each in free if end in each), None)
            if found is not None:
                break
        if found is None:
            return
        free.remove(found)
        if side == "right":
            train = (*train, found if found[0] == end else found[::-1])
        else:
            train, first = (found if found[1] == end else found[::-1], *train), first + 1


def boxes(lying: Laid, train: tuple[Tile, ...]) -> list[tuple[float, float, float, float]]:
    """Return what each tile and the two marks cover, in squares."""
    made = []
    for spot, (a, b) in zip(lying.spots, train, strict=True):
        along = (spot.way[1] == 0) != (a == b)
        wide, high = (2, 1) if along else (1, 2)
        made.append((spot.x - wide / 2, spot.y - high / 2, spot.x + wide / 2, spot.y + high / 2))
    return [*made, *((end.x - 0.5, end.y - 0.5, end.x + 0.5, end.y + 0.5) for end in (lying.left, lying.right))]


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("seed", range(150))
def test_nothing_overlaps_and_all_of_it_fits(seed: int) -> None:
    for train, first in grown(seed):
        lying = laid(train, first)
        covered = boxes(lying, train)
        assert not any(overlap(one, other) for i, one in enumerate(covered) for other in covered[:i])
        assert (lying.lines + 1.5) * lying.size.pitch < (ROOM if lying.size != SIZES[-1] else HIGHEST)
        edges = [lying.size.left + (x + 0.5) * lying.size.pitch for box in covered for x in (box[0], box[2])]
        assert min(edges) >= 10 and max(edges) <= WIDTH - 10


def test_neighbours_touch_with_the_halves_that_match() -> None:
    for seed in range(40):
        *_, (train, first) = grown(seed)
        lying = laid(train, first)
        for one, other in zip(boxes(lying, train)[:-2], boxes(lying, train)[1:-2], strict=False):
            gap = max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])
            assert gap == 0, "side by side, with nothing between"


@pytest.mark.parametrize("seed", range(60))
def test_growing_an_end_leaves_the_rest_where_it_was_while_tiles_keep_their_size(seed: int) -> None:
    before: Laid | None = None
    was_first = 0
    for train, first in grown(seed):
        now = laid(train, first)
        if before is not None and now.size == before.size:
            shift = first - was_first
            assert now.spots[shift : shift + len(before.spots)] == before.spots
            if shift:
                assert (now.right.x, now.right.y) == (before.right.x, before.right.y)
            else:
                assert (now.left.x, now.left.y) == (before.left.x, before.left.y)
        before, was_first = now, first


def test_the_first_tile_stays_in_the_middle_at_every_size() -> None:
    for size in SIZES:
        middle = size.left + (size.start + 1) * size.pitch
        assert abs(middle - WIDTH / 2) <= size.pitch / 2 + 1


def test_tiles_only_get_smaller_as_a_train_grows() -> None:
    for seed in range(40):
        pitches = [laid(train, first).size.pitch for train, first in grown(seed)]
        assert pitches == sorted(pitches, reverse=True)
        assert pitches[0] == SIZES[0].pitch


def test_a_train_of_one_lies_between_its_marks() -> None:
    for tile, wide in (((3, 4), 2), ((3, 3), 1)):
        lying = laid((tile,), 0)
        (spot,) = lying.spots
        assert spot == Spot(SIZES[0].start + (wide - 1) / 2, 0, (1, 0))
        assert (lying.left.x, lying.right.x) == (SIZES[0].start - 1, SIZES[0].start + wide)
