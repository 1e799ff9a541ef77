"""Stand-ins: how often they win against random play, and how long they think."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from bot.bench.measure import Effort, milliseconds, seconds
from bot.bench.rows import Row, at_least
from bot.bench.standards import standards_of
from bot.bench.walks import Player, positions, to_move, usual_seats, walk
from rules import GAMES
from rules.engine import Game

MATCHES, MOVES = 400, 400


def rows(effort: Effort) -> Iterator[Row]:
    """Victories of matches played, the same matches in every run; then the time of a move."""
    for game in GAMES.values():
        standards = standards_of(game)
        for seats, words, share in ((2, "of two", standards.wins_of_two), (4, "alone of four", standards.wins_alone)):
            if alone_at(game, seats):
                played = effort.times(MATCHES)
                won = sum(victory(game, seats, match) for match in range(played))
                yield Row(f"stand-in {game.key} wins {words}", won, played, "matches", at_least(share))
        thought: tuple[list[float], list[float]] = [], []
        guess = random_player("time")
        for state in positions(game, usual_seats(game), effort.times(MOVES)):
            seat, moves = to_move(state)
            view = state.view(seat)
            for player, spent in zip((game.stand_in, guess), thought, strict=True):
                spent.append(seconds(player, view, moves))
        yield Row(f"stand-in {game.key} time", milliseconds(thought[0]), milliseconds(thought[1]), "ms")


def alone_at(game: Game[Any], seats: int) -> bool:
    """Tell whether so many play, each for themselves."""
    options = game.options()
    return seats in game.tables(options) and len(set(game.teams(seats, options))) == seats


def victory(game: Game[Any], seats: int, match: int) -> float:
    """Play one match, the stand-in on each seat by turns; return its part of the victory."""
    mine = match % seats
    players = [game.stand_in if seat == mine else random_player(f"{match} {seat}") for seat in range(seats)]
    (*_, last) = walk(game, players, f"bench {match}")
    winners = last.outcome.winners
    return (mine in winners) / len(winners)


def random_player(seed: str) -> Player:
    luck = random.Random(seed)  # noqa: S311 - a player who must be the same in every run

    def choose(_view: Any, moves: Sequence[Any]) -> Any:
        return luck.choice(moves)

    return choose
