"""What lies on a table of The Passing Game: tiles and the train, options, moves, events, and what a seat sees."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.engine import IllegalMove, Outcome, Seat, option

Tile: TypeAlias = tuple[int, int]
"""Two numbers of pips: the lower first, or, on the train, as the tile lies there from left to right."""
Ends: TypeAlias = tuple[int, int]
"""The numbers that the left and the right end of the train ask for."""
End: TypeAlias = Literal["left", "right"]
Why: TypeAlias = Literal["out", "ends", "hands", "passes"]
"""How a round was over: somebody went out, or nobody could play, which is B1, B2 and B3 of P5."""

TILES: tuple[Tile, ...] = tuple((low, high) for low in range(7) for high in range(low, 7))
KEPT_BACK = 2
"""So many tiles of the boneyard are never drawn."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a match is played; the defaults are the usual game."""

    target: int | None = option(None, (None, 31, 61, 101, 151, 201))
    """None is the usual one: 61 with four, else 101."""
    lead: Literal["random", "rotate", "winner"] = option("random", ("random", "rotate", "winner"))
    draw_then_play: bool = option(False, (False, True))
    partners: bool = option(False, (False, True))
    partner_scoring: Literal["side", "individual"] = option("side", ("side", "individual"))
    domino_wins_tie: bool = option(False, (False, True))


@dataclass(frozen=True, slots=True)
class Last:
    """The tile that was laid last: who laid it, and where in the train it is, from 0."""

    seat: Seat
    index: int


@dataclass(frozen=True, slots=True)
class Idle:
    """An action without a tile, at the ends there were and with so many tiles on the train."""

    seat: Seat
    did: Literal["drew", "passed"]
    ends: Ends
    tiles: int


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is over, as everybody saw it counted."""

    number: int
    train: tuple[Tile, ...]
    first: int
    last: Last
    why: Why
    out: Seat | None
    hands: tuple[tuple[Tile, ...], ...]
    pips: tuple[int, ...]
    """Of each seat's hand."""
    best: tuple[Seat, ...]
    """Whose hand won the round; with sides both partners, after a tie nobody."""
    score: int
    """What the best seat's side scored."""
    points: tuple[int, ...]
    """What each side has in the match, this round included."""


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know, or with `seat` None what everybody may."""

    options: Options
    seats: int
    seat: Seat | None
    sides: tuple[int, ...]
    """The side of each seat; who plays alone is a side of their own."""
    target: int
    round: int
    leader: Seat
    """Who led this round."""
    active: Seat | None
    """Whose turn it is; None at the end."""
    asked: bool
    """Whether the active seat has drawn in this turn and is asked: play or keep?"""
    train: tuple[Tile, ...]
    """From its left end to its right, each tile as it lies."""
    first: int
    """Where in the train the tile is that the leader began with, from 0."""
    last: Last | None
    hand: tuple[Tile, ...]
    """Rising; empty for a spectator."""
    drawn: Tile | None
    """This seat's own drawn tile, also in its hand, while it is asked."""
    last_drawn: Tile | None
    """What this seat drew with its latest action, also in its hand, if it drew."""
    counts: tuple[int, ...]
    """How many tiles each seat holds."""
    boneyard: int
    """How many tiles lie there."""
    drawable: int
    """How many of them can still be drawn."""
    idles: tuple[Idle, ...]
    """Who drew or passed in this round, in order."""
    points: tuple[int, ...]
    """What each side has of the rounds that are over."""
    finished: Round | None
    """The round that was over with the last action; None again after the next one."""
    outcome: Outcome | None

    @property
    def ends(self) -> Ends | None:
        """What the ends of the train ask for; None while it is empty."""
        return ends_of(self.train)

    @property
    def since_last(self) -> tuple[Idle, ...]:
        """Who drew or passed since the last tile, in order."""
        return since_last(self.idles, self.train)

    @property
    def passes(self) -> int:
        """How many in a row have passed just now."""
        return passes(self.idles, self.train)

    @property
    def pass_ends_round(self) -> bool:
        """Whether the round is over if the active seat passes too (B3)."""
        return self.active is not None and self.passes == self.seats - 1


# Moves and events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a tile; the end is named only where it fits both and they differ (P10)."""

    tile: Tile
    end: End | None = None
    kind: Literal["play"] = "play"

    def __str__(self) -> str:
        return f"{written(self.tile)} {self.end}" if self.end else written(self.tile)


@dataclass(frozen=True, slots=True)
class Draw:
    """Take a tile from the boneyard."""

    kind: Literal["draw"] = "draw"

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing."""

    kind: Literal["pass"] = "pass"

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True)
class Keep:
    """Don't play the tile just drawn (P1)."""

    kind: Literal["keep"] = "keep"

    def __str__(self) -> str:
        return self.kind


