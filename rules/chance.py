"""Luck: the only place that may import random.

Every shuffle is a function of a match's seed and a label, so that a kept position holds its own future and a
deal can be repeated by anybody who knows the seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def shuffled(items: Iterable[T], seed: str, label: str) -> tuple[T, ...]:
    """Return the items in an order that depends on nothing but them, the seed and the label.

    Written on `random()` alone, since that is the one sequence Python promises to keep for a seed across
    versions (https://docs.python.org/3/library/random.html#notes-on-reproducibility): Fisher and Yates, from
    the back.
    """
    pool = list(items)
    draw = random.Random(f"{seed}/{label}").random  # noqa: S311 - luck of a game; the seed itself comes from `secrets`
    for last in range(len(pool) - 1, 0, -1):
        other = int(draw() * (last + 1))
        pool[last], pool[other] = pool[other], pool[last]
    return tuple(pool)
