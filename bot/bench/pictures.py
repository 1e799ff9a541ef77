"""Pictures: from a view to the bytes of a PNG, against the usual way to draw the same."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from bot.bench.measure import Effort, milliseconds, seconds
from bot.bench.rows import Row, at_most
from bot.bench.standards import drawing_of, standards_of
from bot.bench.walks import positions, to_move, usual_seats
from rules import GAMES
from rules.engine import Game

PAIRS = 60


def rows(effort: Effort) -> Iterator[Row]:
    """A warm picture against the usual way; its bytes against what is allowed; the first of a process."""
    for game in GAMES.values():
        standards, ours = standards_of(game), drawing_of(game)
        ours.warm_up()
        largest = 0
        for kind, usual in standards.usual:
            draw = getattr(ours, kind)
            spent: tuple[list[float], list[float]] = [], []
            for view in views(game, kind, effort.times(PAIRS)):
                largest = max(largest, len(draw(view)))
                spent[1].append(seconds(usual, view))
                spent[0].append(seconds(draw, view))
            goal = at_most(standards.picture_time)
            yield Row(f"picture {game.key} {kind}", milliseconds(spent[0]), milliseconds(spent[1]), "ms", goal)
        if standards.usual:
            yield Row(f"picture {game.key} bytes", largest, standards.picture_bytes, "bytes", at_most(1))
            yield Row(f"picture {game.key} first", first(game, "ours"), first(game, "usual"), "ms")


def views(game: Game[Any], kind: str, number: int) -> list[Any]:
    """Return views of different positions: the public one, or for a hand that of who is to move."""
    states = positions(game, usual_seats(game), number)
    return [state.view(to_move(state)[0] if kind == "hand" else None) for state in states]


def first(game: Game[Any], side: str) -> float:
    """Return how long the first picture takes in a process of its own, in milliseconds."""
    command = (sys.executable, "-m", "bot.bench.pictures", game.key, side)
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - this very module
    return float(done.stdout)


def draw_first(key: str, side: str) -> float:
    """Draw one picture in this fresh process; return its milliseconds."""
    game = GAMES[key]
    (view,) = views(game, "table", 1)
    draw = drawing_of(game).table if side == "ours" else dict(standards_of(game).usual)["table"]
    return seconds(draw, view) * 1000


if __name__ == "__main__":
    sys.stdout.write(f"{draw_first(*sys.argv[1:3])}\n")
