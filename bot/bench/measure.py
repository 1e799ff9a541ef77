"""Measuring by turns, and what is made of the numbers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured: 1.0 is the usual; less is quicker and drifts more."""

    scale: float = 1.0

    def times(self, usual: int) -> int:
        """Return how often to measure what is usually measured so often."""
        return max(2, round(usual * self.scale))

    def many(self, usual: int) -> int:
        """Return how many of something to take that is never more than so many."""
        return min(usual, self.times(usual))


def seconds(work: Callable[..., object], *given: Any) -> float:
    """Return how long some work takes."""
    started = time.perf_counter()
    work(*given)
    return time.perf_counter() - started


def milliseconds(samples: Sequence[float]) -> float:
    """Return the median of some seconds, in milliseconds."""
    return median(samples) * 1000


def p99(bursts: Sequence[Sequence[float]]) -> float:
    """Return what 99 of 100 samples of a burst don't exceed, in milliseconds; of several bursts the median.

    Pooled, it would be the worst burst's, and that one's weather.
    """
    return median(sorted(burst)[min(len(burst) - 1, int(len(burst) * 0.99))] for burst in bursts if burst) * 1000


@contextmanager
def folder() -> Iterator[Path]:
    """Make a folder for databases where the program is run: often the system's own folder for such is in memory."""
    with TemporaryDirectory(prefix=".cheza-bench-", dir=Path.cwd()) as made:
        yield Path(made)