Move: TypeAlias = Play | Draw | Pass | Keep

NOTATION = re.compile(r"([0-6]) ?[-–|]? ?([0-6])(?: +(left|right))?", re.ASCII)
WORDS: dict[str, Move] = {str(move): move for move in (Draw(), Pass(), Keep())}


def parse(text: str) -> Move:
    """Read a move's notation: `06`, `25 left`, `draw`, `pass` or `keep`."""
    plain = text.strip().lower()
    if plain in WORDS:
        return WORDS[plain]
    found = NOTATION.fullmatch(plain)
    if found is None:
        raise IllegalMove(
            "That isn't a move of The Passing Game; write a tile like 06, with left or right where it fits both ends,"
            " or draw, pass or keep."
        )
    end: End | None = "left" if found[3] == "left" else "right" if found[3] else None
    return Play(low_first((int(found[1]), int(found[2]))), end)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round began, and somebody leads."""

    round: int
    leader: Seat
    kind: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class Played:
    """A tile was laid on an end of the train; `on` is the number it was laid on, None for the first tile."""

    seat: Seat
    tile: Tile
    on: int | None
    end: End
    kind: Literal["played"] = "played"


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat took a tile from the boneyard; which one, it alone knows."""

    seat: Seat
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True, slots=True)
class Kept:
    """A seat that was asked didn't play the tile it had drawn."""

    seat: Seat
    kind: Literal["kept"] = "kept"


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat did nothing."""

    seat: Seat
    kind: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat laid its last tile: the round is over."""

    seat: Seat
    kind: Literal["out"] = "out"


@dataclass(frozen=True, slots=True)
class Blocked:
    """Nobody can play: the round is over."""

    why: Literal["ends", "hands", "passes"]
    kind: Literal["blocked"] = "blocked"


@dataclass(frozen=True, slots=True)
class Counted:
    """All hands were shown and the round was scored; the fields are those of `Round`."""

    round: int
    hands: tuple[tuple[Tile, ...], ...]
    pips: tuple[int, ...]
    best: tuple[Seat, ...]
    score: int
    points: tuple[int, ...]
    kind: Literal["counted"] = "counted"


Event: TypeAlias = Dealt | Played | Drew | Kept | Passed | WentOut | Blocked | Counted


# Tiles and the train ---------------------------------------------------------------------------------


def low_first(tile: Tile) -> Tile:
    """Return a tile with its lower number first."""
    return tile if tile[0] <= tile[1] else tile[::-1]


def written(tile: Tile) -> str:
    """Return a tile as in notation."""
    return f"{tile[0]}{tile[1]}"


def shown(tile: Tile) -> str:
    """Return a tile as in a sentence."""
    return f"{tile[0]}–{tile[1]}"


def pips_of(tiles: Iterable[Tile]) -> int:
    """Count the pips on some tiles."""
    return sum(map(sum, tiles))


def ends_of(train: tuple[Tile, ...]) -> Ends | None:
    """Return what the ends of a train ask for, None while it is empty."""
    return (train[0][0], train[-1][1]) if train else None


def fits(tile: Tile, ends: Ends) -> bool:
    """Tell whether a tile can be laid on one of the ends at least."""
    return ends[0] in tile or ends[1] in tile


def plays_of(tile: Tile, ends: Ends | None) -> tuple[Play, ...]:
    """Return the moves that lay a tile: two where it fits both ends and they differ (P10)."""
    if ends is None:
        return (Play(tile),)
    if ends[0] != ends[1] and ends[0] in tile and ends[1] in tile:
        return (Play(tile, "left"), Play(tile, "right"))
    return (Play(tile),) if fits(tile, ends) else ()


def laid(train: tuple[Tile, ...], move: Play) -> tuple[tuple[Tile, ...], End]:
    """Return the train with the tile of a possible move on it, and the end where it lies.

    Where both ends ask for the same number it lies right.
    """
    ends = ends_of(train)
    if ends is None:
        return (move.tile,), "right"
    tile = move.tile
    if (move.end or ("right" if ends[1] in tile else "left")) == "right":
        return (*train, tile if tile[0] == ends[1] else tile[::-1]), "right"
    return (tile if tile[1] == ends[0] else tile[::-1], *train), "left"


def since_last(idles: tuple[Idle, ...], train: tuple[Tile, ...]) -> tuple[Idle, ...]:
    """Return what was done since the last tile was laid."""
    return tuple(idle for idle in idles if idle.tiles == len(train))


def passes(idles: tuple[Idle, ...], train: tuple[Tile, ...]) -> int:
    """Count who passed in a row just now."""
    number = 0
    for idle in reversed(idles):
        if idle.tiles != len(train) or idle.did != "passed":
            break
        number += 1
    return number
