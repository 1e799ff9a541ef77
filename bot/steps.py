"""Moves that are made for those who don't make them: by the stand-in, or because time ran out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.positions import Position
from bot.timing.lateness import Mercy, consequence
from db.records import DeadlineRecord, MadeBy
from rules.engine import Game, Seat, marked

MOST_MOVES = 64
"""How many moves stand-ins make in one go; what is left is due at once, so that a person can come between."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was made, and where it led."""

    seat: Seat | None
    notation: str | None
    by: MadeBy
    user_id: int | None
    state: Any
    events: tuple[Any, ...]


def seen_movers(game: Game[Any], steps: Sequence[Step]) -> set[int]:
    """Return the seats whose people made a move of which everybody sees at least that it was made.

    An answer in a window and a standing order are nobody else's business.
    """
    return {
        int(step.seat)
        for step in steps
        if step.by == "person"
        and step.seat is not None
        and not (step.notation is not None and marked(game.parse(step.notation), "order"))
    }


def stand_ins(position: Position, state: Any) -> list[Step]:
    """Return the moves of stand-ins from a position on, at most `MOST_MOVES`; at a deserted table they wait.

    In a window they answer when standing orders do, so that nothing is told by how fast they are.
    """
    steps: list[Step] = []
    while not position.is_deserted and len(steps) < MOST_MOVES and state.outcome is None and state.wait == "turn":
        seat = next((seat for seat in sorted(state.to_act) if position.is_automatic(seat)), None)
        if seat is None:
            break
        steps += _made_for(position.game, state, seat, "stand_in")
        state = steps[-1].state
    return steps


@dataclass(frozen=True, slots=True)
class TimedOut:
    """What comes of deadlines that have passed: moves, misses in a row, and by seat what is given instead of a move."""

    steps: list[Step] = field(default_factory=list)
    misses: dict[int, int] = field(default_factory=dict)
    mercies: dict[int, Mercy] = field(default_factory=dict)

    def as_of(self, state: Any, due: Sequence[DeadlineRecord]) -> TimedOut:
        """Return what is left of it in a later position: who is awaited no more has missed nothing."""
        spared = {each.seat: each.since for each in due if each.kind == "turn" and each.seat in self.mercies}
        awaited = {} if state.outcome is not None else state.to_act
        left = {seat: self.mercies[seat] for seat, since in spared.items() if awaited.get(Seat(seat)) == since}
        settled = spared.keys() - left.keys()
        return replace(self, misses={seat: self.misses[seat] for seat in self.misses.keys() - settled}, mercies=left)


def timed_out(position: Position, due: Sequence[DeadlineRecord]) -> TimedOut:
    """Return what comes of deadlines that have passed; that of a window is no miss."""
    out = TimedOut()
    state = position.state
    for deadline in due:
        seat = Seat(deadline.seat)
        if deadline.kind != "turn":
            out.steps.extend(_answered(position, state, deadline))
            state = out.steps[-1].state if out.steps else state
            continue
        automatic = position.is_automatic(seat)
        outcome = None if automatic else consequence(position, deadline)
        # Answered in time, or settled by a neighbour's move, it is not made; else the whole turn is.
        while state.outcome is None and state.to_act.get(seat) == deadline.since and len(out.steps) < MOST_MOVES:
            if outcome is not None:
                out.misses[deadline.seat] = position.holder(seat).misses + (outcome != "days_more")
            if outcome == "once_more" or outcome == "days_more":
                out.mercies[deadline.seat] = outcome
                break
            out.steps.extend(_made_for(position.game, state, seat, "stand_in" if automatic else "time"))
            state = out.steps[-1].state
    return out


def _answered(position: Position, state: Any, deadline: DeadlineRecord) -> list[Step]:
    """Answer in a window for a seat that hasn't: by standing order or stand-in, and at the window's end for all."""
    seat = Seat(deadline.seat)
    if state.outcome is not None or state.wait != "window" or state.to_act.get(seat) != deadline.since:
        return []
    legal = _choices(state, seat)
    if not legal:
        return []
    if position.is_automatic(seat):
        move = position.game.stand_in(state.view(seat), legal)
    else:
        move = state.settled(seat, position.pace.slow)
    if move is None and deadline.kind == "window":
        move = position.game.timeout(state.view(seat), legal)
    return [] if move is None else [_step(state, seat, move, "order")]


def _choices(state: Any, seat: Seat) -> tuple[Any, ...]:
    """Return the moves that are made for a seat: orders are its person's alone."""
    return tuple(move for move in state.legal_moves(seat) if not marked(move, "order"))


def _made_for(game: Game[Any], state: Any, seat: Seat, by: MadeBy) -> list[Step]:
    """Make a move for a seat whose person doesn't, and what plays itself after it (a draw)."""
    legal = _choices(state, seat)
    choose = game.timeout if by == "time" else game.stand_in
    steps = [_step(state, seat, choose(state.view(seat), legal), by)]
    while True:
        state = steps[-1].state
        automatic = [move for move in state.legal_moves(seat) if marked(move, "automatic")]
        if state.outcome is not None or not automatic:
            return steps
        steps.append(_step(state, seat, automatic[0], by))


def _step(state: Any, seat: Seat, move: Any, by: MadeBy) -> Step:
    after, events = state.apply(seat, move)
    return Step(seat, str(move), by, None, after, events)
