"""What lies on a table of Sequence: options, and what a seat sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.cards import Card
from rules.engine import option
from rules.sequence.board import Five, Space

TEAMS = ("blue", "green", "red")
"""The teams by number, as they are called in notation."""
TWO_EYED = (Card("jc"), Card("jd"))
ONE_EYED = (Card("jh"), Card("js"))
HAND = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}
"""The number of seats, and the cards that each is dealt."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a match is played; the defaults are the usual game."""

    sequences_to_win: Literal["usual", 1, 2, 3] = option("usual", ("usual", 1, 2, 3))
    """Usual: by the number of teams (S18)."""
    teams: int = option(2, (2, 3))
    """Heard where both can be: with 6 and 12 seats (S17)."""
    lock: Literal["five", "run"] = option("five", ("five", "run"))
    manual_draw: bool = option(False, (False, True))
    dead_cards: Literal["once", "none", "unlimited"] = option("once", ("once", "none", "unlimited"))
    jacks: Literal["standard", "all_wild"] = option("standard", ("standard", "all_wild"))
    hints: bool = option(True, (True, False))
    """For the shell: whether to mark open spaces and dead cards for a player."""


def teams_at(seats: int, options: Options) -> int:
    """Return how many teams play (S17); seat `i` is on team `i % teams`."""
    return 3 if seats in (3, 9) or (seats in (6, 12) and options.teams == 3) else 2


def needed_by(teams: int, options: Options) -> int:
    """Return how many sequences win (S18)."""
    if options.sequences_to_win == "usual":
        return 2 if teams == 2 else 1
    return options.sequences_to_win


@dataclass(frozen=True, slots=True)
class Made:
    """A sequence: five spaces of a team, for the whole match."""

    team: int
    spaces: Five


@dataclass(frozen=True, slots=True)
class Held:
    """A card in one's own hand."""

    card: Card
    open: tuple[Space, ...] | None
    """Which of its two spaces are open; None for a jack, of which the legal moves tell."""

    @property
    def dead(self) -> bool:
        """Whether both of its spaces are covered."""
        return self.open == ()
