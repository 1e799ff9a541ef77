"""What a comparison came to: a row, and what it is held to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Goal:
    """A bound of a ratio."""

    word: Literal["at most", "at least"]
    bound: float

    def __str__(self) -> str:
        return f"{self.word} {self.bound:.3g}"


def at_most(bound: float) -> Goal:
    return Goal("at most", bound)


def at_least(bound: float) -> Goal:
    return Goal("at least", bound)


@dataclass(frozen=True, slots=True)
class Row:
    """Two measures of one thing in the same unit; without a goal the row only tells."""

    name: str
    ours: float
    other: float
    unit: str
    goal: Goal | None = None

    @property
    def ratio(self) -> float:
        return self.ours / self.other

    @property
    def held(self) -> bool | None:
        if self.goal is None:
            return None
        return self.ratio <= self.goal.bound if self.goal.word == "at most" else self.ratio >= self.goal.bound

    def as_object(self) -> dict[str, object]:
        """Return the row for `--json`."""
        return {
            "name": self.name,
            "ours": rounded(self.ours),
            "other": rounded(self.other),
            "unit": self.unit,
            "ratio": rounded(self.ratio),
            "goal": None if self.goal is None else str(self.goal),
            "held": self.held,
        }

    def as_line(self) -> str:
        goal = "-" if self.goal is None else str(self.goal)
        held = {True: "yes", False: "NO", None: "-"}[self.held]
        ours, other = f"{self.ours:.4g}", f"{self.other:.4g}"
        return f"{self.name:<42} {ours:>9} {other:>9} {self.unit:<7} {self.ratio:>7.3f}  {goal:<14} {held}"


HEADER = f"{'name':<42} {'ours':>9} {'other':>9} {'unit':<7} {'ratio':>7}  {'goal':<14} held"


def rounded(value: float) -> float:
    return float(f"{value:.4g}")
