"""Write a whole match as text: moves, events, and what every seat's view shows anew.

    python -m tests.playthroughs.playthrough GAME [SEATS [name=value,...]]

records GAME.txt anew, from a match of random players (take5.txt: `take5 3 rounds=2`); say in the commit why
it had to change. The test reads the moves in the file, so that it doesn't depend on how they were found.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from bot.codec import dump_events, dump_options, load_options
from bot.selfplay import AnyGame, AnyState, choose, chosen_options
from rules import GAMES
from rules.engine import Seat

FOLDER = Path(__file__).parent
SEED = "playthrough"


def path_of(game: AnyGame) -> Path:
    return FOLDER / f"{game.key}.txt"


def written(
    game: AnyGame, seats: int, options: Any, choose_move: Callable[[AnyState], tuple[Seat | None, Any]]
) -> Iterator[str]:
    """Yield the lines of a match."""
    state, events = game.deal(seats, options, SEED)
    yield f"{game.key} {seats} {dump_options(game, options)}"
    yield from event_lines(game, events)
    known: dict[Seat | None, dict[str, str]] = {who: {} for who in (None, *map(Seat, range(seats)))}
    yield from news(state, known)
    while state.outcome is None:
        who, move = choose_move(state)
        yield ""
        yield f"> {'table' if who is None else who + 1}: {move}"
        state, events = state.apply(who, move)
        yield from event_lines(game, events)
        yield from news(state, known)


def event_lines(game: AnyGame, events: tuple[Any, ...]) -> Iterator[str]:
    for event in events:
        yield f"! {dump_events(game, (event,))[1:-1]}"


def news(state: AnyState, known: dict[Seat | None, dict[str, str]]) -> Iterator[str]:
    """Yield what is new: the clock's side of a state, then of the view of spectators and of each seat.

    What a seat sees as spectators do isn't said again.
    """
    waited = ", ".join(f"{seat + 1} since {since}" for seat, since in state.to_act.items())
    yield f"move {state.move_number}, turn {state.turn}, {state.wait}, waits for {waited or 'nobody'}"
    public = {each.name: repr(getattr(state.view(None), each.name)) for each in fields(state.view(None))}
    for who, before in known.items():
        view = state.view(who)
        now = {each.name: repr(getattr(view, each.name)) for each in fields(view)}
        shown = {name: text for name, text in now.items() if who is None or text != public[name]}
        for name, text in shown.items():
            if before.get(name) != text:
                yield f"  {'all' if who is None else who + 1} {name}: {text}"
        before.clear()
        before.update(shown)


def replayed(game: AnyGame, text: str) -> str:
    """Write the match of a recorded text anew, move by move."""
    _, seats, options = text.splitlines()[0].split(" ", 2)
    moves = iter(re.findall(r"^> (\w+): (.+)$", text, re.MULTILINE))

    def choose_move(state: AnyState) -> tuple[Seat | None, Any]:
        who, notation = next(moves)
        return None if who == "table" else Seat(int(who) - 1), game.parse(notation)

    return joined(written(game, int(seats), load_options(game, options), choose_move))


def recorded(game: AnyGame, seats: int, options: Any) -> str:
    luck = random.Random(SEED)  # noqa: S311 - any match will do, but always the same one
    return joined(written(game, seats, options, lambda state: choose(game, state, seats, "random", luck)))


def joined(lines: Iterator[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def main(key: str, seats: str = "3", options: str = "") -> None:
    game = GAMES[key]
    path_of(game).write_text(recorded(game, int(seats), chosen_options(game, options)), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
