"""The rules alone: checked moves a second, each chosen from the list of all legal ones."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bot.bench.measure import Effort
from bot.bench.rows import Row
from bot.bench.standins import random_player
from bot.bench.walks import usual_seats, walk
from rules import GAMES

MATCHES = 20


def rows(effort: Effort) -> Iterator[Row]:
    """Tell how many moves of random matches the rules check in a second, beside bare turns of the same loop."""
    for game in GAMES.values():
        seats, moves = usual_seats(game), 0
        began = time.perf_counter()
        for match in range(effort.times(MATCHES)):
            players = [random_player(f"{match} {seat}") for seat in range(seats)]
            moves += sum(1 for _ in walk(game, players, f"engine {match}"))
        checked = moves / (time.perf_counter() - began)
        yield Row(f"engine {game.key} checked moves", checked, _bare(moves), "moves/s")


def _bare(moves: int) -> float:
    """Return how often in a second the same loop turns when nothing is checked."""
    choose, things = random_player("bare"), tuple(range(20))
    began = time.perf_counter()
    for _ in range(moves):
        choose(None, things)
    return moves / (time.perf_counter() - began)
